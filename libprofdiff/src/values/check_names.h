// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the names in an expression, for all that evaluate one.
#ifndef PROFDIFF_VALUES_CHECK_NAMES_H_
#define PROFDIFF_VALUES_CHECK_NAMES_H_

#include <string>
#include <vector>

#include "profdiff/property_set.h"

namespace profdiff {

// Checks the names in an expression. Errors: kBadArgument for a name that is not in `known`.
void CheckNames(const Expression& expression, const std::vector<std::string>& known);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_CHECK_NAMES_H_
