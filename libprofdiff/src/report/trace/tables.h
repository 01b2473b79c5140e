// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the reports on one trace and on two.
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

// Appends a line "note: …" for each remark of a trace.
void AppendRemarks(std::string& out, const Trace& trace);

// Appends the dropped functions: those of start-up one by one, of the others only the number. `b` is null for a single
// trace.
void AppendDropped(std::string& out, const std::vector<DroppedFunction>& a, const std::vector<DroppedFunction>* b,
                   DemangleStyle style);

// Appends "12 more functions left out" if the number is not 0.
void AppendLeftOut(std::string& out, std::size_t functions);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TABLES_H_
