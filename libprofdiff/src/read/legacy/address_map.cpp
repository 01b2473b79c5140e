// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/legacy/address_map.h"

#include <algorithm>

#include "base/parse_text.h"
#include "read/file/text_lines.h"

namespace profdiff {

std::optional<std::uint64_t> AddressFrom(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  return NumberFrom<std::uint64_t>(text, 16);
}

bool AddressMap::AddMapping(std::string_view line) {
  std::string_view range = TakeWord(line);
  const bool has_only_path = range.ends_with(':');
  if (has_only_path) range.remove_suffix(1);
  const std::optional<std::uint64_t> begin = AddressFrom(TakeUpTo(range, '-')), end = AddressFrom(range);
  if (!begin || !end) return false;
  std::uint64_t offset = 0;
  if (!has_only_path) {
    TakeWord(line);
    const std::optional<std::uint64_t> number = AddressFrom(TakeWord(line));
    if (!number) return false;
    offset = *number;
    TakeWord(line);
    TakeWord(line);
  }
  mappings_.push_back({*begin, *end, offset, std::string(Trimmed(line))});
  return true;
}

// The last parentheses are the place. A name in Java has its own, as in "run() (Main.java:3)".
bool AddressMap::AddName(std::string_view line) {
  const std::optional<std::uint64_t> address = AddressFrom(TakeWord(line));
  line = Trimmed(line);
  if (!address || line.empty()) return false;
  const std::size_t open = line.ends_with(')') ? line.rfind(" (") : std::string_view::npos;
  std::string_view place = open == std::string_view::npos ? "" : line.substr(open + 2);
  if (!place.empty()) {
    place.remove_suffix(1);
    place = place.substr(0, place.rfind(':'));
  }
  names_[*address] = {std::string(line.substr(0, open)), std::string(place)};
  return true;
}

const AddressMap::Mapping* AddressMap::MappingOf(std::uint64_t address) const {
  const auto found = std::ranges::find_if(
      mappings_, [address](const Mapping& mapping) { return mapping.begin <= address && address < mapping.end; });
  return found == mappings_.end() ? nullptr : &*found;
}

FunctionId AddressMap::Find(std::uint64_t return_address, Frames& frames, const FunctionNamer& find) const {
  const auto named = names_.find(return_address);
  if (named != names_.end()) return frames.Find(named->second.name, named->second.image);
  const std::uint64_t address = return_address - (return_address == 0 ? 0 : 1);
  const Mapping* const mapping = MappingOf(address);
  if (mapping == nullptr) return frames.Find("", "");
  const std::string name = find ? find(mapping->image, address - mapping->begin + mapping->offset) : std::string();
  return frames.Find(name, mapping->image);
}

}  // namespace profdiff
