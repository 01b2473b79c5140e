// SPDX-License-Identifier: GPL-3.0-or-later
// Which function was taken for which, and why.
#ifndef PROFDIFF_MATCH_LISTING_H_
#define PROFDIFF_MATCH_LISTING_H_

#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/match.h"
#include "profdiff/names.h"
#include "profdiff/rename.h"

namespace profdiff {

// "same symbol", "name", "file", "clone", "line", "rename", "signature"; for a function on one side "only base" or
// "only other".
PROFDIFF_EXPORT std::string_view RuleName(const Match::Pair& pair);

// One line for every joined function: its rule, its name, and where the sides' names differ both.
PROFDIFF_EXPORT void WriteMatches(std::string& out, const Match& match, const FunctionTable& base,
                                  const FunctionTable& other, DemangleStyle demangle = DemangleStyle::kAuto);

// Suggestions as a file that ReadRenameFile reads: a comment with score, readable names and reasons, then
// "--rename='^OLD$=NEW'", quoted for a shell. Rules are about linkage names: each means one function.
PROFDIFF_EXPORT void WriteSuggestions(std::string& out, const Match& match,
                                      const std::vector<RenameSuggestion>& suggestions,
                                      DemangleStyle demangle = DemangleStyle::kAuto);

}  // namespace profdiff

#endif  // PROFDIFF_MATCH_LISTING_H_
