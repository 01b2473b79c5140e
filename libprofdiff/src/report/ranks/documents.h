// SPDX-License-Identifier: GPL-3.0-or-later
// The listings of ranks by a writer that has been started: pages hold them.
#ifndef PROFDIFF_REPORT_RANKS_DOCUMENTS_H_
#define PROFDIFF_REPORT_RANKS_DOCUMENTS_H_

#include <cstddef>
#include <string>

#include "profdiff/ranks.h"
#include "report/format/table.h"

namespace profdiff {

// Each writes all of a listing and finishes it; returns how many rows the limit left out.
std::size_t WriteRanks(TableWriter& writer, const FunctionTable& table, const RankStatistics& ranks,
                       const std::string& label, const ListingOptions& options);
std::size_t WriteRanks(TableWriter& writer, const Match& match, const RankStatistics& base, const RankStatistics& other,
                       const SideLabels& labels, const ListingOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKS_DOCUMENTS_H_
