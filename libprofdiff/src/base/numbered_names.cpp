// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numbered_names.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

namespace profdiff {
namespace {

bool IsDecimal(char letter) { return letter >= '0' && letter <= '9'; }

// Returns how many characters all names have in common at their beginning, without the digits at the end of this part,
// which belong to the number.
std::size_t SizeOfBeginning(const std::vector<std::string>& names) {
  std::size_t size = names.front().size();
  for (const std::string& name : names) {
    const auto [ours, theirs] = std::ranges::mismatch(std::string_view(names.front()).substr(0, size), name);
    size = static_cast<std::size_t>(theirs - name.begin());
  }
  while (size > 0 && IsDecimal(names.front()[size - 1])) --size;
  return size;
}

// Does the same for the end of the names.
std::size_t SizeOfEnd(const std::vector<std::string>& names) {
  std::vector<std::string> turned;
  for (const std::string& name : names) turned.emplace_back(name.rbegin(), name.rend());
  return SizeOfBeginning(turned);
}

// Returns the number that the digits stand for; nullopt if there is anything else.
std::optional<std::uint32_t> NumberIn(std::string_view digits) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> NumbersOfNames(const std::vector<std::string>& names) {
  if (names.size() < 2) return std::nullopt;
  const std::size_t before = SizeOfBeginning(names), after = SizeOfEnd(names);
  std::vector<std::uint32_t> numbers;
  std::set<std::uint32_t> seen;
  for (const std::string& name : names) {
    if (before + after >= name.size()) return std::nullopt;
    const std::optional<std::uint32_t> number =
        NumberIn(std::string_view(name).substr(before, name.size() - before - after));
    if (!number || !seen.insert(*number).second) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace profdiff
