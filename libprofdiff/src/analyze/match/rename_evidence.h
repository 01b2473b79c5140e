// SPDX-License-Identifier: GPL-3.0-or-later
// What speaks for two functions being one, and what against it.
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

// What is taken for known while functions are compared: it grows from round to round.
struct RenameContext {
  // By joined function: which function it is taken for. A matched one for itself, one of a likely pair for its base.
  std::vector<FunctionId> taken_for;  // invalid: unknown
  // By joined function: how many orphans call it or are called by it.
  std::vector<std::uint32_t> crowd;
  // By last name, and by number of calls: how many functions have it, those with a partner on both sides.
  HashMap<std::string, std::uint32_t> names;
  HashMap<std::uint64_t, std::uint32_t> calls;
  // By word of the last name: the same.
  HashMap<std::string, std::uint32_t> words;
  // Identifiers of qualified names on each side.
  HashSet<std::string> base_words, other_words;
  // Words of base and other that likely pairs have in place of one another, and how many pairs.
  std::map<std::pair<std::string, std::string>, std::uint32_t> replaced;
};

// Two orphans held together.
struct RenameEvidence {
  bool possible = false;
  double log_odds = 0;  // of being one
  // For people.
  double name = 0, scope = 0;  // likeness
  std::size_t common_callers = 0, common_callees = 0;
};

RenameEvidence Compare(const Orphan& base, const Orphan& other, const RenameContext& context);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_RENAME_EVIDENCE_H_
