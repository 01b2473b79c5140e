// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions that are left on one side may be one. A candidate shares something rare with a function: a caller,
// a callee, the source file, or three characters of the name. Candidates are scored, and pairs are taken best first.
// Test: tests/unit/analyze/match_rename_test.cpp.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "analyze/match_names.h"
#include "profdiff/difference.h"
#include "profdiff/rename.h"

namespace profdiff {
namespace {

constexpr double kLikely = 0.5;            // below this a suggestion would be a guess
constexpr std::size_t kCrowd = 64;         // a trait that more functions have says too little to look at them all
constexpr double kNeighbourWeight = 0.45;  // callers and callees
constexpr double kNameWeight = 0.25;
constexpr double kSizeWeight = 0.15;
constexpr double kFileWeight = 0.15;

// A function on one side alone, and what can be compared of it.
struct Orphan {
  FunctionId id;  // of the joined table
  std::string_view name;
  std::string_view file;               // empty: unknown
  std::uint64_t size = 0;              // bytes of code; 0: unknown
  std::vector<std::uint32_t> callers;  // matched functions alone; ascending
  std::vector<std::uint32_t> callees;
  std::vector<std::uint32_t> trigrams;  // of the name; ascending
};

std::vector<std::uint32_t> Trigrams(std::string_view name) {
  std::set<std::uint32_t> found;
  for (std::size_t i = 0; i + 3 <= name.size(); ++i) {
    std::uint32_t value = 0;
    for (std::size_t j = 0; j < 3; ++j) value = value << 8 | static_cast<unsigned char>(name[i + j]);
    found.insert(value);
  }
  return {found.begin(), found.end()};
}

std::size_t InCommon(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

// Twice what is common by what there is; 0 where one has nothing.
double Likeness(std::size_t common, std::size_t a, std::size_t b) {
  return a + b == 0 ? 0 : 2 * static_cast<double>(common) / static_cast<double>(a + b);
}

double SizeLikeness(std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0) return 0;
  return static_cast<double>(std::min(a, b)) / static_cast<double>(std::max(a, b));
}

class Suggester {
 public:
  Suggester(const Difference& difference, const FunctionTable& base, const FunctionTable& other)
      : difference_(difference), base_(base), other_(other) {}

  std::vector<RenameSuggestion> Suggest();

 private:
  Orphan Describe(FunctionId id) const;
  void Neighbours(Orphan& orphan) const;
  void Index();
  void Propose(const Orphan& base, std::vector<RenameSuggestion>& proposals) const;
  RenameSuggestion Score(const Orphan& base, const Orphan& other) const;

  // Functions of the other side by a trait that they have.
  using TraitIndex = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;
  template <class Visit>
  static void ForEachTrait(const Orphan& orphan, Visit visit);

  const Difference& difference_;
  const FunctionTable& base_;
  const FunctionTable& other_;
  std::vector<Orphan> only_base_, only_other_;
  TraitIndex index_;
};

// A trait is a number that tells its kind as well.
template <class Visit>
void Suggester::ForEachTrait(const Orphan& orphan, Visit visit) {
  enum : std::uint64_t { kCaller = 1, kCallee = 2, kTrigram = 3, kFile = 4 };
  for (std::uint32_t caller : orphan.callers) visit(kCaller << 60 | caller);
  for (std::uint32_t callee : orphan.callees) visit(kCallee << 60 | callee);
  for (std::uint32_t trigram : orphan.trigrams) visit(kTrigram << 60 | trigram);
  if (!orphan.file.empty()) visit(kFile << 60 | (std::hash<std::string_view>()(orphan.file) & 0xffffffff));
}

void Suggester::Neighbours(Orphan& orphan) const {
  auto add = [&](FunctionId neighbour, std::vector<std::uint32_t>& to) {
    const Match::Pair& pair = difference_.match.pairs[neighbour.value];
    if (pair.base.valid() && pair.other.valid()) to.push_back(neighbour.value);
  };
  for (ArcId arc : difference_.adjacency.Parents(orphan.id)) add(difference_.arcs[arc.value].caller, orphan.callers);
  for (ArcId arc : difference_.adjacency.Children(orphan.id)) add(difference_.arcs[arc.value].callee, orphan.callees);
  std::sort(orphan.callers.begin(), orphan.callers.end());
  std::sort(orphan.callees.begin(), orphan.callees.end());
}

Orphan Suggester::Describe(FunctionId id) const {
  const Match::Pair& pair = difference_.match.pairs[id.value];
  const FunctionTable& table = pair.base.valid() ? base_ : other_;
  const FunctionId own = pair.base.valid() ? pair.base : pair.other;
  const Function& function = table[own];
  Orphan orphan;
  orphan.id = id;
  orphan.name = function.name;
  orphan.file = SourceFileName(table, own);
  if (table.has_addresses && function.end >= function.address) orphan.size = function.end - function.address + 1;
  orphan.trigrams = Trigrams(function.name.substr(0, Renames::kLongestName));
  Neighbours(orphan);
  return orphan;
}

void Suggester::Index() {
  for (std::size_t i = 0; i < difference_.match.pairs.size(); ++i) {
    const Match::Pair& pair = difference_.match.pairs[i];
    if (pair.base.valid() && pair.other.valid()) continue;
    (pair.base.valid() ? only_base_ : only_other_).push_back(Describe(FunctionId(i)));
  }
  for (std::size_t i = 0; i < only_other_.size(); ++i) {
    ForEachTrait(only_other_[i], [&](std::uint64_t trait) { index_[trait].push_back(static_cast<std::uint32_t>(i)); });
  }
}

RenameSuggestion Suggester::Score(const Orphan& base, const Orphan& other) const {
  const std::size_t common = InCommon(base.callers, other.callers) + InCommon(base.callees, other.callees);
  const std::size_t base_neighbours = base.callers.size() + base.callees.size();
  const std::size_t other_neighbours = other.callers.size() + other.callees.size();
  const double neighbours = Likeness(common, base_neighbours, other_neighbours);
  const double name = Likeness(InCommon(base.trigrams, other.trigrams), base.trigrams.size(), other.trigrams.size());
  const bool same_file = !base.file.empty() && base.file == other.file;
  const double size = SizeLikeness(base.size, other.size);

  RenameSuggestion suggestion{base.id, other.id, 0, {}};
  // Only what is known of both counts.
  const double neighbour_weight = base_neighbours + other_neighbours == 0 ? 0 : kNeighbourWeight;
  const double size_weight = base.size == 0 || other.size == 0 ? 0 : kSizeWeight;
  const double file_weight = base.file.empty() || other.file.empty() ? 0 : kFileWeight;
  suggestion.score =
      (neighbour_weight * neighbours + kNameWeight * name + size_weight * size + file_weight * same_file) /
      (neighbour_weight + kNameWeight + size_weight + file_weight);
  char text[200];
  std::snprintf(text, sizeof text, "callers and callees in common %zu of %zu and %zu, name %.0f %% alike, ", common,
                base_neighbours, other_neighbours, 100 * name);
  suggestion.reasons = text;
  if (base.size != 0 && other.size != 0) {
    suggestion.reasons += std::to_string(base.size) + " and " + std::to_string(other.size) + " bytes, ";
  }
  suggestion.reasons += same_file                                 ? "same source file"
                        : base.file.empty() || other.file.empty() ? "source file unknown"
                                                                  : "other source file";
  return suggestion;
}

void Suggester::Propose(const Orphan& base, std::vector<RenameSuggestion>& proposals) const {
  std::unordered_set<std::uint32_t> candidates;
  ForEachTrait(base, [&](std::uint64_t trait) {
    auto found = index_.find(trait);
    if (found == index_.end() || found->second.size() > kCrowd) return;
    candidates.insert(found->second.begin(), found->second.end());
  });
  for (std::uint32_t candidate : candidates) {
    RenameSuggestion suggestion = Score(base, only_other_[candidate]);
    if (suggestion.score >= kLikely) proposals.push_back(std::move(suggestion));
  }
}

std::vector<RenameSuggestion> Suggester::Suggest() {
  Index();
  std::vector<RenameSuggestion> proposals;
  for (const Orphan& orphan : only_base_) Propose(orphan, proposals);
  std::sort(proposals.begin(), proposals.end(), [](const RenameSuggestion& a, const RenameSuggestion& b) {
    return std::make_tuple(-a.score, a.base.value, a.other.value) <
           std::make_tuple(-b.score, b.base.value, b.other.value);
  });
  std::unordered_set<std::uint32_t> taken;
  std::vector<RenameSuggestion> suggestions;
  for (RenameSuggestion& proposal : proposals) {
    if (taken.count(proposal.base.value) != 0 || taken.count(proposal.other.value) != 0) continue;
    taken.insert({proposal.base.value, proposal.other.value});
    suggestions.push_back(std::move(proposal));
  }
  return suggestions;
}

}  // namespace

std::vector<RenameSuggestion> SuggestRenames(const Difference& difference, const FunctionTable& base,
                                             const FunctionTable& other) {
  return Suggester(difference, base, other).Suggest();
}

}  // namespace profdiff
