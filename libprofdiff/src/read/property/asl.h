// SPDX-License-Identifier: GPL-3.0-or-later
// Reads properties from text.
#ifndef PROFDIFF_READ_PROPERTY_ASL_H_
#define PROFDIFF_READ_PROPERTY_ASL_H_

#include <string>
#include <string_view>

#include "profdiff/property_set.h"

namespace profdiff {

// Parses the text of a file; error messages give `path` as its path. CheckProperties resolves names. The maximum
// nesting of expressions, and of definitions that use other definitions, is kDeepestExpression.
// Errors: kBadArgument, whose cause is what was expected, and whose place() is the line.
// Source: the grammar in egprof-check(1).
PropertySet ParseProperties(std::string_view text, const std::string& path);

std::string_view BuiltInPropertiesText();

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ASL_H_
