// SPDX-License-Identifier: GPL-3.0-or-later
// Options generated from the library's lists of formats: --format=NAME and --NAME[=FILE]. The first acts on
// TableOptions, the second on CommentOptions or OutputOptions.
// Test: tests/lint/new_format_test.sh, which adds formats.
#ifndef EGPROF_OPTIONS_FORMAT_ROWS_H_
#define EGPROF_OPTIONS_FORMAT_ROWS_H_

#include "egprof/cli/option_row.h"
#include "profdiff/formats.h"

namespace egprof {

// The row of --format, whose values are the names of TableFormats() without comments.
const OptionRow& TableFormatRow();

// The row of --NAME[=FILE] for the comment in TableFormats(), whose name is that of CommentOptions. Acts on them.
const OptionRow& CommentRow();
const profdiff::TableFormat& CommentFormat();

// Rows of --NAME[=FILE] for the formats in GraphFormats(). GML, which has further options, is separate from the others.
const OptionRow& GmlRow();
const OptionRows& OtherGraphRows();

}  // namespace egprof

#endif  // EGPROF_OPTIONS_FORMAT_ROWS_H_
