// SPDX-License-Identifier: GPL-3.0-or-later
// The report of one or two executions as one HTML page that opens from disk and needs no network.
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
  // Names of functions, and whether unused ones are shown. A limit that is not 0 limits the functions, too.
  ListingOptions listing;
  // largest number of functions, and of paths twice as many; 0: all. At most 500 on pages of ranks
  std::size_t functions = 100000;
  std::size_t picture = 60;          // number of functions in the picture of the call graph
  std::vector<std::string> remarks;  // caveats about the numbers, one line each
  double scale = 1;                  // factor by which the other side's times were multiplied
  bool of_traces = false;            // profiles made from traces: times of calls, not samples
  GateResults gates;                 // conditions, and the functions that violate them
};

// Appends a page. Its numbers and ids are exactly those of the JSON document. Functions are chosen by self time and
// inclusive time (for two executions by their change) in turn, and always include those of the picture; the page states
// how many are left out, and their time.
// Errors: as RequireReportPages().
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Execution& execution, const std::string& label,
                                     const ReportPageOptions& options);
// `significance` may be null.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Difference& difference, const SideLabels& labels,
                                     const Significance* significance, const ReportPageOptions& options);

// Self times of each process. Shape: by rank, then by FunctionId. Units: those of the profiles.
using RankTimes = std::vector<std::vector<double>>;

// The page of the processes of a program. It has no call graph.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                                     const RankTimes& times, const std::string& label,
                                     const ReportPageOptions& options);

// The ranks of one side, by that side's FunctionId.
struct RankSide {
  const RankStatistics& ranks;
  const RankTimes& times;
};
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Match& match, const RankSide& base, const RankSide& other,
                                     const SideLabels& labels, const ReportPageOptions& options);

// Errors: kUnsupported if this build cannot write such a page: it needs d3 and nlohmann's json when it is compiled.
PROFDIFF_EXPORT void RequireReportPages();

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PAGE_H_
