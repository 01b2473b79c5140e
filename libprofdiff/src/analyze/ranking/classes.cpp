// SPDX-License-Identifier: GPL-3.0-or-later
// Groups equal sets by a hash; sets with equal hashes are compared. Many threads of a parallel program behave alike, so
// there are few classes, and pairs of classes are compared instead of pairs of threads.
#include "analyze/ranking/classes.h"

#include <unordered_map>

#include "values/shape.h"
#include "values/thread_attributes.h"

namespace profdiff {

ObjectClasses FindClasses(std::span<const AttributeSet> objects) {
  ObjectClasses classes;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash;
  for (const AttributeSet& set : objects) {
    std::uint64_t hash = set.size();
    for (const std::uint32_t attribute : set) hash = AddShape(hash, Mix(attribute));
    auto [next, end] = by_hash.equal_range(hash);
    while (next != end && *classes.sets[next->second] != set) ++next;
    if (next != end) {
      classes.class_of.push_back(next->second);
      continue;
    }
    const auto number = static_cast<std::uint32_t>(classes.sets.size());
    classes.class_of.push_back(number);
    classes.sets.push_back(&set);
    by_hash.emplace(hash, number);
  }
  return classes;
}

}  // namespace profdiff
