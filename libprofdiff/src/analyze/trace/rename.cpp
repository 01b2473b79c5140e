// SPDX-License-Identifier: GPL-3.0-or-later
// Renames functions of trace A by the user's rules, and where names differ only in generated parts. As for profiles, a
// function keeps its name if that name exists on the other side, and a rule that would give two functions the same name
// has no effect. A new name is therefore never already in A, and no entries of the name table need to be merged. Tests:
// tests/unit/analyze/trace/rename_test.cpp.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyze/trace/shapes.h"
#include "base/generated_parts.h"
#include "base/name_parts.h"
#include "base/seeded_hash.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"

namespace profdiff {
namespace {

// Maps each key to the only name with that key, or to an invalid id if several names have the key. Leaves out names
// that are also in the other trace, and names without a key.
template <class KeyOf>
HashMap<std::string, NameId> SortByKey(const std::vector<std::string>& names, const std::vector<std::string>& others,
                                       KeyOf key_of) {
  const HashSet<std::string_view> known(others.begin(), others.end());
  HashMap<std::string, NameId> by_key;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (known.contains(names[i])) continue;
    const std::optional<std::string> key = key_of(names[i]);
    if (!key) continue;
    const auto [entry, is_new] = by_key.emplace(*key, NameId(i));
    if (!is_new) entry->second = NameId();
  }
  return by_key;
}

std::optional<std::string> Itself(const std::string& name) { return name; }
std::string Readable(const std::string& name) { return DemangledName(name); }

// Replaces names of A with the names of B that have the same key. Returns the number of renamed functions.
template <class KeyOfA, class KeyOfB>
std::size_t Rename(std::vector<std::string>& a, const std::vector<std::string>& b, KeyOfA key_of_a, KeyOfB key_of_b) {
  const auto from = SortByKey(a, b, key_of_a), to = SortByKey(b, a, key_of_b);
  std::size_t renamed = 0;
  for (const auto& [key, name] : from) {
    const auto found = to.find(key);
    if (found == to.end() || !name.valid() || !found->second.valid()) continue;
    a[name.value] = b[found->second.value];
    ++renamed;
  }
  return renamed;
}

// Returns the demangled name without generated parts; nullopt if it has none.
std::optional<std::string> WithoutNumbers(const std::string& name) {
  if (!MayHaveGenerated(name)) return std::nullopt;
  const std::string readable = Readable(name);
  std::string plain = WithoutGenerated(readable);
  if (plain == readable && !IsRust(name)) return std::nullopt;
  return plain;
}

// Renames functions whose names differ only in generated parts, as the rule `generated` matches them in profiles.
std::size_t RenameGenerated(std::vector<std::string>& a, const std::vector<std::string>& b) {
  const HashSet<std::string_view> known(b.begin(), b.end());
  HashSet<std::string> doubtful;  // names that functions in both traces have, too
  for (const std::string& name : a) {
    if (!known.contains(name)) continue;
    std::optional<std::string> plain = WithoutNumbers(name);
    // Functions of Rust with equal hashes are certainly one function.
    if (plain && !(IsRust(name) && plain->find('#') == std::string::npos)) doubtful.insert(*std::move(plain));
  }
  const auto key_of = [&](const std::string& name) {
    std::optional<std::string> plain = WithoutNumbers(name);
    return plain && doubtful.contains(*plain) ? std::nullopt : plain;
  };
  return Rename(a, b, key_of, key_of);
}

}  // namespace

std::size_t RenameCalls(Trace& a, const Trace& b, const Renames& renames) {
  const auto by_linkage = [&](const std::string& name) { return renames.Linkage(name); };
  const auto by_readable = [&](const std::string& name) { return renames.Demangled(Readable(name)); };
  std::size_t renamed = renames.empty() ? 0 : Rename(a.names, b.names, by_linkage, Itself);
  if (renames.HasDemangled()) renamed += Rename(a.names, b.names, by_readable, Readable);
  renamed += RenameGenerated(a.names, b.names);
  if (renamed == 0) return 0;
  FindShapes(a);
  return renamed;
}

bool SubstituteNames(Trace& trace, const Substitutions& substitutions) {
  if (substitutions.empty()) return false;
  return ChangeNames(trace, [&](const std::string& name) { return substitutions.Apply(name); });
}

}  // namespace profdiff
