// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's name filter, with its look into the next string of the string table (see the header).
#include "read/symbol_filter.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string_view>

namespace profdiff {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// From the first dot of ".clone.7" or ".constprop.7" to the last one; any other dot stays.
const char* SkipCloneMark(const char* dot) {
  for (std::string_view mark : {".clone.", ".constprop."}) {
    if (std::strncmp(dot, mark.data(), mark.size()) == 0 && dot[mark.size()] != '\0') return dot + mark.size() - 1;
  }
  return dot;
}

// Passes over groups of a dot and digits to the end of the string; nullptr if something else is among them.
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

}  // namespace

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

bool IsFunctionName(const char* name, KnownNames& names) {
  for (const char* at = name; *at != '\0';) {
    if (*at == '$') return false;
    if (*at != '.') {
      ++at;
      continue;
    }
    const char* end = SkipDotGroups(at);
    if (end == nullptr) return false;
    at = names.Behind(end);
  }
  return true;
}

}  // namespace profdiff
