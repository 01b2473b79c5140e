// SPDX-License-Identifier: GPL-3.0-or-later
// Renames functions of trace A by the user's rules. As for profiles, a function keeps its name if that name exists on
// the other side, and a rule that would give two functions the same name has no effect. A new name is therefore never
// already in A, and no entries of the name table need to be merged.
// Tests: tests/unit/analyze/trace/rename_test.cpp.
#include <algorithm>
#include <string>
#include <vector>

#include "base/name_parts.h"
#include "base/seeded_hash.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"
#include "values/shape.h"

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

// Computes the shapes of all rows again, as they are hashes of names. The callees of a row come after it, so their
// shapes are known in a walk from the last row to the first.
void FindShapes(CallTree& calls, const std::vector<std::uint64_t>& name_hashes) {
  for (std::size_t row = calls.size(); row-- > 0;) {
    std::uint64_t hash = name_hashes[calls.function[row].value];
    for (std::size_t below = row + 1; below < calls.end[row]; below = calls.end[below]) {
      hash = AddShape(hash, calls.shape[below]);
    }
    calls.shape[row] = EndShape(hash);
  }
}

}  // namespace

std::size_t RenameCalls(Trace& a, const Trace& b, const Renames& renames) {
  if (renames.empty()) return 0;
  const auto by_linkage = [&](const std::string& name) { return renames.Linkage(name); };
  const auto by_readable = [&](const std::string& name) { return renames.Demangled(Readable(name)); };
  std::size_t renamed = Rename(a.names, b.names, by_linkage, Itself);
  if (renames.HasDemangled()) renamed += Rename(a.names, b.names, by_readable, Readable);
  if (renamed == 0) return 0;
  std::vector<std::uint64_t> hashes;
  for (const std::string& name : a.names) hashes.push_back(HashName(name));
  for (ThreadTrace& thread : a.threads) FindShapes(thread.calls, hashes);
  return renamed;
}

}  // namespace profdiff
