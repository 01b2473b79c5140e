// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of FoldTraces. Each process can fold its own threads; only loop tables and folded threads are joined.
// Tests: tests/unit/analyze/loops/fold_test.cpp, tests/unit/analyze/ranking/shares_test.cpp.
#ifndef PROFDIFF_ANALYZE_LOOPS_FOLDING_H_
#define PROFDIFF_ANALYZE_LOOPS_FOLDING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analyze/loops/kept_calls.h"
#include "analyze/loops/loop_table.h"
#include "profdiff/ranking.h"

namespace profdiff {

// Maps the functions and loops of one table to the functions and loops of another.
struct Renumbering {
  std::vector<NameId> functions;     // indexed by old id: the new id; empty if functions keep their ids
  std::uint32_t first = 0;           // loops with smaller indices keep their indices
  std::vector<std::uint32_t> loops;  // indexed by old index - first: the new index

  void Apply(std::vector<NlrItem>& items) const;
};

// Adds the loops of a table, from index `begin` on, to `all`, and appends their indices in `all` to `numbers.loops`.
void MergeLoops(const LoopTable& from, std::uint32_t begin, Renumbering& numbers, LoopTable& all);

struct FoldedItems {
  FoldedThread thread;         // the thread, without its entries
  std::vector<NlrItem> items;  // the entries of the thread
};

// The folded threads of one process.
struct FoldedShare {
  LoopTable loops;                             // begins with the loops of the first pass
  std::vector<std::vector<FoldedItems>> runs;  // indexed by run; the threads of a run are sorted by id
};

// The first pass: finds loops of at least three rounds in a row.
LoopTable FindLoops(Runs runs, const KeptNames& names, const RankFilter& filter, unsigned threads);

// The second pass: blocks that occur only twice in a row are loops as well if `known` contains them.
FoldedShare FoldShare(Runs runs, const KeptNames& names, const RankFilter& filter, const LoopTable& known,
                      unsigned threads);

// Joins the shares of all processes. The table of loops of each share begins with the known loops. The result does not
// depend on the order of shares.
FoldedTraces JoinShares(const RankFilter& filter, std::vector<std::string> names, const LoopTable& known,
                        std::vector<FoldedShare> shares);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LOOPS_FOLDING_H_
