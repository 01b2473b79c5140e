// SPDX-License-Identifier: GPL-3.0-or-later
// A hash table with open addressing and slots of 16 bytes finds functions by name and image. The names are stored once,
// with name and image in one string, and are compared only if hashes are equal.
#include "values/named_functions.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "values/shape.h"

namespace profdiff {
namespace {

constexpr std::size_t kFewSlots = 1024;  // a power of two, because SlotOf masks with size - 1

// Stores strings one after another in one allocation. Views are valid during the lifetime of Take's result.
class TextBlock {
 public:
  explicit TextBlock(std::size_t bytes) : text_(std::make_shared<std::string>()) { text_->reserve(bytes); }

  // Stores a string. The total must not exceed the reserved number of bytes.
  std::string_view Keep(std::string_view part) {
    const std::size_t at = text_->size();
    text_->append(part);
    return std::string_view(*text_).substr(at);
  }
  std::shared_ptr<const std::string> Take() { return std::move(text_); }

 private:
  std::shared_ptr<std::string> text_;
};

// Returns the distinct images of functions, sorted.
std::vector<std::string_view> ImagesOf(const NamedFunctions& names, const std::vector<FunctionId>& functions) {
  std::vector<std::string_view> images;
  for (FunctionId f : functions) {
    if (!names.ImageOf(f).empty()) images.push_back(names.ImageOf(f));
  }
  std::ranges::sort(images);
  images.erase(std::unique(images.begin(), images.end()), images.end());
  return images;
}

// Returns the functions as a table without addresses, whose units are images. The sizes of strings are added up first,
// so that one allocation can hold all of them and no view becomes invalid.
FunctionTable MakeTable(const NamedFunctions& names, const std::vector<FunctionId>& functions) {
  FunctionTable table;
  table.has_addresses = false;
  table.units_are_images = true;
  const std::vector<std::string_view> images = ImagesOf(names, functions);
  std::size_t bytes = 0;
  for (FunctionId f : functions) bytes += names.NameOf(f).size();
  for (std::string_view image : images) bytes += image.size();
  TextBlock texts(bytes);
  for (std::string_view image : images) table.units.push_back(texts.Keep(image));
  for (FunctionId f : functions) {
    Function& function = table.functions.emplace_back();
    function.name = texts.Keep(names.NameOf(f));
    // The index serves as the address, because symspecs of arcs are looked up by address.
    function.address = function.end = table.size() - 1;
    const auto image = std::ranges::lower_bound(images, names.ImageOf(f));
    if (!names.ImageOf(f).empty()) function.unit = UnitId(static_cast<std::size_t>(image - images.begin()));
  }
  table.storage.push_back(texts.Take());
  return table;
}

}  // namespace

void NumberSet::Grow() {
  std::vector<Slot> old(std::max(kFewSlots, 2 * slots_.size()));
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number == kNone) continue;
    std::size_t at = SlotOf(slot.hash);
    // Linear probing without comparison, since all entries differ.
    while (slots_[at].number != kNone) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

FunctionId NamedFunctions::Intern(std::string_view name, std::string_view image) {
  // The factor makes the key depend on the order of the strings, because (a, b) and (b, a) are different functions.
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
