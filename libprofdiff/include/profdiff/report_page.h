// SPDX-License-Identifier: GPL-3.0-or-later
// The report of one execution, or of two, as one page of HTML that opens from disk and asks no network.
#ifndef PROFDIFF_REPORT_PAGE_H_
#define PROFDIFF_REPORT_PAGE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/export.h"
#include "profdiff/functions.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/ranks.h"
#include "profdiff/significance.h"

namespace profdiff {

struct ReportPageOptions {
  // How functions are named and whether unused ones are there. Its limit, if it is not 0, is one more for functions.
  ListingOptions listing;
  std::size_t functions = 100000;    // at most so many, and twice as many paths; 0: all. Of ranks: at most 500 as well
  std::size_t picture = 60;          // functions in the picture of the call graph
  std::vector<std::string> remarks;  // what limits the numbers, a line each
  double scale = 1;                  // what the other side's times were multiplied with
  GateResults gates;                 // conditions, and the functions that broke them
};

// Appends a page. Its numbers and ids are those of the document in JSON, to the last digit.
// Functions are chosen by self time and inclusive time (of two executions by their change) in turn, and those of the
// picture are always among them; a page says how many it leaves out, and their time.
// Source: ARCHITECTURE.md ("Pages").
// Errors: as RequireReportPages().
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Execution& execution, const std::string& label,
                                     const ReportPageOptions& options);
// `significance` may be null.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Difference& difference, const SideLabels& labels,
                                     const Significance* significance, const ReportPageOptions& options);

// Self times of each process. Shape: by rank, then by FunctionId. Units: those of the profiles.
using RankTimes = std::vector<std::vector<double>>;

// The same of the processes of a program, which share no call graph.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                                     const RankTimes& times, const std::string& label,
                                     const ReportPageOptions& options);

// The ranks of one side, by its own functions.
struct RankSide {
  const RankStatistics& ranks;
  const RankTimes& times;
};
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Match& match, const RankSide& base, const RankSide& other,
                                     const SideLabels& labels, const ReportPageOptions& options);

// Errors: kUnsupported if this build writes no such page: it needs d3 and nlohmann's json when it is compiled.
PROFDIFF_EXPORT void RequireReportPages();

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PAGE_H_
