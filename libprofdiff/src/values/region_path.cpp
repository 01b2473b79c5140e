// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/region_path.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/text.h"

namespace profdiff {
namespace {

bool IsNamedByPlace(const Region& region) {
  const bool is_construct = region.kind >= RegionKind::kParallel && region.kind <= RegionKind::kBarrier;
  return region.kind == RegionKind::kLine || (is_construct && region.line != 0);
}

}  // namespace

std::string RegionPath(const Measurements& measurements, RegionId id) {
  // The number of regions in a path is limited, because recursive calls can make paths very long.
  constexpr std::size_t kMostParts = 1000;
  std::vector<std::string> parts;
  for (; id.valid() && parts.size() < kMostParts; id = measurements.regions[id.value].parent) {
    const Region& region = measurements.regions[id.value];
    // A call is omitted if another region follows it in the path, because that region is the function that is called.
    const bool is_named_below = region.kind == RegionKind::kCall && !parts.empty();
    if (is_named_below) continue;
    std::string part =
        IsNamedByPlace(region) ? std::string(BaseName(region.file)) + ":" + std::to_string(region.line) : region.name;
    if (!region.data_structure.empty()) part = region.data_structure;
    // Replaces semicolons, because they separate the regions of a path.
    std::ranges::replace(part, ';', ':');
    parts.push_back(std::move(part));
  }
  std::string path;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) path += (path.empty() ? "" : ";") + *part;
  return path;
}

}  // namespace profdiff
