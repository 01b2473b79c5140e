// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that reports on one trace and on two traces share.
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

// Returns the time from the start of the first call to the end of the last one. Units: nanoseconds.
std::uint64_t Span(const Trace& trace);

// Appends a line "note: …" for each remark of a trace.
void AppendRemarks(std::string& out, const Trace& trace);

// Appends the dropped functions: start-up functions one by one, and the number of the others. `b` is null for a single
// trace.
void AppendDropped(std::string& out, const std::vector<DroppedFunction>& a, const std::vector<DroppedFunction>* b,
                   DemangleStyle style);

// Appends text such as "12 more functions left out" if the number is not 0.
void AppendLeftOut(std::string& out, std::size_t functions);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TABLES_H_
