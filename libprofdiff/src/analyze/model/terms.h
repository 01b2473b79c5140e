// SPDX-License-Identifier: GPL-3.0-or-later
// Forms from --terms: sums of expressions.
// Tests: tests/unit/analyze/model/models_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_TERMS_H_
#define PROFDIFF_ANALYZE_MODEL_TERMS_H_

#include <string>
#include <vector>

#include "analyze/model/forms.h"
#include "profdiff/property_set.h"

namespace profdiff {

// The largest number of terms that a user may give.
inline constexpr std::size_t kMostUserTerms = 8;

// Parses the expressions given with --terms. The pointers are shared, because terms keep the expressions that they are
// made from.
// Errors: as in ParseExpression; kBadArgument for more than kMostUserTerms.
std::vector<std::shared_ptr<const Expression>> ParseTerms(const ModelOptions& options);

// Returns sums of up to three expressions and a constant. `parameters` are the parameters of the points; `known` has
// values for other names: constants, and parameters that do not vary. Expressions with any other name are left out.
std::vector<ModelShape> ShapesOfTerms(const std::vector<std::shared_ptr<const Expression>>& expressions,
                                      const std::vector<std::string>& parameters, const NamedValues& known);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_TERMS_H_
