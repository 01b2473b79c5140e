// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions given by the user; a name has to match at least one of them.
// Tests: tests/unit/analyze/trace/selection_test.cpp.
#ifndef PROFDIFF_BASE_NAME_PATTERNS_H_
#define PROFDIFF_BASE_NAME_PATTERNS_H_

#include <regex>
#include <string>
#include <vector>

namespace profdiff {

class NamePatterns {
 public:
  // Compiles expressions. Errors: kBadArgument; cause() quotes the expression that is invalid or too long.
  explicit NamePatterns(std::vector<std::string> expressions);

  bool empty() const { return texts_.empty(); }

  // True if any expression matches. A name that is too long does not match.
  // Errors: kBadArgument for an expression that exceeds the bounds on time or stack.
  bool Find(const std::string& name) const;

 private:
  std::vector<std::string> texts_;
  std::vector<std::regex> expressions_;
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NAME_PATTERNS_H_
