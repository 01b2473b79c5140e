// SPDX-License-Identifier: GPL-3.0-or-later
// The report of `egprof diff`.
#ifndef EGPROF_LISTINGS_DIFFERENCE_REPORT_H_
#define EGPROF_LISTINGS_DIFFERENCE_REPORT_H_

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/options/report_rows.h"

namespace egprof {

// Loads and subtracts executions, and writes the report of `egprof diff` or the listings that replace it.
void WriteReportOrListings(ReportOptions options, const Side& base, const Side& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_DIFFERENCE_REPORT_H_
