// SPDX-License-Identifier: GPL-3.0-or-later
// Finds all intents, the sets of attributes of concepts, by adding classes of objects one by one: the intersection of
// the new class's attributes with each intent found so far is also an intent. The final set of intents does not depend
// on the order of classes.
// Source: Godin, Missaoui, Alaoui, Incremental concept formation algorithms based on Galois (concept) lattices, section
// 2.
#include "analyze/ranking/intents.h"

#include <algorithm>
#include <map>

#include "analyze/ranking/classes.h"
#include "values/shape.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostWords = std::size_t{1} << 24;  // memory limit for all sets: 128 MiB

std::uint64_t HashOf(IntentTable::Row set) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : set) hash = AddShape(hash, word);
  return Mix(hash);
}

// Returns, for each attribute, the classes that have it, ascending.
std::vector<std::vector<std::uint32_t>> Holders(const ObjectClasses& classes, std::size_t attributes) {
  std::vector<std::vector<std::uint32_t>> holders(attributes);
  for (std::uint32_t i = 0; i < classes.sets.size(); ++i) {
    for (const std::uint32_t attribute : *classes.sets[i]) holders[attribute].push_back(i);
  }
  return holders;
}

}  // namespace

// Groups equal objects into classes, and attributes that occur in exactly the same objects into groups. This shortens
// the bit sets, on which all costs depend, and does not change any concept.
SmallContext MakeSmall(const FormalContext& context) {
  const ObjectClasses classes = FindClasses(context.objects);
  SmallContext small;
  small.objects.resize(classes.sets.size());
  for (std::uint32_t i = 0; i < classes.class_of.size(); ++i) small.objects[classes.class_of[i]].push_back(i);
  // Index of each group, keyed by the classes that have the group's attributes.
  std::map<std::vector<std::uint32_t>, std::size_t> groups;
  std::vector<std::size_t> group_of;
  const auto holders = Holders(classes, context.attributes.size());
  for (std::uint32_t attribute = 0; attribute < holders.size(); ++attribute) {
    const auto [group, is_new] = groups.emplace(holders[attribute], groups.size());
    if (is_new) small.attributes.emplace_back();
    small.attributes[group->second].push_back(attribute);
    group_of.push_back(group->second);
  }
  small.classes = BitRows(groups.size());
  for (const AttributeSet* set : classes.sets) {
    small.classes.AddEmpty();
    for (const std::uint32_t attribute : *set) small.classes.Set(group_of[attribute]);
  }
  return small;
}

std::size_t IntentTable::Find(Row set) const {
  auto [next, end] = by_hash_.equal_range(HashOf(set));
  for (; next != end; ++next) {
    if (std::ranges::equal(rows_[next->second], set)) return next->second;
  }
  return size();
}

void IntentTable::Add(Row set) {
  by_hash_.emplace(HashOf(set), static_cast<std::uint32_t>(size()));
  rows_.Add(set);
}

std::optional<IntentTable> FindIntents(const SmallContext& context, std::size_t most) {
  IntentTable intents(context.attributes.size());
  // The limit is checked at every new intent, because the number of intents can double with each class.
  most = std::min(most, kMostWords / intents.words());
  std::vector<std::uint64_t> set(intents.words());
  // The set of all attributes is the intent of the bottom concept, which may have no objects.
  for (std::size_t group = 0; group < context.attributes.size(); ++group) {
    set[group / 64] |= std::uint64_t{1} << (group % 64);
  }
  intents.Add(set);
  for (std::size_t i = 0; i < context.objects.size(); ++i) {
    const IntentTable::Row added = context.classes[i];
    const std::size_t known = intents.size();
    for (std::size_t intent = 0; intent < known; ++intent) {
      std::ranges::transform(added, intents[intent], set.begin(), std::bit_and<>());
      if (intents.Find(set) == intents.size()) intents.Add(set);
      if (intents.size() > most) return {};
    }
  }
  return intents;
}

}  // namespace profdiff
