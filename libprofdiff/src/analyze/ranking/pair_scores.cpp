// SPDX-License-Identifier: GPL-3.0-or-later
// Scores pairs of threads by the change in their similarity J: the score is |J(bad) - mean J(good)|, and `beyond` is
// the distance of J(bad) from the range of J(good). With one good run, both numbers equal the score of the DiffTrace
// paper, and pairs are in the paper's order.
// Source: section 2.5 and figures 6, 10 and 12 of the paper.
#include "analyze/ranking/pair_scores.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "values/thread_attributes.h"
#include "values/thread_scores.h"

namespace profdiff {
namespace {

constexpr std::size_t kNone = ~std::size_t{0};

// A thread and its index in each run.
struct CommonThread {
  ThreadKey id;
  // Index of the thread among the threads of each run, indexed by run; kNone if the run lacks the thread.
  std::vector<std::size_t> objects;
};

std::vector<CommonThread> FindCommon(const std::vector<RunSimilarities>& runs) {
  std::map<ThreadKey, std::vector<std::size_t>> objects;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (std::size_t i = 0; i < runs[run].ids.size(); ++i) {
      std::vector<std::size_t>& of_thread = objects[runs[run].ids[i]];
      of_thread.resize(runs.size(), kNone);
      of_thread[run] = i;
    }
  }
  std::vector<CommonThread> common;
  for (auto& [id, of_thread] : objects) common.push_back({id, std::move(of_thread)});
  return common;
}

struct Range {
  double least = 1, most = 0, sum = 0;
  std::size_t count = 0;

  void Add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
    sum += value;
    ++count;
  }
  double Mean() const { return sum / static_cast<double>(count); }
  double Outside(double value) const { return std::max({0.0, least - value, value - most}); }
};

class PairScorer {
 public:
  PairScorer(const std::vector<RunSimilarities>& runs, std::size_t good_runs) : runs_(runs), good_runs_(good_runs) {}

  // Returns nullopt if no good run, or no bad run, has both threads.
  std::optional<PairScore> Score(const CommonThread& a, const CommonThread& b) const {
    Range good, bad_scores, bad_beyond;
    ForRuns(0, good_runs_, a, b, [&](double j) { good.Add(j); });
    if (good.count == 0) return {};
    ForRuns(good_runs_, runs_.size(), a, b, [&](double j) {
      bad_scores.Add(std::abs(j - good.Mean()));
      bad_beyond.Add(good.Outside(j));
    });
    if (bad_scores.count == 0) return {};
    return PairScore{a.id, b.id, bad_scores.Mean(), bad_beyond.Mean()};
  }

 private:
  template <class Visit>
  void ForRuns(std::size_t begin, std::size_t end, const CommonThread& a, const CommonThread& b,
               const Visit& visit) const {
    for (std::size_t run = begin; run < end; ++run) {
      if (a.objects[run] == kNone || b.objects[run] == kNone) continue;
      visit(runs_[run].similarities.At(a.objects[run], b.objects[run]));
    }
  }

  const std::vector<RunSimilarities>& runs_;
  const std::size_t good_runs_;
};

bool IsBefore(const PairScore& x, const PairScore& y) {
  return std::tuple(-x.beyond, -x.score, x.a, x.b) < std::tuple(-y.beyond, -y.score, y.a, y.b);
}

// Keeps the `top` best pairs in a heap with the worst of them at the front, so that memory does not grow with the
// number of pairs.
void AddIfBest(const PairScore& pair, std::size_t top, std::vector<PairScore>& best) {
  if (best.size() == top && (top == 0 || !IsBefore(pair, best.front()))) return;
  best.push_back(pair);
  std::ranges::push_heap(best, IsBefore);
  if (best.size() <= top) return;
  std::ranges::pop_heap(best, IsBefore);
  best.pop_back();
}

// Returns a matrix of the mean similarities of `threads` over some runs, row by row. All of these runs must have the
// threads.
std::vector<double> MeanMatrix(const std::vector<RunSimilarities>& runs, std::size_t begin, std::size_t end,
                               const std::vector<CommonThread>& threads) {
  const std::size_t n = threads.size();
  std::vector<double> mean(n * n);
  for (std::size_t run = begin; run < end; ++run) {
    for (std::size_t i = 0; i < n * n; ++i) {
      mean[i] += runs[run].similarities.At(threads[i / n].objects[run], threads[i % n].objects[run]);
    }
  }
  for (double& value : mean) value /= static_cast<double>(end - begin);
  return mean;
}

}  // namespace

std::vector<ScoreColumn> ScorePairs(const std::vector<RunSimilarities>& runs, std::size_t good_runs, std::size_t top) {
  std::map<std::uint32_t, std::vector<CommonThread>> by_number;
  for (CommonThread& thread : FindCommon(runs)) by_number[thread.id.thread].push_back(std::move(thread));
  const PairScorer scorer(runs, good_runs);
  std::vector<ScoreColumn> columns;
  for (const auto& [number, threads] : by_number) {
    ScoreColumn column{number, {}};
    // Scores all pairs of threads with the same number, as these threads do the same work in different ranks.
    for (std::size_t a = 0; a < threads.size(); ++a) {
      for (std::size_t b = a + 1; b < threads.size(); ++b) {
        if (const auto pair = scorer.Score(threads[a], threads[b])) AddIfBest(*pair, top, column.pairs);
      }
    }
    std::ranges::sort_heap(column.pairs, IsBefore);
    columns.push_back(std::move(column));
  }
  return columns;
}

std::optional<double> ScoreClusterings(const std::vector<RunSimilarities>& runs, std::size_t good_runs) {
  std::vector<CommonThread> threads = FindCommon(runs);
  // Keeps only threads that all runs have: clusterings can be compared only if they have the same objects.
  std::erase_if(threads, [](const CommonThread& thread) { return std::ranges::count(thread.objects, kNone) != 0; });
  if (threads.size() > kMostForBScore) return {};
  return BScore(MeanMatrix(runs, 0, good_runs, threads), MeanMatrix(runs, good_runs, runs.size(), threads),
                threads.size());
}

// Summarises the scores of all printed pairs of threads whose number is `thread`, as in the lines below the table of
// the DiffTrace paper.
ScoreSummary Summarize(std::span<const ScoreRow> rows, std::uint32_t thread) {
  ScoreSummary summary;
  for (const ScoreRow& row : rows) {
    for (const ScoreColumn& column : row.columns) {
      if (column.thread != thread) continue;
      for (const PairScore& pair : column.pairs) {
        summary.least = summary.cells == 0 ? pair.score : std::min(summary.least, pair.score);
        summary.most = std::max(summary.most, pair.score);
        summary.mean += pair.score;
        ++summary.cells;
      }
    }
  }
  if (summary.cells != 0) summary.mean /= static_cast<double>(summary.cells);
  return summary;
}

}  // namespace profdiff
