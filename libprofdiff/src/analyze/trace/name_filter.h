// SPDX-License-Identifier: GPL-3.0-or-later
// Filters functions by the user's expressions.
// Tests: tests/unit/analyze/trace/selection_test.cpp.
#ifndef PROFDIFF_ANALYZE_TRACE_NAME_FILTER_H_
#define PROFDIFF_ANALYZE_TRACE_NAME_FILTER_H_

#include <string>
#include <vector>

#include "base/name_patterns.h"

namespace profdiff {

// Implements CallFilter::keep and CallFilter::drop. Errors: kBadArgument for an expression that is invalid, or that
// exceeds the bounds on time and stack.
class NameFilter {
 public:
  NameFilter(std::vector<std::string> keep, std::vector<std::string> drop)
      : keep_(std::move(keep)), drop_(std::move(drop)) {}

  bool Keeps(const std::string& linkage_name) const;

 private:
  const NamePatterns keep_, drop_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_TRACE_NAME_FILTER_H_
