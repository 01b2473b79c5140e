// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of a thread or a rank have numbers of their own until these are joined.
#include "values/value_names.h"

namespace profdiff {

std::uint32_t ValueNames::NumberOf(std::string_view name) {
  return CallValue::kFirstNamed + names_.Intern(name).id.value;
}

std::uint32_t ValueNames::NumberOf(std::string_view argument, std::string_view text) {
  std::string name(argument);
  name += kTextMark;
  const std::size_t without_text = name.size();
  if (text.size() <= kLongestText) name += text;
  if (names_.size() >= kMostValueNames && !names_.Has(name)) name.resize(without_text);
  return NumberOf(name);
}

std::vector<std::uint32_t> ValueNames::Merge(const std::vector<std::string>& names) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(names.size());
  for (const std::string& name : names) {
    const std::size_t mark = name.find(kTextMark);
    const std::string_view whole = name;
    numbers.push_back(mark == std::string::npos ? NumberOf(whole)
                                                : NumberOf(whole.substr(0, mark), whole.substr(mark + 1)));
  }
  return numbers;
}

void RenumberValues(const std::vector<std::uint32_t>& numbers, std::vector<CallValue>& values) {
  if (numbers.empty()) return;
  for (CallValue& value : values) {
    if (value.argument >= CallValue::kFirstNamed) value.argument = numbers[value.argument - CallValue::kFirstNamed];
  }
}

}  // namespace profdiff
