// SPDX-License-Identifier: GPL-3.0-or-later
// Matches expressions with both the linkage name and the demangled name, as users may write expressions for either one.
#include "analyze/trace/name_filter.h"

#include "base/name_parts.h"

namespace profdiff {

bool NameFilter::Keeps(const std::string& linkage_name) const {
  if (keep_.empty() && drop_.empty()) return true;
  const std::string readable = DemangledName(linkage_name);
  auto found = [&](const NamePatterns& patterns) { return patterns.Find(linkage_name) || patterns.Find(readable); };
  return (keep_.empty() || found(keep_)) && !found(drop_);
}

}  // namespace profdiff
