// SPDX-License-Identifier: GPL-3.0-or-later
// Which function was taken for which, and why.
#ifndef PROFDIFF_MATCH_LISTING_H_
#define PROFDIFF_MATCH_LISTING_H_

#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/match.h"
#include "profdiff/rename.h"

namespace profdiff {

// "same symbol", "name", "file", "clone", "line", "rename"; for a function on one side "only base" or "only other".
PROFDIFF_EXPORT std::string_view RuleName(const Match::Pair& pair);

// One line for every joined function: its rule, its name, and where the sides' names differ both.
PROFDIFF_EXPORT void WriteMatches(std::string& out, const Match& match, const FunctionTable& base,
                                  const FunctionTable& other);

// Suggestions as a file that ReadRenameFile reads: a comment with score and reasons, then "--rename=^OLD$=NEW".
PROFDIFF_EXPORT void WriteSuggestions(std::string& out, const Match& match,
                                      const std::vector<RenameSuggestion>& suggestions);

}  // namespace profdiff

#endif  // PROFDIFF_MATCH_LISTING_H_
