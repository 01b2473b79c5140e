// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of properties, in postfix order.
// Tests: tests/unit/read/property/asl_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_EXPRESSION_H_
#define PROFDIFF_READ_PROPERTY_EXPRESSION_H_

#include "profdiff/properties.h"
#include "read/property/lexer.h"

namespace profdiff {

// Parses an expression, and stops before the token that ends it. `in_angles`: true for the argument of a template,
// which ends at a ">".
// Errors: kBadArgument.
AslExpression TakeExpression(AslLexer& lexer, bool in_angles = false);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_EXPRESSION_H_
