// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of a ranking shows of single threads: their ends, and their traces beside those of good runs.
#ifndef PROFDIFF_REPORT_RANKING_PAGE_VIEW_H_
#define PROFDIFF_REPORT_RANKING_PAGE_VIEW_H_

#include "profdiff/ranking.h"
#include "report/format/table.h"

namespace profdiff {

void AddPageView(TableWriter& writer, const RankingView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_PAGE_VIEW_H_
