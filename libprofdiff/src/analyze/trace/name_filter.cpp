// SPDX-License-Identifier: GPL-3.0-or-later
// An expression is looked for in both spellings of a name, as only users know which one they mean.
#include "analyze/trace/name_filter.h"

#include "profdiff/listing.h"

namespace profdiff {

bool NameFilter::Keeps(const std::string& linkage_name) const {
  if (keep_.empty() && drop_.empty()) return true;
  const std::string readable = Demangle(linkage_name, DemangleStyle::kAuto, '\0').value_or(linkage_name);
  auto found = [&](const NamePatterns& patterns) { return patterns.Find(linkage_name) || patterns.Find(readable); };
  return (keep_.empty() || found(keep_)) && !found(drop_);
}

}  // namespace profdiff
