// SPDX-License-Identifier: GPL-3.0-or-later
// The intents of a context: the sets of attributes of its concepts.
// Tests: tests/unit/analyze/ranking/lattice_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_INTENTS_H_
#define PROFDIFF_ANALYZE_RANKING_INTENTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analyze/ranking/bit_rows.h"
#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {

// A reduced context: objects with the same attributes form a class, and attributes that occur in exactly the same
// objects form a group.
struct SmallContext {
  std::vector<std::vector<std::uint32_t>> objects;  // indexed by class: its objects
  // Indexed by group: its attributes; groups are ordered by first attribute.
  std::vector<std::vector<std::uint32_t>> attributes;
  BitRows classes{0};  // indexed by class: its groups, as bits
};

SmallContext MakeSmall(const FormalContext& context);

// Distinct sets of groups, with a hash table to find them.
class IntentTable {
 public:
  using Row = std::span<const std::uint64_t>;

  explicit IntentTable(std::size_t groups) : rows_(groups) {}

  std::size_t size() const { return rows_.size(); }
  std::size_t words() const { return rows_.words(); }
  Row operator[](std::size_t i) const { return rows_[i]; }
  // Returns the index of a set; size() if it is not in the table.
  std::size_t Find(Row set) const;
  void Add(Row set);

 private:
  BitRows rows_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

// Returns all intersections of the classes' sets, and the set of all groups; nullopt if there are more than `most`, or
// if they exceed the memory limit.
std::optional<IntentTable> FindIntents(const SmallContext& context, std::size_t most);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_INTENTS_H_
