// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a ranking of threads and their fields, for all formats. Keys are described in
// libprofdiff/schema/egprof-1.schema.json.
#ifndef PROFDIFF_REPORT_RANKING_FIELDS_H_
#define PROFDIFF_REPORT_RANKING_FIELDS_H_

#include <cstddef>
#include <vector>

#include "profdiff/ranking.h"
#include "report/format/table.h"
#include "report/ranking/names.h"

namespace profdiff {

// A thread of any run.
struct ThreadRow {
  ThreadKey id;
  const RankedThread* ranked = nullptr;  // null for a thread that is not ranked, for example if only one side has it
};

// A thread in one run.
struct ThreadRunRow {
  ThreadKey id;
  RunOfSide run;
  const FoldedThread* folded = nullptr;  // null if the thread is missing from the run
  const ThreadEnd* end = nullptr;
};

// A pair of threads in a cell of the table of scores.
struct PairRow {
  const ScoreRow* row = nullptr;
  std::uint32_t thread = 0;
  PairScore pair;
};

// Returns a list of texts such as "2.3".
Cell IdList(const std::vector<ThreadKey>& ids);

// Returns the threads of all runs, sorted by id.
std::vector<ThreadRow> ThreadRows(const RankingView& view);

// Returns one row of a thread for each run: first the good runs, then the bad ones.
std::vector<ThreadRunRow> RunRowsOf(const RankingView& view, ThreadKey id);

std::vector<PairRow> PairRows(const RankingView& view);

Fields<ThreadRow> ThreadFields();
Fields<ThreadRunRow> ThreadRunFields(const RankingView& view);
Fields<PairRow> PairFields(const RankingView& view);

// Writes the tables of threads, pairs and ends.
void WriteRankingTables(TableWriter& writer, const RankingView& view);

// Checks the number of similarities in a document: one for each ordered pair of threads of a run, in each of `rows`
// rows of the ranking.
// Errors: kOverflow for more than 25 million, which would make a document of 400 MB.
void RequireFewSimilarities(const RankingView& view, std::size_t rows);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_FIELDS_H_
