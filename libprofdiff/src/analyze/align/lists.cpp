// SPDX-License-Identifier: GPL-3.0-or-later
// Conversion of scores to costs. A match or mismatch uses two symbols, and a gap uses one. For N symbols in total,
// N = 2 matches + 2 mismatches + gaps. With scores m, x and g, twice the score is therefore
//   m N - 2 (m - x) mismatches - (m - 2 g) gaps,
// so the alignment with the best score is the one with the smallest sum of the costs 2 (m - x) and m - 2 g.
#include "analyze/align/lists.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr int kLargestScore = 100;

// Moves gaps towards the end of an alignment. Alignments with equal scores can differ in the positions of their gaps;
// with all gaps moved, the result does not depend on how it was found. The alignment is processed run by run, but
// column by column while a gap moves.
template <class Symbol>
class GapSlide {
 public:
  GapSlide(const SymbolLists<Symbol>& lists, const AlignedRuns& runs, AlignedRuns& slid)
      : lists_(lists), runs_(runs), slid_(slid) {}

  void Run() {
    while (LoadNext()) {
      const Mark mark = next_.mark;
      if (mark == Mark::kOnlyA || mark == Mark::kOnlyB) {
        Slide(mark);
      } else {
        i_ += next_.count;
        j_ += next_.count;
        AppendRun(slid_, mark, TakeAll());
      }
    }
  }

 private:
  // Loads the next run unless part of the current one is left. Returns false at the end.
  bool LoadNext() {
    if (next_.count > 0) return true;
    if (at_ == runs_.size()) return false;
    next_ = runs_[at_++];
    return true;
  }
  std::uint32_t TakeAll() { return std::exchange(next_.count, 0); }

  bool IsMatch(std::size_t i, std::size_t j) const { return lists_.a[i] == lists_.b[j]; }

  // Moves the gap at (i_, j_) towards the end: exchanges the gap and the pair after it as long as the score stays the
  // same. An exchange replaces one symbol of the pair, so it is made only if the new pair matches or the old pair did
  // not match.
  void Slide(Mark mark) {
    std::size_t gap = TakeAll();
    const bool in_a = mark == Mark::kOnlyA;
    while (LoadNext()) {
      if (next_.mark == mark) {
        gap += TakeAll();
        continue;
      }
      if (next_.mark == Mark::kOnlyA || next_.mark == Mark::kOnlyB) break;
      const bool match = IsMatch(i_, j_);
      if (!match && IsMatch(in_a ? i_ + gap : i_, in_a ? j_ : j_ + gap)) break;
      AppendRun(slid_, match ? Mark::kEqual : Mark::kDifferent, 1);
      ++i_;
      ++j_;
      --next_.count;
    }
    (in_a ? i_ : j_) += gap;
    AppendRun(slid_, mark, gap);
  }

  const SymbolLists<Symbol>& lists_;
  const AlignedRuns& runs_;
  AlignedRuns& slid_;
  AlignedRun next_;
  std::size_t at_ = 0;         // index of the run to load next
  std::size_t i_ = 0, j_ = 0;  // number of symbols of each list that have been processed
};

}  // namespace

EditCosts CostsOf(const Scores& scores) {
  for (int score : {scores.match, scores.mismatch, scores.gap}) {
    if (score < -kLargestScore || score > kLargestScore) {
      throw Error(ErrorCode::kBadArgument, "a score must be between -100 and 100");
    }
  }
  const int mismatch = 2 * (scores.match - scores.mismatch), gap = scores.match - 2 * scores.gap;
  if (mismatch <= 0 || gap <= 0) {
    throw Error(ErrorCode::kBadArgument, "a match must score more than a mismatch, and more than two gaps");
  }
  // Bounds the cost of a mismatch, because smaller costs need fewer wavefronts. Two gaps can replace a mismatch, so a
  // mismatch that costs more than two gaps is never used. Both costs are then divided by their greatest common divisor.
  const int dear = std::min(mismatch, 2 * gap + 1), common = std::gcd(dear, gap);
  return {static_cast<std::uint32_t>(dear / common), static_cast<std::uint32_t>(gap / common)};
}

std::int64_t ScoreOf(const AlignedRuns& runs, const Scores& scores) {
  const std::int64_t by_mark[] = {scores.match, scores.mismatch, scores.gap, scores.gap};
  std::int64_t score = 0;
  for (const AlignedRun& run : runs) score += by_mark[static_cast<int>(run.mark)] * run.count;
  return score;
}

template <class Symbol>
void SlideGaps(const SymbolLists<Symbol>& lists, const AlignedRuns& runs, AlignedRuns& slid) {
  GapSlide<Symbol>(lists, runs, slid).Run();
}

template void SlideGaps(const SymbolLists<std::uint32_t>&, const AlignedRuns&, AlignedRuns&);
template void SlideGaps(const SymbolLists<std::uint64_t>&, const AlignedRuns&, AlignedRuns&);

}  // namespace profdiff
