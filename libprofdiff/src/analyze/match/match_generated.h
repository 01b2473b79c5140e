// SPDX-License-Identifier: GPL-3.0-or-later
// Matching of functions whose names differ only in parts that a compiler generated.
// Test: tests/unit/analyze/match/match_generated_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_MATCH_GENERATED_H_
#define PROFDIFF_ANALYZE_MATCH_MATCH_GENERATED_H_

#include <utility>
#include <vector>

#include "analyze/match/match_signature.h"
#include "profdiff/image.h"

namespace profdiff {

// Pairs unmatched functions whose names are equal without the parts that a compiler generated (WithoutGenerated). Each
// side must have only one function with that name, matched or not, because the numbers of closures do not show which
// one is which; only matched functions of Rust do not count. With `in_file`, functions match only in the same source
// file, program or library; static functions always do. Cost: linear in the functions; if candidates exist, matched
// functions with generated parts are demangled.
std::vector<std::pair<FunctionId, FunctionId>> PairByGenerated(const Unmatched& base, const Unmatched& other,
                                                               bool in_file, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_MATCH_GENERATED_H_
