// SPDX-License-Identifier: GPL-3.0-or-later
// Matches C++ functions whose parameters changed. Demangling all names of a large program would take longer than all
// other rules together. Therefore, only two kinds of names are demangled: names of unmatched functions, then names that
// begin like the name of a candidate.
// Test: tests/unit/analyze/match/match_signature_test.cpp.
#include "analyze/match/match_signature.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "analyze/match/match_names.h"
#include "base/in_order.h"
#include "base/name_parts.h"
#include "base/seeded_hash.h"
#include "base/short_name.h"

namespace profdiff {
namespace {

// True for a name that may be the demangled name of a C++ function.
bool IsReadable(std::string_view name, char leading_char) {
  return name.find('(') != std::string_view::npos && NameStem(name, leading_char).empty();
}

// The parts of a name that do not depend on parameters.
struct Signature {
  std::string key;   // qualified name, with the kinds of clone suffixes; must be equal
  std::string stem;  // prefix of the mangled names of all overloads
};

// For names that a profiler recorded in demangled form. They do not show the variant of a constructor, and overloads
// have no common stem.
std::optional<Signature> SignatureOfReadable(std::string_view name, bool with_variant) {
  std::optional<std::string> before = NameBeforeParameters(name);
  if (!before) return std::nullopt;
  const std::string pattern = ClonePattern(*before);
  return Signature{(pattern.empty() ? *before : pattern) + (with_variant ? "\n0" : ""), {}};
}

std::optional<Signature> SignatureOf(const FunctionTable& table, FunctionId id, bool with_variant) {
  const Function& function = table[id];
  if (function.is_file || IsLine(table, id)) return std::nullopt;
  if (IsReadable(function.name, table.leading_char)) return SignatureOfReadable(function.name, with_variant);
  std::optional<QualifiedName> name = FindQualifiedName(function.name, table.leading_char);
  if (!name) return std::nullopt;
  Signature signature{std::move(name->text), std::move(name->stem)};
  if (const std::size_t suffix = function.name.find_first_of(".@"); suffix != std::string_view::npos) {
    const std::string pattern = ClonePattern(function.name);
    signature.key.append(pattern.empty() ? function.name.substr(suffix) : std::string_view(pattern).substr(suffix));
  }
  if (with_variant) signature.key.append("\n").append(std::to_string(name->variant));
  return signature;
}

// An unmatched function that is the only one with its signature.
struct Candidate {
  FunctionId id;  // invalid if several functions have the signature
  std::string stem;
};
using Candidates = HashMap<std::string, Candidate>;  // keyed by Signature::key

Candidates FindCandidates(const Unmatched& side, bool with_variant) {
  Candidates candidates;
  for (const FunctionId id : side.left) {
    std::optional<Signature> signature = SignatureOf(side.table, id, with_variant);
    if (!signature) continue;
    const auto [place, is_new] =
        candidates.try_emplace(std::move(signature->key), Candidate{id, std::move(signature->stem)});
    if (!is_new) place->second.id = FunctionId();
  }
  return candidates;
}

// A set of prefixes of names. No prefix begins with another one, so one binary search finds the prefix of a name.
class Stems {
 public:
  explicit Stems(std::vector<std::string_view> stems) {
    std::sort(stems.begin(), stems.end());
    for (const std::string_view stem : stems) {
      if (stems_.empty() || !stem.starts_with(stems_.back())) stems_.push_back(stem);
    }
  }

  bool HasOneOf(std::string_view name) const {
    const auto after = std::upper_bound(stems_.begin(), stems_.end(), name);
    return after != stems_.begin() && name.starts_with(*std::prev(after));
  }

 private:
  std::vector<std::string_view> stems_;
};

// Rejects candidates with an overload that is already matched, because nothing shows which overload of one side became
// which overload of the other.
void RemoveOverloads(const Unmatched& side, bool with_variant, Candidates& candidates) {
  std::vector<std::string_view> beginnings;
  for (const auto& entry : candidates) {
    if (!entry.second.stem.empty()) beginnings.push_back(entry.second.stem);
  }
  const Stems stems(std::move(beginnings));
  auto left = side.left.begin();
  for (std::size_t i = 0; i < side.table.size(); ++i) {
    if (left != side.left.end() && left->value == i) {
      ++left;
      continue;
    }
    const std::string_view name = side.table.functions[i].name;
    const char leading_char = side.table.leading_char;
    if (!IsReadable(name, leading_char) && !stems.HasOneOf(NameStem(name, leading_char))) continue;
    const std::optional<Signature> signature = SignatureOf(side.table, FunctionId(i), with_variant);
    if (!signature) continue;
    if (const auto found = candidates.find(signature->key); found != candidates.end()) found->second.id = FunctionId();
  }
}

// False for static functions in different files: these are different functions even if their names are equal.
bool MayBeOne(const Unmatched& base, FunctionId f, const Unmatched& other, FunctionId g) {
  if (!base.table[f].is_static && !other.table[g].is_static) return true;
  const std::string_view file = SourceFileName(base.table, f), other_file = SourceFileName(other.table, g);
  return file.empty() || other_file.empty() || file == other_file;
}

// Keeps only candidates that are also candidates on the other side.
void KeepCommon(Candidates& candidates, const Candidates& others) {
  std::erase_if(candidates, [&](const auto& entry) {
    const auto found = others.find(entry.first);
    return !entry.second.id.valid() || found == others.end() || !found->second.id.valid();
  });
}

bool HasCxxName(const Unmatched& side) {
  return std::any_of(side.left.begin(), side.left.end(), [&side](FunctionId id) {
    const std::string_view name = side.table[id].name;
    return IsReadable(name, side.table.leading_char) || !NameStem(name, side.table.leading_char).empty();
  });
}

}  // namespace

std::vector<std::pair<FunctionId, FunctionId>> PairBySignature(const Unmatched& base, const Unmatched& other,
                                                               bool with_variant, unsigned threads) {
  if (!HasCxxName(base) || !HasCxxName(other)) return {};
  Candidates ours, theirs;
  DoBoth(
      threads, [&] { ours = FindCandidates(base, with_variant); },
      [&] { theirs = FindCandidates(other, with_variant); });
  KeepCommon(ours, theirs);
  // Both sides are reduced to common candidates first, because the next step, looking up overloads, is the most
  // expensive one.
  KeepCommon(theirs, ours);
  if (ours.empty()) return {};
  DoBoth(
      threads, [&] { RemoveOverloads(base, with_variant, ours); },
      [&] { RemoveOverloads(other, with_variant, theirs); });
  KeepCommon(ours, theirs);
  std::vector<std::pair<FunctionId, FunctionId>> pairs;
  for (const auto& [key, candidate] : ours) {
    const auto found = theirs.find(key);
    if (!MayBeOne(base, candidate.id, other, found->second.id)) continue;
    pairs.emplace_back(candidate.id, found->second.id);
  }
  return pairs;
}

}  // namespace profdiff
