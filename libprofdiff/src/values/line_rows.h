// SPDX-License-Identifier: GPL-3.0-or-later
// Executions by source line, with one row for each line, even if the line was compiled to several ranges of code. Two
// builds of one source divide a line into different ranges, but have the same lines.
#ifndef PROFDIFF_VALUES_LINE_ROWS_H_
#define PROFDIFF_VALUES_LINE_ROWS_H_

#include <cstddef>
#include <vector>

#include "profdiff/functions.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace profdiff {

// Set of used lines: lines with time or calls, or that make calls. A run uses few of the millions of lines of a large
// program; the others are listed with -z only.
class UsedLines {
 public:
  // `rows`: total number of rows of all tables.
  explicit UsedLines(std::size_t rows);

  // `profile` and `table` have a row for each range of code.
  void Add(const FunctionTable& table, const Profile& profile);

  // False if no line with the same function name and line number was used in any file. May also return true for a few
  // unused lines whose hashes collide (a Bloom filter with one hash).
  bool MayHave(const Function& line) const;

 private:
  std::size_t BitOf(const Function& line) const;

  std::vector<bool> bits_;  // by hash
};

// A table by line in which all code ranges of a line are one row. Rows of functions are unchanged.
// Shape: in order of a line's first range.
struct LineRows {
  FunctionTable functions;
  std::vector<FunctionId> row_of;  // by FunctionId of the original table; invalid for omitted lines
};

// Omits lines that are not in `used`, if given. Lines are matched by name and number, so a difference of two tables
// that omit the same lines has the same rows as without `used`, except lines that no side used.
LineRows JoinLines(const FunctionTable& table, const UsedLines* used = nullptr);

// Attributes the numbers of code ranges to their rows. Drops blocks and the numbers of omitted rows.
Profile JoinLines(Profile profile, const LineRows& rows);

// A row is selected if one of its code ranges is. Drops the ranges of arcs, which MakeProfile has used already.
Selection JoinLines(const Selection& selection, const LineRows& rows);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LINE_ROWS_H_
