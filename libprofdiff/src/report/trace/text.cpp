// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the report on two aligned traces: how much their times differ, the calls that explain most of it, what was
// left out, lines for scripts, and tables on request. All times have the same unit, so that they can be compared.
//
// Tests: tests/unit/report/trace/text_test.cpp, tests/cli/trace/run.py.
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "base/decimals.h"
#include "base/utf8.h"
#include "profdiff/alignment.h"
#include "report/format/fitted_numbers.h"
#include "report/format/markdown_table.h"
#include "report/format/message.h"
#include "report/format/styles.h"
#include "report/trace/lines.h"
#include "report/trace/paths.h"
#include "report/trace/tables.h"

namespace profdiff {
namespace {

constexpr int kLabel = 13;              // width of the labels at the beginnings of lines
constexpr std::size_t kLeastPath = 24;  // characters of a path that are shown on the narrowest lines

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
        b_(comparison.b.trace, options.demangle),
        names_(comparison.alignment, comparison.difference, a_, b_) {}

  std::size_t Write() {
    WriteHead();
    if (flat()) {
      WriteLargest();
    } else {
      WritePaths();
    }
    WriteNotes();
    if (options_.threads) WriteThreads();
    WriteLines();
    AppendSums();
    AppendOpenCalls(out_, {{" in A", &a_}, {" in B", &b_}});
    AppendDropped(out_, comparison_.a.dropped, &comparison_.b.dropped, options_.demangle, options_.words);
    return options_.functions ? WriteFunctions() : 0;
  }

  // Writes a short report in Markdown.
  void WriteComment() {
    std::string head = VerdictText() + "\n";
    head +=
        "A: " + Time(all().total_a) + " " + std::string(unit_.name()) + ", " + LabelText(comparison_.label_a) + "\n";
    head +=
        "B: " + Time(all().total_b) + " " + std::string(unit_.name()) + ", " + LabelText(comparison_.label_b) + "\n";
    head += "Calls: " + CallCounts() + "\n";
    if (comparison_.alignment.threads.size() > 1) head += "Threads: " + ThreadsText() + "\n";
    AppendCommentHead(out_, head + "Noise: " + NoiseText() + "\n");
    if (flat()) {
      std::vector<SingleDifference> largest = comparison_.difference.largest;
      const std::size_t more = AppendCommentTable(out_, LargestColumns(), LargestFields(), largest);
      if (more != 0) AppendParagraph(out_, "Left out: " + Plural(more, "other activation") + ", which changed less");
    } else {
      WriteCommentPaths();
    }
    const auto calls_of = [](const SelectedTrace& side) {
      std::uint64_t calls = 0;
      for (const DroppedFunction& function : side.dropped) calls += function.calls + function.below;
      return calls;
    };
    const std::uint64_t a = calls_of(comparison_.a), b = calls_of(comparison_.b);
    if (a + b == 0) return;
    AppendParagraph(out_, "Not compared: " + Plural(a, "call") + " in A and " + std::to_string(b) +
                              " in B, of start-up functions and those that filters drop");
  }

 private:
  const TraceTotals& all() const { return comparison_.difference.all; }
  bool flat() const { return comparison_.alignment.flat; }
  std::string_view Counted() const { return flat() ? "activ." : "calls"; }
  std::string Time(std::int64_t nanoseconds) const { return unit_.Text(nanoseconds); }

  // Lines such as "difference   -0.900 ms  B takes 81.8 % more".
  void WriteHead() {
    const std::string times[] = {Time(all().total_a), Time(all().total_b), Time(all().total_a - all().total_b)};
    const std::size_t width = std::max({times[0].size(), times[1].size(), times[2].size()});
    const std::size_t before = kLabel + width + unit_.name().size() + 3;
    const auto start = [&](std::string_view label, const std::string& time) {
      AppendLeft(out_, label, kLabel);
      AppendRight(out_, time, static_cast<int>(width));
      out_.append(" ").append(unit_.name()).append("  ");
    };
    const auto line = [&](std::string_view label, const std::string& time, const std::string& words) {
      start(label, time);
      out_ += CutToCharacters(words, std::max(options_.columns, before + 20) - before) + "\n";
    };
    line("A", times[0], LabelText(comparison_.label_a));
    line("B", times[1], LabelText(comparison_.label_b));
    start("difference", times[2]);
    const std::size_t begin = out_.size();
    AppendSentence(out_, VerdictText(), before, options_.columns);
    ApplyStyle(out_, begin, options_.styles.verdict + std::string(HueOfVerdict()), options_.styles);
    WriteLabelled("calls", CallCounts());
    if (comparison_.alignment.threads.size() > 1) WriteLabelled("threads", ThreadsText());
    WriteLabelled("noise", NoiseText());
  }

  static std::string LabelText(const std::string& label) { return WithoutControls(AsUtf8(label)); }

  std::string CallCounts() const {
    return std::to_string(all().equal_a.calls) + " equal, " + std::to_string(DifferentPairs(comparison_.alignment)) +
           " different, " + std::to_string(all().only_a.calls) + " only in A, " + std::to_string(all().only_b.calls) +
           " only in B" + (flat() ? "; activations are counted, not calls" : "");
  }

  void WriteLabelled(std::string_view label, const std::string& words) {
    AppendLeft(out_, label, kLabel);
    AppendSentence(out_, words, kLabel, options_.columns);
  }

  std::string_view HueOfVerdict() const {
    if (options_.noise != nullptr && options_.noise->total.HidesDifference()) return {};
    return StyleOfDifference(Time(all().total_a - all().total_b), options_.styles);
  }

  // Returns whose conventions the traces follow.
  std::vector<std::string> Producers() const {
    const std::string &a = comparison_.a.trace.producer, &b = comparison_.b.trace.producer;
    if (a == b) return a.empty() ? std::vector<std::string>() : std::vector{a};
    std::vector<std::string> producers;
    if (!a.empty()) producers.push_back("A: " + a);
    if (!b.empty()) producers.push_back("B: " + b);
    return producers;
  }

  std::string VerdictText() const {
    const std::int64_t a = all().total_a, b = all().total_b;
    const TraceNoise::Interval* interval = options_.noise == nullptr ? nullptr : &options_.noise->total;
    std::string text = a == b ? "both take the same time" : b > a ? "B takes more" : "B takes less";
    if (a != b && a > 0) {
      const double percent = 100 * static_cast<double>(b > a ? b - a : a - b) / static_cast<double>(a);
      text = "B takes " + FixedText(percent, 1) + " % " + (b > a ? "more" : "less");
    }
    if (interval == nullptr) return text;
    const std::string low = Time(std::llround(interval->middle - interval->half));
    const std::string high = Time(std::llround(interval->middle + interval->half));
    const std::string limits = " (95 % interval " + low + " to " + high + " " + std::string(unit_.name()) + ")";
    return (interval->HidesDifference() ? "within noise: " : "") + text + limits;
  }

  // Names the threads that have most of the difference.
  std::string ThreadsText() {
    const std::vector<TraceTotals>& threads = comparison_.difference.threads;
    std::size_t pairs = 0, only_a = 0, only_b = 0, most = 0;
    const auto difference = [&](std::size_t t) { return threads[t].total_a - threads[t].total_b; };
    for (std::size_t t = 0; t < threads.size(); ++t) {
      const ThreadAlignment& pair = comparison_.alignment.threads[t];
      ++(!pair.a.valid() ? only_b : !pair.b.valid() ? only_a : pairs);
      if (Magnitude(difference(t)) > Magnitude(difference(most))) most = t;
    }
    std::string text = Plural(pairs, "pair");
    if (only_a > 0) text += ", " + std::to_string(only_a) + " only in A";
    if (only_b > 0) text += ", " + std::to_string(only_b) + " only in B";
    if (difference(most) == 0) return text;
    return text + "; most changed: " + names_.Thread(most) + ", " + Time(difference(most)) + " " +
           std::string(unit_.name());
  }

  std::string NoiseText() const {
    if (options_.noise == nullptr) return "one run per side: noise is not known";
    const std::size_t a = options_.noise->runs_a, b = options_.noise->runs_b;
    return Plural(a, "run") + " of A and " + std::to_string(b) + " of B; the runs with the median times are aligned";
  }

  // A row has the mark, the times, the noise, the numbers of calls, and the path.
  void WritePaths() {
    const bool inclusive = options_.top_by == CallTime::kInclusive;
    const ChosenPaths chosen = ChoosePaths(comparison_.difference, options_.top_by, options_.top);
    if (chosen.rows.empty()) {
      out_ += "\nNo call differs in time.\n";
      return;
    }
    const bool has_noise = options_.noise != nullptr && !inclusive;
    const FittedNumbers numbers(NumbersOf(chosen.rows, has_noise));
    const std::size_t used = 2 + numbers.width();  // the mark and a blank come first
    const std::size_t room = std::max(options_.columns, used + kLeastPath) - used;
    out_ += "\n  ";
    numbers.AppendHeadings(out_);
    out_ += inclusive ? "call, inclusive time\n" : "call\n";
    for (std::size_t i = 0; i < chosen.rows.size(); ++i) {
      constexpr std::string_view kSigns = " !-+";
      const PathRow& row = chosen.rows[i];
      const std::size_t begin = out_.size();
      const bool is_noise = has_noise && options_.noise->paths[row.index].HidesDifference();
      out_.append(1, kSigns[static_cast<std::size_t>(row.path->mark)]).append(1, ' ');
      numbers.AppendRow(out_, i, is_noise ? TextStyles() : options_.styles);
      out_ += names_.Text(row, room) + "\n";
      if (is_noise) ApplyStyle(out_, begin, options_.styles.noise, options_.styles);
      DrainIfLong(out_, options_.drain);
    }
    WriteLeftOut(chosen);
  }

  std::vector<NumberColumn> NumbersOf(const std::vector<PathRow>& rows, bool has_noise) const {
    const std::string unit = " " + std::string(unit_.name());
    NumberColumn a{"A" + unit}, b{"B" + unit}, difference{"A - B", {}, true}, noise{"±"}, calls{"calls"};
    for (const PathRow& row : rows) {
      a.cells.push_back(row.path->mark == Mark::kOnlyB ? "" : Time(row.a));
      b.cells.push_back(row.path->mark == Mark::kOnlyA ? "" : Time(row.b));
      difference.cells.push_back(Time(row.Difference()));
      if (has_noise) noise.cells.push_back(NoiseOf(row));
      calls.cells.push_back(CallsText(*row.path));
    }
    if (!has_noise) return {std::move(a), std::move(b), std::move(difference), std::move(calls)};
    return {std::move(a), std::move(b), std::move(difference), std::move(noise), std::move(calls)};
  }

  void WriteLeftOut(const ChosenPaths& chosen) {
    if (const std::string text = LeftOutText(chosen, options_.words); !text.empty()) out_ += "\n" + text + "\n";
  }

  std::string LeftOutText(const ChosenPaths& chosen, const RemedyWords& words) const {
    if (chosen.beyond == 0 && chosen.unchanged == 0) return "";
    std::string text = "left out: ";
    if (chosen.beyond > 0) {
      text +=
          WithRemedy(Plural(chosen.beyond, "path") + " of calls that changed less", {RemedyKind::kShowAll, {}}, words);
      // Inclusive times of different paths have time in common.
      if (options_.top_by == CallTime::kSelf) {
        text += ", together " + Time(chosen.beyond_time) + " " + std::string(unit_.name());
      }
    }
    if (chosen.unchanged > 0) {
      text += (chosen.beyond > 0 ? "; " : "") + std::to_string(chosen.unchanged) +
              (chosen.beyond > 0       ? ""
               : chosen.unchanged == 1 ? " path"
                                       : " paths") +
              " that did not change";
    }
    return text;
  }

  void WriteCommentPaths() {
    const bool inclusive = options_.top_by == CallTime::kInclusive;
    const ChosenPaths chosen = ChoosePaths(comparison_.difference, options_.top_by, kCommentRows);
    constexpr std::size_t kPath = 160;
    Fields<PathRow> fields;
    fields.Add("a", [this](const PathRow& row) { return row.path->mark == Mark::kOnlyB ? Cell() : Cell(Time(row.a)); });
    fields.Add("b", [this](const PathRow& row) { return row.path->mark == Mark::kOnlyA ? Cell() : Cell(Time(row.b)); });
    fields.Add("difference", [this](const PathRow& row) { return Cell(Time(row.Difference())); });
    if (options_.noise != nullptr && !inclusive) {
      fields.Add("noise", [this](const PathRow& row) { return Cell(NoiseOf(row)); });
    }
    fields.Add("calls", [](const PathRow& row) { return Cell(CallsText(*row.path)); });
    fields.Add("path", [this](const PathRow& row) { return Cell(names_.Text(row, kPath)); });
    const TableColumn columns[] = {{.heading = "A", .key = "a", .unit = unit_.name(), .width = 1},
                                   {.heading = "B", .key = "b", .unit = unit_.name(), .width = 1},
                                   {.heading = "A - B", .key = "difference", .width = 1},
                                   {.heading = "±", .key = "noise", .width = 1},
                                   {.heading = "calls", .width = 1},
                                   {.heading = inclusive ? "call, inclusive time" : "call", .key = "path"}};
    AppendCommentTable(out_, columns, fields, chosen.rows);
    AppendParagraph(out_, chosen.rows.empty() ? "No call differs in time." : LeftOutText(chosen, {}));
  }

  std::string NoiseOf(const PathRow& row) const {
    const TraceNoise::Interval& noise = options_.noise->paths[row.index];
    return (noise.HidesDifference() ? "~" : "") + Time(std::llround(noise.half));
  }

  void WriteNotes() {
    std::string notes;
    for (const std::string& note : options_.notes) notes += "note: " + WithoutControls(note) + "\n";
    AppendRemarks(notes, comparison_.a.trace, options_.words);
    AppendRemarks(notes, comparison_.b.trace, options_.words);
    const std::vector<std::string> producers = Producers();
    if (!notes.empty() || !producers.empty()) out_ += '\n';
    for (const std::string& producer : producers) WriteLabelled("read", producer);
    out_ += notes;
  }

  // The sums that clang writes beside its calls, matched by name.
  void AppendSums() {
    const std::vector<TraceSum>&a = comparison_.a.trace.sums, &b = comparison_.b.trace.sums;
    if (a.empty() && b.empty()) return;
    using Sum = MatchedSum;
    std::vector<Sum> sums = MatchSums(a, b);
    const std::size_t left_out = CutRows(sums, options_.top);
    Fields<Sum> fields;
    fields.Add("a", [](const Sum& sum) { return OrNull(sum.a); });
    fields.Add("b", [](const Sum& sum) { return OrNull(sum.b); });
    fields.Add("difference", [](const Sum& sum) { return sum.Difference(); });
    fields.Add("name", [](const Sum& sum) { return WithoutControls(sum.name); });
    const TableColumn columns[] = {unit_.Column("A", "a"), unit_.Column("B", "b"), unit_.Column("A - B", "difference"),
                                   LastColumn("sum that the recording has beside its calls", "name")};
    WriteTraceTable(out_, options_, columns, fields, sums);
    if (left_out > 0) out_ += std::to_string(left_out) + " more sums left out\n";
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

  // Rows of a flat alignment. An activation is only a part of a call, so the times of the whole call are omitted.
  void WriteLargest() {
    const std::vector<SingleDifference>& largest = comparison_.difference.largest;
    if (!largest.empty()) WriteTraceTable(out_, options_, LargestColumns(), LargestFields(), largest);
  }

  std::vector<TableColumn> LargestColumns() const {
    return {unit_.Column("A - B", "difference"),
            unit_.Column("start A", "startA"),
            unit_.Column("start B", "startB"),
            CountColumn("position A", "positionA", "", 11),
            CountColumn("position B", "positionB", "", 11),
            LastColumn("activation", "call")};
  }

  Fields<SingleDifference> LargestFields() {
    const auto start = [](const CallTree& calls, CallId call, const NamedTrace& named) {
      return static_cast<std::int64_t>(calls.start[call.value] - named.begin);
    };
    using Single = SingleDifference;
    Fields<Single> fields;
    fields.Add("difference", [](const Single& single) { return single.difference; });
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
  PathNames names_;
};

}  // namespace

void WriteTraceText(std::string& out, const TraceComparison& comparison, const TraceListingOptions& options) {
  DifferenceReport(out, comparison, options).Write();
}

void WriteTraceComment(std::string& out, const TraceComparison& comparison, const TraceListingOptions& options) {
  DifferenceReport(out, comparison, options).WriteComment();
}

}  // namespace profdiff
