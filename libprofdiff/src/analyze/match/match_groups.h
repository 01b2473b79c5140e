// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of functions of two sides with equal keys.
// Tests: tests/unit/analyze/match/match_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_MATCH_GROUPS_H_
#define PROFDIFF_ANALYZE_MATCH_MATCH_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/image.h"

namespace profdiff {

// The key of a group. Fields that a rule does not use are empty or 0.
struct MatchKey {
  std::string_view name;
  std::string_view file;
  std::string_view path;
  std::uint64_t address = 0;
  std::uint64_t end = 0;
  std::uint32_t line = 0;

  friend bool operator==(const MatchKey&, const MatchKey&) = default;
};

// Returns the hash of a key. The upper bits of the hash depend on all fields of the key. Only hashes with the same seed
// can be compared.
std::uint64_t HashOf(const MatchKey& key, const SeededHash& hash);

// The functions of both sides that have the same key, in order of address.
struct MatchGroup {
  std::span<const FunctionId> base, other;

  bool IsPair() const { return base.size() == 1 && other.size() == 1; }
};

// Functions of one side that have a key. Only the hash of the key is stored, since keys are larger than function ids.
class KeyedFunctions {
 public:
  using KeyOf = std::function<MatchKey(FunctionId)>;

  KeyedFunctions(KeyOf key_of, const SeededHash& hash) : key_of_(std::move(key_of)), hash_(hash) {}

  void reserve(std::size_t functions) { entries_.reserve(functions); }
  // Adds a function. `key` must be equal to the key that `key_of`, given to the constructor, returns for the function.
  void Add(FunctionId function, const MatchKey& key) { entries_.push_back({function, HashOf(key, hash_)}); }

  std::size_t size() const { return entries_.size(); }
  FunctionId operator[](std::size_t place) const { return entries_[place].id; }
  std::uint64_t HashAt(std::size_t place) const { return entries_[place].hash; }
  MatchKey KeyAt(std::size_t place) const { return key_of_(entries_[place].id); }

 private:
  struct Entry {
    FunctionId id;
    std::uint64_t hash = 0;  // hash of the key
  };

  KeyOf key_of_;
  SeededHash hash_;
  std::vector<Entry> entries_;
};

// Assigns numbers to the keys of functions: 0, 1, … in order of their first functions.
class MatchKeyNumbers {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // `functions` must outlive this object.
  explicit MatchKeyNumbers(const KeyedFunctions& functions);

  // Returns the number of each function's key, in the order of `functions`.
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }
  // Returns the number of distinct keys.
  std::size_t size() const { return first_.size(); }
  // Returns the number of each key of `others`; kNone for keys that do not occur in `functions`.
  std::vector<std::uint32_t> Find(const KeyedFunctions& others, unsigned threads) const;

 private:
  struct Slot {
    std::uint32_t number = kNone;
    // Lower half of the key's hash: comparing it first rejects most other keys.
    std::uint32_t mark = 0;
  };

  // Returns the slot of the key at `place` in `of`, or the free slot where it would be inserted.
  std::size_t SlotOf(const KeyedFunctions& of, std::size_t place) const;

  const KeyedFunctions& functions_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Slot> slots_;           // open addressing, at most half full; free slots have the number kNone
  std::vector<std::uint32_t> first_;  // indexed by number of a key: index of its first function
};

// Groups the functions in `base` and `other`, both in order of address. Keys that occur only in `other` form no group.
class MatchGroups {
 public:
  MatchGroups() = default;
  MatchGroups(const KeyedFunctions& base, const KeyedFunctions& other, unsigned threads);

  std::size_t size() const { return size_; }
  MatchGroup operator[](std::size_t group) const {
    return {{base_.data() + first_base_[group], base_.data() + first_base_[group + 1]},
            {other_.data() + first_other_[group], other_.data() + first_other_[group + 1]}};
  }

 private:
  std::size_t size_ = 0;
  std::vector<FunctionId> base_, other_;  // sorted by group
  // Indexed by group: index of its first function in base_ or other_; the last element is the end of the last group.
  std::vector<std::uint32_t> first_base_, first_other_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_MATCH_GROUPS_H_
