// SPDX-License-Identifier: GPL-3.0-or-later
// Matching of C++ functions whose parameters changed.
// Test: tests/unit/analyze/match/match_signature_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_MATCH_SIGNATURE_H_
#define PROFDIFF_ANALYZE_MATCH_MATCH_SIGNATURE_H_

#include <utility>
#include <vector>

#include "profdiff/image.h"

namespace profdiff {

// The functions of one side, and those that are still unmatched.
struct Unmatched {
  const FunctionTable& table;
  const std::vector<FunctionId>& left;  // ascending
};

// Pairs unmatched functions that have the same qualified name, including template arguments, but different parameters.
// Each side must have only one function with that name, as overloads cannot be assigned. Clones with different suffixes
// are different functions; so are the copies of a constructor if `with_variant` is true. Static functions match only in
// the same source file.
std::vector<std::pair<FunctionId, FunctionId>> PairBySignature(const Unmatched& base, const Unmatched& other,
                                                               bool with_variant, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_MATCH_SIGNATURE_H_
