// SPDX-License-Identifier: GPL-3.0-or-later
// The attributes of the entries of .debug_info: values in all forms.
// Source: DWARF 5, sections 7.5.5, 7.5.6. Tests: tests/unit/read/dwarf/unit_test.cpp.
#ifndef PROFDIFF_READ_DWARF_ATTRIBUTE_H_
#define PROFDIFF_READ_DWARF_ATTRIBUTE_H_

#include <cstdint>
#include <string_view>

#include "read/dwarf/abbrev.h"
#include "read/dwarf/cursor.h"
#include "read/dwarf/sections.h"

namespace profdiff {

// How numbers stand in a unit or in a line program.
struct DwarfFormat {
  unsigned version = 0;
  unsigned address_bytes = 0;
  unsigned offset_bytes = 4;  // 8 in 64-bit DWARF
  std::uint64_t str_offsets_base = 0;
  std::uint64_t addr_base = 0;
};

struct DwarfAttribute {
  enum class Kind { kNone, kNumber, kText };

  std::uint64_t name = 0;
  std::uint64_t form = 0;
  Kind kind = Kind::kNone;   // of other values nothing is known here
  std::uint64_t number = 0;  // addresses, constants, offsets, references
  std::string_view text;     // empty if the string could not be found as well

  bool IsNumber() const { return kind == Kind::kNumber; }
  bool IsText() const { return kind == Kind::kText; }
};

// Reads one value of the given form. False if the form is unknown: nothing behind it can be read.
bool ReadDwarfValue(DwarfCursor& cursor, std::uint64_t form, const DwarfSections& sections, const DwarfFormat& format,
                    DwarfAttribute& value);

// Reads one attribute of an entry. False if its form is unknown.
bool ReadAttribute(DwarfCursor& cursor, const AttributeSpec& spec, const DwarfSections& sections,
                   const DwarfFormat& format, DwarfAttribute& attribute);

// Steps over all attributes of an entry. False if a form is unknown.
bool SkipAttributes(DwarfCursor& cursor, const Abbreviation& abbreviation, const AbbrevTable& table,
                    const DwarfSections& sections, const DwarfFormat& format);

// An address as it stands in .debug_info, .debug_line, or a range list.
std::uint64_t ReadAddress(DwarfCursor& cursor, const DwarfSections& sections, unsigned bytes);

}  // namespace profdiff

#endif  // PROFDIFF_READ_DWARF_ATTRIBUTE_H_
