// SPDX-License-Identifier: GPL-3.0-or-later
// Functions are found by DeclaredVariable::function, which is the linkage name if there is one, and by its demangled
// form, because callgrind writes demangled names.
#include "read/property/declared_arrays.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/name_parts.h"
#include "profdiff/image.h"
#include "read/image/variables.h"

namespace profdiff {
namespace {

using ArraysOf = std::map<std::string, std::vector<std::string>>;  // by function; "" for arrays outside functions

// Adds a name unless it is known, in the order of declaration. A linear search is enough, because there are only a few
// arrays.
void AddOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

ArraysOf ReadArrays(const std::string& image) {
  ArraysOf arrays;
  if (!IsImage(image)) return arrays;
  for (const DeclaredVariable& variable : ReadDeclaredVariables(image)) {
    if (!variable.is_array) continue;
    AddOnce(arrays[variable.function], variable.name);
    const std::string demangled = DemangledName(variable.function);
    if (demangled != variable.function) AddOnce(arrays[demangled], variable.name);
  }
  return arrays;
}

}  // namespace

void AddDeclaredArrays(Measurements& measurements) {
  // Each image is read once.
  std::map<std::string, ArraysOf> images;
  for (const Region& region : measurements.regions) {
    if (!region.image.empty() && !images.contains(region.image)) {
      images.emplace(region.image, ReadArrays(region.image));
    }
  }
  std::vector<std::string> outside;
  for (const auto& [image, arrays] : images) {
    const auto global = arrays.find("");
    if (global == arrays.end()) continue;
    for (const std::string& name : global->second) AddOnce(outside, name);
  }
  for (std::size_t i = 0; i < measurements.regions.size(); ++i) {
    Region& region = measurements.regions[i];
    // Skips parts of regions (PartOf), which concern a single array or routine.
    if (!region.arrays.empty() || !PartOf(region).empty()) continue;
    if (region.kind == RegionKind::kFunction && !region.image.empty()) {
      const auto own = images[region.image].find(region.name);
      if (own != images[region.image].end()) region.arrays = own->second;
    }
    if (RegionId(i) != measurements.phase) continue;
    for (const std::string& name : outside) AddOnce(region.arrays, name);
  }
}

}  // namespace profdiff
