// SPDX-License-Identifier: GPL-3.0-or-later
// Executions by source line, with one row for each line however many stretches of code it was compiled to: what two
// builds of one source have in common.
#ifndef PROFDIFF_VALUES_LINE_ROWS_H_
#define PROFDIFF_VALUES_LINE_ROWS_H_

#include <cstddef>
#include <vector>

#include "profdiff/functions.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace profdiff {

// Which lines were used: have time or calls, or make calls. A large program has millions of lines, of which a run uses
// few; the others are in no listing without -z.
class UsedLines {
 public:
  // For tables of so many rows in all.
  explicit UsedLines(std::size_t rows);

  // `profile` is by stretch, as `table` is.
  void Add(const FunctionTable& table, const Profile& profile);

  // False if no line of the same function's name and the same number was used, whatever its file; a few lines that were
  // not used are true as well.
  bool MayHave(const Function& line) const;

 private:
  std::size_t BitOf(const Function& line) const;

  std::vector<bool> bits_;  // by hash
};

// A table by line with the stretches of a line joined.
// Shape: in order of the first stretch. Functions stay as they are, beside their lines.
struct LineRows {
  FunctionTable functions;
  std::vector<FunctionId> row_of;  // by id of the table that was joined; invalid for lines that are left out
};

// Without lines that `used`, if given, does not have. Lines are matched by name and number, so a difference of tables
// from which the same ones are left out has the same rows as ever, but for those that no side used.
LineRows JoinLines(const FunctionTable& table, const UsedLines* used = nullptr);

// What was credited to stretches, credited to rows. Left out: blocks, and what rows that are left out have.
Profile JoinLines(Profile profile, const LineRows& rows);

// A row is selected if one of its stretches is. Ranges of arcs are left out: MakeProfile has used them already.
Selection JoinLines(const Selection& selection, const LineRows& rows);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LINE_ROWS_H_
