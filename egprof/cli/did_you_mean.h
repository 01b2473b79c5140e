// SPDX-License-Identifier: GPL-3.0-or-later
// Guesses the word that a user mistyped. Tests: tests/unit/egprof/cli/did_you_mean_test.cpp.
#ifndef EGPROF_CLI_DID_YOU_MEAN_H_
#define EGPROF_CLI_DID_YOU_MEAN_H_

#include <span>
#include <string>
#include <string_view>

namespace egprof {

// Returns "; did you mean 'trace'?" for the candidate with the fewest edits; empty if none is similar enough. `before`
// is inserted before the candidate. One edit is allowed per three letters, and at least one. An edit inserts, deletes
// or replaces a letter, or exchanges two neighbouring letters.
std::string DidYouMean(std::string_view typed, std::span<const std::string> candidates, std::string_view before = "");

}  // namespace egprof

#endif  // EGPROF_CLI_DID_YOU_MEAN_H_
