// SPDX-License-Identifier: GPL-3.0-or-later
// A ranking as rows for every format: which they are, and how their cells read. Keys are those of
// libprofdiff/schema/egprof-1.schema.json.
#ifndef PROFDIFF_REPORT_RANKING_FIELDS_H_
#define PROFDIFF_REPORT_RANKING_FIELDS_H_

#include <cstddef>
#include <vector>

#include "profdiff/ranking.h"
#include "report/format/table.h"

namespace profdiff {

// A thread of any run, with what is known of it.
struct ThreadRow {
  ThreadKey id;
  const RankedThread* ranked = nullptr;  // null for a thread that one side alone has
};

// A thread in one run.
struct ThreadRunRow {
  ThreadKey id;
  std::size_t run = 0;  // among those of its side
  bool is_good = false;
  const FoldedThread* folded = nullptr;  // null if the run does not have it
  const ThreadEnd* end = nullptr;
};

// A pair of threads in a cell of the paper's table.
struct PairRow {
  const ScoreRow* row = nullptr;
  std::uint32_t thread = 0;
  PairScore pair;
};

// Every thread of every run, by id.
std::vector<ThreadRow> ThreadRows(const RankingView& view);

// Rows of a thread in each run: good ones, then bad ones.
std::vector<ThreadRunRow> RunRowsOf(const RankingView& view, ThreadKey id);

std::vector<PairRow> PairRows(const RankingView& view);

Fields<ThreadRow> ThreadFields();
Fields<ThreadRunRow> ThreadRunFields(const RankingView& view);
Fields<PairRow> PairFields(const RankingView& view);

// Tables of threads, pairs and ends.
void WriteRankingTables(TableWriter& writer, const RankingView& view);

// Similarities are written of every two threads of each run, in so many rows of attributes.
// Errors: kOverflow for more than 25 million; a document of these is 400 MB.
void RequireFewSimilarities(const RankingView& view, std::size_t rows);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_FIELDS_H_
