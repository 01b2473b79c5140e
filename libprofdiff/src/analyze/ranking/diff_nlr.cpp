// SPDX-License-Identifier: GPL-3.0-or-later
// diffNLR: aligns two folded traces. The scores allow only pairs of equal symbols, since a mismatch costs more than two
// gaps. The alignment with the best score then has the most pairs, which form a longest common subsequence.
// Source: the DiffTrace paper, section 2.4. Tests: tests/unit/analyze/ranking/diff_nlr_test.cpp.
#include "values/diff_nlr.h"

#include "analyze/ranking/entry_symbols.h"
#include "analyze/ranking/run_finder.h"
#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "profdiff/ranking.h"

namespace profdiff {
namespace {

constexpr Scores kPairsAlone = {.match = 2, .mismatch = -3, .gap = -1};
// Limit on the steps of an alignment; this many steps take a few seconds. Alignments that reach the limit may miss
// pairs.
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 30;

std::vector<std::uint32_t> SymbolsOf(const FoldedTraces& folded, std::span<const FoldedEntry> entries) {
  std::vector<std::uint32_t> symbols;
  symbols.reserve(entries.size());
  for (const FoldedEntry& entry : entries) symbols.push_back(SymbolOf(folded, entry));
  return symbols;
}

// Adds pairs of equal symbols. Adjacent pairs with equal counts form one block; every other pair forms a block of its
// own.
void AddPairs(const AlignmentBlock& block, std::span<const FoldedEntry> left, std::span<const FoldedEntry> right,
              std::vector<NlrBlock>& blocks) {
  bool extend = false;
  for (std::uint32_t i = 0; i < block.a_count; ++i) {
    const std::uint32_t a = block.a + i, b = block.b + i;
    const bool equal = left[a].count == right[b].count;
    if (equal && extend) {
      ++blocks.back().left_count;
      ++blocks.back().right_count;
    } else {
      blocks.push_back({equal ? NlrMark::kEqual : NlrMark::kCount, a, 1, b, 1});
    }
    extend = equal;
  }
}

const FoldedThread& FindThread(const FoldedTraces& folded, std::size_t run, ThreadKey id) {
  const FoldedThread* thread = folded.Find(run, id);
  if (thread != nullptr) return *thread;
  throw Error(ErrorCode::kBadArgument, "there is no thread " + std::to_string(id.rank) + "." +
                                           std::to_string(id.thread) + " in one of the executions");
}

}  // namespace

std::vector<NlrBlock> DiffNlr(const FoldedTraces& folded, std::span<const FoldedEntry> left,
                              std::span<const FoldedEntry> right) {
  const std::vector<std::uint32_t> a = SymbolsOf(folded, left), b = SymbolsOf(folded, right);
  std::vector<NlrBlock> blocks;
  for (const AlignmentBlock& block : AlignSequences(a, b, kPairsAlone, kMostSteps).blocks) {
    if (block.mark == Mark::kEqual) {
      AddPairs(block, left, right, blocks);
    } else {
      const NlrMark mark = block.mark == Mark::kOnlyA ? NlrMark::kLeft : NlrMark::kRight;
      blocks.push_back({mark, block.a, block.a_count, block.b, block.b_count});
    }
  }
  return blocks;
}

std::optional<std::size_t> MostSimilarRun(const FoldedTraces& folded, std::size_t good_runs, std::size_t bad_run,
                                          ThreadKey id) {
  return RunFinder(folded, good_runs).Find(bad_run, id, id);
}

PairDiffNlr CompareDiffNlr(const FoldedTraces& folded, std::size_t good_runs, std::size_t bad_run, ThreadKey a,
                           ThreadKey b) {
  PairDiffNlr pair;
  pair.bad_run = bad_run;
  pair.good_run = RunFinder(folded, good_runs).Find(bad_run, a, b).value_or(0);
  // Compares the same two threads, once in the bad run and once in the good run.
  auto diff = [&](std::size_t run) {
    return DiffNlr(folded, FindThread(folded, run, a).entries, FindThread(folded, run, b).entries);
  };
  pair.bad = diff(bad_run);
  pair.good = diff(pair.good_run);
  return pair;
}

}  // namespace profdiff
