// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of reports that a program may show in another style.
// Tests: tests/unit/report/format/styles_test.cpp, tests/cli/terminal/colours.py.
#ifndef PROFDIFF_REPORT_FORMAT_STYLES_H_
#define PROFDIFF_REPORT_FORMAT_STYLES_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "profdiff/error.h"

namespace profdiff {

// Puts a style around what was appended to `out` from `begin` on, except for a line feed at its end.
inline void ApplyStyle(std::string& out, std::size_t begin, std::string_view style, const TextStyles& styles) {
  if (style.empty() || begin >= out.size()) return;
  out.insert(out.size() - (out.back() == '\n' ? 1 : 0), styles.end);
  out.insert(begin, style);
}

// Returns the style of a difference, base minus other, by its text: a negative one is what the other side takes more.
inline std::string_view StyleOfDifference(std::string_view text, const TextStyles& styles) {
  if (text.find_first_of("123456789") == std::string_view::npos) return {};
  return text.starts_with('-') ? styles.more : styles.less;
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_STYLES_H_
