// SPDX-License-Identifier: GPL-3.0-or-later
// A hash table with open addressing and slots of 16 bytes finds functions by name and image. The names are stored once,
// with name and image in one string, and are compared only if hashes are equal.
#include "values/named_functions.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "values/shape.h"

namespace profdiff {
namespace {

constexpr std::size_t kFewSlots = 1024;  // a power of two, because SlotOf masks with size - 1

// Returns the functions as a table without addresses. The units of the table are images. The sizes of strings are added
// up first, so that one allocation can hold all of them and no view becomes invalid.
FunctionTable MakeTable(const NamedFunctions& names, const std::vector<FunctionId>& functions) {
  FunctionTable table;
  table.has_addresses = false;
  table.units_are_images = true;
  std::map<std::string_view, UnitId> units;  // by image name, in alphabetical order; invalid for an unknown image
  std::size_t bytes = 0;
  for (FunctionId f : functions) {
    bytes += names.NameOf(f).size();
    if (units.try_emplace(names.ImageOf(f)).second) bytes += names.ImageOf(f).size();
  }
  const auto texts = std::make_shared<std::string>();
  texts->reserve(bytes);
  const auto keep = [&texts](std::string_view text) {
    texts->append(text);
    return std::string_view(*texts).substr(texts->size() - text.size());
  };
  for (auto& [image, unit] : units) {
    if (image.empty()) continue;
    unit = UnitId(table.units.size());
    table.units.push_back(keep(image));
  }
  for (FunctionId f : functions) {
    Function& function = table.functions.emplace_back();
    function.name = keep(names.NameOf(f));
    // The index serves as the address, because symspecs of arcs are looked up by address.
    function.address = function.end = table.size() - 1;
    function.unit = units.at(names.ImageOf(f));
  }
  table.storage.push_back(texts);
  return table;
}

}  // namespace

void NumberSet::Grow() {
  std::vector<Slot> old(std::max(kFewSlots, 2 * slots_.size()));
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number == kNone) continue;
    std::size_t at = SlotOf(slot.hash);
    // Takes the first free slot (linear probing). No comparison is needed, because all entries are different.
    while (slots_[at].number != kNone) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

FunctionId NamedFunctions::Intern(std::string_view name, std::string_view image) {
  // The factor makes the key depend on the order of the strings: name "a" in image "b" differs from name "b" in image
  // "a".
  const std::uint64_t key = hash_(name) ^ hash_(image) * kMixFactor;
  const std::uint32_t number = ids_.Find(
      key, [&](std::uint32_t known) { return entries_[known].name == name && entries_[known].image == image; });
  if (number == entries_.size()) {
    const std::string& text = texts_.emplace_back(std::string(name).append(image));
    entries_.push_back({std::string_view(text).substr(0, name.size()), std::string_view(text).substr(name.size())});
  }
  return FunctionId(number);
}

SortedFunctions SortFunctions(const NamedFunctions& names, const std::vector<bool>& used) {
  std::vector<FunctionId> functions;
  for (std::size_t f = 0; f < used.size(); ++f) {
    if (used[f]) functions.emplace_back(f);
  }
  std::ranges::sort(functions, {}, [&](FunctionId f) { return std::pair(names.NameOf(f), names.ImageOf(f)); });
  SortedFunctions ordered{MakeTable(names, functions), std::vector<FunctionId>(names.size())};
  for (std::size_t i = 0; i < functions.size(); ++i) ordered.id_of[functions[i].value] = FunctionId(i);
  return ordered;
}

}  // namespace profdiff
