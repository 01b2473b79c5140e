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

// The data that comparisons use; each round adds its results.
struct RenameContext {
  // By joined function: the function with which it is identified; invalid if there is none. A matched function is
  // identified with itself, and both functions of a likely pair with the base function.
  std::vector<FunctionId> taken_for;
  // Number of orphans that call each joined function, or are called by it.
  std::vector<std::uint32_t> crowd;
  // By unqualified name, and by number of calls: how many functions have it. Matched functions count twice, once for
  // each side.
  HashMap<std::string, std::uint32_t> names;
  HashMap<std::uint64_t, std::uint32_t> calls;
  // By word: how many functions have it in their unqualified names. Matched functions count twice as well.
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
