// SPDX-License-Identifier: GPL-3.0-or-later
// Reads values of all forms (DWARF 5, sections 7.5.5 and 7.5.6). Skips the references that libbfd 2.40 does not follow:
// references to lists by index, and references to other files.
#include "read/image/dwarf/attribute.h"

#include "read/image/dwarf/constants.h"

namespace profdiff {
namespace {

// Returns the string at `offset` of a section of strings. A missing string is returned as an empty string instead of an
// error, because the addresses of the entry are still usable.
std::string_view StringAt(std::string_view section, std::uint64_t offset) {
  if (offset >= section.size()) return {};
  std::string_view tail = section.substr(static_cast<std::size_t>(offset));
  return tail.substr(0, tail.find('\0'));
}

void SetText(DwarfAttribute& value, std::string_view text) {
  value.text = text;
  value.kind = DwarfAttribute::Kind::kText;
}

void SetNumber(DwarfAttribute& value, std::uint64_t number) {
  value.number = number;
  value.kind = DwarfAttribute::Kind::kNumber;
}

// Reads entry `index` of the array of numbers that begins at `base` in a section. For a unit, `base` is the offset at
// which the header of its array ends (DWARF 5, sections 7.26 and 7.27). The check divides because base + index * bytes
// could overflow.
bool ReadIndexed(std::string_view section, bool big_endian, std::uint64_t base, std::uint64_t index, unsigned bytes,
                 std::uint64_t& number) {
  if (base > section.size() || index >= (section.size() - base) / bytes) return false;
  DwarfCursor cursor(section, big_endian, base + index * bytes);
  number = cursor.Number(bytes);
  return true;
}

// Returns the string at `index` of .debug_str_offsets, whose entries are offsets in .debug_str. Without
// DW_AT_str_offsets_base, the string is empty.
std::string_view IndexedText(const DwarfSections& sections, const DwarfFormat& format, std::uint64_t index) {
  std::uint64_t offset = 0;
  const bool is_there =
      format.str_offsets_base != 0 && ReadIndexed(sections.str_offsets, sections.big_endian, format.str_offsets_base,
                                                  index, format.offset_bytes, offset);
  return is_there ? StringAt(sections.str, offset) : std::string_view();
}

// Returns the address at `index` of .debug_addr. Without DW_AT_addr_base, the address is 0.
std::uint64_t IndexedAddress(const DwarfSections& sections, const DwarfFormat& format, std::uint64_t index) {
  std::uint64_t address = 0;
  if (format.addr_base != 0) {
    ReadIndexed(sections.addr, sections.big_endian, format.addr_base, index, format.address_bytes, address);
  }
  return address;
}

}  // namespace

std::uint64_t ReadLength(DwarfCursor& cursor, bool allows_irix, unsigned& offset_bytes) {
  const std::uint64_t length = cursor.U32();
  if (length != 0xffffffff && (length != 0 || !allows_irix)) return length;
  offset_bytes = 8;
  return length == 0 ? cursor.U32() : cursor.U64();
}

std::uint64_t ReadAddress(DwarfCursor& cursor, const DwarfSections& sections, unsigned bytes) {
  std::uint64_t address = cursor.Number(bytes);
  // Sign extension without shifting signed numbers: flip the sign bit, then subtract it.
  if (!sections.sign_extend || bytes >= 8 || bytes == 0) return address;
  std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
  return (address ^ sign) - sign;
}

bool ReadDwarfValue(DwarfCursor& cursor, std::uint64_t form, const DwarfSections& sections, const DwarfFormat& format,
                    DwarfAttribute& value) {
  switch (form) {
    case dwarf::kAddr:
      SetNumber(value, ReadAddress(cursor, sections, format.address_bytes));
      return true;
    case dwarf::kRefAddr:  // has the size of an address in DWARF 2, and the size of an offset since DWARF 3
      SetNumber(value, cursor.Number(format.version <= 2 ? format.address_bytes : format.offset_bytes));
      return true;
    case dwarf::kSecOffset:
    case dwarf::kGnuRefAlt:
      SetNumber(value, cursor.Number(format.offset_bytes));
      return true;
    case dwarf::kData1:
    case dwarf::kFlag:
    case dwarf::kRef1:
      SetNumber(value, cursor.U8());
      return true;
    case dwarf::kData2:
    case dwarf::kRef2:
      SetNumber(value, cursor.U16());
      return true;
    case dwarf::kData4:
    case dwarf::kRef4:
      SetNumber(value, cursor.U32());
      return true;
    case dwarf::kData8:
    case dwarf::kRef8:
    case dwarf::kRefSig8:
      SetNumber(value, cursor.U64());
      return true;
    case dwarf::kUdata:
    case dwarf::kRefUdata:
      SetNumber(value, cursor.Uleb());
      return true;
    case dwarf::kSdata:
      SetNumber(value, static_cast<std::uint64_t>(cursor.Sleb()));
      return true;
    case dwarf::kFlagPresent:
      SetNumber(value, 1);
      return true;
    case dwarf::kRnglistx:  // libbfd 2.40 does not follow references to lists by index
    case dwarf::kLoclistx:
      cursor.SkipLeb();
      return true;
    case dwarf::kString:
      SetText(value, cursor.String());
      return true;
    case dwarf::kStrp:
      SetText(value, StringAt(sections.str, cursor.Number(format.offset_bytes)));
      return true;
    case dwarf::kLineStrp:
      SetText(value, StringAt(sections.line_str, cursor.Number(format.offset_bytes)));
      return true;
    case dwarf::kStrx:
      SetText(value, IndexedText(sections, format, cursor.Uleb()));
      return true;
    case dwarf::kStrx1:
    case dwarf::kStrx2:
    case dwarf::kStrx3:
    case dwarf::kStrx4:
      SetText(value, IndexedText(sections, format, cursor.Number(form - dwarf::kStrx1 + 1)));
      return true;
    case dwarf::kAddrx:
      SetNumber(value, IndexedAddress(sections, format, cursor.Uleb()));
      return true;
    case dwarf::kAddrx1:
    case dwarf::kAddrx2:
    case dwarf::kAddrx3:
    case dwarf::kAddrx4:
      SetNumber(value, IndexedAddress(sections, format, cursor.Number(form - dwarf::kAddrx1 + 1)));
      return true;
    // The content of blocks and expressions is not needed, so they are skipped by their length.
    case dwarf::kBlock1:
      cursor.Skip(cursor.U8());
      return true;
    case dwarf::kBlock2:
      cursor.Skip(cursor.U16());
      return true;
    case dwarf::kBlock4:
      cursor.Skip(cursor.U32());
      return true;
    case dwarf::kBlock:
    case dwarf::kExprloc:
      cursor.Skip(cursor.Uleb());
      return true;
    case dwarf::kData16:
      cursor.Skip(16);
      return true;
    case dwarf::kGnuStrpAlt:
      SetText(value, {});  // not followed: the text is in another file
      cursor.Skip(format.offset_bytes);
      return true;
    case dwarf::kIndirect: {  // the value begins with its form; a second indirection would allow endless recursion
      std::uint64_t actual = cursor.Uleb();
      value.form = actual;
      return actual != dwarf::kIndirect && ReadDwarfValue(cursor, actual, sections, format, value);
    }
    default:
      return false;
  }
}

bool ReadAttribute(DwarfCursor& cursor, const AttributeSpec& spec, const DwarfSections& sections,
                   const DwarfFormat& format, DwarfAttribute& attribute) {
  attribute = {};
  attribute.name = spec.name;
  attribute.form = spec.form;
  if (spec.form == dwarf::kImplicitConst) {
    SetNumber(attribute, static_cast<std::uint64_t>(spec.implicit));
    return true;
  }
  return ReadDwarfValue(cursor, spec.form, sections, format, attribute);
}

}  // namespace profdiff
