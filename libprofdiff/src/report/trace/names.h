// SPDX-License-Identifier: GPL-3.0-or-later
// Functions and threads of traces, as all reports and pictures name them: in UTF-8, and with question marks in place of
// control characters.
// Tests: tests/unit/report/trace/names_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_NAMES_H_
#define PROFDIFF_REPORT_TRACE_NAMES_H_

#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/listing.h"
#include "profdiff/trace.h"

namespace profdiff {

// A function's name for people; "?" if there is none.
std::string ReadableName(const std::string& linkage_name, DemangleStyle style);

// The names of a trace; each is demangled at first use, and kept.
class TraceNames {
 public:
  TraceNames(const Trace& trace, DemangleStyle style) : trace_(trace), style_(style), readable_(trace.names.size()) {}

  const std::string& operator[](NameId name);

 private:
  const Trace& trace_;
  const DemangleStyle style_;
  std::vector<std::string> readable_;  // by NameId; empty until asked for
};

// A thread's label, or else "thread 3" with its place in the trace; empty for no thread.
std::string ThreadLabel(const Trace& trace, ThreadId thread);

// "LABEL" of both sides, "LABEL | LABEL" where they differ, and "LABEL, only in A" for a thread without partner.
std::string PairLabel(const Trace& a, const Trace& b, const ThreadAlignment& pair);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_NAMES_H_
