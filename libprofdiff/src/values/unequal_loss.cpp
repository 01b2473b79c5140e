// SPDX-License-Identifier: GPL-3.0-or-later
// Missing samples make a side look faster. If both sides lose the same share, their difference keeps its sign, so only
// the part beyond the other side's share counts.
#include "values/unequal_loss.h"

#include <algorithm>
#include <cmath>

namespace profdiff {
namespace {

double ShareMissing(const SideTotals& side) {
  if (std::isinf(side.missing_seconds)) return 1;
  const double all = side.AllSeconds() + side.missing_seconds;
  return all > 0 ? side.missing_seconds / all : 0;
}

// Returns the time that `side` lost beyond the share of `beside`.
double Beyond(const SideTotals& side, const SideTotals& beside) {
  if (std::isinf(side.missing_seconds)) {
    // How much was not counted during a pause is unknown; if there were as many on the other side, it is taken as
    // equal.
    const bool is_equal =
        !side.loss.lacks_times && std::isinf(beside.missing_seconds) && side.loss.throttles <= beside.loss.throttles;
    return is_equal ? 0 : side.missing_seconds;
  }
  const double share = ShareMissing(side) - ShareMissing(beside);
  return share <= 0 ? 0 : share * (side.AllSeconds() + side.missing_seconds);
}

}  // namespace

UnequalLoss CountedLoss(const SideTotals& base, const SideTotals& other) {
  return {Beyond(base, other), Beyond(other, base)};
}

UnequalLoss PossibleLoss(const SideTotals& base, const SideTotals& other) {
  constexpr double kSlack = 1.25;
  const UnequalLoss counted = CountedLoss(base, other);
  return {kSlack * counted.base, kSlack * counted.other};
}

UnequalLoss BrokenStacks(const SideTotals& base, const SideTotals& other) {
  const double more = base.loss.broken_stacks - other.loss.broken_stacks;
  return {std::max(0.0, more) * base.AllSeconds(), std::max(0.0, -more) * other.AllSeconds()};
}

bool CanExplain(const UnequalLoss& loss, double low, double high) {
  return (high < 0 && high + loss.base >= 0) || (low > 0 && low - loss.other <= 0);
}

}  // namespace profdiff
