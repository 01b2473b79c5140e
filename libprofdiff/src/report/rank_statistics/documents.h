// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the listings of ranks to a writer that the caller has already started. HTML pages embed these listings.
#ifndef PROFDIFF_REPORT_RANK_STATISTICS_DOCUMENTS_H_
#define PROFDIFF_REPORT_RANK_STATISTICS_DOCUMENTS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "profdiff/ranks.h"
#include "report/format/table.h"

namespace profdiff {

// Each function writes and finishes a listing, and returns the number of rows omitted because of ListingOptions::limit.
std::size_t WriteRanks(TableWriter& writer, const FunctionTable& table, const RankStatistics& ranks,
                       const std::string& label, const ListingOptions& options);
std::size_t WriteRanks(TableWriter& writer, const Match& match, const RankStatistics& base, const RankStatistics& other,
                       const SideLabels& labels, const ListingOptions& options);

// Appends the lines about all functions together: the ranks with the least and the most time, and whether noise
// explains the imbalance. `what` begins each line.
void AppendRankTotals(std::string& out, std::string_view what, const RankStatistics& ranks);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANK_STATISTICS_DOCUMENTS_H_
