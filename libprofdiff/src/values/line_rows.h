// SPDX-License-Identifier: GPL-3.0-or-later
// Function tables and profiles by source line, with one row for each line even if the line was compiled to several
// ranges of code. In two builds of the same source, the ranges of a line can differ, but the lines are the same.
#ifndef PROFDIFF_VALUES_LINE_ROWS_H_
#define PROFDIFF_VALUES_LINE_ROWS_H_

#include <cstddef>
#include <vector>

#include "profdiff/functions.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace profdiff {

// The set of used lines, which have time or calls or make calls. A run uses few of the millions of lines in a large
// program; the other lines are listed only with -z.
class UsedLines {
 public:
  // `rows` is the total number of rows of all tables.
  explicit UsedLines(std::size_t rows);

  // Adds the used lines of a profile. `profile` and `table` have a row for each range of code.
  void Add(const FunctionTable& table, const Profile& profile);

  // Returns false if no line with the same function name and line number was used in any file. May return true for a
  // few unused lines whose hashes collide (a Bloom filter with one hash).
  bool MayHave(const Function& line) const;

 private:
  std::size_t BitOf(const Function& line) const;

  std::vector<bool> bits_;  // by hash
};

// A table by line, in which all code ranges of a line are one row. Rows of functions are unchanged.
// Shape: rows are in the order of the first code range of each line.
struct LineRows {
  FunctionTable functions;
  std::vector<FunctionId> row_of;  // by FunctionId of the original table; invalid for omitted lines
};

// Joins the ranges of each line. Omits lines that are not in `used`, if it is given. If `used` has the used lines of
// both sides of a difference, the difference lacks only lines that neither side used.
LineRows JoinLines(const FunctionTable& table, const UsedLines* used = nullptr);

// Adds up the values of code ranges by row. Drops blocks and the values of omitted rows.
Profile JoinLines(Profile profile, const LineRows& rows);

// Joins a selection: a row is selected if one of its code ranges is. Drops the address ranges of arcs, which
// MakeProfile has already used.
Selection JoinLines(const Selection& selection, const LineRows& rows);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LINE_ROWS_H_
