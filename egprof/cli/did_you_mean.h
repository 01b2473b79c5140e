// SPDX-License-Identifier: GPL-3.0-or-later
// A guess at what somebody meant who mistyped a word. Tests: tests/unit/egprof/cli/did_you_mean_test.cpp.
#ifndef EGPROF_CLI_DID_YOU_MEAN_H_
#define EGPROF_CLI_DID_YOU_MEAN_H_

#include <span>
#include <string>
#include <string_view>

namespace egprof {

// The candidate that is fewest edits away; empty where none is near: at most one edit in three letters.
// An edit inserts, deletes or replaces a letter, or exchanges two neighbours.
std::string Nearest(std::string_view typed, std::span<const std::string> candidates);

// "; did you mean 'trace'?", or nothing.
std::string DidYouMean(std::string_view typed, std::span<const std::string> candidates, std::string_view before = "");

}  // namespace egprof

#endif  // EGPROF_CLI_DID_YOU_MEAN_H_
