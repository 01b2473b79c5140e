// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the listings of ranks, in the order that text, CSV and JSON share.
#ifndef PROFDIFF_REPORT_RANK_STATISTICS_ROWS_H_
#define PROFDIFF_REPORT_RANK_STATISTICS_ROWS_H_

#include <string_view>
#include <vector>

#include "profdiff/ranks.h"

namespace profdiff {

// The functions shown in a listing. `left_out` is the number of functions omitted because of --limit.
struct RankRows {
  std::vector<FunctionId> functions;
  std::size_t left_out = 0;
};

// Returns the rows, ordered by lost time.
RankRows RowsOf(const RankStatistics& ranks, const ListingOptions& options);
// Returns the rows, ordered by the absolute difference of lost time.
RankRows RowsOf(const Match& match, const RankStatistics& base, const RankStatistics& other,
                const ListingOptions& options);

// The self times of a function on both sides. The times are zero on a side that lacks the function.
struct RankPair {
  bool in_base = false, in_other = false;
  Spread base, other;

  // Returns "changed", "unchanged", "onlyBase" or "onlyOther", the words that all listings of differences use.
  std::string_view Status() const;
};

RankPair PairOf(const Match& match, const RankStatistics& base, const RankStatistics& other, FunctionId f);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANK_STATISTICS_ROWS_H_
