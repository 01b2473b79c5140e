// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence for and against two functions being the same.
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

// Knowledge that comparisons use, and that grows from round to round.
struct RenameContext {
  // By joined function: the function that it is taken for. A matched function is taken for itself, and both functions
  // of a likely pair are taken for the base function.
  std::vector<FunctionId> taken_for;  // invalid: unknown
  // By joined function: number of orphans that call it or are called by it.
  std::vector<std::uint32_t> crowd;
  // By last name, and by number of calls: number of functions that have it; matched functions count twice, once per
  // side.
  HashMap<std::string, std::uint32_t> names;
  HashMap<std::uint64_t, std::uint32_t> calls;
  // By word of the last name: number of functions that have it, counted in the same way.
  HashMap<std::string, std::uint32_t> words;
  // Identifiers of qualified names on each side.
  HashSet<std::string> base_words, other_words;
  // Words of the base and their replacements in likely pairs, with the number of these pairs.
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
