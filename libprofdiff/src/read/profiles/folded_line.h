// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a line of folded stacks, such as "main;parse;read 12".
#ifndef PROFDIFF_READ_PROFILES_FOLDED_LINE_H_
#define PROFDIFF_READ_PROFILES_FOLDED_LINE_H_

#include <optional>
#include <string_view>

namespace profdiff {

struct FoldedLine {
  std::string_view stack, number;  // "a;b c;d", "12"
};

// Parses a line; returns nullopt if there is no number after its last blank.
std::optional<FoldedLine> SplitFoldedLine(std::string_view line);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_FOLDED_LINE_H_
