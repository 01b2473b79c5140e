// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of profiles.
// Tests: tests/unit/values/profile_sum_test.cpp.
#ifndef PROFDIFF_VALUES_PROFILE_SUM_H_
#define PROFDIFF_VALUES_PROFILE_SUM_H_

#include <optional>
#include <utility>

#include "profdiff/profile.h"
#include "values/arc_index.h"

namespace profdiff {

// Requires two profiles of the same kind: sums of different units, or of measured and propagated times, are
// meaningless. Errors: kIncompatible.
void RequireSame(const Profile& first, const Profile& other);

// Adds up profiles of one function table, one at a time. Arcs are in the order of their first occurrence, as if the
// profiles were read together. Vectors of different lengths are filled up with zeros. As in gprof, the rate is that of
// the first profile with times, and ticks of other rates are added without a conversion. Block counts are not added:
// only profiles with line granularity have them.
class ProfileSum {
 public:
  // Errors: kIncompatible, as for RequireSame.
  void Add(const Profile& profile);
  // Returns the sum of at least one profile.
  Profile Take() { return std::move(*sum_); }

 private:
  std::optional<Profile> sum_;
  ArcIndex ids_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_PROFILE_SUM_H_
