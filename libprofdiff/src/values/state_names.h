// SPDX-License-Identifier: GPL-3.0-or-later
// Names of states that readers, analyses and reports share.
#ifndef PROFDIFF_VALUES_STATE_NAMES_H_
#define PROFDIFF_VALUES_STATE_NAMES_H_

#include <string_view>

#include "profdiff/listing.h"
#include "profdiff/record.h"
#include "profdiff/search.h"

namespace profdiff {

// Returns "ok", "failed", "killed", "timeout" or "interrupted".
std::string_view RunStateName(RunState state);

// Returns "noHypothesis", "budget", "interrupt" or "failure".
std::string_view SearchStopName(SearchStop stop);

// Returns the rule that matched the pair: "same symbol", "name", "file", "clone", "line", "rename", "signature" or
// "image"; for a function on one side only, "only base" or "only other".
std::string_view RuleName(const Match::Pair& pair);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_STATE_NAMES_H_
