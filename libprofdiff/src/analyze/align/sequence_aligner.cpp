// SPDX-License-Identifier: GPL-3.0-or-later
// Common prefixes and suffixes are matched first, since at least one best alignment matches them. In the alignment of
// the rest, list A is the shorter list or, if the lengths are equal, the list with the smaller first symbol. Exchanging
// the lists therefore exchanges the sides of the result and changes nothing else.
//
// If there are few differences, all wavefronts are kept, and the alignment is traced back through them. Otherwise the
// lists are repeatedly divided at a midpoint of a best alignment until the parts have few differences (Hirschberg's
// idea, applied to wavefronts: memory is linear in the number of differences).
//
// If a best alignment may take too many steps, an approximate one is built section by section. A search continues as
// long as its wavefronts can be kept; the first half of the path to the furthest cell becomes a section, and the next
// search begins at its end. The cost of the result is an upper bound of the best cost. If this bound shows that a best
// alignment takes few enough steps, that alignment is computed after all; otherwise the approximate one is the result.
#include "analyze/align/sequence_aligner.h"

#include <algorithm>

#include "base/seeded_hash.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr std::size_t kLongestList = std::size_t{1} << 30;
// Largest costs, in units of the gap cost, for which all wavefronts are kept. Small costs are tried first: memory grows
// with the square of the cost, and clearing it takes time.
constexpr std::uint32_t kFewGaps[] = {8, 32, 128};
constexpr std::uint32_t kSectionGaps = 384;
// Number of steps after which a midpoint search is stopped. An approximate alignment is then made, and its cost gives
// an estimate of the remaining steps.
constexpr std::uint64_t kManySteps = std::uint64_t{1} << 24;

template <class Symbol>
bool HaveCommonSymbol(const SymbolLists<Symbol>& lists) {
  const bool a_is_shorter = lists.a.size() < lists.b.size();
  const auto shorter = a_is_shorter ? lists.a : lists.b, longer = a_is_shorter ? lists.b : lists.a;
  // Lists with common symbols usually have a common symbol at the same position near the beginning. This check finds
  // that symbol without a hash set.
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    if (shorter[i] == longer[i]) return true;
  }
  const HashSet<Symbol> symbols(shorter.begin(), shorter.end());
  return std::ranges::any_of(longer, [&](Symbol symbol) { return symbols.contains(symbol); });
}

void ExchangeSides(AlignedRuns& runs) {
  for (AlignedRun& run : runs) {
    if (run.mark == Mark::kOnlyA || run.mark == Mark::kOnlyB) {
      run.mark = run.mark == Mark::kOnlyA ? Mark::kOnlyB : Mark::kOnlyA;
    }
  }
}

}  // namespace

template <class Symbol>
bool SequenceAligner<Symbol>::Align(const SymbolLists<Symbol>& lists, std::uint64_t most_steps) {
  const auto [a, b] = lists;
  if (std::max(a.size(), b.size()) > kLongestList) throw Error(ErrorCode::kOverflow, "a list of calls is too long");
  found_.clear();
  slid_.clear();
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && a[head] == b[head]) ++head;
  while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  const SymbolLists<Symbol> middle = lists.Part(head, head, a.size() - tail, b.size() - tail);
  const bool exchange = a.size() > b.size() || (a.size() == b.size() && !middle.a.empty() && middle.a[0] > middle.b[0]);
  AppendRun(found_, Mark::kEqual, head);
  const bool is_best = AlignMiddle(exchange ? SymbolLists<Symbol>{middle.b, middle.a} : middle, most_steps);
  AppendRun(found_, Mark::kEqual, tail);
  if (exchange) ExchangeSides(found_);
  SlideGaps(lists, found_, slid_);
  return is_best;
}

template <class Symbol>
bool SequenceAligner<Symbol>::AlignMiddle(const SymbolLists<Symbol>& lists, std::uint64_t most_steps) {
  if (AddIfTrivial(lists) || AlignFewDifferences(lists)) return true;
  if (!HaveCommonSymbol(lists)) {
    AddWithoutMatches(lists);
    return true;
  }
  return AlignManyDifferences(lists, most_steps);
}

template <class Symbol>
bool SequenceAligner<Symbol>::AddIfTrivial(const SymbolLists<Symbol>& lists) {
  if (!lists.a.empty() && !lists.b.empty()) return false;
  AddWithoutMatches(lists);
  return true;
}

template <class Symbol>
void SequenceAligner<Symbol>::AddWithoutMatches(const SymbolLists<Symbol>& lists) {
  // Without common symbols, any best alignment pairs as many symbols as possible, unless two gaps are cheaper than a
  // mismatch. Wavefronts would take quadratic time to find such an alignment.
  const std::size_t pairs = costs_.mismatch > 2 * costs_.gap ? 0 : std::min(lists.a.size(), lists.b.size());
  AppendRun(found_, Mark::kDifferent, pairs);
  AppendRun(found_, Mark::kOnlyA, lists.a.size() - pairs);
  AppendRun(found_, Mark::kOnlyB, lists.b.size() - pairs);
}

template <class Symbol>
bool SequenceAligner<Symbol>::AlignFewDifferences(const SymbolLists<Symbol>& lists) {
  for (std::uint32_t gaps : kFewGaps) {
    const ReachedCell cell = fronts_.Search(lists, costs_, gaps * costs_.gap);
    if (!fronts_.IsEnd(cell)) continue;
    fronts_.AddWay(cell, found_);
    return true;
  }
  return false;
}

template <class Symbol>
bool SequenceAligner<Symbol>::AlignManyDifferences(const SymbolLists<Symbol>& lists, std::uint64_t most_steps) {
  // The search for the first midpoint takes about half of all steps.
  const std::optional<Midpoint> midpoint = FindMidpoint(lists, costs_, std::min(most_steps / 2, kManySteps));
  if (midpoint) {
    AddHalves(lists, *midpoint);
    return true;
  }
  const AlignedRuns head = found_;
  const std::uint64_t cost = AddCut(lists);
  if (StepsOf(cost, lists.a.size(), lists.b.size(), costs_) > most_steps) return false;
  found_ = head;
  AddBest(lists, cost);
  return true;
}

// Adds a best alignment; its cost is at most `cost`.
template <class Symbol>
void SequenceAligner<Symbol>::AddBest(const SymbolLists<Symbol>& lists, std::uint64_t cost) {
  if (AddIfTrivial(lists)) return;
  constexpr std::uint32_t kMostGaps = kFewGaps[std::size(kFewGaps) - 1];
  if (cost <= std::uint64_t{kMostGaps} * costs_.gap) {
    fronts_.AddWay(fronts_.Search(lists, costs_, static_cast<std::uint32_t>(cost)), found_);
    return;
  }
  AddHalves(lists, *FindMidpoint(lists, costs_, ~std::uint64_t{0}));
}

// Adds best alignments of the parts before and after a cell.
template <class Symbol>
void SequenceAligner<Symbol>::AddHalves(const SymbolLists<Symbol>& lists, const Midpoint& at) {
  AddBest(lists.Part(0, 0, at.i, at.j), at.cost_before);
  AddBest(lists.Part(at.i, at.j, lists.a.size(), lists.b.size()), at.cost_behind);
}

// Adds an approximate alignment, section by section; returns its cost. The second half of each path is not used, since
// it depends more on where the search was stopped than on the symbols.
template <class Symbol>
std::uint64_t SequenceAligner<Symbol>::AddCut(SymbolLists<Symbol> lists) {
  const std::uint32_t most = kSectionGaps * costs_.gap;
  std::uint64_t cost = 0;
  while (!lists.a.empty() && !lists.b.empty()) {
    ReachedCell cell = fronts_.Search(lists, costs_, most);
    if (!fronts_.IsEnd(cell)) cell = fronts_.GoBack(cell, most / 2);
    fronts_.AddWay(cell, found_);
    cost += cell.cost;
    lists = lists.Part(static_cast<std::size_t>(cell.i), static_cast<std::size_t>(cell.j()), lists.a.size(),
                       lists.b.size());
  }
  AddIfTrivial(lists);
  return cost + lists.size() * costs_.gap;
}

template class SequenceAligner<std::uint32_t>;
template class SequenceAligner<std::uint64_t>;

}  // namespace profdiff
