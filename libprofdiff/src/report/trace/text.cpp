// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the report on two aligned traces: threads, lines for scripts, functions, and the single calls that differ
// most. All tables have the same unit of time, so that their numbers can be compared.
//
// Tests: tests/unit/report/trace/text_test.cpp, tests/cli/trace/run.py.
#include "base/text.h"

#include <algorithm>
#include <cstdlib>

#include "base/decimals.h"
#include "profdiff/trace_listing.h"
#include "report/trace/lines.h"
#include "report/trace/tables.h"

namespace profdiff {
namespace {

// Returns the number of pairs of different functions, not counting the calls below them.
std::uint64_t DifferentPairs(const ThreadAlignment& thread) {
  return static_cast<std::uint64_t>(std::ranges::count(thread.blocks, Mark::kDifferent, &AlignmentBlock::mark));
}

std::uint64_t DifferentPairs(const Alignment& alignment) {
  std::uint64_t pairs = 0;
  for (const ThreadAlignment& thread : alignment.threads) pairs += DifferentPairs(thread);
  return pairs;
}

std::uint64_t Larger(std::int64_t a, std::int64_t b) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>({a, b, 0}));
}

TraceUnit UnitOf(const TraceComparison& comparison) {
  const TraceTotals& all = comparison.difference.all;
  return TraceUnit(std::max({Larger(all.total_a, all.total_b), Span(comparison.a.trace), Span(comparison.b.trace)}));
}

std::string ThreadText(const TraceComparison& comparison, std::size_t thread) {
  return PairLabel(comparison.a.trace, comparison.b.trace, comparison.alignment.threads[thread]);
}

class DifferenceReport {
 public:
  DifferenceReport(std::string& out, const TraceComparison& comparison, const TraceListingOptions& options)
      : out_(out),
        comparison_(comparison),
        options_(options),
        unit_(UnitOf(comparison)),
        a_(comparison.a.trace, options.demangle),
        b_(comparison.b.trace, options.demangle) {}

  std::size_t Write() {
    WriteHead();
    WriteThreads();
    WriteLines();
    AppendOpenCalls(out_, {{" in A", &a_}, {" in B", &b_}});
    AppendDropped(out_, comparison_.a.dropped, &comparison_.b.dropped, options_.demangle);
    const std::size_t left_out = WriteFunctions();
    WriteLargest();
    return left_out;
  }

 private:
  const TraceTotals& all() const { return comparison_.difference.all; }
  bool flat() const { return comparison_.alignment.flat; }
  std::string_view Counted() const { return flat() ? "activ." : "calls"; }

  void WriteHead() {
    out_ += "A: " + WithoutControls(comparison_.label_a) + "\nB: " + WithoutControls(comparison_.label_b) + "\n";
    out_ += "Positive differences, A - B, mean that B is faster.";
    if (flat()) out_ += " Counts are of activations, not of calls.";
    out_ += '\n';
    AppendRemarks(out_, comparison_.a.trace);
    AppendRemarks(out_, comparison_.b.trace);
  }

  // A row for one thread, or for all threads together.
  struct ThreadRow {
    const TraceTotals& totals;
    std::uint64_t different;
    std::string label;
  };

  void WriteThreads() {
    Fields<ThreadRow> fields;
    fields.Add("a", [](const ThreadRow& row) { return row.totals.total_a; });
    fields.Add("b", [](const ThreadRow& row) { return row.totals.total_b; });
    fields.Add("difference", [](const ThreadRow& row) { return row.totals.total_a - row.totals.total_b; });
    fields.Add("equal", [](const ThreadRow& row) { return row.totals.equal_a.calls; });
    fields.Add("different", [](const ThreadRow& row) { return row.different; });
    fields.Add("onlyA", [](const ThreadRow& row) { return row.totals.only_a.calls; });
    fields.Add("onlyB", [](const ThreadRow& row) { return row.totals.only_b.calls; });
    fields.Add("thread", [](const ThreadRow& row) { return row.label; });
    const TableColumn columns[] = {unit_.Column("time A", "a"),
                                   unit_.Column("time B", "b"),
                                   unit_.Column("A - B", "difference"),
                                   CountColumn("equal", "equal", Counted(), 10),
                                   CountColumn("different", "different", flat() ? Counted() : "pairs", 10),
                                   CountColumn("only in A", "onlyA", Counted(), 10),
                                   CountColumn("only in B", "onlyB", Counted(), 10),
                                   LastColumn("thread", "thread")};
    const std::vector<TraceTotals>& threads = comparison_.difference.threads;
    std::vector<ThreadRow> rows;
    for (std::size_t t = 0; t < threads.size(); ++t) {
      rows.push_back({threads[t], DifferentPairs(comparison_.alignment.threads[t]), ThreadText(comparison_, t)});
    }
    if (threads.size() > 1) rows.push_back({all(), DifferentPairs(comparison_.alignment), "all"});
    WriteTraceTable(out_, options_, columns, fields, rows);
  }

  // Writes lines for scripts, in the order promised by profdiff/trace_listing.h. The residual is the part of the total
  // difference that the four lines before it (equal, different, only in A, only in B) do not explain.
  void WriteLines() {
    out_ += '\n';
    WriteLine("equal", all().equal_a.calls, all().equal_a.time - all().equal_b.time);
    WriteLine("different", DifferentPairs(comparison_.alignment), all().different_a.time - all().different_b.time);
    WriteLine("only in A", all().only_a.calls, all().only_a.time);
    WriteLine("only in B", all().only_b.calls, all().only_b.time);
    out_ += "residual: " + std::to_string(all().Residual()) + " ns\n";
    if (flat()) out_ += "score: " + std::to_string(Score()) + "\n";
    if (const std::uint64_t cut = CutLists()) {
      out_ += "cut: " + Plural(cut, "list") + " of calls\n";
    }
  }

  void WriteLine(std::string_view what, std::uint64_t calls, std::int64_t time) {
    out_.append(what).append(": ").append(std::to_string(calls)).append(" calls, ");
    out_ += WithDecimals(time, 9) + " s\n";
  }

  std::int64_t Score() const {
    std::int64_t score = 0;
    for (const ThreadAlignment& thread : comparison_.alignment.threads) score += thread.score;
    return score;
  }
  std::uint64_t CutLists() const {
    std::uint64_t cut = 0;
    for (const ThreadAlignment& thread : comparison_.alignment.threads) cut += thread.cut_lists;
    return cut;
  }

  // Sorts by absolute change, then by time.
  std::size_t WriteFunctions() {
    using Function = const FunctionDifference*;
    if (comparison_.difference.functions.empty()) return 0;
    Fields<Function> fields;
    fields.Add("a", [](Function f) { return f->self_a; });
    fields.Add("b", [](Function f) { return f->self_b; });
    fields.Add("difference", [](Function f) { return f->self_a - f->self_b; });
    fields.Add("inclusive", [](Function f) { return f->inclusive_a - f->inclusive_b; });
    fields.Add("matched", [](Function f) { return f->matched; });
    fields.Add("different", [](Function f) { return f->different_a + f->different_b; });
    fields.Add("onlyA", [](Function f) { return f->only_a; });
    fields.Add("onlyB", [](Function f) { return f->only_b; });
    fields.Add("function", [this](Function f) { return f->a.valid() ? a_.names[f->a] : b_.names[f->b]; });
    TableColumn inclusive = unit_.Column("inclusive", "inclusive");
    inclusive.unit = "A - B";
    const TableColumn columns[] = {unit_.Column("self A", "a"),
                                   unit_.Column("self B", "b"),
                                   unit_.Column("A - B", "difference"),
                                   inclusive,
                                   CountColumn("matched", "matched", Counted(), 9),
                                   CountColumn("different", "different", Counted(), 10),
                                   CountColumn("only A", "onlyA", Counted(), 9),
                                   CountColumn("only B", "onlyB", Counted(), 9),
                                   LastColumn("function", "function")};
    const auto key_of = [](Function f) {
      return std::pair(std::abs(f->self_a - f->self_b), std::max(f->self_a, f->self_b));
    };
    return WriteFunctionTable(out_, comparison_.difference, options_, columns, fields, key_of);
  }

  void WriteLargest() {
    const std::vector<SingleDifference>& largest = comparison_.difference.largest;
    if (largest.empty()) return;
    const bool inclusive = !flat() && options_.top_by == CallTime::kInclusive;
    out_ += "\nLargest differences of single calls";
    out_ += flat() ? ", of one activation each:" : inclusive ? ", inclusive time:" : ", self time:";
    const Fields<SingleDifference> fields = SingleFields(inclusive);
    std::vector<TableColumn> columns = {unit_.Column("A - B", "difference")};
    // An activation is only a part of a call, so the times of the whole call are omitted in a flat alignment. Only the
    // difference of the activations is shown.
    if (!flat()) columns.insert(columns.end(), {unit_.Column("time A", "timeA"), unit_.Column("time B", "timeB")});
    columns.insert(columns.end(), {unit_.Column("start A", "startA"), unit_.Column("start B", "startB")});
    if (flat()) {
      columns.push_back(CountColumn("position A", "positionA", "", 11));
      columns.push_back(CountColumn("position B", "positionB", "", 11));
    }
    columns.push_back(LastColumn("call", "call"));
    WriteTraceTable(out_, options_, columns, fields, largest);
  }

  // No cell is empty, because only matched pairs have a difference, and they have a call on each side.
  Fields<SingleDifference> SingleFields(bool inclusive) {
    using Single = SingleDifference;
    const auto time = [inclusive](const CallTree& calls, CallId call) {
      return inclusive ? static_cast<std::int64_t>(calls.duration[call.value]) : SelfTime(calls, call);
    };
    const auto start = [](const CallTree& calls, CallId call, const NamedTrace& named) {
      return static_cast<std::int64_t>(calls.start[call.value] - named.begin);
    };
    Fields<Single> fields;
    fields.Add("difference", [](const Single& single) { return single.difference; });
    fields.Add("timeA", [=, this](const Single& single) { return time(CallsA(single), single.a); });
    fields.Add("timeB", [=, this](const Single& single) { return time(CallsB(single), single.b); });
    fields.Add("startA", [=, this](const Single& single) { return start(CallsA(single), single.a, a_); });
    fields.Add("startB", [=, this](const Single& single) { return start(CallsB(single), single.b, b_); });
    fields.Add("positionA", [](const Single& single) { return single.position_a; });
    fields.Add("positionB", [](const Single& single) { return single.position_b; });
    fields.Add("call", [this](const Single& single) {
      const CallTree& a = CallsA(single);
      std::string text = PathText(CallPath(a, single.a), a, a_.names);
      if (comparison_.difference.threads.size() > 1) text += " (" + ThreadText(comparison_, single.thread) + ")";
      return text;
    });
    return fields;
  }

  const CallTree& CallsA(const SingleDifference& single) const {
    return a_.trace.threads[comparison_.alignment.threads[single.thread].a.value].calls;
  }
  const CallTree& CallsB(const SingleDifference& single) const {
    return b_.trace.threads[comparison_.alignment.threads[single.thread].b.value].calls;
  }

  std::string& out_;
  const TraceComparison& comparison_;
  const TraceListingOptions& options_;
  const TraceUnit unit_;
  NamedTrace a_, b_;
};

}  // namespace

std::size_t WriteTraceDifference(std::string& out, const TraceComparison& comparison,
                                 const TraceListingOptions& options) {
  return DifferenceReport(out, comparison, options).Write();
}

}  // namespace profdiff
