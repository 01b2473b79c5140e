// SPDX-License-Identifier: GPL-3.0-or-later
// The report of `egprof diff`.
#ifndef EGPROF_LISTINGS_DIFFERENCE_REPORT_H_
#define EGPROF_LISTINGS_DIFFERENCE_REPORT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "egprof/console/console.h"
#include "egprof/listings/comparison.h"
#include "egprof/options/report_rows.h"

namespace egprof {

// Returns the messages that limit the numbers, one for what several files have in common, and what this build or
// --keep-going adds. `left_out` is the number of profiles that could not be used; names of files have at most
// `longest_file` characters.
std::vector<profdiff::Message> CaveatsOf(const std::vector<Messages::Entry>& entries, std::size_t left_out,
                                         std::size_t longest_file = std::string::npos);

// Writes the files of --json and --markdown, with the conclusion and its doubts. `entries` are the messages so far;
// Markdown shows those about how files were read. `significance` may be null.
void WriteBeside(const ReportOptions& report, const OutputOptions& outputs, const LayoutOptions& layout,
                 const Comparison& comparison, const profdiff::Significance* significance,
                 const std::vector<Messages::Entry>& entries, Console& console);

// Subtracts executions, and writes the report of `egprof diff` or the listings that replace it. Sets
// comparison.significance.
void WriteReportOrListings(Loading loading, const ReportOptions& report, ComparisonOptions comparison,
                           const OutputOptions& outputs, const LayoutOptions& layout, Console& console);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_DIFFERENCE_REPORT_H_
