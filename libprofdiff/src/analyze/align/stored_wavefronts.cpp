// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps all wavefronts, and traces alignments back through them. If several paths lead to a cell, a mismatch is
// preferred to a gap, and an unpaired symbol of A is preferred to an unpaired symbol of B. Ties are thus broken
// independently of the order of the search.
#include "analyze/align/stored_wavefronts.h"

namespace profdiff {

template <class Symbol>
void StoredWavefronts<Symbol>::MakeRoom(std::uint32_t most) {
  // Each row is the wavefront of a cost. Empty rows come first, because the first wavefronts are computed from
  // wavefronts of negative costs. Each column is a diagonal. Two unreached columns at each end are needed, because
  // wavefronts are read one diagonal beyond their ends.
  const std::size_t longest = std::max(lists_.a.size(), lists_.b.size());
  const auto reach = static_cast<std::uint32_t>(std::min<std::size_t>(most / costs_.gap, longest));
  width_ = 2 * (reach + 2) + 1;
  fronts_.assign(std::size_t{width_} * (most + costs_.largest() + 1), kUnreached);
}

template <class Symbol>
ReachedCell StoredWavefronts<Symbol>::Search(const SymbolLists<Symbol>& lists, EditCosts costs, std::uint32_t most) {
  lists_ = lists;
  costs_ = costs;
  MakeRoom(most);
  const WavefrontMaker<Symbol, false> maker(lists);
  const Reach a_size = static_cast<Reach>(lists.a.size()), b_size = static_cast<Reach>(lists.b.size());
  const Diagonal last_diagonal = a_size - b_size;
  ReachedCell best{0, 0, Wavefront(0)[0] = maker.First()};
  for (std::uint32_t cost = 1; cost <= most && !IsEnd(best); ++cost) {
    Reach* wavefront = Wavefront(cost);
    const DiagonalRange range = maker.Range(cost / costs.gap);
    const std::int64_t before_mismatch = std::int64_t{cost} - costs.mismatch;
    const std::int64_t before_gap = std::int64_t{cost} - costs.gap;
    const Reach furthest = maker.Fill(Wavefront(before_mismatch), Wavefront(before_gap), wavefront, range);
    if (furthest == a_size + b_size) return {cost, last_diagonal, a_size};
    // Looks up the diagonal of the furthest cell only if it is needed, which is rare compared with filling wavefronts.
    if (furthest <= best.i + best.j()) continue;
    Diagonal k = range.low;
    while (wavefront[k] + (wavefront[k] - k) != furthest) ++k;
    best = {cost, k, wavefront[k]};
  }
  return best;
}

template <class Symbol>
typename StoredWavefronts<Symbol>::Step StoredWavefronts<Symbol>::LastStep(ReachedCell cell) {
  // The path enters the diagonal from the predecessor with the largest reach (the same maximum as in
  // WavefrontMaker::Fill), and then follows equal symbols.
  const Diagonal k = cell.diagonal;
  const std::int64_t cost = cell.cost;
  const Reach by_mismatch = Wavefront(cost - costs_.mismatch)[k] + 1;
  const Reach by_a = Wavefront(cost - costs_.gap)[k - 1] + 1, by_b = Wavefront(cost - costs_.gap)[k + 1];
  const Reach start = std::max({by_mismatch, by_a, by_b});
  const auto matches = static_cast<std::uint32_t>(cell.i - start);
  const std::uint32_t before_gap = cell.cost - costs_.gap;
  if (start == by_mismatch) return {Mark::kDifferent, {cell.cost - costs_.mismatch, k, start - 1}, matches};
  if (start == by_a) return {Mark::kOnlyA, {before_gap, k - 1, start - 1}, matches};
  return {Mark::kOnlyB, {before_gap, k + 1, start}, matches};
}

template <class Symbol>
ReachedCell StoredWavefronts<Symbol>::GoBack(ReachedCell cell, std::uint32_t cost) {
  while (cell.cost > cost) cell = LastStep(cell).from;
  return cell;
}

template <class Symbol>
void StoredWavefronts<Symbol>::AddWay(ReachedCell cell, AlignedRuns& runs) {
  way_.clear();
  while (cell.cost > 0) {
    way_.push_back(LastStep(cell));
    cell = way_.back().from;
  }
  AppendRun(runs, Mark::kEqual, static_cast<std::size_t>(cell.i));
  for (auto step = way_.rbegin(); step != way_.rend(); ++step) {
    AppendRun(runs, step->mark, 1);
    AppendRun(runs, Mark::kEqual, step->matches);
  }
}

template class StoredWavefronts<std::uint32_t>;
template class StoredWavefronts<std::uint64_t>;

}  // namespace profdiff
