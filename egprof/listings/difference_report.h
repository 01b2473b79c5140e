// SPDX-License-Identifier: GPL-3.0-or-later
// The report of `egprof diff`.
#ifndef EGPROF_LISTINGS_DIFFERENCE_REPORT_H_
#define EGPROF_LISTINGS_DIFFERENCE_REPORT_H_

#include "egprof/console/output.h"
#include "egprof/listings/comparison.h"
#include "egprof/options/report_rows.h"

namespace egprof {

// Throws if neither times nor calls are known on both sides.
void RequireSomethingInCommon(const Executions& sides, const Side& base, const Side& other);

// Writes the report. Takes all notes so far, which state how comparable the sides are. `significance` may be null.
void WriteReport(const ReportOptions& options, const Comparison& comparison, const profdiff::Significance* significance,
                 Output& output);

// Loads and subtracts executions, and writes the report of `egprof diff` or the listings that replace it.
void WriteReportOrListings(ReportOptions options, const Side& base, const Side& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_DIFFERENCE_REPORT_H_
