// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over the entries of a unit finds the entries with code. Names are looked up only for these, since most
// entries are declarations and abstract instances. An entry without a name refers to another entry, possibly through
// several references, and takes its name: through DW_AT_abstract_origin for an inlined or out-of-line instance (DWARF
// 5, section 3.3.8), and through DW_AT_specification for a definition outside its class (section 2.13.2).
#include "read/image/dwarf/functions.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "read/image/dwarf/constants.h"
#include "read/image/dwarf/reserve.h"

namespace profdiff {
namespace {

constexpr int kDeepestOrigin = 100;  // longest chain of references; longer ones are treated as cycles

// True for languages without name mangling, by DW_LANG code (DWARF 5, section 7.12): in these, DW_AT_name is also the
// name of the symbol. libbfd 2.40 has the same list.
bool IsUnmangled(std::uint64_t language) {
  switch (language) {
    case 0x0001:  // C89
    case 0x0002:  // C
    case 0x0005:  // Cobol 74
    case 0x0006:  // Cobol 85
    case 0x0007:  // Fortran 77
    case 0x0009:  // Pascal 83
    case 0x000c:  // C99
    case 0x000f:  // PL/I
    case 0x0012:  // UPC
    case 0x001d:  // C11
    case 0x8001:  // assembler
    case 0x8765:  // an older code for UPC
      return true;
    default:
      return false;
  }
}

}  // namespace

FunctionReader::FunctionReader(const DwarfSections& sections, std::span<const DwarfUnit> units)
    : sections_(sections), units_(units), range_reader_(sections) {}

bool FunctionReader::Read(const DwarfUnit& unit, UnitFunctions& functions) {
  ClearOrigins();
  steps_left_ = kMostAttributesPerByte * (unit.end - unit.begin);
  if (!unit.has_children) return true;
  DwarfCursor cursor(sections_.info.substr(0, unit.end), sections_.big_endian, unit.entries);
  const AbbrevTable& abbrevs = *unit.abbrevs;
  // Entries are in preorder; a code of 0 ends the children of an entry (DWARF 5, section 2.3). The first entry was read
  // with the unit, so a 0 at depth 0 ends the unit.
  for (std::size_t depth = 0; !cursor.AtEnd();) {
    std::uint64_t code = cursor.Uleb();
    if (code == 0) {
      if (depth-- == 0) break;
      continue;
    }
    const Abbreviation* abbreviation = abbrevs.Find(code);
    if (abbreviation == nullptr) return false;
    if (abbreviation->has_code) {
      if (!ReadEntry(cursor, *abbreviation, unit)) return false;
      if (!ranges_.empty() && !AddFunction(cursor.offset(), unit, functions)) return false;
    } else if (!SkipAttributes(cursor, *abbreviation, abbrevs, sections_, unit.format)) {
      return false;
    }
    if (abbreviation->has_children) ++depth;
  }
  return true;
}

// Clears origins_. A table with many more buckets than entries, left by an earlier, larger unit, is replaced: clearing
// it would visit all its buckets again for each later unit.
void FunctionReader::ClearOrigins() {
  constexpr std::size_t kMostBuckets = 16;  // largest number of buckets per entry of the table
  if (origins_.bucket_count() <= kMostBuckets * (origins_.size() + 16)) {
    origins_.clear();
  } else {
    origins_ = decltype(origins_)();  // assigning {} would only clear it
  }
}

// Reads the name attributes and the ranges of an entry. DW_AT_high_pc is an address in DWARF 2 and 3; since DWARF 4 it
// may be a length, in any form other than DW_FORM_addr (section 2.17.2).
bool FunctionReader::ReadEntry(DwarfCursor& cursor, const Abbreviation& abbreviation, const DwarfUnit& unit) {
  names_.clear();
  ranges_.clear();
  AddressRange pair;
  bool is_length = false;
  auto take = [&](const DwarfAttribute& attribute) {
    if (TellsName(attribute.name)) {
      names_.push_back(attribute);
    } else if (!attribute.IsNumber()) {
      return true;
    } else if (attribute.name == dwarf::kLowPc) {
      pair.low = attribute.number;
    } else if (attribute.name == dwarf::kHighPc) {
      pair.high = attribute.number;
      is_length = attribute.form != dwarf::kAddr;
    } else {
      return ReadRanges(attribute, unit);
    }
    return true;
  };
  const AbbrevTable& abbrevs = *unit.abbrevs;
  if (!Spend(abbreviation.read.count)) return false;
  if (!TakeSteps(cursor, abbrevs.Steps(abbreviation.read), abbrevs, sections_, unit.format, take)) return false;
  if (is_length) pair.high += pair.low;
  if (pair.high != 0) AddRange(ranges_, pair);
  return true;
}

bool FunctionReader::ReadRanges(const DwarfAttribute& attribute, const DwarfUnit& unit) {
  list_.clear();
  if (!range_reader_.Read(unit, attribute, list_)) return false;
  for (const AddressRange& range : list_) AddRange(ranges_, range);
  return true;
}

// `place` is the offset in .debug_info up to which entries have been read.
bool FunctionReader::AddFunction(std::size_t place, const DwarfUnit& unit, UnitFunctions& functions) {
  Name name = FindName(names_, unit, 0);
  auto index = static_cast<std::uint32_t>(functions.functions.size());
  ReserveFor(functions.functions, 1, place - unit.begin, unit.end - unit.begin);
  ReserveFor(functions.ranges, ranges_.size(), place - unit.begin, unit.end - unit.begin);
  functions.functions.push_back({name.text, name.is_linkage, ranges_.front().low});
  for (const AddressRange& range : ranges_) functions.ranges.push_back({range.low, range.high, index});
  return name.is_sound;
}

// Follows references to other entries. The last linkage name wins; if there is none, the first name in the order of the
// attributes.
FunctionReader::Name FunctionReader::FindName(std::span<const DwarfAttribute> attributes, const DwarfUnit& unit,
                                              int depth) {
  Name name;
  for (const DwarfAttribute& attribute : attributes) {
    if (attribute.name == dwarf::kAbstractOrigin || attribute.name == dwarf::kSpecification) {
      if (!attribute.IsNumber()) continue;
      Name origin = FindOrigin(attribute, unit, depth + 1);
      if (!origin.is_sound) return origin;
      if (origin.is_explicit || name.text.empty()) name = origin;
    } else if (!attribute.IsText()) {
      continue;
    } else if (attribute.name == dwarf::kName) {
      if (!name.text.empty()) continue;
      name.text = attribute.text;
      name.is_linkage |= IsUnmangled(unit.language);
    } else {
      name = {attribute.text, true, true, true};
    }
  }
  return name;
}

// A reference is an offset in its unit or, with DW_FORM_ref_addr, in the section. Names are cached by offset, because
// each inlined copy of a function refers to the same entry.
FunctionReader::Name FunctionReader::FindOrigin(const DwarfAttribute& reference, const DwarfUnit& unit, int depth) {
  constexpr Name kUnsound{{}, false, false, false};
  if (depth > kDeepestOrigin || reference.form == dwarf::kGnuRefAlt) return kUnsound;
  const DwarfUnit* target = &unit;
  std::uint64_t offset = reference.number;
  if (reference.form == dwarf::kRefAddr) {
    target = UnitAt(offset);
    if (target == nullptr) return kUnsound;
  } else {
    if (offset >= unit.end - unit.begin) return kUnsound;
    offset += unit.begin;
  }
  auto known = origins_.find(offset);
  if (known != origins_.end()) return known->second;
  Name name = ReadOrigin(*target, offset, depth);
  origins_.emplace(offset, name);
  return name;
}

FunctionReader::Name FunctionReader::ReadOrigin(const DwarfUnit& unit, std::uint64_t offset, int depth) {
  constexpr Name kUnsound{{}, false, false, false};
  DwarfCursor cursor(sections_.info.substr(0, unit.end), sections_.big_endian, offset);
  std::uint64_t code = cursor.Uleb();
  if (code == 0) return {};
  const Abbreviation* abbreviation = unit.abbrevs->Find(code);
  if (abbreviation == nullptr) return kUnsound;
  auto level = static_cast<std::size_t>(depth);
  if (level >= origin_names_.size()) origin_names_.resize(level + 1);
  std::vector<DwarfAttribute>& names = origin_names_[level];
  names.clear();
  return ReadNames(cursor, *abbreviation, unit, names) ? FindName(names, unit, depth) : kUnsound;
}

// Only abbreviations of functions have steps (abbrev.h) that read names; any other entry is read attribute by
// attribute.
bool FunctionReader::ReadNames(DwarfCursor& cursor, const Abbreviation& abbreviation, const DwarfUnit& unit,
                               std::vector<DwarfAttribute>& names) {
  if (!Spend(abbreviation.attributes.count)) return false;
  auto take = [&names](const DwarfAttribute& attribute) {
    if (TellsName(attribute.name)) names.push_back(attribute);
    return true;
  };
  const AbbrevTable& abbrevs = *unit.abbrevs;
  if (abbreviation.is_function) {
    return TakeSteps(cursor, abbrevs.Steps(abbreviation.read), abbrevs, sections_, unit.format, take);
  }
  DwarfAttribute attribute;
  for (const AttributeSpec& spec : abbrevs.Attributes(abbreviation)) {
    if (!ReadAttribute(cursor, spec, sections_, unit.format, attribute)) return false;
    take(attribute);
  }
  return true;
}

// Subtracts a number of attributes from the unit's budget. Returns false if the budget is used up.
bool FunctionReader::Spend(std::uint64_t steps) {
  if (steps > steps_left_) return false;
  steps_left_ -= steps;
  return true;
}

const DwarfUnit* FunctionReader::UnitAt(std::uint64_t offset) const {
  auto after = std::ranges::upper_bound(units_, offset, {}, &DwarfUnit::begin);
  if (after == units_.begin() || offset >= std::prev(after)->end) return nullptr;
  return &*std::prev(after);
}

// Sweeps over the ranges in the order of their start addresses, with the open ranges in a queue whose top is the
// innermost one. Closed ranges leave the queue when they reach the top. Cost: n log n. The order of entries is not
// used: ranges may overlap without being nested, and libbfd takes the shortest.
std::vector<InnermostFunction> FindInnermost(std::vector<FunctionRange> ranges) {
  // Priority: shorter ranges first, then later functions.
  using Open = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;  // length, ~function, high
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  std::vector<InnermostFunction> found;
  auto add = [&found](std::uint64_t address, std::uint32_t function) {
    if (!found.empty() && found.back().address == address) found.pop_back();
    if (found.empty() ? function == InnermostFunction::kNoFunction : found.back().function == function) return;
    found.push_back({address, function});
  };
  // Emits the innermost open ranges up to `limit`; after the end of a range, the enclosing one continues.
  auto close = [&](std::uint64_t limit) {
    while (!open.empty()) {
      std::uint64_t end = std::get<2>(open.top());
      if (end > limit) return;
      while (!open.empty() && std::get<2>(open.top()) <= end) open.pop();
      add(end, open.empty() ? InnermostFunction::kNoFunction : ~std::get<1>(open.top()));
    }
  };
  std::erase_if(ranges, [](const FunctionRange& range) { return range.low >= range.high; });
  if (!std::ranges::is_sorted(ranges, {}, &FunctionRange::low)) std::ranges::sort(ranges, {}, &FunctionRange::low);
  found.reserve(2 * ranges.size());
  for (const FunctionRange& range : ranges) {
    close(range.low);
    open.emplace(range.high - range.low, ~range.function, range.high);
    add(range.low, ~std::get<1>(open.top()));
  }
  close(~std::uint64_t{0});
  return found;
}

}  // namespace profdiff
