// SPDX-License-Identifier: GPL-3.0-or-later
// Bidirectional wavefronts: two searches, one from each end of the lists, compute wavefronts in turn. Each search keeps
// only the wavefronts that it needs for the next one. If the reaches of both searches overlap on a diagonal, there is
// an alignment whose cost is the sum of the costs of the two wavefronts, since costs never fall along a diagonal.
//
// The first overlap need not belong to a best alignment, as costs grow in steps of more than 1. Let c be the larger of
// the costs of a mismatch and a gap. Along the path of an alignment of cost s, the cost grows by at most c from cell to
// cell, so at least one of any c successive costs is the cost of a cell on the path. Once the costs of both searches
// add up to s + c - 1, the path therefore has a cell that both have reached with one of their last c wavefronts. If no
// overlap of cost s has been found by then, no alignment of cost s exists.
#include "analyze/align/midpoint.h"

#include <vector>

#include "analyze/align/wavefront.h"

namespace profdiff {
namespace {

// The last wavefronts of one search, in a ring buffer: a new wavefront is computed from the two that are cheaper by one
// mismatch and by one gap. Memory grows with the number of diagonals reached.
class LastWavefronts {
 public:
  explicit LastWavefronts(EditCosts costs) : kept_(costs.largest() + 1), fronts_(kept_) {
    for (std::vector<Reach>& wavefront : fronts_) wavefront.assign(Width(), kUnreached);
  }

  // Returns the wavefront of a cost, indexed by diagonal. Wavefronts of negative costs reach no cell.
  Reach* operator[](std::int64_t cost) {
    return fronts_[static_cast<std::size_t>(cost + kept_) % kept_].data() + middle_;
  }

  // Makes room for diagonals from -largest - 1 to largest + 1: Fill() reads one diagonal beyond each end.
  void Hold(std::size_t largest) {
    if (largest + 1 <= middle_) return;
    const std::size_t before = middle_;
    middle_ = 2 * largest + 1;
    for (std::vector<Reach>& wavefront : fronts_) {
      std::vector<Reach> wider(Width(), kUnreached);
      std::ranges::copy(wavefront, wider.begin() + static_cast<std::ptrdiff_t>(middle_ - before));
      wavefront.swap(wider);
    }
  }

 private:
  std::size_t Width() const { return 2 * middle_ + 1; }

  std::size_t middle_ = 64;
  const std::uint32_t kept_;
  std::vector<std::vector<Reach>> fronts_;
};

template <class Symbol, bool kBackwards>
class Side {
 public:
  Side(const SymbolLists<Symbol>& lists, EditCosts costs) : maker_(lists), costs_(costs), fronts_(costs) {
    fronts_[0][0] = maker_.First();
    furthest_ = 2 * fronts_[0][0];
  }

  // Makes the next wavefront; returns the number of steps taken.
  std::uint64_t Advance() {
    ++cost_;
    const DiagonalRange range = RangeOf(cost_);
    fronts_.Hold(static_cast<std::size_t>(std::max(-range.low, range.high)));
    const Reach furthest = maker_.Fill(fronts_[std::int64_t{cost_} - costs_.mismatch],
                                       fronts_[std::int64_t{cost_} - costs_.gap], fronts_[cost_], range);
    furthest_ = std::max(furthest_, furthest);
    return range.size();
  }

  std::uint32_t cost() const { return cost_; }
  DiagonalRange RangeOf(std::uint32_t cost) const { return maker_.Range(cost / costs_.gap); }
  const Reach* Wavefront(std::uint32_t cost) { return fronts_[cost]; }
  // Returns the largest i + j that this search has reached so far.
  Reach furthest() const { return furthest_; }

 private:
  const WavefrontMaker<Symbol, kBackwards> maker_;
  const EditCosts costs_;
  LastWavefronts fronts_;
  std::uint32_t cost_ = 0;
  Reach furthest_ = 0;
};

template <class Symbol>
class MidpointSearch {
 public:
  MidpointSearch(const SymbolLists<Symbol>& lists, EditCosts costs)
      : a_size_(static_cast<Reach>(lists.a.size())),
        b_size_(static_cast<Reach>(lists.b.size())),
        costs_(costs),
        forward_(lists, costs),
        backward_(lists, costs) {}

  std::optional<Midpoint> Run(std::uint64_t most_steps) {
    Compare(0, 0);
    std::uint64_t steps = 0;
    while (!IsDone()) {
      if (steps > most_steps) return std::nullopt;
      steps += Advance();
    }
    return best_;
  }

 private:
  // True if no better alignment can exist. Its cost would be at most BestCost() - 1, and the search would have found it
  // by the time the costs of both searches add up to BestCost() + largest - 2.
  bool IsDone() const { return best_ && forward_.cost() + backward_.cost() + 2 >= BestCost() + costs_.largest(); }
  std::uint32_t BestCost() const { return best_->cost_before + best_->cost_behind; }

  std::uint64_t Advance() {
    const bool forward = forward_.cost() <= backward_.cost();
    const std::uint64_t steps = forward ? forward_.Advance() : backward_.Advance();
    // Stops early: no overlap is possible before the furthest cells of both searches together span the lists.
    if (forward_.furthest() + backward_.furthest() < a_size_ + b_size_) return steps;
    const std::uint32_t of_other = forward ? backward_.cost() : forward_.cost();
    for (std::uint32_t back = 0; back < costs_.largest() && back <= of_other; ++back) {
      forward ? Compare(forward_.cost(), of_other - back) : Compare(of_other - back, backward_.cost());
    }
    return steps;
  }

  // Looks for an overlap of two wavefronts if its cost would be lower than the best one so far. Diagonal k of one
  // search is the same as diagonal a_size - b_size - k of the other search.
  void Compare(std::uint32_t cost_before, std::uint32_t cost_behind) {
    if (best_ && cost_before + cost_behind >= BestCost()) return;
    const DiagonalRange before = forward_.RangeOf(cost_before), behind = backward_.RangeOf(cost_behind);
    const Diagonal turn = a_size_ - b_size_;
    const Diagonal low = std::max(before.low, turn - behind.high), high = std::min(before.high, turn - behind.low);
    const Reach *forward = forward_.Wavefront(cost_before), *backward = backward_.Wavefront(cost_behind);
    for (Diagonal k = low; k <= high; ++k) {
      if (forward[k] + backward[turn - k] < a_size_) continue;
      best_ = {cost_before, cost_behind, static_cast<std::size_t>(forward[k]),
               static_cast<std::size_t>(forward[k] - k)};
      return;
    }
  }

  const Reach a_size_, b_size_;
  const EditCosts costs_;
  Side<Symbol, false> forward_;
  Side<Symbol, true> backward_;
  std::optional<Midpoint> best_;
};

}  // namespace

template <class Symbol>
std::optional<Midpoint> FindMidpoint(const SymbolLists<Symbol>& lists, EditCosts costs, std::uint64_t most_steps) {
  return MidpointSearch<Symbol>(lists, costs).Run(most_steps);
}

template std::optional<Midpoint> FindMidpoint(const SymbolLists<std::uint32_t>&, EditCosts, std::uint64_t);
template std::optional<Midpoint> FindMidpoint(const SymbolLists<std::uint64_t>&, EditCosts, std::uint64_t);

// Each search makes wavefronts up to half of the cost. The wavefront of cost s has 2 s / gap + 1 diagonals, or all
// diagonals if there are fewer. After the lists are divided, the searches in both parts together take half as many
// steps, the searches in the parts of these parts a quarter, and so on. In total, this is at most twice the number of
// steps before the first division.
std::uint64_t StepsOf(std::uint64_t cost, std::size_t a_size, std::size_t b_size, EditCosts costs) {
  const std::uint64_t half = cost / 2 + costs.largest(), diagonals = a_size + b_size + 1;
  const std::uint64_t widening = std::min(half, diagonals * costs.gap / 2);
  const std::uint64_t one_side = widening * (widening / costs.gap + 1) + (half - widening) * diagonals;
  return 4 * one_side;
}

}  // namespace profdiff
