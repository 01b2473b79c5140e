// SPDX-License-Identifier: GPL-3.0-or-later
// A table of functions by name and image that is filled in any order.
// Tests: tests/unit/values/context_builder_test.cpp.
#ifndef PROFDIFF_VALUES_NAMED_FUNCTIONS_H_
#define PROFDIFF_VALUES_NAMED_FUNCTIONS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/image.h"

namespace profdiff {

// A hash index of elements stored elsewhere, which get the ids 0, 1, … in order of insertion. Slots depend on a seed,
// so that crafted keys do not share slots. Cost: constant (open addressing, at most half full); five million lookups of
// 100,000 elements take 0.9 s (2.5 s with a HashMap).
class NumberSet {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // Returns the id of the element with this hash for which `is_it` is true. If there is none, adds an element with the
  // id `size()`.
  template <class IsIt>
  std::uint32_t Find(std::uint64_t hash, const IsIt& is_it) {
    if (2 * size_ >= slots_.size()) Grow();
    std::size_t at = SlotOf(hash);
    for (; slots_[at].number != kNone; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].hash == hash && is_it(slots_[at].number)) return slots_[at].number;
    }
    slots_[at] = {hash, static_cast<std::uint32_t>(size_)};
    return static_cast<std::uint32_t>(size_++);
  }
  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t number = kNone;
  };

  std::size_t SlotOf(std::uint64_t hash) const { return Mix(hash ^ seed_) & (slots_.size() - 1); }
  void Grow();

  std::uint64_t seed_ = NewHashSeed();
  std::size_t size_ = 0;
  std::vector<Slot> slots_;
};

// A set of functions, with one function for each pair of name and image. The image is empty if it is unknown.
class NamedFunctions {
 public:
  FunctionId Intern(std::string_view name, std::string_view image);
  std::string_view NameOf(FunctionId id) const { return entries_[id.value].name; }
  std::string_view ImageOf(FunctionId id) const { return entries_[id.value].image; }
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::string_view name, image;
  };

  SeededHash hash_;
  NumberSet ids_;
  std::vector<Entry> entries_;
  std::deque<std::string> texts_;  // elements must not move, because entries_ refers to them
};

// A table of functions sorted by name and image.
struct SortedFunctions {
  FunctionTable table;
  std::vector<FunctionId> id_of;  // by id in NamedFunctions: the new id; invalid for functions that are not selected
};

SortedFunctions SortFunctions(const NamedFunctions& names, const std::vector<bool>& used);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_NAMED_FUNCTIONS_H_
