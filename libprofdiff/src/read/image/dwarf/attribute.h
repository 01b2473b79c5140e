// SPDX-License-Identifier: GPL-3.0-or-later
// The attributes of the entries of .debug_info: values in all forms.
// Source: DWARF 5, sections 7.5.5 and 7.5.6. Tests: tests/unit/read/image/dwarf/unit_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_ATTRIBUTE_H_
#define PROFDIFF_READ_IMAGE_DWARF_ATTRIBUTE_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "read/image/dwarf/abbrev.h"
#include "read/image/dwarf/cursor.h"
#include "read/image/dwarf/sections.h"

namespace profdiff {

// Largest number of attributes per byte of a unit. A unit with more is treated as damaged: attributes can have size 0,
// so without a limit, an entry of one byte could have any number of them.
constexpr std::uint64_t kMostAttributesPerByte = 64;

// The layout of numbers in a unit or a line program.
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
  Kind kind = Kind::kNone;   // kNone for a value of another type, such as a block, which is skipped
  std::uint64_t number = 0;  // value of an address, a constant, an offset or a reference
  std::string_view text;     // value of a string; empty if the string was not found

  bool IsNumber() const { return kind == Kind::kNumber; }
  bool IsText() const { return kind == Kind::kText; }
};

// Reads one value of the given form. Returns false if the form is unknown; in that case, the data after the value
// cannot be read.
bool ReadDwarfValue(DwarfCursor& cursor, std::uint64_t form, const DwarfSections& sections, const DwarfFormat& format,
                    DwarfAttribute& value);

// Reads one attribute of an entry. Returns false if its form is unknown.
bool ReadAttribute(DwarfCursor& cursor, const AttributeSpec& spec, const DwarfSections& sections,
                   const DwarfFormat& format, DwarfAttribute& attribute);

// Runs the steps over the attributes of an entry, and calls `take(attribute)` for each attribute to be read. Stops and
// returns false if `take` returns false, or if a form is unknown.
template <class Take>
bool TakeSteps(DwarfCursor& cursor, std::span<const AttributeStep> steps, const AbbrevTable& table,
               const DwarfSections& sections, const DwarfFormat& format, Take take) {
  using Kind = AttributeStep::Kind;
  for (const AttributeStep& step : steps) {
    switch (step.kind) {
      case Kind::kSkip:
        cursor.Skip(std::uint64_t{step.bytes_or_spec} + std::uint64_t{step.addresses} * format.address_bytes +
                    std::uint64_t{step.offsets} * format.offset_bytes);
        break;
      case Kind::kLeb:
        cursor.SkipLeb();
        break;
      case Kind::kString:
        cursor.String();
        break;
      case Kind::kBlock:
        cursor.Skip(cursor.Uleb());
        break;
      case Kind::kOther:
      case Kind::kRead: {
        DwarfAttribute attribute;
        if (!ReadAttribute(cursor, table.Spec(step), sections, format, attribute)) return false;
        if (step.kind == Kind::kRead && !take(attribute)) return false;
        break;
      }
    }
  }
  return true;
}

// Skips all attributes of an entry. Returns false if a form is unknown.
inline bool SkipAttributes(DwarfCursor& cursor, const Abbreviation& abbreviation, const AbbrevTable& table,
                           const DwarfSections& sections, const DwarfFormat& format) {
  return TakeSteps(cursor, table.Steps(abbreviation.skip), table, sections, format,
                   [](const DwarfAttribute&) { return true; });
}

// Reads the length of a unit or a line program. A length of 0xffffffff means that the actual length follows in 64 bits;
// `offset_bytes` then becomes 8 (section 7.4). With `allows_irix`, a length of 0 has the same effect, but the actual
// length follows in 32 bits, as old IRIX compilers wrote it.
std::uint64_t ReadLength(DwarfCursor& cursor, bool allows_irix, unsigned& offset_bytes);

// Reads an address in .debug_info, .debug_line, or a range list.
std::uint64_t ReadAddress(DwarfCursor& cursor, const DwarfSections& sections, unsigned bytes);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_ATTRIBUTE_H_
