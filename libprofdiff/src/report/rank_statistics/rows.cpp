// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the rows of the listings of ranks, and pairs the functions of both sides.
//
// Tests: tests/unit/report/rank_statistics/ranks_test.cpp.
#include "report/rank_statistics/rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "profdiff/difference.h"
#include "report/format/limit.h"
#include "report/machine/rows.h"

namespace profdiff {
namespace {

// Selects functions and sorts them by `key`, largest first. The sort is stable, so equal keys keep the table's order.
template <class Keep, class Key>
RankRows ChooseRows(std::size_t size, const ListingOptions& options, Keep keep, Key key) {
  RankRows rows;
  for (std::size_t f = 0; f < size; ++f) {
    if (options.show_unused || keep(FunctionId(f))) rows.functions.push_back(FunctionId(f));
  }
  std::ranges::stable_sort(rows.functions, std::greater<>(), key);
  rows.left_out = CutRows(rows.functions, options.limit);
  return rows;
}

}  // namespace

RankRows RowsOf(const RankStatistics& ranks, const ListingOptions& options) {
  return ChooseRows(
      ranks.seconds.size(), options,
      [&](FunctionId f) { return ranks.seconds[f.value].max() > 0 || ranks.calls[f.value].max() > 0; },
      // Sorts by lost time first, because that is the time that balancing the load could save.
      [&](FunctionId f) { return std::pair(ranks.seconds[f.value].Lost(), ranks.seconds[f.value].mean()); });
}

RankRows RowsOf(const Match& match, const RankStatistics& base, const RankStatistics& other,
                const ListingOptions& options) {
  return ChooseRows(
      match.pairs.size(), options,
      [&](FunctionId f) {
        const RankPair pair = PairOf(match, base, other, f);
        return pair.base.max() > 0 || pair.other.max() > 0;
      },
      [&](FunctionId f) {
        const RankPair pair = PairOf(match, base, other, f);
        // Compares differences rounded to nanoseconds, so that rounding errors do not affect the order.
        return std::abs(SecondsDifference(pair.base.Lost(), pair.other.Lost()));
      });
}

RankPair PairOf(const Match& match, const RankStatistics& base, const RankStatistics& other, FunctionId f) {
  const Match::Pair& ids = match.pairs[f.value];
  RankPair pair{ids.base.valid(), ids.other.valid(), {}, {}};
  if (pair.in_base) pair.base = base.seconds[ids.base.value];
  if (pair.in_other) pair.other = other.seconds[ids.other.value];
  return pair;
}

std::string_view RankPair::Status() const {
  const bool differs = base.mean() != other.mean() || base.max() != other.max() || base.Lost() != other.Lost();
  return StatusName(in_base, in_other, differs);
}

}  // namespace profdiff
