// SPDX-License-Identifier: GPL-3.0-or-later
// The names of functions and threads of traces in all reports and pictures: in UTF-8, with question marks in place of
// control characters.
// Tests: tests/unit/report/trace/names_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_NAMES_H_
#define PROFDIFF_REPORT_TRACE_NAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/listing.h"
#include "profdiff/trace.h"
#include "values/first_start.h"

namespace profdiff {

// Returns the demangled name of a function; "?" if it has no name.
std::string ReadableName(const std::string& linkage_name, DemangleStyle style);

// The names of a trace. Each name is demangled at its first use and kept.
class TraceNames {
 public:
  TraceNames(const Trace& trace, DemangleStyle style) : trace_(trace), style_(style), readable_(trace.names.size()) {}

  const std::string& operator[](NameId name);

 private:
  const Trace& trace_;
  const DemangleStyle style_;
  std::vector<std::string> readable_;  // by NameId; each name is an empty string until its first use
};

// A trace with the names of its functions, and with the start of its first call. Reported times are relative to that
// start.
struct NamedTrace {
  NamedTrace(const Trace& named, DemangleStyle style) : trace(named), names(named, style), begin(FirstStart(named)) {}

  const Trace& trace;
  TraceNames names;
  const std::uint64_t begin;  // nanoseconds
};

// A line of a source file.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0;
};
// Returns where a function is defined; an empty file and line 0 if the trace does not say so.
SourcePlace PlaceOf(const Trace& trace, NameId name);
// Returns the same as a text such as "src/parse.cpp:40"; empty if unknown.
std::string SourceOf(const Trace& trace, NameId name);

// Returns the label of a thread, or text such as "thread 3" (its index) if it has none. Returns an empty string for an
// invalid id.
std::string ThreadLabel(const Trace& trace, ThreadId thread);

// Returns "LABEL", "LABEL | LABEL" if the sides' labels differ, or "LABEL, only in A" for a thread without a
// counterpart.
std::string PairLabel(const Trace& a, const Trace& b, const ThreadAlignment& pair);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_NAMES_H_
