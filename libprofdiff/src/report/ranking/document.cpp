// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a ranking as a document of the kind "threadRanking", whose keys are described in
// libprofdiff/schema/egprof-1.schema.json. Loops are listed once and referred to as L0, L1, …, because folded threads
// repeat them.
//
// Test: tests/unit/report/ranking/texts_test.cpp.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <span>

#include "base/utf8.h"
#include "profdiff/formats.h"
#include "report/ranking/comment.h"
#include "report/ranking/evidence.h"
#include "report/ranking/fields.h"
#include "report/ranking/names.h"
#include "values/diff_nlr.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

class Document {
 public:
  Document(TableWriter& writer, const RankingView& view, const RankingDocumentOptions& options)
      : writer_(writer),
        view_(view),
        options_(options),
        result_(view.ranking),
        folded_(result_.folded.front()),
        // Linkage names are used, because programs that read the document compare names; demangled names are in the
        // text output.
        names_(folded_, DemangleStyle::kNone) {}

  void Write() {
    WriteDocumentHead(writer_, "threadRanking");
    writer_.AddValue("good", ListOf(view_.good_labels, AsUtf8));
    writer_.AddValue("bad", ListOf(view_.bad_labels, AsUtf8));
    writer_.AddValue("filters",
                     ListOf(view_.options.filters, [](const RankFilter& filter) { return Cell(filter.code); }));
    WriteLoops();
    WriteThreads();
    WriteScores();
    WriteRanking();
    WriteStops();
    WriteDiffs();
    writer_.AddValue("verdict", Verdict());
    writer_.Finish();
  }

 private:
  void WriteLoops() {
    Fields<LoopId> fields;
    fields.Add("id", [](LoopId loop) { return Cell("L" + std::to_string(loop.value)); });
    fields.Add("body", [this](LoopId loop) { return EntryList(folded_.loops[loop.value]); });
    std::vector<LoopId> loops;
    for (std::size_t i = 0; i < folded_.loops.size(); ++i) loops.emplace_back(i);
    WriteObjects(writer_, "loops", fields, loops);
  }

  // Each thread has a list of runs, the good runs first. If a run does not have the thread, all values except the side
  // and the number of the run are null.
  void WriteThreads() {
    Fields<ThreadRow> fields = ThreadFields();
    const Fields<ThreadRunRow> of_run = ThreadRunFields(view_);
    const std::vector<TableColumn> columns = of_run.Columns();
    fields.Add("runs", [&](const ThreadRow& row) {
      return Cell(ListOf(RunRowsOf(view_, row.id), [&](const ThreadRunRow& run) {
        Cell::Record record;
        for (const TableColumn& column : columns) record.emplace_back(column.key, (*of_run.Find(column))(run));
        return Cell(std::move(record));
      }));
    });
    WriteObjects(writer_, "threads", fields, ThreadRows(view_));
  }

  void WriteScores() {
    Fields<ScoreRow> fields;
    fields.Add("filter", [this](const ScoreRow& row) { return Cell(view_.options.filters[row.filter].code); });
    fields.Add("attributes", [](const ScoreRow& row) { return Cell(NameOf(row.attributes)); });
    // A number of concepts is null if the lattice has too many concepts to count.
    fields.Add("concepts", [](const ScoreRow& row) { return ListOf(row.concepts, OrNull<std::size_t>); });
    fields.Add("classes", [](const ScoreRow& row) { return ListOf(row.classes, std::identity()); });
    fields.Add("members", [this](const ScoreRow& row) { return MembersCell(row); });
    fields.Add("bScore", [](const ScoreRow& row) { return OrNull(row.b_score); });
    fields.Add("columns", [this](const ScoreRow& row) {
      return ListOf(row.columns, [this](const ScoreColumn& column) { return ColumnCell(column); });
    });
    if (options_.similarities) fields.Add("jsm", [this](const ScoreRow& row) { return SimilarityCell(row); });
    WriteObjects(writer_, "rows", fields, result_.ranking.rows);
  }

  // Returns, for each run, the classes of threads with equal attributes.
  Cell MembersCell(const ScoreRow& row) const {
    const FoldedTraces& folded = result_.folded[row.filter];
    const ThreadAttributes attributes = FindAttributes(folded, row.attributes);
    Cell::List runs;
    for (std::size_t run = 0; run < attributes.runs.size(); ++run) {
      std::map<AttributeSet, std::size_t> index;  // of each class in `classes`
      std::vector<std::vector<ThreadKey>> classes;
      for (std::size_t i = 0; i < folded.runs[run].size(); ++i) {
        const auto [known, is_new] = index.try_emplace(attributes.runs[run][i], classes.size());
        if (is_new) classes.emplace_back();
        classes[known->second].push_back(folded.runs[run][i].id);
      }
      runs.emplace_back(ListOf(classes, [](const std::vector<ThreadKey>& ids) { return IdList(ids); }));
    }
    return runs;
  }

  Cell ColumnCell(const ScoreColumn& column) const {
    const std::span<const PairScore> pairs =
        // Only the pairs that the text output shows (--top) are written, because the number of all pairs grows with the
        // square of the number of ranks.
        std::span(column.pairs).first(std::min(view_.options.top, column.pairs.size()));
    return Cell::Record{
        {"thread", column.thread},
        {"pairs", ListOf(pairs, [](const PairScore& pair) {
           return Cell(Cell::Record{
               {"a", ThreadText(pair.a)}, {"b", ThreadText(pair.b)}, {"score", pair.score}, {"beyond", pair.beyond}});
         })}};
  }

  // Returns the similarity matrix (JSM in the paper) of each run, row by row. The matrices are computed again, because
  // the ranking keeps only means.
  Cell SimilarityCell(const ScoreRow& row) const {
    const FoldedTraces& folded = result_.folded[row.filter];
    const ThreadAttributes attributes = FindAttributes(folded, row.attributes);
    Cell::List list;
    for (std::size_t run = 0; run < attributes.runs.size(); ++run) {
      const RunOfSide of = SideOf(view_, run);
      const Similarities similarities = FindSimilarities(attributes.runs[run]);
      Cell::List ids, values;
      for (std::size_t a = 0; a < folded.runs[run].size(); ++a) {
        ids.emplace_back(ThreadText(folded.runs[run][a].id));
        Cell::List line;
        for (std::size_t b = 0; b < folded.runs[run].size(); ++b) line.emplace_back(similarities.At(a, b));
        values.emplace_back(std::move(line));
      }
      list.emplace_back(Cell::Record{
          {"side", of.side()}, {"run", of.number}, {"threads", std::move(ids)}, {"values", std::move(values)}});
    }
    return list;
  }

  void WriteRanking() {
    Fields<std::size_t> fields;
    auto thread = [this](std::size_t i) -> const RankedThread& { return result_.ranking.threads[i]; };
    fields.Add("id", [=](std::size_t i) { return Cell(ThreadText(thread(i).id)); });
    fields.Add("change", [=](std::size_t i) { return Cell(thread(i).change); });
    fields.Add("noise", [=](std::size_t i) { return Cell(thread(i).noise); });
    fields.Add("beyond", [=](std::size_t i) { return Cell(thread(i).beyond); });
    WriteObjects(writer_, "ranking", fields, result_.ranking.ranked);
  }

  void WriteStops() {
    Fields<StopPlace> places;
    places.Add("run", [](const StopPlace& place) { return Cell(place.run); });
    places.Add("threads", [](const StopPlace& place) { return IdList(place.threads); });
    places.Add("where", [](const StopPlace& place) { return ListOf(place.where, AsUtf8); });
    places.Add("after", [](const StopPlace& place) { return UnlessEmpty(AsUtf8(place.after)); });
    places.Add("state", [](const StopPlace& place) { return Cell(NameOf(place.state)); });
    places.Add("next", [](const StopPlace& place) { return ListOf(place.next, AsUtf8); });
    WriteObjects(writer_, "stops", places, result_.stops.places);
    Fields<BadEnd> ends;
    ends.Add("run", [](const BadEnd& end) { return Cell(end.run); });
    ends.Add("rank", [](const BadEnd& end) { return Cell(end.rank); });
    ends.Add("status", [](const BadEnd& end) { return Cell(end.status); });
    // Times in documents are in seconds.
    ends.Add("before_last", [](const BadEnd& end) {
      return end.before_last ? Cell(static_cast<double>(*end.before_last) / 1e9) : Cell();
    });
    ends.Add("how", [](const BadEnd& end) { return Cell(NameOf(end.how)); });
    ends.Add("signal", [](const BadEnd& end) { return end.signal != 0 ? Cell(end.signal) : Cell(); });
    ends.Add("code", [](const BadEnd& end) { return end.code != 0 ? Cell(end.code) : Cell(); });
    ends.Add("first", [](const BadEnd& end) { return Cell(end.is_first); });
    ends.Add("thread", [](const BadEnd& end) { return end.thread ? Cell(ThreadText(*end.thread)) : Cell(); });
    ends.Add("certain", [](const BadEnd& end) { return end.thread ? Cell(end.thread_is_certain) : Cell(); });
    WriteObjects(writer_, "ends", ends, result_.stops.ends);
    Fields<SlowerFunction> slower;
    slower.Add("id", [](const SlowerFunction& function) { return Cell(ThreadText(function.id)); });
    slower.Add("name", [](const SlowerFunction& function) { return Cell(AsUtf8(function.name)); });
    // Times are in seconds; numbers of calls are written as they are.
    const auto value = [](const SlowerFunction& function, std::uint64_t number) {
      return function.what == SlowerFunction::What::kCalls ? Cell(number) : Cell(static_cast<double>(number) / 1e9);
    };
    slower.Add("bad", [=](const SlowerFunction& function) { return value(function, function.bad); });
    slower.Add("most", [=](const SlowerFunction& function) { return value(function, function.most); });
    slower.Add("what", [](const SlowerFunction& function) { return Cell(NameOf(function.what)); });
    WriteObjects(writer_, "slower", slower, result_.stops.slower);
    WriteWaits();
    WriteReasons();
  }

  void WriteWaits() {
    Fields<ThreadWait> waits;
    waits.Add("run", [](const ThreadWait& wait) { return Cell(wait.run); });
    waits.Add("id", [](const ThreadWait& wait) { return Cell(ThreadText(wait.id)); });
    waits.Add("for", [](const ThreadWait& wait) { return IdList(wait.for_threads); });
    waits.Add("any", [](const ThreadWait& wait) { return Cell(wait.any_suffices); });
    waits.Add("call", [](const ThreadWait& wait) { return Cell(AsUtf8(wait.call)); });
    waits.Add("what", [](const ThreadWait& wait) { return UnlessEmpty(wait.what); });
    waits.Add("recorded", [](const ThreadWait& wait) { return Cell(wait.recorded); });
    waits.Add("holds", [](const ThreadWait& wait) { return ListOf(wait.holds, AsUtf8); });
    WriteObjects(writer_, "waits", waits, result_.stops.waits);
    Fields<WaitCycle> cycles;
    cycles.Add("run", [](const WaitCycle& cycle) { return Cell(cycle.run); });
    cycles.Add("threads", [](const WaitCycle& cycle) { return IdList(cycle.threads); });
    WriteObjects(writer_, "cycles", cycles, result_.stops.cycles);
    Fields<CallError> errors;
    errors.Add("run", [](const CallError& error) { return Cell(error.run); });
    errors.Add("kind", [](const CallError& error) { return Cell(NameOf(error.kind)); });
    errors.Add("ranks", [](const CallError& error) { return ListOf(error.ranks, std::identity()); });
    errors.Add("text", [](const CallError& error) { return Cell(AsUtf8(error.text)); });
    WriteObjects(writer_, "errors", errors, result_.stops.errors);
  }

  // Reasons are the first new step or argument of a thread, then functions that it no longer calls, then its number of
  // calls that is furthest outside the range of good runs.
  void WriteReasons() {
    std::vector<Reason> reasons = result_.stops.reasons;
    for (const std::size_t i : result_.ranking.ranked) {
      const RankedThread& thread = result_.ranking.threads[i];
      const auto is_cut = [&](const StopPlace& place) {
        return std::ranges::find(place.threads, thread.id) != place.threads.end();
      };
      if (std::ranges::any_of(result_.stops.places, is_cut)) continue;  // what it did not reach is not lost
      if (!thread.lost.empty()) AddReason(thread.id, Reason::Kind::kLost, thread.lost.front(), reasons);
      if (!thread.counts.empty()) AddReason(thread.id, Reason::Kind::kCount, thread.counts.front().name, reasons);
    }
    std::ranges::stable_sort(reasons, {}, &Reason::id);
    Fields<Reason> fields;
    fields.Add("run", [](const Reason& reason) { return Cell(reason.run); });
    fields.Add("id", [](const Reason& reason) { return Cell(ThreadText(reason.id)); });
    fields.Add("kind", [](const Reason& reason) { return Cell(NameOf(reason.kind)); });
    fields.Add("call", [](const Reason& reason) { return UnlessEmpty(AsUtf8(reason.call)); });
    fields.Add("text", [this](const Reason& reason) { return Cell(AsUtf8(TextOfReason(reason))); });
    fields.Add("time", [](const Reason& reason) {
      return reason.time ? Cell(static_cast<double>(*reason.time) / 1e9) : Cell();
    });
    WriteObjects(writer_, "reasons", fields, reasons);
  }

  static void AddReason(ThreadKey id, Reason::Kind kind, const std::string& call, std::vector<Reason>& reasons) {
    Reason& reason = reasons.emplace_back();
    reason.id = id;
    reason.kind = kind;
    reason.call = call;
  }

  std::string TextOfReason(const Reason& reason) const {
    if (reason.kind == Reason::Kind::kLost) return "no longer calls " + reason.call;
    if (reason.kind == Reason::Kind::kCount) return "calls " + reason.call + " more or less often than in good runs";
    return ReasonText(view_, reason);
  }

  void WriteDiffs() {
    Fields<ThreadKey> fields;
    fields.Add("id", [](ThreadKey id) { return Cell(ThreadText(id)); });
    fields.Add("blocks", [this](ThreadKey id) { return BlocksCell(id); });
    WriteObjects(writer_, "diffnlr", fields, options_.diffs);
  }

  // Returns the blocks of diffNLR for a thread. The left side is the thread in the most similar good run, the right
  // side is the thread in the first bad run.
  Cell BlocksCell(ThreadKey id) const {
    const std::size_t bad_run = view_.ranking.ranking.good;
    const std::optional<std::size_t> good_run = MostSimilarRun(folded_, view_.ranking.ranking.good, bad_run, id);
    const FoldedThread* bad = folded_.Find(bad_run, id);
    const FoldedThread* good = good_run ? folded_.Find(*good_run, id) : nullptr;
    // The list is empty if the thread is missing on one side, because there is nothing to align.
    if (bad == nullptr || good == nullptr) return Cell::List();
    const auto entries = [this](const FoldedThread& thread, std::uint32_t first, std::uint32_t count) {
      return EntryList(std::span(thread.entries).subspan(first, count));
    };
    constexpr const char* kMarks[] = {"equal", "count", "left", "right"};
    return ListOf(DiffNlr(folded_, good->entries, bad->entries), [&](const NlrBlock& block) {
      return Cell(Cell::Record{{"mark", kMarks[static_cast<std::size_t>(block.mark)]},
                               {"left", entries(*good, block.left, block.left_count)},
                               {"right", entries(*bad, block.right, block.right_count)}});
    });
  }

  Cell EntryList(std::span<const FoldedEntry> entries) const {
    return ListOf(entries, [this](const FoldedEntry& entry) { return names_.Entry(entry); });
  }

  Cell Verdict() const {
    std::string text;
    RankingView view = view_;
    view.columns = 100;  // a document does not depend on the terminal
    AppendRankVerdict(text, view);
    return Cell::Record{{"kind", NameOf(result_.verdict)}, {"suspects", IdList(result_.suspects)}, {"text", text}};
  }

  TableWriter& writer_;
  const RankingView& view_;
  const RankingDocumentOptions& options_;
  const ThreadRanking& result_;
  const FoldedTraces& folded_;
  const EntryNames names_;
};

}  // namespace

void WriteRanking(std::string& out, const TableFormat& format, const RankingView& view,
                  const RankingDocumentOptions& options) {
  // The limit is checked before the writer starts, so that an error does not leave an incomplete document.
  if (format.is_document && options.similarities) RequireFewSimilarities(view, view.ranking.ranking.rows.size());
  if (format.is_text) return WriteRankVerdict(out, view);
  if (format.is_comment) return WriteRankComment(out, view);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  format.is_document ? Document(*writer, view, options).Write() : WriteRankingTables(*writer, view);
}

}  // namespace profdiff
