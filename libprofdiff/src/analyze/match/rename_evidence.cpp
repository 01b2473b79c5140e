// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the log odds that two functions are the same: a sum over kinds of evidence, as in a naive Bayes classifier,
// which assumes that the kinds are independent. The weights were chosen with some of the programs in
// testdata/programs/versions, and tested with the others.
// Tests: tests/unit/analyze/match/match_rename_test.cpp, tests/properties/trust/renames.py.
#include "analyze/match/rename_evidence.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace profdiff {
namespace {

constexpr double kPrior = -3;  // natural logarithm of the odds without evidence: about 1 : 20

// Common callers or callees of two unmatched functions, and the weight of this evidence.
struct Neighbours {
  std::size_t common = 0;
  // Weighted share of the common neighbours among all neighbours.
  double share = 0;
  // Sum of the weights of common neighbours. A neighbour of only two unmatched functions has weight 1.
  double weight = 0;
  bool known = false;  // true if both functions have neighbours that are matched or in likely pairs
};

using Set = std::unordered_set<std::uint32_t>;

Set Known(const std::vector<FunctionId>& neighbours, const RenameContext& context) {
  Set known;
  for (const FunctionId id : neighbours) {
    if (const FunctionId taken = context.taken_for[id.value]; taken.valid()) known.insert(taken.value);
  }
  return known;
}

Neighbours CompareNeighbours(const std::vector<FunctionId>& a, const std::vector<FunctionId>& b,
                             const RenameContext& context) {
  const Set ours = Known(a, context), theirs = Known(b, context);
  Neighbours result;
  result.known = !ours.empty() && !theirs.empty();
  // Gives little weight to a neighbour of many unmatched functions, such as main or malloc: it is weak evidence for
  // each of them.
  const auto weight = [&](std::uint32_t id) { return 1 / std::log2(std::max(context.crowd[id], 2U)); };
  double all = 0;
  for (const std::uint32_t id : ours) {
    all += weight(id);
    if (theirs.count(id) == 0) continue;
    ++result.common;
    result.weight += weight(id);
  }
  for (const std::uint32_t id : theirs) {
    if (ours.count(id) == 0) all += weight(id);
  }
  if (all > 0) result.share = result.weight / all;
  return result;
}

// True if likely pairs already have the same replacements for all words in which the two names differ. For example,
// renaming a namespace changes the names of all its functions in the same way.
bool IsReplaced(const Words& base, const Words& other, const RenameContext& context) {
  const Words gone = Without(base, other), come = Without(other, base);
  if (gone.empty() || come.empty()) return gone.empty() && come.empty();
  // Limits the number of comparisons; a renamed scope does not change that many words.
  if (gone.size() * come.size() > 64) return false;
  const auto known = [&](const std::string& from, const std::string& to) {
    const auto found = context.replaced.find({from, to});
    return found != context.replaced.end() && found->second > 0;
  };
  const bool all_gone = std::all_of(gone.begin(), gone.end(), [&](const std::string& from) {
    return std::any_of(come.begin(), come.end(), [&](const std::string& to) { return known(from, to); });
  });
  return all_gone && std::all_of(come.begin(), come.end(), [&](const std::string& to) {
           return std::any_of(gone.begin(), gone.end(), [&](const std::string& from) { return known(from, to); });
         });
}

// Returns the number of functions that have `value`, a property that two functions share; at least 2, because these two
// functions count. The rarer the property, the stronger the evidence.
template <class Crowds, class Value>
double Crowd(const Crowds& crowds, const Value& value) {
  const auto found = crowds.find(value);
  return found == crowds.end() ? 2 : std::max(2U, found->second);
}

// True if the two names share a word that occurs in no other function's name.
bool HaveRareWord(const Words& base, const Words& other, const RenameContext& context) {
  return std::any_of(base.begin(), base.end(), [&](const std::string& word) {
    return std::binary_search(other.begin(), other.end(), word) && Crowd(context.words, word) == 2;
  });
}

// Names of constructors and destructors are not compared, because they repeat the name of their scope, which has its
// own score. An equal name is strong evidence, but becomes weaker the more functions have that name.
double OfNames(const Orphan& base, const Orphan& other, const RenameContext& context, double likeness) {
  if (base.is_structor) return 0;
  if (base.parts.name != other.parts.name) {
    if (context.replaced.count({base.parts.name, other.parts.name}) != 0) return 1.5;
    return 4 * (likeness - 0.4) + HaveRareWord(base.name_words, other.name_words, context);
  }
  return 3.5 / std::pow(std::log2(Crowd(context.names, base.parts.name)), 1.5);
}

double OfScopes(const Orphan& base, const Orphan& other, const RenameContext& context, double likeness) {
  if (base.parts.scope == other.parts.scope) return base.parts.scope.empty() ? 0 : 1;
  return IsReplaced(base.scope_words, other.scope_words, context) ? 1 : 2 * (likeness - 0.5);
}

double OfParameters(const Orphan& base, const Orphan& other) {
  if (!base.parts.is_cxx || !other.parts.is_cxx) return 0;
  if (base.parts.parameters == other.parts.parameters) return 0;
  return std::min(0.0, Likeness(base.parameter_words, other.parameter_words) - 0.7);
}

// Returns the log odds from neighbours: `most` times the share of common neighbours (and times their total weight if it
// is below 1), minus 0.2. Returns `none` if there are no common neighbours, and 0 if one of the functions has no
// neighbours that are matched or in likely pairs.
double OfNeighbours(const Neighbours& neighbours, double most, double none) {
  if (!neighbours.known) return 0;
  return neighbours.common == 0 ? none : most * neighbours.share * std::min(1.0, neighbours.weight) - 0.2;
}

// Equal counts of calls are rarely due to chance if they are large and few functions have them.
double OfCalls(std::uint64_t base, std::uint64_t other, const RenameContext& context) {
  if (base == 0 || other == 0) return base == other ? 0 : -0.5;
  if (base == other) {
    return std::min(1.5, std::log10(static_cast<double>(base)) / 2) / std::log2(Crowd(context.calls, base));
  }
  const double ratio = static_cast<double>(std::min(base, other)) / static_cast<double>(std::max(base, other));
  return ratio < 0.1 ? -0.7 : -0.2;
}

double OfSizes(std::uint64_t base, std::uint64_t other) {
  if (base == 0 || other == 0) return 0;
  const double ratio = static_cast<double>(std::min(base, other)) / static_cast<double>(std::max(base, other));
  if (ratio > 0.9) return std::min(base, other) > 40 ? 0.7 : 0.2;
  return ratio < 0.4 ? -1 : ratio - 0.7;
}

double OfFiles(const Orphan& base, const Orphan& other) {
  if (base.file.empty() || other.file.empty()) return 0;
  return base.file == other.file ? 0.4 : -0.4;
}

// True for instances of the same template with different arguments: usually both exist independently, and neither
// became the other.
bool IsOtherInstance(const Orphan& base, const Orphan& other) {
  if (base.outline != other.outline) return false;
  return base.parts.scope != other.parts.scope || base.parts.arguments != other.parts.arguments;
}

}  // namespace

RenameEvidence Compare(const Orphan& base, const Orphan& other, const RenameContext& context) {
  RenameEvidence evidence;
  if (base.kind != other.kind) return evidence;
  evidence.name = base.parts.name == other.parts.name ? 1 : Likeness(base.name_words, other.name_words);
  evidence.scope = Likeness(base.scope_words, other.scope_words);
  const Neighbours callers = CompareNeighbours(base.callers, other.callers, context);
  const Neighbours callees = CompareNeighbours(base.callees, other.callees, context);
  evidence.common_callers = callers.common;
  evidence.common_callees = callees.common;
  const bool is_replaced = IsReplaced(base.all_words, other.all_words, context);
  // Instances of library templates differ in their arguments: only a renamed argument turns one instance into another.
  if (base.is_library || other.is_library) {
    if (base.outline != other.outline || !is_replaced) return evidence;
  } else if (IsOtherInstance(base, other) && !is_replaced && callers.weight < 0.5) {
    return evidence;
  }
  evidence.possible = true;
  evidence.log_odds = kPrior + OfNames(base, other, context, evidence.name) +
                      OfScopes(base, other, context, evidence.scope) + OfParameters(base, other) +
                      OfNeighbours(callers, 3, -2) + OfNeighbours(callees, 2, -1) +
                      OfCalls(base.calls, other.calls, context) + OfSizes(base.size, other.size) + OfFiles(base, other);
  if (is_replaced && base.all_words != other.all_words) evidence.log_odds += 2;
  return evidence;
}

}  // namespace profdiff
