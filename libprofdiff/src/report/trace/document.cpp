// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the difference of two traces for programs: as a document of the kind "traceDifference", whose keys are
// described in libprofdiff/schema/egprof-1.schema.json, or as tables. Times are whole nanoseconds, so that sums are
// exact. Test: tests/cli/trace/answers.py.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/decimals.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "report/format/limit.h"
#include "report/format/table.h"
#include "report/trace/paths.h"
#include "report/trace/tables.h"

namespace profdiff {
namespace {

constexpr const char* kMarkNames[] = {"equal", "different", "onlyA", "onlyB"};

// The totals of a pair of threads, or of all threads.
struct TotalsRow {
  const TraceTotals* totals;
  std::uint64_t different;
  std::string thread_a, thread_b;
};

struct LeftOutRow {
  const char* what;
  std::uint64_t count;
  Cell time;
};

class Document {
 public:
  Document(TableWriter& writer, const TraceComparison& comparison, const TraceListingOptions& options)
      : writer_(writer),
        comparison_(comparison),
        options_(options),
        a_(comparison.a.trace, options.demangle),
        b_(comparison.b.trace, options.demangle),
        names_(comparison.alignment, comparison.difference, a_, b_),
        chosen_(ChoosePaths(comparison.difference, options.top_by, options.top)) {}

  void Write() {
    if (writer_.IsDocument()) {
      WriteDocumentHead(writer_, "traceDifference");
      writer_.AddValue("labelA", AsUtf8(comparison_.label_a));
      writer_.AddValue("labelB", AsUtf8(comparison_.label_b));
      writer_.AddValue("unit", "ns");
      writer_.AddValue("flat", comparison_.alignment.flat);
      writer_.AddValue("producerA", UnlessEmpty(a_.trace.producer));
      writer_.AddValue("producerB", UnlessEmpty(b_.trace.producer));
      WriteNoise();
    }
    WriteTotals();
    WriteThreads();
    WritePaths();
    WriteFunctions();
    WriteSums();
    WriteLeftOut();
    WriteNotes();
    writer_.Finish();
  }

 private:
  template <class Row, class Rows>
  void WriteAll(std::string_view name, const Fields<Row>& fields, const Rows& rows) {
    WriteRows(writer_, name, fields.Columns(), fields, rows);
  }

  void WriteNoise() {
    if (options_.noise == nullptr) return writer_.AddValue("noise", Cell());
    const TraceNoise& noise = *options_.noise;
    writer_.AddValue("noise", Cell::Record{{"runsA", noise.runs_a},
                                           {"runsB", noise.runs_b},
                                           {"low", std::llround(noise.total.middle - noise.total.half)},
                                           {"high", std::llround(noise.total.middle + noise.total.half)},
                                           {"within", noise.total.HidesDifference()}});
  }

  static Fields<TotalsRow> FieldsOfTotals() {
    Fields<TotalsRow> fields;
    fields.Add("timeA", [](const TotalsRow& row) { return row.totals->total_a; });
    fields.Add("timeB", [](const TotalsRow& row) { return row.totals->total_b; });
    fields.Add("difference", [](const TotalsRow& row) { return row.totals->total_a - row.totals->total_b; });
    fields.Add("equal", [](const TotalsRow& row) { return row.totals->equal_a.calls; });
    fields.Add("equalTime", [](const TotalsRow& row) { return row.totals->equal_a.time - row.totals->equal_b.time; });
    fields.Add("different", [](const TotalsRow& row) { return row.different; });
    fields.Add("differentTime",
               [](const TotalsRow& row) { return row.totals->different_a.time - row.totals->different_b.time; });
    fields.Add("onlyA", [](const TotalsRow& row) { return row.totals->only_a.calls; });
    fields.Add("onlyATime", [](const TotalsRow& row) { return row.totals->only_a.time; });
    fields.Add("onlyB", [](const TotalsRow& row) { return row.totals->only_b.calls; });
    fields.Add("onlyBTime", [](const TotalsRow& row) { return row.totals->only_b.time; });
    fields.Add("residual", [](const TotalsRow& row) { return row.totals->Residual(); });
    return fields;
  }

  void WriteTotals() {
    std::uint64_t different = 0;
    for (const ThreadAlignment& pair : comparison_.alignment.threads) different += DifferentPairs(pair);
    const std::vector<TotalsRow> rows = {{&comparison_.difference.all, different, "", ""}};
    WriteAll("totals", FieldsOfTotals(), rows);
  }

  void WriteThreads() {
    Fields<TotalsRow> fields = FieldsOfTotals();
    fields.Add("threadA", [](const TotalsRow& row) { return UnlessEmpty(row.thread_a); });
    fields.Add("threadB", [](const TotalsRow& row) { return UnlessEmpty(row.thread_b); });
    std::vector<TotalsRow> rows;
    for (std::size_t t = 0; t < comparison_.difference.threads.size(); ++t) {
      const ThreadAlignment& pair = comparison_.alignment.threads[t];
      rows.push_back({&comparison_.difference.threads[t], DifferentPairs(pair), ThreadLabel(a_.trace, pair.a),
                      ThreadLabel(b_.trace, pair.b)});
    }
    WriteAll("threads", fields, rows);
  }

  Cell StartOf(const Trace& trace, ThreadId thread, CallId call, std::uint64_t begin) const {
    if (!call.valid()) return {};
    return static_cast<std::int64_t>(trace.threads[thread.value].calls.start[call.value] - begin);
  }

  Cell PathCell(std::size_t index) {
    std::vector<std::string> names = names_.All(index);
    if (writer_.IsDocument()) return ListOf(names, [](const std::string& name) { return Cell(name); });
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " > ") + name;
    return text;
  }

  void WritePaths() {
    Fields<PathRow> fields;
    const auto pair_of = [this](const PathRow& row) -> const ThreadAlignment& {
      return comparison_.alignment.threads[row.path->thread];
    };
    fields.Add("mark", [](const PathRow& row) { return kMarkNames[static_cast<std::size_t>(row.path->mark)]; });
    fields.Add("timeA", [](const PathRow& row) { return row.a; });
    fields.Add("timeB", [](const PathRow& row) { return row.b; });
    fields.Add("difference", [](const PathRow& row) { return row.Difference(); });
    fields.Add("inclusiveA", [](const PathRow& row) { return row.path->inclusive_a; });
    fields.Add("inclusiveB", [](const PathRow& row) { return row.path->inclusive_b; });
    if (options_.noise != nullptr) {
      const auto noise = [this](const PathRow& row) -> const TraceNoise::Interval& {
        return options_.noise->paths[row.index];
      };
      fields.Add("low", [=](const PathRow& row) { return std::llround(noise(row).middle - noise(row).half); });
      fields.Add("high", [=](const PathRow& row) { return std::llround(noise(row).middle + noise(row).half); });
      fields.Add("withinNoise", [=](const PathRow& row) { return noise(row).HidesDifference(); });
    }
    fields.Add("callsA", [](const PathRow& row) { return row.path->calls_a; });
    fields.Add("callsB", [](const PathRow& row) { return row.path->calls_b; });
    // The call that differs most.
    fields.Add("largest", [](const PathRow& row) { return row.path->largest; });
    fields.Add("placeA", [](const PathRow& row) { return row.path->a.valid() ? Cell(row.path->place_a) : Cell(); });
    fields.Add("placeB", [](const PathRow& row) { return row.path->b.valid() ? Cell(row.path->place_b) : Cell(); });
    fields.Add("startA",
               [=, this](const PathRow& row) { return StartOf(a_.trace, pair_of(row).a, row.path->a, a_.begin); });
    fields.Add("startB",
               [=, this](const PathRow& row) { return StartOf(b_.trace, pair_of(row).b, row.path->b, b_.begin); });
    fields.Add("thread", [this](const PathRow& row) {
      return PairLabel(a_.trace, b_.trace, comparison_.alignment.threads[row.path->thread]);
    });
    fields.Add("path", [this](const PathRow& row) { return PathCell(row.index); });
    WriteAll("paths", fields, chosen_.rows);
  }

  void WriteFunctions() {
    using Function = const FunctionDifference*;
    Fields<Function> fields;
    fields.Add("function", [this](Function f) { return f->a.valid() ? a_.names[f->a] : b_.names[f->b]; });
    fields.Add("linkageName", [this](Function f) {
      return AsUtf8(f->a.valid() ? a_.trace.names[f->a.value] : b_.trace.names[f->b.value]);
    });
    const auto line = [](const NamedTrace& side, NameId name) { return UnlessZero(PlaceOf(side.trace, name).line); };
    const auto file = [](const NamedTrace& side, NameId name) { return UnlessEmpty(PlaceOf(side.trace, name).file); };
    fields.Add("lineA", [=, this](Function f) { return line(a_, f->a); });
    fields.Add("fileA", [=, this](Function f) { return file(a_, f->a); });
    fields.Add("lineB", [=, this](Function f) { return line(b_, f->b); });
    fields.Add("fileB", [=, this](Function f) { return file(b_, f->b); });
    fields.Add("selfA", [](Function f) { return f->self_a; });
    fields.Add("selfB", [](Function f) { return f->self_b; });
    fields.Add("difference", [](Function f) { return f->self_a - f->self_b; });
    fields.Add("inclusiveA", [](Function f) { return f->inclusive_a; });
    fields.Add("inclusiveB", [](Function f) { return f->inclusive_b; });
    fields.Add("callsA", [](Function f) { return f->calls_a; });
    fields.Add("callsB", [](Function f) { return f->calls_b; });
    fields.Add("matched", [](Function f) { return f->matched; });
    fields.Add("different", [](Function f) { return f->different_a + f->different_b; });
    fields.Add("onlyA", [](Function f) { return f->only_a; });
    fields.Add("onlyB", [](Function f) { return f->only_b; });
    std::vector<Function> rows;
    for (const FunctionDifference& function : comparison_.difference.functions) rows.push_back(&function);
    std::ranges::stable_sort(rows, std::greater<>(), [](Function f) { return Magnitude(f->self_a - f->self_b); });
    functions_left_out_ = CutRows(rows, options_.limit);
    WriteAll("functions", fields, rows);
  }

  void WriteSums() {
    Fields<MatchedSum> fields;
    fields.Add("name", [](const MatchedSum& sum) { return sum.name; });
    fields.Add("timeA", [](const MatchedSum& sum) { return OrNull(sum.a); });
    fields.Add("timeB", [](const MatchedSum& sum) { return OrNull(sum.b); });
    fields.Add("difference", [](const MatchedSum& sum) { return sum.Difference(); });
    WriteAll("sums", fields, MatchSums(a_.trace.sums, b_.trace.sums));
  }

  void WriteLeftOut() {
    std::vector<LeftOutRow> rows;
    const bool sums = options_.top_by == CallTime::kSelf;
    rows.push_back({"paths that changed less", chosen_.beyond, sums ? Cell(chosen_.beyond_time) : Cell()});
    rows.push_back({"paths that did not change", chosen_.unchanged, Cell(0)});
    rows.push_back({"functions", functions_left_out_, {}});
    const SelectedTrace* const sides[] = {&comparison_.a, &comparison_.b};
    constexpr const char* kDropped[] = {"calls of A that were dropped", "calls of B that were dropped"};
    for (std::size_t side = 0; side < 2; ++side) {
      std::uint64_t calls = 0;
      for (const DroppedFunction& function : sides[side]->dropped) calls += function.calls + function.below;
      rows.push_back({kDropped[side], calls, {}});
    }
    Fields<LeftOutRow> fields;
    fields.Add("what", [](const LeftOutRow& row) { return row.what; });
    fields.Add("count", [](const LeftOutRow& row) { return row.count; });
    fields.Add("difference", [](const LeftOutRow& row) { return row.time; });
    WriteAll("leftOut", fields, rows);
  }

  void WriteNotes() {
    if (!writer_.IsDocument()) return;
    Cell::List notes;
    for (const std::string& note : options_.notes) notes.emplace_back(AsUtf8(note));
    for (const Trace* trace : {&a_.trace, &b_.trace}) {
      for (const Message& remark : trace->remarks) notes.emplace_back(AsUtf8(TextOf(remark, options_.words)));
      for (const Message& missing : trace->missing) notes.emplace_back(AsUtf8(TextOf(missing, options_.words)));
    }
    writer_.AddValue("notes", std::move(notes));
  }

  TableWriter& writer_;
  const TraceComparison& comparison_;
  const TraceListingOptions& options_;
  NamedTrace a_, b_;
  PathNames names_;
  const ChosenPaths chosen_;
  std::uint64_t functions_left_out_ = 0;
};

}  // namespace

void WriteTraceDifference(std::string& out, const TableFormat& format, const TraceComparison& comparison,
                          const TraceListingOptions& options) {
  if (format.is_text) return WriteTraceText(out, comparison, options);
  if (format.is_comment) return WriteTraceComment(out, comparison, options);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  Document(*writer, comparison, options).Write();
}

}  // namespace profdiff
