// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of two sides, sorted into groups by what they have in common.
// Tests: tests/unit/analyze/match_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_GROUPS_H_
#define PROFDIFF_ANALYZE_MATCH_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profdiff/ids.h"

namespace profdiff {

// What the functions of a group have in common. Unused parts are empty.
struct MatchKey {
  std::string_view name;
  std::string_view file;
  std::string_view path;
  std::uint64_t address = 0;
  std::uint64_t end = 0;
  std::uint32_t line = 0;

  friend bool operator==(const MatchKey&, const MatchKey&) = default;
};

// Functions of one key, in order of address.
struct MatchGroup {
  std::span<const FunctionId> base, other;

  bool IsPair() const { return base.size() == 1 && other.size() == 1; }
};

struct KeyedFunction {
  FunctionId id;
  MatchKey key;
  std::uint64_t hash = 0;

  KeyedFunction(FunctionId function, const MatchKey& of_group);
};

// Numbers for the keys of some functions: 0, 1, … in the order of the functions.
class MatchKeyNumbers {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // `functions` have to live as long as this.
  explicit MatchKeyNumbers(const std::vector<KeyedFunction>& functions);

  // By place in `functions`.
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }
  // How many keys there are.
  std::size_t size() const { return first_.size(); }
  // The numbers of the keys of other functions; kNone for those that no function of these has.
  std::vector<std::uint32_t> Find(const std::vector<KeyedFunction>& others, unsigned threads) const;

 private:
  struct Slot {
    std::uint32_t number = kNone;
    std::uint32_t mark = 0;  // a part of the hash: most other keys are known by it
  };

  std::size_t FirstSlot(std::uint64_t hash) const { return static_cast<std::size_t>(hash >> 32) & (slots_.size() - 1); }
  // The slot that holds the key, or the free one where it belongs.
  std::size_t SlotOf(const KeyedFunction& function) const;

  const std::vector<KeyedFunction>& functions_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Slot> slots_;           // kNone where free; open addressing, at most half full
  std::vector<std::uint32_t> first_;  // by number: the first function of the key
};

// The groups of the functions in `base` and `other`, which are in order of address; those of keys that only the other
// side has are left out.
class MatchGroups {
 public:
  MatchGroups(const std::vector<KeyedFunction>& base, const std::vector<KeyedFunction>& other, unsigned threads);

  auto begin() const { return groups_.begin(); }
  auto end() const { return groups_.end(); }

 private:
  std::vector<FunctionId> base_, other_;  // by group
  std::vector<MatchGroup> groups_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_GROUPS_H_
