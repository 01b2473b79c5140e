// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions given by users, applied to untrusted names with bounds on time and stack.
// Tests: tests/unit/analyze/match/rename_test.cpp.
#ifndef PROFDIFF_BASE_BOUNDED_REGEX_H_
#define PROFDIFF_BASE_BOUNDED_REGEX_H_

#include <regex>
#include <string>

namespace profdiff {

// Thrown if matching an expression against a name takes too much time or stack.
struct TooComplex {};

// Compiles an ECMAScript expression, with `ignores_case` one in which upper and lower case are the same.
// Errors: kBadArgument; cause() does not quote the expression.
std::regex CompileBounded(const std::string& expression, bool ignores_case = false);

// True if the expression matches anywhere in the name. Throws TooComplex.
bool FindBounded(const std::string& name, const std::regex& expression);

// Returns the name with all matches, or only the first one, replaced. Throws TooComplex.
std::string ReplaceBounded(const std::string& name, const std::regex& expression, const std::string& replacement,
                           bool all = true);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_BOUNDED_REGEX_H_
