// SPDX-License-Identifier: GPL-3.0-or-later
// Makes one table of the functions of both sides from pairs of matching functions.
#ifndef PROFDIFF_ANALYZE_MATCH_MATCH_JOIN_H_
#define PROFDIFF_ANALYZE_MATCH_MATCH_JOIN_H_

#include <vector>

#include "profdiff/match.h"

namespace profdiff {

// Builds the joined table, and sorts the pairs by name, source file and address. If the two functions of a pair differ
// in a property, the choice of the value does not depend on which side is the base.
Match JoinFunctions(const FunctionTable& base, const FunctionTable& other, const std::vector<Match::Pair>& pairs,
                    unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_MATCH_JOIN_H_
