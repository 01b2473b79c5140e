// SPDX-License-Identifier: GPL-3.0-or-later
// Function tables and profiles by source line. Each line has one row, even if it was compiled to several ranges of
// code. In two builds of the same source, the ranges of a line can differ, but the lines are the same.
#ifndef PROFDIFF_VALUES_LINE_ROWS_H_
#define PROFDIFF_VALUES_LINE_ROWS_H_

#include <cstddef>
#include <vector>

#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace profdiff {

// The set of used lines, that is, lines that have time, are called, or make calls. A run uses only a few of the
// millions of lines in a large program; the other lines are listed only with -z.
class UsedLines {
 public:
  // `rows` is the total number of rows of all tables that will be added.
  explicit UsedLines(std::size_t rows);

  // Adds the used lines of a profile. `profile` and `table` have a row for each range of code.
  void Add(const FunctionTable& table, const Profile& profile);

  // Returns false if no line with the same function name and line number was used, whatever its source file. May return
  // true for a few unused lines whose hashes collide (a Bloom filter with one hash).
  bool MayHave(const Function& line) const;

 private:
  std::size_t BitOf(const Function& line) const;

  std::vector<bool> bits_;  // by hash
};

// A table of lines, in which all code ranges of a line are one row. Rows of whole functions are unchanged. Rows are in
// the order of each line's first code range.
struct LineRows {
  FunctionTable functions;
  std::vector<FunctionId> row_of;  // by FunctionId of the original table; invalid for omitted lines
};

// Joins the ranges of each line. If `used` is given, omits lines that are not in it. For a difference, `used` must have
// the used lines of both sides, so that only lines that neither side used are omitted.
LineRows JoinLines(const FunctionTable& table, const UsedLines* used = nullptr);

// Adds up the values of the code ranges of each row. Drops basic-block counts and the values of omitted rows.
Profile JoinLines(Profile profile, const LineRows& rows);

// Joins a selection: a row is selected if one of its code ranges is. Drops the address ranges of arcs, which
// MakeProfile has already used.
Selection JoinLines(const Selection& selection, const LineRows& rows);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LINE_ROWS_H_
