// SPDX-License-Identifier: GPL-3.0-or-later
// Rankings and stacks as comments in Markdown.
// Tests: tests/cli/markdown/run.py.
#ifndef PROFDIFF_REPORT_RANKING_COMMENT_H_
#define PROFDIFF_REPORT_RANKING_COMMENT_H_

#include <string>

#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace profdiff {

void WriteRankComment(std::string& out, const RankingView& view);
void WriteStackComment(std::string& out, const StackView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_COMMENT_H_
