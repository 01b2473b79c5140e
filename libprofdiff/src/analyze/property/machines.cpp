// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/property/machines.h"

#include <string>

#include "profdiff/error.h"

namespace profdiff {

bool HaveOtherCaches(const Measurements& a, const Measurements& b) {
  if (a.machine == b.machine || a.machine.empty() || b.machine.empty()) return false;
  if (a.machine != kNoCaches && b.machine != kNoCaches) return true;
  const bool is_a = a.machine == kNoCaches;
  const std::string &path = (is_a ? a : b).inputs.front(), &other = (is_a ? b : a).inputs.front();
  throw Error(ErrorCode::kIncompatible,
              "recorded without a simulation of caches, but " + other +
                  " with one; record it with 'valgrind --tool=callgrind --cache-sim=yes'",
              path);
}

}  // namespace profdiff
