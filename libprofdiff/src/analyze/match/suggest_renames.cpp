// SPDX-License-Identifier: GPL-3.0-or-later
// Suggests renames: pairs unmatched functions of both sides. Candidates for a function share a rare trait with it: a
// caller, a callee, the name, a word of the name, or the source file. Comparing all pairs would take quadratic time.
// Candidates are scored, and the best are taken first. Each round uses the results of the previous one: newly matched
// callers, and replaced words.
// Tests: tests/unit/analyze/match/match_rename_test.cpp, tests/properties/trust/renames.py.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "analyze/match/match_names.h"
#include "analyze/match/rename_evidence.h"
#include "analyze/match/rename_orphan.h"
#include "base/seeded_hash.h"
#include "base/text.h"
#include "profdiff/difference.h"
#include "profdiff/match.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

constexpr double kKnown = 0.7;  // least probability at which the next round treats a pair as known
constexpr int kRounds = 3;
constexpr std::size_t kCrowd = 64;           // a trait that more functions have is not used, because it is too common
constexpr std::size_t kMostCandidates = 64;  // maximum number of candidates for each function
constexpr std::size_t kMostNeighbours = 64;
constexpr double kMargin = 1;  // in log odds; a second candidate closer than this makes the first one less likely

// Two orphans (unmatched functions), given by their indices in the lists of both sides.
struct Pair {
  std::uint32_t base, other;
  RenameEvidence evidence;
  double log_odds = 0;  // log odds after comparison with other candidates
};

// True if a rename rule can contain the name.
bool IsNameable(std::string_view name) {
  return name.size() <= Renames::kLongestName &&
         std::none_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20; });
}

// The two best log odds among the pairs of a function.
struct Best {
  double first = -1e9, second = -1e9;

  void Add(double log_odds) {
    if (log_odds > first) {
      second = first;
      first = log_odds;
    } else {
      second = std::max(second, log_odds);
    }
  }
  double Lead(double log_odds) const { return log_odds - (log_odds < first ? first : second); }
};

// Converts a pair's log odds to a probability (logistic function).
double ScoreOf(const Pair& pair) { return 1 / (1 + std::exp(-pair.log_odds)); }

class Suggester {
 public:
  Suggester(const Difference& difference, const FunctionTable& base, const FunctionTable& other)
      : difference_(difference), base_(base), other_(other) {}

  std::vector<RenameSuggestion> Suggest() {
    FindOrphans();
    CountMatched();
    CountNeighbours();
    std::vector<Pair> pairs;
    // Several rounds are needed, because each round can use only the pairs of the previous round.
    for (int round = 0; round < kRounds; ++round) {
      if (round > 0) Learn(pairs);
      Index();
      pairs = ChooseBest();
    }
    std::vector<RenameSuggestion> suggestions;
    for (const Pair& pair : pairs) suggestions.push_back(Describe(pair));
    std::stable_sort(suggestions.begin(), suggestions.end(), [](const RenameSuggestion& a, const RenameSuggestion& b) {
      // Pairs with the most time come first, because they change a report the most.
      return std::make_tuple(-a.seconds, -a.score) < std::make_tuple(-b.seconds, -b.score);
    });
    return suggestions;
  }

 private:
  // A trait is a number with its kind in the upper 4 bits, so that traits of different kinds differ.
  template <class Visit>
  void ForEachTrait(const Orphan& orphan, Visit visit) const {
    enum : std::uint64_t { kCaller = 1, kCallee, kName, kWord, kFile, kOutline, kText };
    const auto trait = [&](std::uint64_t kind, std::uint64_t value) {
      visit(kind << 60 | (value & ~std::uint64_t{0} >> 4));
    };
    const auto known = [&](std::uint64_t kind, const std::vector<FunctionId>& neighbours) {
      for (const FunctionId id : neighbours) {
        if (const FunctionId taken = context_.taken_for[id.value]; taken.valid()) trait(kind, taken.value);
      }
    };
    known(kCaller, orphan.callers);
    known(kCallee, orphan.callees);
    trait(kName, hash_(orphan.parts.name));
    trait(kOutline, hash_(orphan.outline));
    trait(kText, hash_(orphan.parts.name + orphan.parts.parameters));
    for (const std::string& word : orphan.name_words) trait(kWord, hash_(word));
    if (!orphan.file.empty()) trait(kFile, hash_(orphan.file));
  }

  Orphan Describe(FunctionId id) const {
    const Match::Pair& pair = difference_.match.pairs[id.value];
    const FunctionTable& table = pair.base.valid() ? base_ : other_;
    const FunctionId own = pair.base.valid() ? pair.base : pair.other;
    const Function& function = table[own];
    Orphan orphan = DescribeName(function.name, table.leading_char);
    orphan.id = id;
    orphan.file = SourceFileName(table, own);
    if (table.has_addresses && function.end >= function.address) orphan.size = function.end - function.address + 1;
    const Difference::Row& row = difference_.functions[id.value];
    const SideNumbers& numbers = pair.base.valid() ? row.base : row.other;
    // Leaves the calls of both sides at 0 if they are unknown; 0 counts as no evidence.
    if (CallsKnown(difference_)) orphan.calls = numbers.calls;
    orphan.seconds = numbers.self;
    // Compares only the first 64 neighbours of a function, which can have hundreds.
    for (ArcId arc : difference_.adjacency.Parents(id)) {
      if (orphan.callers.size() == kMostNeighbours) break;
      if (difference_.arcs[arc.value].caller.value != id.value)
        orphan.callers.push_back(difference_.arcs[arc.value].caller);
    }
    for (ArcId arc : difference_.adjacency.Children(id)) {
      if (orphan.callees.size() == kMostNeighbours) break;
      if (difference_.arcs[arc.value].callee.value != id.value)
        orphan.callees.push_back(difference_.arcs[arc.value].callee);
    }
    return orphan;
  }

  void FindOrphans() {
    const std::vector<Match::Pair>& pairs = difference_.match.pairs;
    context_.taken_for.resize(pairs.size() + 1);  // the last element is for the callee of calls through a register
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Match::Pair& pair = pairs[i];
      // A matched function is known from the start. Lines are not orphans, as rename rules apply only to functions.
      if (pair.base.valid() && pair.other.valid()) {
        context_.taken_for[i] = FunctionId(i);
      } else if (!IsLine(difference_.match.functions, FunctionId(i)) &&
                 IsNameable(difference_.match.functions.functions[i].name)) {
        (pair.base.valid() ? only_base_ : only_other_).push_back(Describe(FunctionId(i)));
      }
    }
  }

  // Counts names, words and calls of matched functions, which exist on both sides.
  void CountMatched() {
    for (std::size_t i = 0; i < difference_.match.pairs.size(); ++i) {
      if (!context_.taken_for[i].valid()) continue;
      context_.calls[difference_.functions[i].base.calls] += 2;
      const std::string_view linkage_name = difference_.match.functions.functions[i].name;
      const auto name = FindQualifiedName(linkage_name, difference_.match.functions.leading_char);
      const std::string text = name ? WithoutBrackets(name->text) : std::string(linkage_name);
      const std::size_t last = text.rfind("::");
      const std::string last_name = text.substr(last == std::string::npos ? 0 : last + 2);
      context_.names[last_name] += 2;
      for (std::string& word : WordsOfName(last_name)) context_.words[std::move(word)] += 2;
      for (std::string& word : Identifiers(text)) {
        context_.base_words.insert(word);
        context_.other_words.insert(std::move(word));
      }
    }
  }

  void CountNeighbours() {
    context_.crowd.resize(context_.taken_for.size());
    for (const std::vector<Orphan>* side : {&only_base_, &only_other_}) {
      for (const Orphan& orphan : *side) {
        ++context_.names[orphan.parts.name];
        for (const std::string& word : orphan.name_words) ++context_.words[word];
        ++context_.calls[orphan.calls];
        for (const std::string& word : Identifiers(orphan.parts.scope + ' ' + orphan.parts.name)) {
          (side == &only_base_ ? context_.base_words : context_.other_words).insert(word);
        }
        for (const auto* neighbours : {&orphan.callers, &orphan.callees}) {
          for (const FunctionId id : *neighbours) ++context_.crowd[id.value];
        }
      }
    }
  }

  void Index() {
    index_.clear();
    for (std::size_t i = 0; i < only_other_.size(); ++i) {
      ForEachTrait(only_other_[i],
                   [&](std::uint64_t trait) { index_[trait].push_back(static_cast<std::uint32_t>(i)); });
    }
  }

  // Returns the functions of the other side that share the rarest traits, rarest first.
  std::vector<std::uint32_t> Candidates(const Orphan& base) const {
    std::vector<const std::vector<std::uint32_t>*> groups;
    ForEachTrait(base, [&](std::uint64_t trait) {
      const auto found = index_.find(trait);
      if (found != index_.end() && found->second.size() <= kCrowd) groups.push_back(&found->second);
    });
    std::stable_sort(groups.begin(), groups.end(), [](const auto* a, const auto* b) { return a->size() < b->size(); });
    std::vector<std::uint32_t> candidates;
    std::unordered_set<std::uint32_t> seen;
    for (const auto* group : groups) {
      for (const std::uint32_t candidate : *group) {
        if (candidates.size() < kMostCandidates && seen.insert(candidate).second) candidates.push_back(candidate);
      }
    }
    return candidates;
  }

  std::vector<Pair> ComparePairs() const {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < only_base_.size(); ++i) {
      for (const std::uint32_t candidate : Candidates(only_base_[i])) {
        const RenameEvidence evidence = Compare(only_base_[i], only_other_[candidate], context_);
        // Keeps pairs slightly below even odds as competitors of other pairs, although they cannot be suggested
        // themselves.
        if (evidence.possible && evidence.log_odds > -kMargin) {
          pairs.push_back({static_cast<std::uint32_t>(i), candidate, evidence, evidence.log_odds});
        }
      }
    }
    return pairs;
  }

  std::vector<Pair> ChooseBest() {
    std::vector<Pair> pairs = ComparePairs();
    std::vector<Best> of_base(only_base_.size()), of_other(only_other_.size());
    for (const Pair& pair : pairs) {
      of_base[pair.base].Add(pair.log_odds);
      of_other[pair.other].Add(pair.log_odds);
    }
    for (Pair& pair : pairs) {
      // A pair must be clearly the best for both of its functions: two equally good candidates are evidence for
      // neither.
      const double odds = pair.evidence.log_odds;
      const double lead = std::min(of_base[pair.base].Lead(odds), of_other[pair.other].Lead(odds));
      if (lead < kMargin) pair.log_odds -= 2 * (kMargin - lead);
    }
    // Drops pairs with less than even odds.
    std::erase_if(pairs, [](const Pair& pair) { return pair.log_odds < 0; });
    std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
      return std::make_tuple(-a.log_odds, a.base, a.other) < std::make_tuple(-b.log_odds, b.base, b.other);
    });
    // Greedy: takes the best pairs first, and each function once.
    std::unordered_set<std::uint32_t> taken_base, taken_other;
    std::erase_if(pairs, [&](const Pair& pair) {
      if (taken_base.count(pair.base) != 0 || taken_other.count(pair.other) != 0) return true;
      taken_base.insert(pair.base);
      taken_other.insert(pair.other);
      return false;
    });
    return pairs;
  }

  // Records that one word replaces another, unless the old word still exists or the new one existed before.
  void LearnWord(const std::string& gone, const std::string& come) {
    if (context_.other_words.count(gone) != 0 || context_.base_words.count(come) != 0) return;
    ++context_.replaced[{gone, come}];
  }

  void LearnWords(const Orphan& base, const Orphan& other) {
    // Replaced words in scopes are recorded only if the unqualified name is unchanged; otherwise the names may differ
    // by chance.
    if (base.parts.name == other.parts.name || base.is_structor) {
      for (const std::string& gone : Without(base.scope_words, other.scope_words)) {
        for (const std::string& come : Without(other.scope_words, base.scope_words)) LearnWord(gone, come);
      }
    }
    if (base.parts.name != other.parts.name) LearnWord(base.parts.name, other.parts.name);
  }

  void Learn(const std::vector<Pair>& pairs) {
    // Clears the learned words in each round, so that dropped pairs have no influence.
    context_.replaced.clear();
    for (const Orphan& orphan : only_base_) context_.taken_for[orphan.id.value] = FunctionId();
    for (const Orphan& orphan : only_other_) context_.taken_for[orphan.id.value] = FunctionId();
    for (const Pair& pair : pairs) {
      if (ScoreOf(pair) < kKnown) continue;
      const Orphan& base = only_base_[pair.base];
      const Orphan& other = only_other_[pair.other];
      context_.taken_for[base.id.value] = base.id;
      context_.taken_for[other.id.value] = base.id;
      if (!base.is_library) LearnWords(base, other);
    }
  }

  RenameSuggestion Describe(const Pair& pair) const {
    const Orphan& base = only_base_[pair.base];
    const Orphan& other = only_other_[pair.other];
    RenameSuggestion suggestion{base.id, other.id, ScoreOf(pair), base.seconds + other.seconds, {}};
    const SideTotals& side = difference_.base;
    // Event counts are whole numbers. Their unit comes from the file, so it is made safe for a terminal.
    const bool is_whole = side.origin && side.dimension != "seconds";
    const std::string unit = is_whole ? WithoutControls(side.dimension.substr(0, 20)) : "s";
    char text[240];
    std::snprintf(text, sizeof text,
                  "%.*f %s, name %.0f %% alike, callers in common %zu of %zu and %zu, callees %zu of %zu and %zu, ",
                  is_whole ? 0 : 2, suggestion.seconds, unit.c_str(), 100 * pair.evidence.name,
                  pair.evidence.common_callers, base.callers.size(), other.callers.size(), pair.evidence.common_callees,
                  base.callees.size(), other.callees.size());
    suggestion.reasons = text;
    if (base.size != 0 && other.size != 0) {
      suggestion.reasons += std::to_string(base.size) + " and " + std::to_string(other.size) + " bytes, ";
    }
    suggestion.reasons += base.file.empty() || other.file.empty() ? "source file unknown"
                          : base.file == other.file               ? "same source file"
                                                                  : "other source file";
    return suggestion;
  }

  const Difference& difference_;
  const FunctionTable& base_;
  const FunctionTable& other_;
  std::vector<Orphan> only_base_, only_other_;
  RenameContext context_;
  const SeededHash hash_;
  HashMap<std::uint64_t, std::vector<std::uint32_t>> index_;  // indices into only_other_, by trait
};

}  // namespace

std::vector<RenameSuggestion> SuggestRenames(const Difference& difference, const FunctionTable& base,
                                             const FunctionTable& other) {
  return Suggester(difference, base, other).Suggest();
}

}  // namespace profdiff
