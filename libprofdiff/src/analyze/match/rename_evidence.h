// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence for or against the assumption that two functions are the same.
// Test: tests/unit/analyze/match/match_rename_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_RENAME_EVIDENCE_H_
#define PROFDIFF_ANALYZE_MATCH_RENAME_EVIDENCE_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/match/rename_orphan.h"
#include "base/seeded_hash.h"

namespace profdiff {

// The data that comparisons of functions use; each round of the search adds its results to them.
struct RenameContext {
  // Indexed by joined function: the function that represents it in comparisons; invalid if there is none. A matched
  // function represents itself; in a likely pair, the base function represents both functions.
  std::vector<FunctionId> taken_for;
  // Indexed by joined function: number of orphans (unmatched functions) that call it or are called by it.
  std::vector<std::uint32_t> crowd;
  // Numbers of functions by unqualified name, and by number of calls. A matched function counts twice, once for each
  // side.
  HashMap<std::string, std::uint32_t> names;
  HashMap<std::uint64_t, std::uint32_t> calls;
  // Numbers of functions by word of the unqualified name. A matched function counts twice here, too.
  HashMap<std::string, std::uint32_t> words;
  // Identifiers in the qualified names of each side.
  HashSet<std::string> base_words, other_words;
  // Number of likely pairs of functions with each replacement: a word of the base and the word of the other side that
  // replaces it.
  std::map<std::pair<std::string, std::string>, std::uint32_t> replaced;
};

// The comparison of two orphans.
struct RenameEvidence {
  bool possible = false;
  double log_odds = 0;  // natural logarithm of the odds that they are the same function
  // These values are only for the report.
  double name = 0, scope = 0;  // likeness of the names and of the scopes, from 0 to 1
  std::size_t common_callers = 0, common_callees = 0;
};

RenameEvidence Compare(const Orphan& base, const Orphan& other, const RenameContext& context);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_RENAME_EVIDENCE_H_
