// SPDX-License-Identifier: GPL-3.0-or-later
// The names of the arguments of a trace, and their numbers.
// Tests: tests/unit/values/value_names_test.cpp.
#ifndef PROFDIFF_VALUES_VALUE_NAMES_H_
#define PROFDIFF_VALUES_VALUE_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/trace.h"
#include "values/name_table.h"

namespace profdiff {

// In Trace::value_names, the name of an argument that is a text consists of the argument's name, this mark and the
// text; its value is 1.
inline constexpr char kTextMark = '\x1f';
// Longer texts are not the values of a parameter.
inline constexpr std::size_t kLongestText = 64;
// From this number of names on, no new text gets one.
inline constexpr std::size_t kMostValueNames = 65536;

// Gives names of arguments ids in order of their first use.
class ValueNames {
 public:
  // Returns CallValue::argument of the argument with a name.
  std::uint32_t NumberOf(std::string_view name);
  // Returns that of an argument that is a text. Texts that cannot be the value of a parameter count as empty: those
  // that are too long, and new ones if there are too many already.
  std::uint32_t NumberOf(std::string_view argument, std::string_view text);
  // Adds the names of another trace or thread in order. Returns their numbers here, by their index there.
  std::vector<std::uint32_t> Merge(const std::vector<std::string>& names);
  // Returns Trace::value_names and leaves the table empty.
  std::vector<std::string> Take() { return names_.Take(); }

 private:
  NameTable names_;
};

// Replaces the numbers of arguments that have a name by those that ValueNames::Merge has returned.
void RenumberValues(const std::vector<std::uint32_t>& numbers, std::vector<CallValue>& values);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_VALUE_NAMES_H_
