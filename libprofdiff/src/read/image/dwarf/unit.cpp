// SPDX-License-Identifier: GPL-3.0-or-later
// Reads headers and first entries as in libbfd 2.40: a damaged unit ends the list. A unit of .debug_info (DWARF 5,
// section 7.5.1):
//   length       u32; or 0xffffffff and u64 (64-bit DWARF, section 7.4). An offset has 4 bytes, or 8 in 64-bit DWARF.
//   versions 2 to 4: u16 version, offset in .debug_abbrev, u8 address size
//   version 5:       u16 version, u8 unit type, u8 address size, offset in .debug_abbrev; type units: u64 signature and
//                    an offset; skeletons: u64 id
//   entries      each a LEB128 code of the abbreviation table, and the values of its attributes
#include "read/image/dwarf/unit.h"

#include <map>
#include <utility>

#include "read/image/dwarf/constants.h"
#include "read/image/dwarf/ranges.h"

namespace profdiff {
namespace {

// Types of units: DW_UT_… (section 7.5.1).
enum UnitType : std::uint8_t { kType = 2, kSkeleton = 4, kSplitCompile = 5, kSplitType = 6 };

// True for forms whose values need DW_AT_str_offsets_base or DW_AT_addr_base. DW_FORM_strx1 to DW_FORM_strx4 and
// DW_FORM_addrx1 to DW_FORM_addrx4 are consecutive numbers.
bool IsIndexed(std::uint64_t form) {
  return form == dwarf::kStrx || form == dwarf::kAddrx || (form >= dwarf::kStrx1 && form <= dwarf::kAddrx4);
}

// Reads the units one after the other; shared tables of abbreviations are read once.
class UnitReader {
 public:
  explicit UnitReader(const DwarfSections& sections)
      : sections_(sections), ranges_(sections), budget_(16 * (sections.abbrev.size() + sections.info.size())) {}

  // Reads the unit at `offset` and moves `offset` to its end. Returns false if there is no unit or if it is damaged.
  bool Read(std::size_t& offset, DwarfUnit& unit);

 private:
  bool ReadHeader(DwarfCursor& cursor, DwarfUnit& unit, std::uint64_t& abbrev_offset);
  bool ReadFirstEntry(DwarfCursor& cursor, DwarfUnit& unit);
  bool Take(const DwarfAttribute& attribute, std::uint64_t tag, DwarfUnit& unit);
  std::shared_ptr<const AbbrevTable> Abbrevs(std::uint64_t offset);

  const DwarfSections& sections_;
  RangeReader ranges_;
  // Number of bytes of .debug_abbrev that may still be read. Without a limit, a damaged file with overlapping tables
  // could take unlimited time.
  std::uint64_t budget_;
  std::map<std::uint64_t, std::shared_ptr<const AbbrevTable>> tables_;
  AddressRange pair_;       // DW_AT_low_pc and DW_AT_high_pc of the first entry
  bool is_length_ = false;  // true if DW_AT_high_pc is relative to DW_AT_low_pc
};

bool UnitReader::Read(std::size_t& offset, DwarfUnit& unit) {
  DwarfCursor cursor(sections_.info, sections_.big_endian, offset);
  const std::uint64_t length = ReadLength(cursor, true, unit.format.offset_bytes);
  if (!cursor.ok() || length == 0 || length > cursor.remaining()) return false;
  unit.begin = offset;
  unit.end = cursor.offset() + static_cast<std::size_t>(length);
  // The cursor must not read beyond the unit, but its offsets count from the beginning of the section.
  DwarfCursor inside(sections_.info.substr(0, unit.end), sections_.big_endian, cursor.offset());
  std::uint64_t abbrev_offset = 0;
  if (!ReadHeader(inside, unit, abbrev_offset)) return false;
  unit.abbrevs = Abbrevs(abbrev_offset);
  offset = unit.end;
  return unit.abbrevs != nullptr && ReadFirstEntry(inside, unit);
}

bool UnitReader::ReadHeader(DwarfCursor& cursor, DwarfUnit& unit, std::uint64_t& abbrev_offset) {
  DwarfFormat& format = unit.format;
  format.version = cursor.U16();
  if (format.version < 2 || format.version > 5) return false;
  std::uint8_t type = 0;
  if (format.version >= 5) {
    type = cursor.U8();
    format.address_bytes = cursor.U8();
    abbrev_offset = cursor.Number(format.offset_bytes);
  } else {
    abbrev_offset = cursor.Number(format.offset_bytes);
    format.address_bytes = cursor.U8();
  }
  if (type == kType) cursor.Skip(8 + format.offset_bytes);  // signature, and offset of the type
  if (type == kSkeleton) cursor.Skip(8);                    // id of the split part
  unsigned bytes = format.address_bytes;
  return cursor.ok() && (bytes == 2 || bytes == 4 || bytes == 8);
}

// Returns the abbreviation table at an offset of .debug_abbrev, which units may share. If the table exceeds the budget,
// the result is null, which ends the list of units.
std::shared_ptr<const AbbrevTable> UnitReader::Abbrevs(std::uint64_t offset) {
  auto [known, is_new] = tables_.try_emplace(offset);
  if (is_new && offset < sections_.abbrev.size()) {
    auto table = std::make_shared<AbbrevTable>(sections_.abbrev, sections_.big_endian, offset);
    std::uint64_t cost = table->bytes_read() - offset;
    if (cost <= budget_) known->second = std::move(table);
    budget_ -= cost <= budget_ ? cost : budget_;
  }
  return known->second;
}

bool UnitReader::ReadFirstEntry(DwarfCursor& cursor, DwarfUnit& unit) {
  const Abbreviation* abbreviation = unit.abbrevs->Find(cursor.Uleb());
  if (abbreviation == nullptr) return false;
  if (abbreviation->attributes.count > kMostAttributesPerByte * (unit.end - unit.begin)) return false;
  std::vector<std::pair<std::size_t, const AttributeSpec*>> indexed;
  pair_ = {};
  is_length_ = false;
  for (const AttributeSpec& spec : unit.abbrevs->Attributes(*abbreviation)) {
    if (IsIndexed(spec.form)) indexed.emplace_back(cursor.offset(), &spec);
    DwarfAttribute attribute;
    if (!ReadAttribute(cursor, spec, sections_, unit.format, attribute)) return false;
    if (!IsIndexed(spec.form) && !Take(attribute, abbreviation->tag, unit)) return false;
  }
  unit.has_children = abbreviation->has_children;
  unit.entries = cursor.offset();
  // Strings and addresses given by index are resolved at the end, because DW_AT_str_offsets_base and DW_AT_addr_base
  // may come later.
  for (auto [offset, spec] : indexed) {
    DwarfCursor again(sections_.info.substr(0, unit.end), sections_.big_endian, offset);
    DwarfAttribute attribute;
    if (!ReadAttribute(again, *spec, sections_, unit.format, attribute)) return false;
    if (!Take(attribute, abbreviation->tag, unit)) return false;
  }
  if (is_length_) pair_.high += pair_.low;
  if (pair_.high != 0) unit.ranges.push_back(pair_);
  return true;
}

// IRIX compilers put the machine's name before the directory: "machine.:/directory".
std::string_view WithoutMachine(std::string_view folder) {
  std::size_t colon = folder.find(':');
  if (colon == std::string_view::npos || colon == 0 || folder[colon - 1] != '.') return folder;
  return folder.substr(colon + 1).starts_with('/') ? folder.substr(colon + 1) : folder;
}

// Stores an attribute of the first entry. The unit's ranges need not cover all its functions; see
// BlockCollector::BeginBlock.
bool UnitReader::Take(const DwarfAttribute& attribute, std::uint64_t tag, DwarfUnit& unit) {
  if (attribute.name == dwarf::kCompilationFolder && attribute.IsText()) unit.folder = WithoutMachine(attribute.text);
  if (!attribute.IsNumber()) return true;
  switch (attribute.name) {
    case dwarf::kStatementList:
      unit.has_lines = true;
      unit.line_offset = attribute.number;
      break;
    case dwarf::kLowPc:
      pair_.low = attribute.number;
      if (tag == dwarf::kCompileUnit) unit.base_address = attribute.number;
      break;
    case dwarf::kHighPc:
      pair_.high = attribute.number;
      is_length_ = attribute.form != dwarf::kAddr;
      break;
    case dwarf::kLanguage:
      unit.language = attribute.number;
      break;
    case dwarf::kStrOffsetsBase:
      unit.format.str_offsets_base = attribute.number;
      break;
    case dwarf::kAddrBase:
      unit.format.addr_base = attribute.number;
      break;
    case dwarf::kRanges:
      return ranges_.Read(unit, attribute, unit.ranges);
    default:
      break;
  }
  return true;
}

}  // namespace

std::vector<DwarfUnit> ReadUnits(const DwarfSections& sections) {
  std::vector<DwarfUnit> units;
  UnitReader reader(sections);
  std::size_t offset = 0;
  DwarfUnit unit;
  while (offset < sections.info.size() && reader.Read(offset, unit)) {
    units.push_back(std::move(unit));
    unit = {};
  }
  return units;
}

}  // namespace profdiff
