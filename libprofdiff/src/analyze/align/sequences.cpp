// SPDX-License-Identifier: GPL-3.0-or-later
// Aligns whole sequences, and converts call trees to sequences of activations.
// Tests: tests/unit/analyze/align/sequence_aligner_test.cpp.
#include "analyze/align/activations.h"
#include "analyze/align/sequence_aligner.h"
#include "profdiff/alignment.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostPositions = (std::size_t{1} << 31) - 1;

// Adds the runs of an alignment as blocks of positions that begin at (0, 0).
void AddBlocks(const AlignedRuns& runs, std::vector<AlignmentBlock>& blocks) {
  std::uint32_t a = 0, b = 0;
  for (const AlignedRun& run : runs) {
    const std::uint32_t in_a = run.mark == Mark::kOnlyB ? 0 : run.count,
                        in_b = run.mark == Mark::kOnlyA ? 0 : run.count;
    if (run.mark == Mark::kDifferent) {
      for (std::uint32_t i = 0; i < run.count; ++i) blocks.push_back({run.mark, a + i, 1, b + i, 1});
    } else {
      blocks.push_back({run.mark, a, in_a, b, in_b});
    }
    a += in_a;
    b += in_b;
  }
}

}  // namespace

ThreadAlignment AlignSequences(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b, const Scores& scores,
                               std::uint64_t effort) {
  SequenceAligner<std::uint32_t> aligner(CostsOf(scores));
  ThreadAlignment alignment;
  alignment.cut_lists = aligner.Align({a, b}, effort) ? 0 : 1;
  AddBlocks(aligner.runs(), alignment.blocks);
  alignment.score = ScoreOf(aligner.runs(), scores);
  return alignment;
}

std::vector<CallId> ActivationSequence(const CallTree& calls) {
  if (2 * calls.size() > kMostPositions)
    throw Error(ErrorCode::kOverflow, "a thread has too many calls for a sequence");
  std::vector<CallId> sequence;
  sequence.reserve(2 * calls.size());
  for (ActivationWalk walk(calls); walk.Next();) sequence.emplace_back(std::size_t{walk.row()});
  return sequence;
}

}  // namespace profdiff
