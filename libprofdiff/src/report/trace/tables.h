// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that the report of one trace and that of two have in common.
// Tests: tests/unit/report/trace/text_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_TABLES_H_
#define PROFDIFF_REPORT_TRACE_TABLES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/listing.h"
#include "profdiff/trace.h"

namespace profdiff {

// From the first call's begin to the last call's end. Units: nanoseconds.
std::uint64_t Span(const Trace& trace);

// "note: " and what is odd in a trace, a line each.
void AppendRemarks(std::string& out, const Trace& trace);

// The functions whose calls did not stay: those of start-up one by one, of the others how many. `b` is null if there is
// one trace alone.
void AppendDropped(std::string& out, const std::vector<DroppedFunction>& a, const std::vector<DroppedFunction>* b,
                   DemangleStyle style);

// "12 more functions left out", if there are any.
void AppendLeftOut(std::string& out, std::size_t functions);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TABLES_H_
