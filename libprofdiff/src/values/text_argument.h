// SPDX-License-Identifier: GPL-3.0-or-later
// How traces record arguments that are texts.
#ifndef PROFDIFF_VALUES_TEXT_ARGUMENT_H_
#define PROFDIFF_VALUES_TEXT_ARGUMENT_H_

#include <cstddef>

namespace profdiff {

// In Trace::value_names, the name of an argument with a text consists of the argument's name, this mark and the text;
// its value is 1.
inline constexpr char kTextMark = '\x1f';
// Largest number of names of arguments, including such texts.
inline constexpr std::size_t kMostValueNames = 65536;

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_TEXT_ARGUMENT_H_
