// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the tables of a ranking: its threads, pairs of threads, and ends of threads. Formal contexts and similarities,
// whose columns depend on the data, are written only as CSV.
//
// Test: tests/unit/report/ranking/texts_test.cpp.
#include "profdiff/error.h"
#include "report/format/csv.h"
#include "report/ranking/fields.h"
#include "report/ranking/names.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

// Returns the columns for side, run and thread, followed by one column per attribute or thread.
std::vector<TableColumn> WithRun(const std::vector<std::string>& headings) {
  std::vector<TableColumn> columns = ListColumns("side run thread");
  for (const std::string& heading : headings) columns.push_back({.heading = heading});
  return columns;
}

std::vector<Cell> RunCells(const RankingView& view, std::size_t run, ThreadKey id) {
  const RunOfSide of = SideOf(view, run);
  return {of.side(), of.number, ThreadText(id)};
}

}  // namespace

void WriteRankingTables(TableWriter& writer, const RankingView& view) {
  const std::vector<ThreadRow> threads = ThreadRows(view);
  WriteRows(writer, "threads", ListColumns("rank thread change noise beyond lost new id"), ThreadFields(), threads);
  WriteRows(writer, "pairs", ListColumns("filter attributes thread a b score beyond"), PairFields(view),
            PairRows(view));
  const std::vector<TableColumn> columns =
      ListColumns("side run calls kept entries state silent lost after open next id");
  writer.StartTable("ends", columns);
  const Fields<ThreadRunRow> fields = ThreadRunFields(view);
  RowWriter<ThreadRunRow> rows(writer, columns, fields);
  for (const ThreadRow& thread : threads) {
    for (const ThreadRunRow& row : RunRowsOf(view, thread.id)) rows.Write(row);
  }
  writer.EndTable();
  writer.Finish();
}

void WriteContextCsv(std::string& out, const RankingView& view, AttributeRow row) {
  const FoldedTraces& folded = view.ranking.folded.front();
  const ThreadAttributes attributes = FindAttributes(folded, row);
  const std::vector<TableColumn> columns = WithRun(attributes.names);
  CsvWriter csv(out);
  csv.StartTable("context", columns);
  for (std::size_t run = 0; run < attributes.runs.size(); ++run) {
    for (std::size_t i = 0; i < attributes.runs[run].size(); ++i) {
      std::vector<Cell> cells = RunCells(view, run, folded.runs[run][i].id);
      // A formal context is a table of crosses: a cell is 1 if the thread has the attribute, otherwise 0. The first
      // three cells identify the thread.
      cells.resize(columns.size(), Cell(0));
      for (std::uint32_t attribute : attributes.runs[run][i]) cells[3 + attribute] = 1;
      for (const Cell& cell : cells) csv.AddCell(cell);
      csv.EndRow();
    }
  }
  csv.EndTable();
  csv.Finish();
}

void WriteSimilaritiesCsv(std::string& out, const RankingView& view, AttributeRow row) {
  RequireFewSimilarities(view, 1);
  const FoldedTraces& folded = view.ranking.folded.front();
  const ThreadAttributes attributes = FindAttributes(folded, row);
  CsvWriter csv(out);
  for (std::size_t run = 0; run < attributes.runs.size(); ++run) {
    const Similarities similarities = FindSimilarities(attributes.runs[run]);
    std::vector<std::string> ids;
    for (const FoldedThread& thread : folded.runs[run]) ids.push_back(ThreadText(thread.id));
    // Runs can have different threads, so each run has its own table, whose heading lists the run's threads.
    const std::vector<TableColumn> columns = WithRun(ids);
    csv.StartTable("similarities", columns);
    for (std::size_t a = 0; a < ids.size(); ++a) {
      std::vector<Cell> cells = RunCells(view, run, folded.runs[run][a].id);
      for (std::size_t b = 0; b < ids.size(); ++b) cells.emplace_back(similarities.At(a, b));
      for (const Cell& cell : cells) csv.AddCell(cell);
      csv.EndRow();
    }
    csv.EndTable();
  }
  csv.Finish();
}

}  // namespace profdiff
