// SPDX-License-Identifier: GPL-3.0-or-later
// From pairs of functions to one table of both sides' functions.
#ifndef PROFDIFF_ANALYZE_MATCH_MATCH_JOIN_H_
#define PROFDIFF_ANALYZE_MATCH_MATCH_JOIN_H_

#include <vector>

#include "profdiff/match.h"

namespace profdiff {

// Builds the joined table and brings the pairs into its order: name, source file, address. Whatever the two sides of a
// pair disagree about is settled without regard to which side is the base.
Match JoinFunctions(const FunctionTable& base, const FunctionTable& other, const std::vector<Match::Pair>& pairs,
                    unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_MATCH_JOIN_H_
