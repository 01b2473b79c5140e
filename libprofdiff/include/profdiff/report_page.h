// SPDX-License-Identifier: GPL-3.0-or-later
// The report of one or two executions as a self-contained HTML page.
#ifndef PROFDIFF_REPORT_PAGE_H_
#define PROFDIFF_REPORT_PAGE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profdiff/conclusion.h"
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
  // Style of function names, and whether unused functions are shown. A limit other than 0 also limits the number of
  // functions.
  ListingOptions listing;
  // Maximum number of functions; 0: no maximum. The number of paths is up to twice as large. Pages of ranks have at
  // most 500 functions.
  std::size_t functions = 100000;
  std::size_t picture = 60;                // number of functions in the picture of the call graph
  std::vector<Message> remarks;            // caveats about the numbers, one line each
  std::vector<Message> readings;           // how files were read, one line each
  double scale = 1;                        // factor by which the other side's times were multiplied
  bool of_traces = false;                  // true if the profiles were made from traces, whose times are not sampled
  GateResults gates;                       // the gates, each with the functions that do not pass it
  const Conclusion* conclusion = nullptr;  // about a difference; may be null
};

// Appends a page. It has the same numbers and ids as the JSON document. Functions are chosen alternately by self time
// and by inclusive time (for two executions, by the change of these times), and always include the functions in the
// picture. The page states the number of omitted functions and their time.
// Errors: as for RequirePages (profdiff/formats.h).
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Execution& execution, const std::string& label,
                                     const ReportPageOptions& options);
// Appends the page of a difference. `significance` may be null.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Difference& difference, const SideLabels& labels,
                                     const Significance* significance, const ReportPageOptions& options);

// The self times of all processes. Shape: by rank, in the order of RankStatistics::files, then by FunctionId. Units: as
// in the profiles.
using RankTimes = std::vector<std::vector<double>>;

// Appends the page for the processes of a program. It has no call graph.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                                     const RankTimes& times, const std::string& label,
                                     const ReportPageOptions& options);

// One side of a difference: the statistics of each function over all ranks of the side, and its self time in each rank.
// FunctionIds are the side's own.
struct RankSide {
  const RankStatistics& ranks;
  const RankTimes& times;
};
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Match& match, const RankSide& base, const RankSide& other,
                                     const SideLabels& labels, const ReportPageOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PAGE_H_
