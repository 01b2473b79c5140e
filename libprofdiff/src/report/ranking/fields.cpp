// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and fields of a ranking of threads, for documents and tables.
//
// Test: tests/unit/report/ranking/texts_test.cpp.
#include "report/ranking/fields.h"

#include <algorithm>
#include <memory>

#include "base/utf8.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

Cell CountList(const std::vector<CountOutside>& counts) {
  return ListOf(counts, [](const CountOutside& count) {
    return Cell(
        Cell::Record{{"name", AsUtf8(count.name)}, {"bad", count.bad}, {"least", count.least}, {"most", count.most}});
  });
}

// Returns how a thread ended; null if this is unknown. `ends` belongs to one run and is sorted by thread.
const ThreadEnd* EndOf(const std::vector<ThreadEnd>& ends, ThreadKey id) {
  const auto found = std::ranges::lower_bound(ends, id, {}, &ThreadEnd::id);
  return found != ends.end() && found->id == id ? &*found : nullptr;
}

// Returns a field of a ranked thread; an empty cell for a thread that is not ranked.
Cell OfRanked(const ThreadRow& row, double RankedThread::*field) {
  return row.ranked != nullptr ? Cell(row.ranked->*field) : Cell();
}

// Returns the same for a field that is unknown if functions have no names.
Cell OfKnown(const ThreadRow& row, double RankedThread::*field) {
  return row.ranked != nullptr && row.ranked->is_known ? Cell(row.ranked->*field) : Cell();
}

}  // namespace

Cell IdList(const std::vector<ThreadKey>& ids) {
  return ListOf(ids, [](ThreadKey id) { return Cell(ThreadText(id)); });
}

std::vector<ThreadRow> ThreadRows(const RankingView& view) {
  std::vector<ThreadRow> rows;
  for (const RankedThread& thread : view.ranking.ranking.threads) rows.push_back({thread.id, &thread});
  std::vector<ThreadKey> others = view.ranking.ranking.only_good;
  const std::vector<ThreadKey>& only_bad = view.ranking.ranking.only_bad;
  others.insert(others.end(), only_bad.begin(), only_bad.end());
  // Without bad runs, no thread is ranked, so the threads of the first run are listed instead.
  if (rows.empty()) {
    for (const FoldedThread& thread : view.ranking.folded.front().runs.front()) others.push_back(thread.id);
  }
  for (ThreadKey id : others) {
    // A rank without a recording is ranked, although it is only in good runs.
    if (std::ranges::find(rows, id, &ThreadRow::id) == rows.end()) rows.push_back({id, nullptr});
  }
  std::ranges::stable_sort(rows, {}, &ThreadRow::id);
  return rows;
}

std::vector<ThreadRunRow> RunRowsOf(const RankingView& view, ThreadKey id) {
  std::vector<ThreadRunRow> rows;
  const FoldedTraces& folded = view.ranking.folded.front();
  for (std::size_t run = 0; run < folded.runs.size(); ++run) {
    rows.push_back({id, SideOf(view, run), folded.Find(run, id), EndOf(view.ranking.stops.runs[run], id)});
  }
  return rows;
}

std::vector<PairRow> PairRows(const RankingView& view) {
  std::vector<PairRow> rows;
  for (const ScoreRow& row : view.ranking.ranking.rows) {
    for (const ScoreColumn& column : row.columns) {
      const std::size_t count = std::min(view.options.top, column.pairs.size());
      for (std::size_t i = 0; i < count; ++i) rows.push_back({&row, column.thread, column.pairs[i]});
    }
  }
  return rows;
}

Fields<ThreadRow> ThreadFields() {
  Fields<ThreadRow> fields;
  fields.Add("id", [](const ThreadRow& row) { return Cell(ThreadText(row.id)); });
  fields.Add("rank", [](const ThreadRow& row) { return Cell(row.id.rank); });
  fields.Add("thread", [](const ThreadRow& row) { return Cell(row.id.thread); });
  fields.Add("change", [](const ThreadRow& row) { return OfKnown(row, &RankedThread::change); });
  fields.Add("noise", [](const ThreadRow& row) { return OfRanked(row, &RankedThread::noise); });
  fields.Add("beyond", [](const ThreadRow& row) { return OfKnown(row, &RankedThread::beyond); });
  fields.Add("lost", [](const ThreadRow& row) { return row.ranked ? ListOf(row.ranked->lost, AsUtf8) : Cell::List(); });
  fields.Add("new", [](const ThreadRow& row) { return row.ranked ? ListOf(row.ranked->added, AsUtf8) : Cell::List(); });
  fields.Add("counts",
             [](const ThreadRow& row) { return row.ranked ? CountList(row.ranked->counts) : Cell(Cell::List()); });
  return fields;
}

Fields<ThreadRunRow> ThreadRunFields(const RankingView& view) {
  Fields<ThreadRunRow> fields;
  // The fields outlive this function, so they share the ownership of the names.
  const auto names = std::make_shared<const EntryNames>(view.ranking.folded.front(), DemangleStyle::kNone);
  fields.AddForTables("id", [](const ThreadRunRow& row) { return Cell(ThreadText(row.id)); });
  fields.Add("side", [](const ThreadRunRow& row) { return Cell(row.run.side()); });
  fields.Add("run", [](const ThreadRunRow& row) { return Cell(row.run.number); });
  fields.Add("calls", [](const ThreadRunRow& row) { return row.folded ? Cell(row.folded->recorded) : Cell(); });
  fields.Add("kept", [](const ThreadRunRow& row) { return row.folded ? Cell(row.folded->calls) : Cell(); });
  fields.Add("entries", [](const ThreadRunRow& row) { return row.folded ? Cell(row.folded->entries.size()) : Cell(); });
  fields.Add("folded", [names](const ThreadRunRow& row) {
    return row.folded
               ? Cell(ListOf(row.folded->entries, [&](const FoldedEntry& entry) { return Cell(names->Entry(entry)); }))
               : Cell();
  });
  fields.Add("state", [](const ThreadRunRow& row) { return row.end ? Cell(NameOf(row.end->state)) : Cell(); });
  fields.Add("open", [](const ThreadRunRow& row) { return row.end ? ListOf(row.end->open, AsUtf8) : Cell(); });
  fields.Add("after", [](const ThreadRunRow& row) { return row.end ? UnlessEmpty(AsUtf8(row.end->after)) : Cell(); });
  fields.Add("next", [](const ThreadRunRow& row) { return row.end ? ListOf(row.end->next, AsUtf8) : Cell(); });
  fields.Add("silent", [](const ThreadRunRow& row) {
    return row.end ? Cell(static_cast<double>(row.end->silent) / 1e9) : Cell();
  });
  fields.Add("lost", [](const ThreadRunRow& row) { return row.folded ? Cell(row.folded->lost_records) : Cell(); });
  return fields;
}

Fields<PairRow> PairFields(const RankingView& view) {
  // A pair refers to a filter by index; its cell contains the filter's code.
  Fields<PairRow> fields;
  fields.Add("filter", [&view](const PairRow& row) { return Cell(view.options.filters[row.row->filter].code); });
  fields.Add("attributes", [](const PairRow& row) { return Cell(NameOf(row.row->attributes)); });
  fields.Add("thread", [](const PairRow& row) { return Cell(row.thread); });
  fields.Add("a", [](const PairRow& row) { return Cell(ThreadText(row.pair.a)); });
  fields.Add("b", [](const PairRow& row) { return Cell(ThreadText(row.pair.b)); });
  fields.Add("score", [](const PairRow& row) { return Cell(row.pair.score); });
  fields.Add("beyond", [](const PairRow& row) { return Cell(row.pair.beyond); });
  return fields;
}

void RequireFewSimilarities(const RankingView& view, std::size_t rows) {
  // 25 million numbers are 400 MB of JSON.
  constexpr std::size_t kMost = 25'000'000;
  std::size_t count = 0;
  for (const std::vector<FoldedThread>& threads : view.ranking.folded.front().runs) {
    count += rows * threads.size() * threads.size();
  }
  if (count <= kMost) return;
  throw Error(ErrorCode::kOverflow, std::to_string(count) + " similarities are too many to write; at most " +
                                        std::to_string(kMost) +
                                        " can be written: choose fewer threads, runs or rows of attributes");
}

}  // namespace profdiff
