// SPDX-License-Identifier: GPL-3.0-or-later
// Renames functions of trace A by the user's rules. As for profiles, a function keeps its name if that name exists on
// the other side, and a rule that would give two functions the same name has no effect. A new name is therefore never
// already in A, and no entries of the name table need to be merged.
// Tests: tests/unit/analyze/trace/rename_test.cpp.
#include <algorithm>
#include <string>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"
#include "values/shape.h"

namespace profdiff {
namespace {

using Ids = std::vector<NameId>;

// Returns the names that are not in the other trace.
Ids FindAlone(const std::vector<std::string>& names, const std::vector<std::string>& others) {
  const HashSet<std::string_view> known(others.begin(), others.end());
  Ids alone;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!known.contains(names[i])) alone.emplace_back(i);
  }
  return alone;
}

// Returns, for each key, the only name with that key; invalid if several names have it. Names without a key are left
// out.
template <class KeyOf>
HashMap<std::string, NameId> SortByKey(const std::vector<std::string>& names, const Ids& ids, KeyOf key_of) {
  HashMap<std::string, NameId> by_key;
  for (const NameId id : ids) {
    const std::optional<std::string> key = key_of(names[id.value]);
    if (!key) continue;
    const auto [entry, is_new] = by_key.emplace(*key, id);
    if (!is_new) entry->second = NameId();
  }
  return by_key;
}

std::optional<std::string> Itself(const std::string& name) { return name; }
std::optional<std::string> Readable(const std::string& name) {
  return Demangle(name, DemangleStyle::kAuto, '\0').value_or(name);
}

class Renamer {
 public:
  Renamer(Trace& a, const Trace& b) : a_(a), b_(b) {}

  // Replaces names of A by the names of B with the same key. Returns the number of renamed functions.
  template <class KeyOfA, class KeyOfB>
  std::size_t Rename(KeyOfA key_of_a, KeyOfB key_of_b) {
    const auto from = SortByKey(a_.names, FindAlone(a_.names, b_.names), key_of_a);
    const auto to = SortByKey(b_.names, FindAlone(b_.names, a_.names), key_of_b);
    std::size_t renamed = 0;
    for (const auto& [key, name] : from) {
      const auto found = to.find(key);
      if (found == to.end() || !name.valid() || !found->second.valid()) continue;
      a_.names[name.value] = b_.names[found->second.value];
      ++renamed;
    }
    return renamed;
  }

 private:
  Trace& a_;
  const Trace& b_;
};

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
  Renamer renamer(a, b);
  std::size_t renamed = renamer.Rename([&](const std::string& name) { return renames.Linkage(name); }, Itself);
  if (renames.HasDemangled()) {
    renamed += renamer.Rename([&](const std::string& name) { return renames.Demangled(*Readable(name)); }, Readable);
  }
  if (renamed == 0) return 0;
  std::vector<std::uint64_t> hashes;
  for (const std::string& name : a.names) hashes.push_back(HashName(name));
  for (ThreadTrace& thread : a.threads) FindShapes(thread.calls, hashes);
  return renamed;
}

}  // namespace profdiff
