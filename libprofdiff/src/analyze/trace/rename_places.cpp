// SPDX-License-Identifier: GPL-3.0-or-later
// A name without its places is the key of a group. A group whose names are all on both sides in equal numbers is
// matched as a whole, so that no two functions of A get one name: an inserted line shifts all lines below it, but keeps
// their order. Tests: tests/unit/analyze/trace/rename_test.cpp.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/trace/shapes.h"
#include "base/parse_text.h"
#include "base/seeded_hash.h"
#include "profdiff/match.h"

namespace profdiff {
namespace {

struct PlaceFreeName {
  std::string text;                    // with "#" in place of each number
  std::vector<std::uint64_t> numbers;  // lines and object numbers
  bool has_address = false;
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); }

// Returns the end of the address that begins at `at`, or `at`.
std::size_t EndOfAddress(std::string_view name, std::size_t at) {
  if (name.substr(at, 2) != "0x") return at;
  std::size_t end = at + 2;
  while (end < name.size() && IsHexDigit(name[end])) ++end;
  return end - at > 5 ? end : at;
}

// Returns the end of the line or object number that begins at `at`, or `at`.
std::size_t EndOfNumber(std::string_view name, std::size_t at) {
  if (at == 0 || !IsDigit(name[at])) return at;
  std::size_t end = at;
  while (end < name.size() && IsDigit(name[end])) ++end;
  const char before = name[at - 1];
  const std::string_view after = name.substr(end);
  const bool is_line = (before == ':' && after == ")") || (before == '(' && after.starts_with("): "));
  return is_line || (before == '#' && after.empty()) ? end : at;
}

PlaceFreeName WithoutPlaces(std::string_view name) {
  PlaceFreeName without;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t address = EndOfAddress(name, at), number = EndOfNumber(name, at);
    if (address == at && number == at) {
      without.text += name[at++];
      continue;
    }
    without.has_address = without.has_address || address != at;
    if (number != at) without.numbers.push_back(NumberFrom<std::uint64_t>(name.substr(at, number - at)).value_or(0));
    without.text += '#';
    at = std::max(address, number);
  }
  return without;
}

struct NamesOfKey {
  std::vector<std::pair<std::vector<std::uint64_t>, std::size_t>> names;  // numbers, index of the name
  bool has_address = false;
};

// True if a name has a path as Windows writes it.
bool HasBackslash(const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [](const std::string& name) { return name.find('\\') != std::string::npos; });
}

// Groups the names that have places by their text without them. With `joins_paths`, paths are places, too, whose
// separators do not count.
HashMap<std::string, NamesOfKey> GroupByText(const std::vector<std::string>& names, bool joins_paths) {
  HashMap<std::string, NamesOfKey> groups;
  for (std::size_t i = 0; i < names.size(); ++i) {
    PlaceFreeName without = WithoutPlaces(names[i]);
    const bool has_path = joins_paths && names[i].find_first_of("/\\") != std::string::npos;
    if (has_path) std::ranges::replace(without.text, '\\', '/');
    if (without.numbers.empty() && !without.has_address && !has_path) continue;
    NamesOfKey& group = groups[without.text];
    group.names.emplace_back(std::move(without.numbers), i);
    group.has_address = group.has_address || without.has_address;
  }
  return groups;
}

}  // namespace

std::size_t RenameByPlaces(Trace& a, const Trace& b) {
  const bool joins_paths = HasBackslash(a.names) || HasBackslash(b.names);
  HashMap<std::string, NamesOfKey> of_a = GroupByText(a.names, joins_paths), of_b = GroupByText(b.names, joins_paths);
  std::size_t renamed = 0;
  for (auto& [text, group] : of_a) {
    const auto other = of_b.find(text);
    if (other == of_b.end() || other->second.names.size() != group.names.size()) continue;
    if ((group.has_address || other->second.has_address) && group.names.size() > 1) continue;
    std::ranges::sort(group.names);
    std::ranges::sort(other->second.names);
    for (std::size_t i = 0; i < group.names.size(); ++i) {
      std::string& name = a.names[group.names[i].second];
      const std::string& new_name = b.names[other->second.names[i].second];
      renamed += name != new_name;
      name = new_name;
    }
  }
  if (renamed > 0) FindShapes(a);
  return renamed;
}

bool JoinCountedNames(Trace& trace) {
  constexpr std::string_view kStep = "ProfilerStep", kWorker = "Worker #";
  if (trace.producer.starts_with("PyTorch")) {
    return ChangeNames(trace, [=](const std::string& name) {
      return name.starts_with(std::string(kStep) + "#") ? std::string(kStep) : name;
    });
  }
  if (!trace.producer.starts_with("Bazel")) return false;
  return ChangeNames(trace, [=](const std::string& name) {
    if (!name.starts_with(kWorker)) return name;
    const std::size_t end = name.find_first_not_of("0123456789", kWorker.size());
    return "Worker" + (end == std::string::npos ? "" : name.substr(end));
  });
}

// A place becomes the sign "#", as in "solve (app.py:#)".
bool RemovePlaces(Trace& trace) {
  return ChangeNames(trace, [](const std::string& name) {
    const PlaceFreeName without = WithoutPlaces(name);
    return without.numbers.empty() && !without.has_address ? name : without.text;
  });
}

}  // namespace profdiff
