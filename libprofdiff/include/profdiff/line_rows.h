// SPDX-License-Identifier: GPL-3.0-or-later
// Executions by source line, with one row for each line however many stretches of code it was compiled to: what two
// builds of one source have in common.
#ifndef PROFDIFF_LINE_ROWS_H_
#define PROFDIFF_LINE_ROWS_H_

#include <vector>

#include "profdiff/export.h"
#include "profdiff/functions.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace profdiff {

// A table by line with the stretches of a line joined.
// Shape: in order of the first stretch. Functions stay as they are, beside their lines.
struct LineRows {
  FunctionTable functions;
  std::vector<FunctionId> row_of;  // by id of the table that was joined
};

PROFDIFF_EXPORT LineRows JoinLines(const FunctionTable& table);

// What was credited to stretches, credited to rows. Blocks are left out.
PROFDIFF_EXPORT Profile JoinLines(const Profile& profile, const LineRows& rows);

// A row is selected if one of its stretches is. Ranges of arcs are left out: MakeProfile has used them already.
PROFDIFF_EXPORT Selection JoinLines(const Selection& selection, const LineRows& rows);

}  // namespace profdiff

#endif  // PROFDIFF_LINE_ROWS_H_
