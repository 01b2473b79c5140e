// SPDX-License-Identifier: GPL-3.0-or-later
// By how much lost samples, and files that end early, can explain a difference.
// Tests: tests/unit/values/unequal_loss_test.cpp.
#ifndef PROFDIFF_VALUES_UNEQUAL_LOSS_H_
#define PROFDIFF_VALUES_UNEQUAL_LOSS_H_

#include "profdiff/difference.h"

namespace profdiff {

// The time that each side lost beyond the other side's share. It is 0 on at least one side, unless parts of unknown
// size are missing on both. Units: those of the difference; infinite if unknown.
struct UnequalLoss {
  double base = 0, other = 0;

  bool Any() const { return base > 0 || other > 0; }
};

// Returns the unequal loss as it was counted.
UnequalLoss CountedLoss(const SideTotals& base, const SideTotals& other);

// Returns the loss that may have occurred, which is a quarter larger: counts are incomplete, because the kernel reports
// what it has lost only when it can write again, and lost samples can have larger periods than the others.
UnequalLoss PossibleLoss(const SideTotals& base, const SideTotals& other);

// Returns the loss of stacks that inclusive times may hide in addition: time whose callers are missing.
UnequalLoss BrokenStacks(const SideTotals& base, const SideTotals& other);

// True if the difference of a function (base minus other) may be 0, although its interval from `low` to `high` excludes
// 0: all that was lost can have been time of this function.
bool CanExplain(const UnequalLoss& loss, double low, double high);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_UNEQUAL_LOSS_H_
