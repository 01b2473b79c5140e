// SPDX-License-Identifier: GPL-3.0-or-later
// Flat arrays throughout: there are as many groups as functions, and nearly all have one member a side.
#include "analyze/match_groups.h"

#include <bit>
#include <functional>
#include <numeric>

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
  std::vector<std::uint32_t> first(groups + 1, 0);
  for (std::uint32_t group : group_of) {
    if (group != MatchKeyNumbers::kNone) ++first[group + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  sorted.resize(first.back());
  std::vector<std::uint32_t> next = first;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (group_of[i] != MatchKeyNumbers::kNone) sorted[next[group_of[i]]++] = functions[i].id;
  }
  return first;
}

}  // namespace

MatchKeyNumbers::MatchKeyNumbers(const std::vector<KeyedFunction>& functions)
    : functions_(functions), slots_(std::bit_ceil(2 * functions.size() + 1), kNone) {
  numbers_.reserve(functions.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const std::uint64_t hash = HashOf(functions[i].key);
    std::uint32_t& slot = slots_[SlotOf(functions[i].key, hash)];
    if (slot == kNone) {
      slot = static_cast<std::uint32_t>(first_.size());
      first_.push_back(static_cast<std::uint32_t>(i));
      hashes_.push_back(hash);
    }
    numbers_.push_back(slot);
  }
}

std::size_t MatchKeyNumbers::SlotOf(const MatchKey& key, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  auto is_other = [&](std::uint32_t number) {
    return hashes_[number] != hash || functions_[first_[number]].key != key;
  };
  std::size_t slot = static_cast<std::size_t>(hash >> 32) & mask;
  while (slots_[slot] != kNone && is_other(slots_[slot])) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t MatchKeyNumbers::Find(const MatchKey& key) const { return slots_[SlotOf(key, HashOf(key))]; }

MatchGroups::MatchGroups(const std::vector<KeyedFunction>& base, const std::vector<KeyedFunction>& other) {
  const MatchKeyNumbers numbers(base);
  std::vector<std::uint32_t> other_group;
  other_group.reserve(other.size());
  for (const KeyedFunction& function : other) other_group.push_back(numbers.Find(function.key));
  const std::vector<std::uint32_t> first_base = SortByGroup(numbers.numbers(), base, numbers.size(), base_);
  const std::vector<std::uint32_t> first_other = SortByGroup(other_group, other, numbers.size(), other_);
  groups_.reserve(numbers.size());
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    groups_.push_back({{base_.data() + first_base[g], base_.data() + first_base[g + 1]},
                       {other_.data() + first_other[g], other_.data() + first_other[g + 1]}});
  }
}

}  // namespace profdiff
