// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the table of the DiffTrace paper (see profdiff/ranking.h): the scores of pairs, the rows below the table, and
// the B-score.
#include "analyze/ranking/pair_scores.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "profdiff/ranking.h"
#include "values/thread_attributes.h"
#include "values/thread_scores.h"

namespace profdiff::pair_scores_test {
namespace {

// Returns rows as in figure 6 of the DiffTrace paper: each has three scores for one kind of attributes.
std::vector<ScoreRow> RowsOf(const std::vector<std::vector<double>>& scores, std::uint32_t thread) {
  std::vector<ScoreRow> rows;
  for (const std::vector<double>& row : scores) {
    ScoreColumn column{thread, {}};
    for (const double score : row) column.pairs.push_back({{}, {}, score, 0});
    rows.emplace_back().columns = {column};
  }
  return rows;
}

// Returns the similarities of threads 0.T, 1.T and so on, which have the attributes `sets`; T is `thread`.
RunSimilarities RunOf(const std::vector<AttributeSet>& sets, std::uint32_t thread = 0) {
  RunSimilarities run;
  for (std::uint32_t rank = 0; rank < sets.size(); ++rank) run.ids.push_back({rank, thread});
  run.similarities = FindSimilarities(sets);
  return run;
}

std::vector<double> RandomMatrix(std::mt19937& random, std::size_t n) {
  std::vector<double> matrix(n * n, 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      matrix[i * n + j] = matrix[j * n + i] = std::uniform_real_distribution<double>(0, 1)(random);
    }
  }
  return matrix;
}

// Merges the two nearest clusters until k clusters remain. Returns the index of the cluster of each object.
std::vector<std::size_t> ClustersOf(const std::vector<double>& matrix, std::size_t n, std::size_t k) {
  std::vector<std::size_t> cluster(n);
  std::iota(cluster.begin(), cluster.end(), std::size_t{0});
  for (std::size_t joins = 0; joins + k < n; ++joins) {
    double nearest = 2;
    std::size_t join_a = 0, join_b = 0;
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = a + 1; b < n; ++b) {
        double sum = 0, count = 0;
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j) {
            if (cluster[i] != a || cluster[j] != b) continue;
            sum += 1 - matrix[i * n + j];
            ++count;
          }
        }
        if (count == 0 || sum / count >= nearest) continue;
        nearest = sum / count;
        join_a = a;
        join_b = b;
      }
    }
    for (std::size_t& c : cluster) c = c == join_b ? join_a : c;
  }
  return cluster;
}

double SlowBScore(const std::vector<double>& a, const std::vector<double>& b, std::size_t n) {
  double sum = 0;
  for (std::size_t k = 2; k < n; ++k) {
    const auto clusters_a = ClustersOf(a, n, k), clusters_b = ClustersOf(b, n, k);
    double both = 0, in_a = 0, in_b = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const bool same_a = clusters_a[i] == clusters_a[j], same_b = clusters_b[i] == clusters_b[j];
        both += same_a && same_b ? 1 : 0;
        in_a += same_a ? 1 : 0;
        in_b += same_b ? 1 : 0;
      }
    }
    sum += both / std::sqrt(in_a * in_b);
  }
  return sum / static_cast<double>(n - 2);
}

}  // namespace

TEST_CASE("the rows below the paper's table summarize all of its cells", "[rank][pair_scores]") {
  const std::vector<std::vector<double>> thread2 = {{.57, .38, .34}, {.36, .30, .29}, {.36, .30, .29},
                                                    {.71, .60, .47}, {.67, .67, .50}, {.43, .33, .33}};
  const std::vector<std::vector<double>> thread3 = {{.47, .28, .27}, {.62, .29, .26}, {.62, .29, .26},
                                                    {.67, .60, .46}, {.40, .40, .27}, {.33, .43, .33}};
  const std::vector<std::vector<double>> thread4 = {{.71, .69, .69}, {.62, .39, .33}, {.62, .39, .33},
                                                    {.60, .40, .40}, {.50, .50, .40}, {.43, .43, .33}};
  CHECK(Summarize(RowsOf(thread2, 2), 2).mean == Approx(.439).margin(.0005));
  CHECK(Summarize(RowsOf(thread3, 3), 3).mean == Approx(.403).margin(.0005));
  CHECK(Summarize(RowsOf(thread4, 4), 4).mean == Approx(.487).margin(.0005));
  CHECK(Summarize(RowsOf(thread2, 2), 2).cells == 18);
  CHECK(Summarize(RowsOf(thread2, 2), 2).least == .29);
  CHECK(Summarize(RowsOf(thread2, 2), 2).most == .71);
  CHECK(Summarize(RowsOf(thread2, 2), 3).cells == 0);
}

TEST_CASE("a pair's score is how much its similarity changed", "[rank][pair_scores]") {
  const std::vector<RunSimilarities> runs = {RunOf({{1, 2}, {1, 2}, {1, 2}}), RunOf({{1, 2}, {1, 2}, {1, 2, 3, 4}})};
  const std::vector<ScoreColumn> columns = ScorePairs(runs, 1, 3);
  REQUIRE(columns.size() == 1);
  REQUIRE(columns[0].pairs.size() == 3);
  CHECK(columns[0].pairs[0].a == ThreadKey{0, 0});
  CHECK(columns[0].pairs[0].b == ThreadKey{2, 0});
  CHECK(columns[0].pairs[0].score == 0.5);
  CHECK(columns[0].pairs[0].beyond == 0.5);
  CHECK(columns[0].pairs[1].a == ThreadKey{1, 0});
  CHECK(columns[0].pairs[2].score == 0);
  CHECK(ScorePairs(runs, 1, 1)[0].pairs.size() == 1);
}

TEST_CASE("scores within the range of good runs are not beyond it, and pairs beyond it come first",
          "[rank][pair_scores]") {
  const std::vector<RunSimilarities> runs = {RunOf({{1, 2}, {1, 2}, {1, 2}}), RunOf({{1, 2}, {3, 4}, {1, 2}}),
                                             RunOf({{1, 2}, {1, 2, 3}, {1, 5}})};
  const std::vector<PairScore> pairs = ScorePairs(runs, 2, 9)[0].pairs;
  REQUIRE(pairs.size() == 3);
  CHECK(pairs[0].b == ThreadKey{2, 0});
  CHECK(pairs[0].a == ThreadKey{0, 0});
  CHECK(pairs[0].beyond == Approx(2.0 / 3));  // Jaccard similarity: 1 in both good runs, now 1/3
  const PairScore& first_two = pairs[2];
  CHECK(first_two.a == ThreadKey{0, 0});
  CHECK(first_two.b == ThreadKey{1, 0});
  CHECK(first_two.beyond == 0);  // Jaccard similarity: 1 and 0 in the good runs, now 2/3
  CHECK(first_two.score == Approx(1.0 / 6));
}

TEST_CASE("threads that a run does not have are skipped", "[rank][pair_scores]") {
  const std::vector<RunSimilarities> runs = {RunOf({{1}, {1}, {1}}), RunOf({{1}, {2}})};
  const std::vector<ScoreColumn> columns = ScorePairs(runs, 1, 3);
  REQUIRE(columns[0].pairs.size() == 1);
  CHECK(columns[0].pairs[0].score == 1);
}

TEST_CASE("the B-score is the mean index of all clusterings", "[rank][pair_scores]") {
  std::mt19937 random(13);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = std::uniform_int_distribution<std::size_t>(3, 9)(random);
    const std::vector<double> a = RandomMatrix(random, n), b = RandomMatrix(random, n);
    REQUIRE(*BScore(a, b, n) == Approx(SlowBScore(a, b, n)));
    REQUIRE(*BScore(a, b, n) == Approx(*BScore(b, a, n)));
    REQUIRE(*BScore(a, a, n) == 1);
  }
  CHECK_FALSE(BScore(std::vector<double>(4, 1), std::vector<double>(4, 1), 2));
  CHECK_FALSE(BScore({}, {}, kMostForBScore + 1));
}

}  // namespace profdiff::pair_scores_test
