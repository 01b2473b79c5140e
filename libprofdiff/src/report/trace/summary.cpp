// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a report on one trace: its threads, its open calls, and its functions by self time. Test:
// tests/unit/report/trace/text_test.cpp.
#include <algorithm>

#include "base/decimals.h"
#include "base/text.h"
#include "profdiff/alignment.h"
#include "report/trace/lines.h"
#include "report/trace/tables.h"

namespace profdiff {
namespace {

// Returns the inclusive time of the calls without a caller. The end of a call's subtree is the row of the next such
// call.
std::int64_t TopLevelTime(const CallTree& calls) {
  std::int64_t time = 0;
  for (std::size_t row = 0; row < calls.size(); row = calls.end[row]) {
    time += static_cast<std::int64_t>(calls.duration[row]);
  }
  return time;
}

void WriteThreads(std::string& out, const NamedTrace& named, const TraceUnit& unit,
                  const TraceListingOptions& options) {
  const Trace& trace = named.trace;
  Fields<ThreadTrace> fields;
  fields.Add("start", [&named](const ThreadTrace& thread) {
    return thread.calls.size() == 0 ? std::int64_t{0} : static_cast<std::int64_t>(thread.calls.start[0] - named.begin);
  });
  fields.Add("time", [](const ThreadTrace& thread) { return TopLevelTime(thread.calls); });
  fields.Add("calls", [](const ThreadTrace& thread) { return thread.calls.size(); });
  fields.Add("open", [](const ThreadTrace& thread) { return thread.calls.open.size(); });
  fields.Add("lost", [](const ThreadTrace& thread) { return thread.lost_records; });
  fields.Add("thread", [&trace](const ThreadTrace& thread) {
    return ThreadLabel(trace, ThreadId(static_cast<std::size_t>(&thread - trace.threads.data())));
  });
  const TableColumn columns[] = {unit.Column("start", "start"),
                                 unit.Column("time", "time"),
                                 CountColumn("calls", "calls", "", 11),
                                 CountColumn("not left", "open", "calls", 9),
                                 CountColumn("lost", "lost", "records", 9),
                                 LastColumn("thread", "thread")};
  WriteTraceTable(out, options, columns, fields, trace.threads);
}

std::size_t WriteFunctions(std::string& out, const TraceDifference& difference, TraceNames& names,
                           const TraceUnit& unit, const TraceListingOptions& options) {
  using Function = const FunctionDifference*;
  Fields<Function> fields;
  fields.Add("self", [](Function function) { return function->self_a; });
  fields.Add("inclusive", [](Function function) { return function->inclusive_a; });
  fields.Add("calls", [](Function function) { return function->calls_a; });
  fields.Add("function", [&](Function function) { return names[function->a]; });
  const TableColumn columns[] = {unit.Column("self", "self"), unit.Column("inclusive", "inclusive"),
                                 CountColumn("calls", "calls", "", 11), LastColumn("function", "function")};
  return WriteFunctionTable(out, difference, options, columns, fields, &FunctionDifference::self_a);
}

void AppendTotals(std::string& out, const Trace& trace, const TraceTotals& totals) {
  out += Plural(trace.threads.size(), "thread") + ", ";
  out += Plural(totals.only_a.calls, "call") + ", " + WithDecimals(totals.total_a, 9) + " s\n";
}

}  // namespace

std::size_t WriteTraceSummary(std::string& out, const SelectedTrace& selected, const std::string& label,
                              const TraceDifference& difference, const TraceListingOptions& options) {
  const Trace& trace = selected.trace;
  const auto total = static_cast<std::uint64_t>(std::max<std::int64_t>(difference.all.total_a, 0));
  const TraceUnit unit(std::max(Span(trace), total));
  NamedTrace named(trace, options.demangle);
  out += "trace: " + WithoutControls(label) + "\n";
  AppendTotals(out, trace, difference.all);
  if (!trace.producer.empty()) out += "read: " + trace.producer + "\n";
  AppendRemarks(out, trace, options.words);
  WriteThreads(out, named, unit, options);
  AppendOpenCalls(out, {{"", &named}});
  AppendDropped(out, selected.dropped, nullptr, options.demangle, options.words);
  return WriteFunctions(out, difference, named.names, unit, options);
}

}  // namespace profdiff
