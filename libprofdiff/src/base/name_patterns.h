// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions given by the user; a name has to match at least one of them.
// Tests: tests/unit/analyze/trace/selection_test.cpp.
#ifndef PROFDIFF_BASE_NAME_PATTERNS_H_
#define PROFDIFF_BASE_NAME_PATTERNS_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/regex.h"

namespace profdiff {

class NamePatterns {
 public:
  // Compiles expressions. Errors: kBadArgument; cause() quotes the expression that is invalid or too large.
  explicit NamePatterns(const std::vector<std::string>& texts);

  bool empty() const { return expressions_.empty(); }

  // True if any expression matches.
  bool Find(std::string_view name) const;

 private:
  std::vector<Regex> expressions_;
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NAME_PATTERNS_H_
