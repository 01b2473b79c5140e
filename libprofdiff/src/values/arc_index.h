// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the arcs of a growing list by caller and callee.
// Tests: tests/unit/values/profile_sum_test.cpp.
#ifndef PROFDIFF_VALUES_ARC_INDEX_H_
#define PROFDIFF_VALUES_ARC_INDEX_H_

#include <cstdint>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/profile.h"

namespace profdiff {

class ArcIndex {
 public:
  // Returns the id of an arc in `arcs`; appends the arc, without calls, if it is new. Only this function may append
  // arcs.
  ArcId FindOrAdd(FunctionId caller, FunctionId callee, std::vector<Arc>& arcs) {
    const auto [found, is_new] = ids_.try_emplace(std::uint64_t{caller.value} << 32 | callee.value, ArcId(arcs.size()));
    if (is_new) arcs.push_back({caller, callee, 0});
    return found->second;
  }

 private:
  HashMap<std::uint64_t, ArcId> ids_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_ARC_INDEX_H_
