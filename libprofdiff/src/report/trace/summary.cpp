// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a report on one trace: its threads, its open calls, and its functions by self time. Test:
// tests/unit/report/trace/text_test.cpp.
#include <algorithm>
#include <functional>
#include <vector>

#include "base/decimals.h"
#include "base/text.h"
#include "profdiff/alignment.h"
#include "report/format/message.h"
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

// Returns the threads with the longest times, in the order of the trace. `most`: their number at most; 0: all.
std::vector<const ThreadTrace*> LongestThreads(const Trace& trace, std::size_t most) {
  std::vector<const ThreadTrace*> threads;
  for (const ThreadTrace& thread : trace.threads) threads.push_back(&thread);
  if (most == 0 || threads.size() <= most) return threads;
  std::ranges::stable_sort(threads, std::greater<>(), [](const auto* thread) { return TopLevelTime(thread->calls); });
  threads.resize(most);
  std::ranges::sort(threads);
  return threads;
}

void WriteThreads(std::string& out, const NamedTrace& named, const TraceUnit& unit,
                  const TraceListingOptions& options) {
  const Trace& trace = named.trace;
  using Thread = const ThreadTrace*;
  Fields<Thread> fields;
  fields.Add("start", [&named](Thread thread) {
    return thread->calls.size() == 0 ? std::int64_t{0}
                                     : static_cast<std::int64_t>(thread->calls.start[0] - named.begin);
  });
  fields.Add("time", [](Thread thread) { return TopLevelTime(thread->calls); });
  fields.Add("calls", [](Thread thread) { return thread->calls.size(); });
  fields.Add("open", [](Thread thread) { return thread->calls.open.size(); });
  fields.Add("lost", [](Thread thread) { return thread->lost_records; });
  fields.Add("thread", [&trace](Thread thread) {
    return ThreadLabel(trace, ThreadId(static_cast<std::size_t>(thread - trace.threads.data())));
  });
  const TableColumn columns[] = {unit.Column("start", "start"),
                                 unit.Column("time", "time"),
                                 CountColumn("calls", "calls", "", 11),
                                 CountColumn("not left", "open", "calls", 9),
                                 CountColumn("lost", "lost", "records", 9),
                                 LastColumn("thread", "thread")};
  const std::vector<Thread> rows = LongestThreads(trace, options.thread_limit);
  WriteTraceTable(out, options, columns, fields, rows);
  if (const std::size_t left_out = trace.threads.size() - rows.size(); left_out != 0) {
    out += WithRemedy(Plural(left_out, "more thread") + " with less time left out", {RemedyKind::kListAll, {}},
                      options.words);
    out += '\n';
  }
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
