// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the report that `egprof diff` and `egprof db diff` write.
// Tests: tests/unit/egprof/diff/options_test.cpp, tests/cli/db/run.py.
#ifndef EGPROF_OPTIONS_REPORT_ROWS_H_
#define EGPROF_OPTIONS_REPORT_ROWS_H_

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "profdiff/listing.h"

namespace egprof {

// The report itself.
struct ReportOptions {
  enum class Rows { kFunctions, kLines, kFiles, kNamespaces, kLibraries };

  profdiff::DigestChoice digest;
  Rows rows = Rows::kFunctions;
  bool full_names = false;
  bool add = false;  // true if all profiles of a side are added up; false if each is a separate run
};

// --top, --sort, --by, --focus, --ignore, --min, --full-names. They act on ReportOptions; --top also acts on
// LayoutOptions, and --by on FunctionOptions.
extern const OptionRow kReportRows[7];

// True unless another output replaces the report on standard output.
bool WritesReport(const OutputOptions& outputs, const SideOptions& sides, const ComparisonOptions& comparison);

// Rejects --sort=total for groups of functions, whose inclusive times are not known.
void RequireTotals(CommandLine& line, const ReportOptions& options);

// Rejects options that change only the report's layout; called if no report is written.
void RefuseReportRows(CommandLine& line, ReportOptions::Rows rows);

}  // namespace egprof

#endif  // EGPROF_OPTIONS_REPORT_ROWS_H_
