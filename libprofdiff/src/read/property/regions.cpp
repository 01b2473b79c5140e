// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "profdiff/properties.h"

namespace profdiff {
namespace {

// The names of the kinds of regions, in the order of RegionKind.
constexpr std::string_view kKinds[] = {"program",     "function", "call",   "loop",   "line",     "parallel",
                                       "worksharing", "sections", "single", "master", "critical", "lock",
                                       "barrier",     "mpi",      "user",   "thread"};

}  // namespace

std::string_view RegionKindName(RegionKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<std::size_t> Measurements::FindMetric(std::string_view name) const {
  const auto found = std::ranges::find(metrics, name);
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

}  // namespace profdiff
