// SPDX-License-Identifier: GPL-3.0-or-later
// One trace: its threads, what was not left, its functions by self time. Test: tests/unit/report/trace/text_test.cpp.
#include <algorithm>

#include "base/text.h"
#include "profdiff/trace_listing.h"
#include "report/trace/lines.h"
#include "report/trace/tables.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

std::int64_t TopLevelTime(const CallTree& calls) {
  std::int64_t time = 0;
  for (std::size_t row = 0; row < calls.size(); row = calls.end[row]) {
    time += static_cast<std::int64_t>(calls.duration[row]);
  }
  return time;
}

void AppendThread(std::string& out, const Trace& trace, ThreadId id, const TraceUnit& unit, std::uint64_t first) {
  const ThreadTrace& thread = trace.threads[id.value];
  const CallTree& calls = thread.calls;
  unit.Append(out, calls.size() == 0 ? 0 : static_cast<std::int64_t>(calls.start[0] - first));
  unit.Append(out, TopLevelTime(calls));
  AppendCell(out, std::uint64_t{calls.size()}, 11);
  AppendCell(out, std::uint64_t{calls.open.size()}, 9);
  AppendCell(out, thread.lost_records, 9);
  out += "  " + ThreadLabel(trace, id) + "\n";
}

void AppendThreads(std::string& out, const Trace& trace, const TraceUnit& unit, const TraceListingOptions& options) {
  AppendHeading(out,
                {{"start", unit.name(), 11},
                 {"time", unit.name(), 11},
                 {"calls", "", 11},
                 {"not left", "calls", 9},
                 {"lost", "records", 9}},
                "thread");
  const std::uint64_t first = FirstStart(trace);
  for (std::size_t t = 0; t < trace.threads.size(); ++t) {
    AppendThread(out, trace, ThreadId(t), unit, first);
    DrainIfLong(out, options.drain);
  }
}

std::size_t AppendFunctions(std::string& out, const TraceDifference& difference, TraceNames& names,
                            const TraceUnit& unit, const TraceListingOptions& options) {
  std::vector<const FunctionDifference*> order;
  for (const FunctionDifference& function : difference.functions) order.push_back(&function);
  std::ranges::stable_sort(order, std::greater<>(), &FunctionDifference::self_a);
  const std::size_t all = order.size();
  if (options.limit != 0 && options.limit < all) order.resize(options.limit);
  AppendHeading(out, {{"self", unit.name(), 11}, {"inclusive", unit.name(), 11}, {"calls", "", 11}}, "function");
  for (const FunctionDifference* function : order) {
    unit.Append(out, function->self_a);
    unit.Append(out, function->inclusive_a);
    AppendCell(out, function->calls_a, 11);
    out += "  " + names[function->a] + "\n";
    DrainIfLong(out, options.drain);
  }
  AppendLeftOut(out, all - order.size());
  return all - order.size();
}

void AppendTotals(std::string& out, const Trace& trace, const TraceTotals& totals) {
  out += std::to_string(trace.threads.size()) + (trace.threads.size() == 1 ? " thread, " : " threads, ");
  out += std::to_string(totals.only_a.calls) + " calls, ";
  AppendNanosecondsAsSeconds(out, totals.total_a);
  out += " s\n";
}

}  // namespace

std::size_t WriteTraceSummary(std::string& out, const SelectedTrace& selected, const std::string& label,
                              const TraceDifference& difference, const TraceListingOptions& options) {
  const Trace& trace = selected.trace;
  const auto total = static_cast<std::uint64_t>(std::max<std::int64_t>(difference.all.total_a, 0));
  const TraceUnit unit(std::max(Span(trace), total));
  TraceNames names(trace, options.demangle);
  out += "trace: " + label + "\n";
  AppendTotals(out, trace, difference.all);
  AppendRemarks(out, trace);
  AppendThreads(out, trace, unit, options);
  const std::size_t before = out.size();
  AppendOpenCalls(out, "", trace, names);
  if (out.size() != before) out.insert(before, 1, '\n');
  AppendDropped(out, selected.dropped, nullptr, options.demangle);
  return AppendFunctions(out, difference, names, unit, options);
}

}  // namespace profdiff
