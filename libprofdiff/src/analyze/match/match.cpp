// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the functions of two executions. Each rule groups the functions that are still unmatched by a key (name, name
// and file, …), and makes pairs within each group; the most certain rule is applied first, the least certain last. A
// wrong pair is worse than no pair, because it shows a difference that does not exist.
// Cost: one hash lookup per function and rule, then one sort for the joined table.
// Test: tests/unit/analyze/match/match_test.cpp.
#include "profdiff/match.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "analyze/match/match_generated.h"
#include "analyze/match/match_groups.h"
#include "analyze/match/match_join.h"
#include "analyze/match/match_names.h"
#include "analyze/match/match_signature.h"
#include "base/in_order.h"
#include "base/name_parts.h"
#include "base/text.h"

namespace profdiff {
namespace {

using Key = MatchKey;
using Group = MatchGroup;

struct Side {
  const FunctionTable& table;
  // Indexed by FunctionId: the matching function of the other side; invalid while unmatched.
  std::vector<FunctionId> partner;
  std::vector<FunctionId> left;  // functions that were unmatched when LookForThoseLeft was last called, ascending

  explicit Side(const FunctionTable& functions) : table(functions), partner(functions.size()) {
    left.reserve(functions.size());
    for (std::size_t i = 0; i < functions.size(); ++i) left.push_back(FunctionId(i));
  }

  void LookForThoseLeft() {
    std::erase_if(left, [this](FunctionId id) { return partner[id.value].valid(); });
  }
};

// Derived names of unmatched functions; functions without a derived name have no entry.
using OtherNames = std::unordered_map<std::uint32_t, std::string>;  // keyed by FunctionId

template <class NameOf>
OtherNames NamesOfThoseLeft(const Side& side, NameOf name_of) {
  OtherNames names;
  for (FunctionId id : side.left) {
    if (side.partner[id.value].valid()) continue;
    if (std::string name = name_of(side.table[id].name); !name.empty()) names.emplace(id.value, std::move(name));
  }
  return names;
}

std::string Readable(const FunctionTable& table, std::string_view name) {
  return DemangledName(name, DemangleStyle::kAuto, table.leading_char);
}

std::optional<Key> ByName(const FunctionTable& table, FunctionId id) { return Key{table[id].name, {}, {}, 0, 0}; }

std::optional<Key> ByImage(const FunctionTable& table, FunctionId id) {
  // The key has no directory and no version, as the same library may be installed elsewhere, or updated. Functions of
  // an unknown image have a key too: "[unknown]" in no mapping is one function on each side.
  return Key{table[id].name, ImageName(table, id), {}, 0, 0};
}

std::optional<Key> ByImagePath(const FunctionTable& table, FunctionId id) {
  const std::string_view path = table.UnitName(table[id]);
  return path.empty() ? std::nullopt : std::optional<Key>(Key{table[id].name, {}, path, 0, 0});
}

// Many files of Python and JavaScript have the same name, such as __init__.py, in directories that distinguish them.
std::optional<Key> ByImageAndFolder(const FunctionTable& table, FunctionId id) {
  std::optional<Key> key = ByImage(table, id);
  if (!key) return std::nullopt;
  const std::string_view path = table.UnitName(table[id]);
  key->path = BaseName(path.substr(0, path.size() - std::min(path.size(), BaseName(path).size() + 1)));
  return key->path.empty() ? std::nullopt : key;
}

// File symbol and path together distinguish functions that neither of them distinguishes alone. Static functions of a
// header that several files include have the same path; functions in files with the same name in several directories
// have the same file symbol.
std::optional<Key> ByUnitAndPath(const FunctionTable& table, FunctionId id) {
  Key key{table[id].name, SourceUnit(table, id), table.FilePath(id), 0, 0};
  return key.file.empty() && key.path.empty() ? std::nullopt : std::optional<Key>(key);
}

std::optional<Key> ByFileName(const FunctionTable& table, FunctionId id) {
  Key key{table[id].name, SourceFileName(table, id), {}, 0, 0};
  return key.file.empty() ? std::nullopt : std::optional<Key>(key);
}

// A linker accepts only one global function with a given name, but any number of static ones.
std::optional<Key> ByGlobalName(const FunctionTable& table, FunctionId id) {
  return table[id].is_static ? std::nullopt : ByName(table, id);
}

// Functions without a source file that have the same name and the same range of addresses must be the same function.
std::optional<Key> ByNameAndRange(const FunctionTable& table, FunctionId id) {
  if (!SourceFileName(table, id).empty()) return std::nullopt;
  return Key{table[id].name, {}, {}, table[id].address, table[id].end};
}

std::optional<Key> ByPathAndLine(const FunctionTable& table, FunctionId id) {
  return Key{table[id].name, {}, table.FilePath(id), 0, 0, table[id].line};
}

std::optional<Key> ByFileAndLine(const FunctionTable& table, FunctionId id) {
  return Key{table[id].name, SourceFileName(table, id), {}, 0, 0, table[id].line};
}

// Returns a function that makes keys from derived names. It keeps references to all arguments, which must outlive it.
auto ByOtherName(const FunctionTable& base_table, const OtherNames& base, const OtherNames& other) {
  return [&](const FunctionTable& table, FunctionId id) {
    const OtherNames& names = &table == &base_table ? base : other;
    const auto known = names.find(id.value);
    return known == names.end() ? std::nullopt : std::optional<Key>(Key{known->second, {}, {}, 0, 0});
  };
}

class Matcher {
 public:
  Matcher(const FunctionTable& base, const FunctionTable& other, unsigned threads)
      : base_(base), other_(other), threads_(threads), rule_(base.size(), MatchRule::kUnmatched) {}

  // Rule 1, for two profiles of the same image: function ids are equal on both sides.
  void MatchSameImage() {
    for (std::size_t i = 0; i < base_.partner.size(); ++i) PairUp(FunctionId(i), FunctionId(i), MatchRule::kSameSymbol);
  }

  // Rule 2. The number in the suffix of a compiler's clone is arbitrary, so clones with the same name in different
  // files do not match, unless rule 4 finds that there is no other candidate.
  void MatchUniqueNames() {
    const MatchGroups groups = GroupUnmatched(ByName);
    const auto pair_up = [&](std::size_t g) {
      const Group group = groups[g];
      if (!group.IsPair()) return;
      const FunctionId base = group.base[0], other = group.other[0];
      if (!ClonePattern(base_.table[base].name).empty() && FilesDiffer(base, other)) return;
      PairUp(base, other, MatchRule::kName);
    };
    DoChunks(groups.size(), threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t g = begin; g < end; ++g) pair_up(g);
    });
  }

  // Rule `image`, which replaces rule `file` for profiles whose units are programs and libraries, or source files where
  // there are none. Images with the same path come first, because several images of a side may have the same name, as
  // source files have. A program may have been renamed, so two functions with the same name match even in different
  // images if they are the only unmatched functions with that name on their sides.
  void MatchInImages() {
    if (!base_.table.units_are_images || !other_.table.units_are_images) return;
    MatchInOrder(ByImagePath, MatchRule::kImage);
    MatchUnique(ByImageAndFolder, MatchRule::kImage);
    MatchUnique(ByImage, MatchRule::kImage);
    MatchUnique(ByName, MatchRule::kImage);
  }

  // Rule 3. Profiles whose units are images have no source files or addresses, so only global names can be matched.
  void MatchRepeatedNames() {
    if (base_.table.units_are_images || other_.table.units_are_images) {
      return MatchUnique(ByGlobalName, MatchRule::kName);
    }
    MatchInOrder(ByUnitAndPath, MatchRule::kFile);
    MatchInOrder(ByFileName, MatchRule::kFile);
    MatchUnique(ByGlobalName, MatchRule::kName);
    // Without files, functions of the same name can only be matched in order of address. This is reliable only if both
    // sides have the same number of them; otherwise a function was added or removed at an unknown place.
    MatchGroupsIf(ByName, MatchRule::kFile, [this](const Group& group) {
      return group.base.size() == group.other.size() && MayBeTheSame(group);
    });
    MatchUnique(ByNameAndRange, MatchRule::kFile);
  }

  // Rule 4: clones are matched by the kinds of their suffixes, first in the same file, then anywhere.
  void MatchClones() {
    const OtherNames base = NamesOfThoseLeft(base_, ClonePattern);
    const OtherNames other = NamesOfThoseLeft(other_, ClonePattern);
    const auto pattern_of = ByOtherName(base_.table, base, other);
    auto pattern_in_file = [&](const FunctionTable& table, FunctionId id) -> std::optional<Key> {
      std::optional<Key> key = pattern_of(table, id);
      if (key) key->file = SourceFileName(table, id);
      return key && key->file.empty() ? std::nullopt : key;
    };
    MatchUnique(pattern_in_file, MatchRule::kClone);
    MatchUnique(pattern_of, MatchRule::kClone);
  }

  // Lines are matched only by function, file and line number: if a line moved, no other line is a likely candidate. If
  // a line has several rows, they are paired in order of address.
  void MatchLines() {
    matching_lines_ = true;
    MatchInOrder(ByPathAndLine, MatchRule::kLine);
    MatchInOrder(ByFileAndLine, MatchRule::kLine);
    matching_lines_ = false;
  }

  // Rule 5. Linkage names are matched first; names are demangled only if there are rules for demangled names.
  void MatchRenamed(const Renames& renames) {
    auto match_by = [this](const OtherNames& base, const OtherNames& other) {
      MatchUnique(ByOtherName(base_.table, base, other), MatchRule::kRename);
    };
    match_by(NamesOfThoseLeft(base_, [&](std::string_view name) { return renames.Linkage(name).value_or(""); }),
             NamesOfThoseLeft(other_, [](std::string_view name) { return std::string(name); }));
    if (!renames.HasDemangled()) return;
    match_by(
        NamesOfThoseLeft(
            base_, [&](std::string_view name) { return renames.Demangled(Readable(base_.table, name)).value_or(""); }),
        NamesOfThoseLeft(other_, [&](std::string_view name) { return Readable(other_.table, name); }));
  }

  // Rule 6, applied twice. First, the variants of a constructor count as different functions. Then they count as one
  // function, because a compiler may emit only one of two equal variants, and not the same one in each build.
  void MatchSignatures() {
    for (const bool with_variant : {true, false}) {
      if (!LookForThoseLeft()) return;
      const auto pairs =
          PairBySignature({base_.table, base_.left}, {other_.table, other_.left}, with_variant, threads_);
      for (const auto& [base, other] : pairs) PairUp(base, other, MatchRule::kSignature);
    }
  }

  // Rule 7, applied first within source files or images, then to all that is left.
  void MatchGenerated() {
    for (const bool in_file : {true, false}) {
      if (!LookForThoseLeft()) return;
      const auto pairs = PairByGenerated({base_.table, base_.left}, {other_.table, other_.left}, in_file, threads_);
      for (const auto& [base, other] : pairs) PairUp(base, other, MatchRule::kGenerated);
    }
  }

  std::vector<Match::Pair> Pairs() const {
    std::vector<Match::Pair> pairs;
    pairs.reserve(std::max(base_.partner.size(), other_.partner.size()));
    for (std::size_t i = 0; i < base_.partner.size(); ++i) {
      pairs.push_back({FunctionId(i), base_.partner[i], rule_[i]});
    }
    for (std::size_t i = 0; i < other_.partner.size(); ++i) {
      if (!other_.partner[i].valid()) pairs.push_back({{}, FunctionId(i), MatchRule::kUnmatched});
    }
    return pairs;
  }

 private:
  // Updates the lists of unmatched functions. Returns false if a side has none left.
  bool LookForThoseLeft() {
    base_.LookForThoseLeft();
    other_.LookForThoseLeft();
    return !base_.left.empty() && !other_.left.empty();
  }

  template <class KeyOf>
  KeyedFunctions KeysOfUnmatched(const Side& side, KeyOf key_of) const {
    KeyedFunctions keys([&side, key_of](FunctionId id) { return key_of(side.table, id).value_or(Key()); }, hash_);
    keys.reserve(side.left.size());
    for (const FunctionId id : side.left) {
      if (IsLine(side.table, id) != matching_lines_) continue;
      if (std::optional<Key> key = key_of(side.table, id)) keys.Add(id, *key);
    }
    return keys;
  }

  // Groups unmatched functions by key. `key_of` returns nullopt for functions to which the rule does not apply.
  template <class KeyOf>
  MatchGroups GroupUnmatched(KeyOf key_of) {
    if (!LookForThoseLeft()) return {};
    std::optional<KeyedFunctions> base, other;
    DoBoth(
        ThreadsFor(std::max(base_.left.size(), other_.left.size()), threads_),
        [&] { base = KeysOfUnmatched(base_, key_of); }, [&] { other = KeysOfUnmatched(other_, key_of); });
    return {*base, *other, threads_};
  }

  void PairUp(FunctionId base, FunctionId other, MatchRule rule) {
    base_.partner[base.value] = other;
    other_.partner[other.value] = base;
    rule_[base.value] = rule;
  }

  // Pairs the members of groups for which accepts(group) is true, in order of address; surplus members stay unmatched.
  template <class KeyOf, class Accepts>
  void MatchGroupsIf(KeyOf key_of, MatchRule rule, Accepts accepts) {
    const MatchGroups groups = GroupUnmatched(key_of);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Group group = groups[g];
      if (!accepts(group)) continue;
      for (std::size_t i = 0; i < std::min(group.base.size(), group.other.size()); ++i) {
        PairUp(group.base[i], group.other[i], rule);
      }
    }
  }

  template <class KeyOf>
  void MatchInOrder(KeyOf key_of, MatchRule rule) {
    MatchGroupsIf(key_of, rule, [](const Group&) { return true; });
  }

  template <class KeyOf>
  void MatchUnique(KeyOf key_of, MatchRule rule) {
    MatchGroupsIf(key_of, rule, [](const Group& group) { return group.IsPair(); });
  }

  // True if both source files are known and differ.
  bool FilesDiffer(FunctionId base, FunctionId other) const {
    std::string_view a = SourceFileName(base_.table, base);
    std::string_view b = SourceFileName(other_.table, other);
    return !a.empty() && !b.empty() && a != b;
  }

  bool MayBeTheSame(const Group& group) const {
    for (std::size_t i = 0; i < group.base.size(); ++i) {
      FunctionId base = group.base[i], other = group.other[i];
      if (FilesDiffer(base, other) || base_.table[base].is_static != other_.table[other].is_static) return false;
    }
    return true;
  }

  Side base_;
  Side other_;
  unsigned threads_;
  const SeededHash hash_;
  std::vector<MatchRule> rule_;  // indexed by the base's FunctionId
  bool matching_lines_ = false;  // true while rules are applied to lines, false while they are applied to functions
};

}  // namespace

Match MatchFunctions(const FunctionTable& base, const FunctionTable& other, bool same_image, const Renames* renames,
                     unsigned threads) {
  Matcher matcher(base, other, threads);
  if (same_image && base.size() == other.size()) {
    matcher.MatchSameImage();
  } else {
    matcher.MatchUniqueNames();
    matcher.MatchInImages();
    matcher.MatchRepeatedNames();
    matcher.MatchClones();
    matcher.MatchLines();
    if (renames != nullptr && !renames->empty()) matcher.MatchRenamed(*renames);
    matcher.MatchSignatures();
    matcher.MatchGenerated();
  }
  return JoinFunctions(base, other, matcher.Pairs(), threads);
}

}  // namespace profdiff
