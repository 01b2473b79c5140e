// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the paper's table of scores (Figs 5 and 6 of DiffTrace), and below it the ranking of threads. In the table,
// threads are written 2_3, as in the paper.
//
// Test: tests/unit/report/ranking/texts_test.cpp.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "report/ranking/names.h"
#include "values/thread_attributes.h"
#include "values/thread_scores.h"

namespace profdiff {
namespace {

// Writes rows of cells. Each column is as wide as its widest cell.
class Grid {
 public:
  void Add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  void Append(std::string& out) const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], CountCharacters(row[i]));
    }
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += row[i];
        line.append(widths[i] - CountCharacters(row[i]) + 2, ' ');
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

// Returns the pairs that have the highest scores in a column, numbered from 1, for example "1:(1_3,2_3):0.89 2:…".
std::string PairsText(const ScoreColumn& column, std::size_t top) {
  std::string text;
  for (std::size_t i = 0; i < std::min(top, column.pairs.size()); ++i) {
    const PairScore& pair = column.pairs[i];
    if (pair.score < 0.005) break;  // would be printed as 0.00
    if (i != 0) text += ' ';
    text += std::to_string(i + 1) + ":(" + ThreadText(pair.a, '_') + "," + ThreadText(pair.b, '_') +
            "):" + FixedText(pair.score, 2);
  }
  return text.empty() ? "-" : text;
}

// Returns the thread numbers that have a column in the table. A thread number that exists on only one rank has no
// pairs, and no column.
std::set<std::uint32_t> ThreadNumbers(const Ranking& ranking) {
  std::set<std::uint32_t> numbers;
  for (const ScoreRow& row : ranking.rows) {
    for (const ScoreColumn& column : row.columns) {
      if (!column.pairs.empty()) numbers.insert(column.thread);
    }
  }
  return numbers;
}

void AppendScores(std::string& out, const RankingView& view) {
  const Ranking& ranking = view.ranking.ranking;
  const std::set<std::uint32_t> numbers = ThreadNumbers(ranking);
  Grid grid;
  std::vector<std::string> heading = {"filter", "attributes", "B-score"};
  for (std::uint32_t number : numbers) heading.push_back("thread " + std::to_string(number));
  grid.Add(std::move(heading));
  // The row with the lowest B-score comes first: with its filter and attributes, the clusterings of good and bad runs
  // differ most.
  for (std::size_t i : ranking.by_b_score) {
    const ScoreRow& row = ranking.rows[i];
    std::vector<std::string> cells = {view.options.filters[row.filter].code, std::string(NameOf(row.attributes)),
                                      row.b_score ? FixedText(*row.b_score, 3) : "-"};
    for (std::uint32_t number : numbers) {
      const auto column = std::ranges::find(row.columns, number, &ScoreColumn::thread);
      cells.push_back(column != row.columns.end() ? PairsText(*column, view.options.top) : "");
    }
    grid.Add(std::move(cells));
  }
  // Writes the summary rows of the paper's table: mean, minimum and maximum over all rows of a column.
  constexpr std::pair<const char*, double ScoreSummary::*> kSummaries[] = {
      {"Average", &ScoreSummary::mean}, {"Min", &ScoreSummary::least}, {"Max", &ScoreSummary::most}};
  for (const auto& [what, value] : kSummaries) {
    std::vector<std::string> cells = {what, "", ""};
    for (std::uint32_t number : numbers) {
      const ScoreSummary summary = Summarize(ranking.rows, number);
      cells.push_back(summary.cells == 0 ? "-" : FixedText(summary.*value, 3));
    }
    grid.Add(std::move(cells));
  }
  grid.Append(out);
}

void AppendRanking(std::string& out, const RankingView& view) {
  const Ranking& ranking = view.ranking.ranking;
  const EntryNames names(view.ranking.folded.front(), view.demangle);
  out += "\n";
  Grid grid;
  grid.Add({"thread", "beyond", "change", "noise", "lost", "new", "first difference"});
  for (std::size_t i : ranking.ranked) {
    const RankedThread& thread = ranking.threads[i];
    std::string first;
    if (thread.first) {
      first = thread.first->function.valid() ? names.Function(thread.first->function) : "end";
      first += " at call " + std::to_string(thread.first->call + 1);
    }
    grid.Add({ThreadText(thread.id), FixedText(thread.beyond, 2), FixedText(thread.change, 2),
              FixedText(thread.noise, 2), std::to_string(thread.lost.size()), std::to_string(thread.added.size()),
              first});
  }
  const std::size_t unknown = CountUnknown(ranking);
  if (unknown != 0) out += UnknownText(unknown) + "\n";
  if (ranking.ranked.empty()) {
    if (unknown == 0) out += "no thread changed by more than good runs do\n";
    return;
  }
  grid.Append(out);
}

}  // namespace

void WriteRankTable(std::string& out, const RankingView& view) {
  AppendScores(out, view);
  AppendRanking(out, view);
}

void WriteThreadClasses(std::string& out, const RankingView& view) {
  const FoldedTraces& folded = view.ranking.folded.front();
  for (const AttributeRow& row : view.options.rows) {
    const ThreadAttributes attributes = FindAttributes(folded, row);
    out.append(out.empty() ? "" : "\n").append(NameOf(row)).append("\n");
    for (std::size_t run = 0; run < attributes.runs.size(); ++run) {
      out += RunText(view, run) + "\n";
      const Similarities similarities = FindSimilarities(attributes.runs[run]);
      std::vector<std::vector<ThreadKey>> classes(similarities.classes());
      for (std::size_t i = 0; i < similarities.class_of.size(); ++i) {
        classes[similarities.class_of[i]].push_back(folded.runs[run][i].id);
      }
      for (std::size_t i = 0; i < classes.size(); ++i) {
        out += "  " + Plural(similarities.sizes[i], "attribute") + ": " + ThreadsText(classes[i]) + "\n";
      }
    }
  }
}

}  // namespace profdiff
