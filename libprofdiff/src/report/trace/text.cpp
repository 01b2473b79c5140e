// SPDX-License-Identifier: GPL-3.0-or-later
// The report of two aligned traces: threads, lines for scripts, functions, single calls. One unit of time for all
// tables, so that their numbers can be compared with each other.
// Tests: tests/unit/report/trace/text_test.cpp, tests/cli/trace/run.py.
#include "base/text.h"

#include <algorithm>
#include <cstdlib>

#include "profdiff/trace_listing.h"
#include "report/trace/lines.h"
#include "report/trace/tables.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

// Pairs of calls of two functions, without the calls below them.
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
        names_a_(comparison.a.trace, options.demangle),
        names_b_(comparison.b.trace, options.demangle) {}

  std::size_t Write() {
    WriteHead();
    WriteThreads();
    WriteLines();
    WriteOpenCalls();
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
    out_ += "A: " + comparison_.label_a + "\nB: " + comparison_.label_b + "\n";
    out_ += "Positive differences, A - B, mean that B is faster.";
    if (flat()) out_ += " Counts are of activations, not of calls.";
    out_ += '\n';
    AppendRemarks(out_, comparison_.a.trace);
    AppendRemarks(out_, comparison_.b.trace);
  }

  void WriteThreads() {
    const std::string_view unit = unit_.name(), calls = Counted();
    AppendHeading(out_,
                  {{"time A", unit, 11},
                   {"time B", unit, 11},
                   {"A - B", unit, 11},
                   {"equal", calls, 10},
                   {"different", flat() ? calls : "pairs", 10},
                   {"only in A", calls, 10},
                   {"only in B", calls, 10}},
                  "thread");
    for (std::size_t t = 0; t < comparison_.difference.threads.size(); ++t) {
      WriteTotalsRow(comparison_.difference.threads[t], DifferentPairs(comparison_.alignment.threads[t]));
      out_ += "  " + ThreadText(comparison_, t) + "\n";
      DrainIfLong(out_, options_.drain);
    }
    if (comparison_.difference.threads.size() < 2) return;
    WriteTotalsRow(all(), DifferentPairs(comparison_.alignment));
    out_ += "  all\n";
  }

  void WriteTotalsRow(const TraceTotals& totals, std::uint64_t different) {
    AppendTimes({totals.total_a, totals.total_b, totals.total_a - totals.total_b});
    AppendCell(out_, totals.equal_a.calls, 10);
    AppendCell(out_, different, 10);
    AppendCell(out_, totals.only_a.calls, 10);
    AppendCell(out_, totals.only_b.calls, 10);
  }

  void AppendTimes(std::initializer_list<std::int64_t> times) {
    for (const std::int64_t time : times) unit_.Append(out_, time);
  }

  void WriteLines() {
    out_ += '\n';
    WriteLine("equal", all().equal_a.calls, all().equal_a.time - all().equal_b.time);
    WriteLine("different", DifferentPairs(comparison_.alignment), all().different_a.time - all().different_b.time);
    WriteLine("only in A", all().only_a.calls, all().only_a.time);
    WriteLine("only in B", all().only_b.calls, all().only_b.time);
    out_ += "residual: " + std::to_string(all().Residual()) + " ns\n";
    if (flat()) out_ += "score: " + std::to_string(Score()) + "\n";
    if (const std::uint64_t cut = CutLists()) {
      out_ += "cut: " + std::to_string(cut) + (cut == 1 ? " list" : " lists") + " of calls\n";
    }
  }

  void WriteLine(std::string_view what, std::uint64_t calls, std::int64_t time) {
    out_.append(what).append(": ").append(std::to_string(calls)).append(" calls, ");
    AppendNanosecondsAsSeconds(out_, time);
    out_ += " s\n";
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

  void WriteOpenCalls() {
    const std::size_t before = out_.size();
    AppendOpenCalls(out_, " in A", comparison_.a.trace, names_a_);
    AppendOpenCalls(out_, " in B", comparison_.b.trace, names_b_);
    if (out_.size() != before) out_.insert(before, 1, '\n');
  }

  const std::string& NameOf(const FunctionDifference& function) {
    return function.a.valid() ? names_a_[function.a] : names_b_[function.b];
  }

  // Those that changed most first; then those that took most; then by name.
  std::vector<const FunctionDifference*> OrderFunctions() {
    std::vector<const FunctionDifference*> order;
    for (const FunctionDifference& function : comparison_.difference.functions) order.push_back(&function);
    auto change = [](const FunctionDifference* f) { return std::abs(f->self_a - f->self_b); };
    auto most = [](const FunctionDifference* f) { return std::max(f->self_a, f->self_b); };
    std::ranges::stable_sort(order, [&](const FunctionDifference* f, const FunctionDifference* g) {
      return change(f) != change(g) ? change(f) > change(g) : most(f) > most(g);
    });
    return order;
  }

  std::size_t WriteFunctions() {
    std::vector<const FunctionDifference*> functions = OrderFunctions();
    if (functions.empty()) return 0;
    const std::string_view unit = unit_.name(), calls = Counted();
    AppendHeading(out_,
                  {{"self A", unit, 11},
                   {"self B", unit, 11},
                   {"A - B", unit, 11},
                   {"inclusive", "A - B", 11},
                   {"matched", calls, 9},
                   {"different", calls, 10},
                   {"only A", calls, 9},
                   {"only B", calls, 9}},
                  "function");
    const std::size_t all = functions.size();
    if (options_.limit != 0 && options_.limit < all) functions.resize(options_.limit);
    for (const FunctionDifference* function : functions) {
      WriteFunction(*function);
      DrainIfLong(out_, options_.drain);
    }
    AppendLeftOut(out_, all - functions.size());
    return all - functions.size();
  }

  void WriteFunction(const FunctionDifference& function) {
    AppendTimes({function.self_a, function.self_b, function.self_a - function.self_b,
                 function.inclusive_a - function.inclusive_b});
    AppendCell(out_, function.matched, 9);
    AppendCell(out_, function.different_a + function.different_b, 10);
    AppendCell(out_, function.only_a, 9);
    AppendCell(out_, function.only_b, 9);
    out_ += "  " + NameOf(function) + "\n";
  }

  void WriteLargest() {
    const std::vector<SingleDifference>& largest = comparison_.difference.largest;
    if (largest.empty()) return;
    const bool inclusive = !flat() && options_.top_by == CallTime::kInclusive;
    out_ += "\nLargest differences of single calls";
    out_ += flat() ? ", of one activation each:" : inclusive ? ", inclusive time:" : ", self time:";
    WriteLargestHeading();
    first_a_ = FirstStart(comparison_.a.trace);
    first_b_ = FirstStart(comparison_.b.trace);
    for (const SingleDifference& single : largest) {
      WriteSingle(single, inclusive);
      DrainIfLong(out_, options_.drain);
    }
  }

  void WriteLargestHeading() {
    const std::string_view unit = unit_.name();
    if (flat()) {
      AppendHeading(out_,
                    {{"A - B", unit, 11},
                     {"start A", unit, 11},
                     {"start B", unit, 11},
                     {"position A", "", 11},
                     {"position B", "", 11}},
                    "call");
    } else {
      AppendHeading(out_,
                    {{"A - B", unit, 11},
                     {"time A", unit, 11},
                     {"time B", unit, 11},
                     {"start A", unit, 11},
                     {"start B", unit, 11}},
                    "call");
    }
  }

  void WriteSingle(const SingleDifference& single, bool inclusive) {
    const ThreadAlignment& pair = comparison_.alignment.threads[single.thread];
    const CallTree& a = comparison_.a.trace.threads[pair.a.value].calls;
    const CallTree& b = comparison_.b.trace.threads[pair.b.value].calls;
    auto time = [inclusive](const CallTree& calls, CallId call) {
      return inclusive ? static_cast<std::int64_t>(calls.duration[call.value]) : SelfTime(calls, call);
    };
    AppendTimes({single.difference});
    if (!flat()) AppendTimes({time(a, single.a), time(b, single.b)});
    AppendTimes({static_cast<std::int64_t>(a.start[single.a.value] - first_a_),
                 static_cast<std::int64_t>(b.start[single.b.value] - first_b_)});
    if (flat()) {
      AppendCell(out_, std::uint64_t{single.position_a}, 11);
      AppendCell(out_, std::uint64_t{single.position_b}, 11);
    }
    out_ += "  " + PathText(CallPath(a, single.a), a, names_a_);
    if (comparison_.difference.threads.size() > 1) out_ += " (" + ThreadText(comparison_, single.thread) + ")";
    out_ += '\n';
  }

  std::string& out_;
  const TraceComparison& comparison_;
  const TraceListingOptions& options_;
  const TraceUnit unit_;
  TraceNames names_a_, names_b_;
  std::uint64_t first_a_ = 0, first_b_ = 0;
};

}  // namespace

std::size_t WriteTraceDifference(std::string& out, const TraceComparison& comparison,
                                 const TraceListingOptions& options) {
  return DifferenceReport(out, comparison, options).Write();
}

}  // namespace profdiff
