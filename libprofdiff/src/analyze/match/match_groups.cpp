// SPDX-License-Identifier: GPL-3.0-or-later
// Groups functions by key with flat arrays. There are about as many groups as functions, and most groups have one
// member on each side, so one container per group would take most of the time.
#include "analyze/match/match_groups.h"

#include <algorithm>
#include <bit>

#include "base/in_order.h"
#include "base/index_by_end.h"

namespace profdiff {
namespace {

// Sorts functions by the index of their group, keeping their order within a group. Returns the start of each group.
std::vector<std::uint32_t> SortByGroup(const std::vector<std::uint32_t>& group_of, const KeyedFunctions& functions,
                                       std::size_t groups, std::vector<FunctionId>& sorted) {
  const auto number_of = [&](std::size_t i) {  // functions without a group (kNone) come last
    return std::min<std::size_t>(group_of[i], groups);
  };
  std::vector<std::uint32_t> first = CountByNumber(groups + 1, functions.size(), number_of);
  sorted = PlaceByNumber(functions.size(), first, number_of, [&](std::size_t i) { return functions[i]; });
  return first;
}

}  // namespace

std::uint64_t HashOf(const MatchKey& key, const SeededHash& hash) {
  // Uses different odd factors, so that exchanging file and path changes the sum. The last factor mixes the sum into
  // the upper bits, which determine the slot.
  std::uint64_t sum = hash(key.name) + 65599 * (key.address + key.line);
  if (!key.file.empty()) sum += 31 * hash(key.file);
  if (!key.path.empty()) sum += 1009 * hash(key.path);
  return sum * kMixFactor;
}

MatchKeyNumbers::MatchKeyNumbers(const KeyedFunctions& functions)
    : functions_(functions), slots_(std::bit_ceil(2 * functions.size() + 1)) {
  numbers_.reserve(functions.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    Slot& slot = slots_[SlotOf(functions, i)];
    if (slot.number == kNone) {
      slot = {static_cast<std::uint32_t>(first_.size()), static_cast<std::uint32_t>(functions.HashAt(i))};
      first_.push_back(static_cast<std::uint32_t>(i));
    }
    numbers_.push_back(slot.number);
  }
}

std::size_t MatchKeyNumbers::SlotOf(const KeyedFunctions& of, std::size_t place) const {
  const std::uint64_t hash = of.HashAt(place);
  // Keys are not stored: the key of a slot is computed again from its first function, but only if the marks (the lower
  // halves of the hashes) are equal.
  const auto is_other = [&](const Slot& slot) {
    return slot.mark != static_cast<std::uint32_t>(hash) || functions_.KeyAt(first_[slot.number]) != of.KeyAt(place);
  };
  auto slot = static_cast<std::size_t>(hash >> 32) & (slots_.size() - 1);
  while (slots_[slot].number != kNone && is_other(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::vector<std::uint32_t> MatchKeyNumbers::Find(const KeyedFunctions& others, unsigned threads) const {
  std::vector<std::uint32_t> numbers(others.size());
  DoChunks(others.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) numbers[i] = slots_[SlotOf(others, i)].number;
  });
  return numbers;
}

MatchGroups::MatchGroups(const KeyedFunctions& base, const KeyedFunctions& other, unsigned threads) {
  const MatchKeyNumbers numbers(base);
  const std::vector<std::uint32_t> other_group = numbers.Find(other, threads);
  size_ = numbers.size();
  DoBoth(
      ThreadsFor(base.size(), threads), [&] { first_base_ = SortByGroup(numbers.numbers(), base, size_, base_); },
      [&] { first_other_ = SortByGroup(other_group, other, size_, other_); });
}

}  // namespace profdiff
