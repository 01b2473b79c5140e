// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the report about a difference.
// Tests: tests/unit/egprof/diff/options_test.cpp, tests/cli/db/run.py.
#ifndef EGPROF_OPTIONS_REPORT_ROWS_H_
#define EGPROF_OPTIONS_REPORT_ROWS_H_

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "profdiff/digest.h"

namespace egprof {

struct ReportOptions : ProfileOptions {
  enum class Rows { kFunctions, kLines, kFiles, kNamespaces, kLibraries };

  profdiff::DigestChoice digest;
  Rows rows = Rows::kFunctions;
  bool full_names = false;
  bool add = false;  // add up the profiles of a side instead of treating them as runs
};

// --top, --sort, --by, --focus, --ignore, --min, --full-names.
extern const OptionRow kReportRows[7];

// Fails if an option changes the report's layout although there is no report.
void CheckReport(CommandLine& line, const ReportOptions& options);

// True if the report is written, which means that no other output replaces it on standard output.
bool WritesReport(const ReportOptions& options);

}  // namespace egprof

#endif  // EGPROF_OPTIONS_REPORT_ROWS_H_
