// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's name filter, including gprof's access to the next string of the string table (see the header).
#include "read/image/symbol_filter.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string_view>

namespace profdiff {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Given the first dot of a suffix such as ".clone.7" or ".constprop.7", returns its last dot. Returns any other dot
// unchanged.
const char* SkipCloneMark(const char* dot) {
  for (std::string_view mark : {".clone.", ".constprop."}) {
    if (std::strncmp(dot, mark.data(), mark.size()) == 0 && dot[mark.size()] != '\0') return dot + mark.size() - 1;
  }
  return dot;
}

// Returns the position of the first dot or '$'; the end of the string if there is none.
const char* FirstMark(const char* at) {
  while (*at != '\0' && *at != '.' && *at != '$') ++at;
  return at;
}

// Skips groups of a dot and digits, up to the end of the string; returns nullptr if there is anything else. A group
// needs a digit if another group follows, but not at the end: "f." is a function for gprof (GPROF.md, section 5.2).
const char* SkipDotGroups(const char* dot) {
  while (true) {
    const char* digits = SkipCloneMark(dot) + 1;
    const char* end = digits;
    while (IsDigit(*end)) ++end;
    if (*end == '\0') return end;
    if (*end != '.' || end == digits) return nullptr;
    dot = end;
  }
}

// Returns the end of a name without a compiler's mark; nullptr if the name has one. Sets `may_go_on` if the first mark
// is a dot: gprof then continues with the next string.
const char* EndWithoutMark(const char* name, bool& may_go_on) {
  const char* dot = FirstMark(name);
  may_go_on = *dot == '.';
  if (*dot == '\0') return dot;
  return may_go_on ? SkipDotGroups(dot) : nullptr;
}

}  // namespace

// Returns the string that begins after `end`. Names can share their ends, so this string may begin in the middle of a
// known name; therefore, the last known name that begins at or before the string is examined. Bytes that are not part
// of a known name are not read, and count as "".
const char* KnownNames::Behind(const char* end) {
  if (collect_) {
    names_ = collect_();
    std::sort(names_.begin(), names_.end(), std::less<>());
    collect_ = nullptr;
  }
  const char* behind = end + 1;
  auto after = std::upper_bound(names_.begin(), names_.end(), behind, std::less<>());
  if (after == names_.begin()) return "";
  const char* name = *std::prev(after);
  return behind <= name + std::strlen(name) ? behind : "";
}

std::optional<bool> KnownNames::Verdict(const char* begin) const {
  auto known = verdicts_.find(begin);
  return known != verdicts_.end() ? std::optional(known->second) : std::nullopt;
}

// The search may run through many strings. Its result is stored for each of them, so that a table in which every string
// ends in a dot group takes linear time.
bool IsFunctionName(const char* name, KnownNames& names) {
  std::vector<const char*> behind;  // strings in which the search continues
  std::optional<bool> verdict;
  for (const char* begin = name; !verdict;) {
    bool may_go_on = false;
    const char* end = EndWithoutMark(begin, may_go_on);
    if (end == nullptr || !may_go_on) {
      verdict = end != nullptr;
      break;
    }
    begin = names.Behind(end);
    verdict = names.Verdict(begin);
    if (!verdict) behind.push_back(begin);
  }
  for (const char* begin : behind) names.SetVerdict(begin, *verdict);
  return *verdict;
}

bool MayBeFunctionName(const char* name) {
  bool may_go_on = false;
  return EndWithoutMark(name, may_go_on) != nullptr;
}

}  // namespace profdiff
