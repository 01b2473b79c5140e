// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions the listings of ranks have, and in which order: text, CSV and JSON share them.
#ifndef PROFDIFF_REPORT_RANKS_ROWS_H_
#define PROFDIFF_REPORT_RANKS_ROWS_H_

#include <string_view>
#include <vector>

#include "profdiff/ranks.h"

namespace profdiff {

// The rows that --limit keeps.
struct RankRows {
  std::vector<FunctionId> functions;
  std::size_t left_out = 0;
};

// By lost time.
RankRows RowsOf(const RankStatistics& ranks, const ListingOptions& options);
// By the difference of lost time.
RankRows RowsOf(const Match& match, const RankStatistics& base, const RankStatistics& other,
                const ListingOptions& options);

// Self time of a function on both sides. A side that lacks it did nothing in it.
struct RankPair {
  bool in_base = false, in_other = false;
  Spread base, other;

  // As in every difference.
  std::string_view Status() const;
};

RankPair PairOf(const Match& match, const RankStatistics& base, const RankStatistics& other, FunctionId f);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKS_ROWS_H_
