// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of C++ whose parameters changed.
// Test: tests/unit/analyze/match/match_signature_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_MATCH_SIGNATURE_H_
#define PROFDIFF_ANALYZE_MATCH_MATCH_SIGNATURE_H_

#include <utility>
#include <vector>

#include "profdiff/functions.h"

namespace profdiff {

// A table, and which of its functions have no partner.
struct Unmatched {
  const FunctionTable& table;
  const std::vector<FunctionId>& left;  // ascending
};

// Pairs of functions without partner that have one qualified name, template arguments included, and other parameters.
// Each side has only one function of that name: overloads cannot be assigned. A
// compiler's clones are told apart, `with_variant` the copies of a constructor as well. Static functions are not looked
// for in other source files.
std::vector<std::pair<FunctionId, FunctionId>> PairBySignature(const Unmatched& base, const Unmatched& other,
                                                               bool with_variant, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_MATCH_SIGNATURE_H_
