// SPDX-License-Identifier: GPL-3.0-or-later
// Flat arrays throughout: there are as many groups as functions, and nearly all have one member a side.
#include "analyze/match_groups.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "analyze/index_by_end.h"
#include "base/in_order.h"
#include "base/prefetch.h"

namespace profdiff {
namespace {

std::uint64_t HashOf(const MatchKey& key) {
  const std::hash<std::string_view> hash;
  std::uint64_t sum = hash(key.name) + 65599 * (key.address + key.line);
  if (!key.file.empty()) sum += 31 * hash(key.file);
  if (!key.path.empty()) sum += 1009 * hash(key.path);
  return sum * 0x9e3779b97f4a7c15;  // the upper bits depend on all others
}

// Functions by number of their group, in their order, and where each group begins.
std::vector<std::uint32_t> SortByGroup(const std::vector<std::uint32_t>& group_of,
                                       const std::vector<KeyedFunction>& functions, std::size_t groups,
                                       std::vector<FunctionId>& sorted) {
  const auto number_of = [&](std::size_t i) {  // those of no group stand behind all others
    return std::min<std::size_t>(group_of[i], groups);
  };
  std::vector<std::uint32_t> first = CountByNumber(groups + 1, functions.size(), number_of);
  sorted = PlaceByNumber(functions.size(), first, number_of, [&](std::size_t i) { return functions[i].id; });
  return first;
}

}  // namespace

KeyedFunction::KeyedFunction(FunctionId function, const MatchKey& of_group)
    : id(function), key(of_group), hash(HashOf(of_group)) {}

MatchKeyNumbers::MatchKeyNumbers(const std::vector<KeyedFunction>& functions)
    : functions_(functions), slots_(std::bit_ceil(2 * functions.size() + 1)) {
  numbers_.reserve(functions.size());
  const auto add = [&](std::size_t i) {
    Slot& slot = slots_[SlotOf(functions[i])];
    if (slot.number == kNone) {
      slot = {static_cast<std::uint32_t>(first_.size()), static_cast<std::uint32_t>(functions[i].hash)};
      first_.push_back(static_cast<std::uint32_t>(i));
    }
    numbers_.push_back(slot.number);
  };
  WalkAhead(0, functions.size(), add, [&](std::size_t i) { Prefetch(&slots_[FirstSlot(functions[i].hash)]); });
}

std::size_t MatchKeyNumbers::SlotOf(const KeyedFunction& function) const {
  const auto mark = static_cast<std::uint32_t>(function.hash);
  const auto is_other = [&](const Slot& slot) {
    return slot.mark != mark || functions_[first_[slot.number]].key != function.key;
  };
  std::size_t slot = FirstSlot(function.hash);
  while (slots_[slot].number != kNone && is_other(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::vector<std::uint32_t> MatchKeyNumbers::Find(const std::vector<KeyedFunction>& others, unsigned threads) const {
  std::vector<std::uint32_t> numbers(others.size());
  const auto find = [&](std::size_t i) { numbers[i] = slots_[SlotOf(others[i])].number; };
  const auto ask_for_slot = [&](std::size_t i) { Prefetch(&slots_[FirstSlot(others[i].hash)]); };
  const auto likely = [&](std::size_t i) { return slots_[FirstSlot(others[i].hash)].number; };
  const auto ask_for_place = [&](std::size_t i) {
    if (likely(i) != kNone) Prefetch(&first_[likely(i)]);
  };
  const auto ask_for_key = [&](std::size_t i) {
    if (likely(i) != kNone) PrefetchAll(functions_[first_[likely(i)]]);
  };
  const auto ask_for_names = [&](std::size_t i) {
    if (likely(i) != kNone) Prefetch(functions_[first_[likely(i)]].key.name.data());
    Prefetch(others[i].key.name.data());
  };
  DoHalves(others.size(), threads, [&](std::size_t begin, std::size_t end) {
    WalkAhead(begin, end, find, ask_for_slot, ask_for_place, ask_for_key, ask_for_names);
  });
  return numbers;
}

MatchGroups::MatchGroups(const std::vector<KeyedFunction>& base, const std::vector<KeyedFunction>& other,
                         unsigned threads) {
  const MatchKeyNumbers numbers(base);
  const std::vector<std::uint32_t> other_group = numbers.Find(other, threads);
  std::vector<std::uint32_t> first_base, first_other;
  DoBoth(
      ThreadsFor(base.size(), threads),
      [&] { first_base = SortByGroup(numbers.numbers(), base, numbers.size(), base_); },
      [&] { first_other = SortByGroup(other_group, other, numbers.size(), other_); });
  groups_.reserve(numbers.size());
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    groups_.push_back({{base_.data() + first_base[g], base_.data() + first_base[g + 1]},
                       {other_.data() + first_other[g], other_.data() + first_other[g + 1]}});
  }
}

}  // namespace profdiff
