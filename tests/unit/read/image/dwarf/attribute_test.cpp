// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for every form of a value: what is read, and where the next value begins.
#include "read/image/dwarf/attribute.h"

#include <catch2/catch.hpp>
#include <string>

#include "read/image/dwarf/constants.h"
#include "support/dwarf_bytes.h"

namespace profdiff::attribute_test {

using tests::Bytes;

namespace {

constexpr std::uint64_t kBase = 8;  // offset of the unit's entries in the tables of strings and addresses

// Returns the value, for example "number 7", "text abc" or "nothing", followed by " +3" if three bytes were not read.
// Returns "unknown" or "damaged" if there is no value.
std::string Read(std::uint64_t form, const Bytes& bytes, unsigned offset_bytes = 4) {
  DwarfSections sections;
  sections.str = std::string_view("zero\0one\0", 9);
  sections.line_str = std::string_view("a.c\0b.c\0", 8);
  static const std::string kOffsets = Bytes().U64(0).U32(0).U32(5).str();
  static const std::string kAddresses = Bytes().U64(0).U64(0x1000).U64(0x2000).str();
  sections.str_offsets = kOffsets;
  sections.addr = kAddresses;
  const DwarfFormat format{5, 8, offset_bytes, kBase, kBase};
  DwarfCursor cursor(bytes.str(), false);
  DwarfAttribute value;
  if (!ReadDwarfValue(cursor, form, sections, format, value)) return "unknown";
  if (!cursor.ok()) return "damaged";
  std::string text = "nothing";
  if (value.IsNumber()) text = "number " + std::to_string(value.number);
  if (value.IsText()) text = "text " + std::string(value.text);
  return cursor.AtEnd() ? text : text + " +" + std::to_string(cursor.remaining());
}

}  // namespace

TEST_CASE("numbers of every form", "[dwarf]") {
  CHECK(Read(dwarf::kAddr, Bytes().U64(7)) == "number 7");
  for (std::uint64_t form : {dwarf::kData1, dwarf::kFlag, dwarf::kRef1})
    CHECK(Read(form, Bytes().U8(200)) == "number 200");
  for (std::uint64_t form : {dwarf::kData2, dwarf::kRef2}) CHECK(Read(form, Bytes().U16(60000)) == "number 60000");
  for (std::uint64_t form : {dwarf::kData4, dwarf::kRef4}) CHECK(Read(form, Bytes().U32(7)) == "number 7");
  for (std::uint64_t form : {dwarf::kData8, dwarf::kRef8, dwarf::kRefSig8})
    CHECK(Read(form, Bytes().U64(7)) == "number 7");
  for (std::uint64_t form : {dwarf::kUdata, dwarf::kRefUdata}) CHECK(Read(form, Bytes().Uleb(300)) == "number 300");
  CHECK(Read(dwarf::kSdata, Bytes().Sleb(-1)) == "number 18446744073709551615");
  CHECK(Read(dwarf::kFlagPresent, Bytes()) == "number 1");
  for (std::uint64_t form : {dwarf::kSecOffset, dwarf::kRefAddr, dwarf::kGnuRefAlt}) {
    CHECK(Read(form, Bytes().U32(7)) == "number 7");
    CHECK(Read(form, Bytes().U64(7), 8) == "number 7");
  }
}

TEST_CASE("addresses by index", "[dwarf]") {
  CHECK(Read(dwarf::kAddrx, Bytes().Uleb(1)) == "number 8192");
  for (unsigned bytes = 1; bytes <= 4; ++bytes) {
    CHECK(Read(dwarf::kAddrx1 + bytes - 1, Bytes().Number(1, bytes)) == "number 8192");
    CHECK(Read(dwarf::kAddrx1 + bytes - 1, Bytes().Number(2, bytes)) == "number 0");  // there are only two addresses
  }
}

TEST_CASE("texts of every form", "[dwarf]") {
  CHECK(Read(dwarf::kString, Bytes().Text("abc").U8(1)) == "text abc +1");
  CHECK(Read(dwarf::kStrp, Bytes().U32(5)) == "text one");
  CHECK(Read(dwarf::kStrp, Bytes().U64(5), 8) == "text one");
  CHECK(Read(dwarf::kStrp, Bytes().U32(9)) == "text ");
  CHECK(Read(dwarf::kLineStrp, Bytes().U32(4)) == "text b.c");
  CHECK(Read(dwarf::kStrx, Bytes().Uleb(1)) == "text one");
  for (unsigned bytes = 1; bytes <= 4; ++bytes) {
    CHECK(Read(dwarf::kStrx1 + bytes - 1, Bytes().Number(1, bytes)) == "text one");
    CHECK(Read(dwarf::kStrx1 + bytes - 1, Bytes().Number(2, bytes)) == "text ");
  }
  CHECK(Read(dwarf::kGnuStrpAlt, Bytes().U32(5)) == "text ");  // the text is in another file
}

TEST_CASE("unneeded values are skipped", "[dwarf]") {
  CHECK(Read(dwarf::kBlock1, Bytes().U8(3).Raw("abc").U8(1)) == "nothing +1");
  CHECK(Read(dwarf::kBlock2, Bytes().U16(3).Raw("abc").U8(1)) == "nothing +1");
  CHECK(Read(dwarf::kBlock4, Bytes().U32(3).Raw("abc").U8(1)) == "nothing +1");
  for (std::uint64_t form : {dwarf::kBlock, dwarf::kExprloc})
    CHECK(Read(form, Bytes().Uleb(3).Raw("abcd")) == "nothing +1");
  for (std::uint64_t form : {dwarf::kRnglistx, dwarf::kLoclistx})
    CHECK(Read(form, Bytes().Uleb(300).U8(1)) == "nothing +1");
  CHECK(Read(dwarf::kData16, Bytes().U64(1).U64(2).U8(3)) == "nothing +1");
  CHECK(Read(dwarf::kBlock4, Bytes().U32(0xffffffff).Raw("abc")) == "damaged");
}

TEST_CASE("a form can precede its value, but not repeatedly", "[dwarf]") {
  CHECK(Read(dwarf::kIndirect, Bytes().Uleb(dwarf::kData2).U16(7)) == "number 7");
  CHECK(Read(dwarf::kIndirect, Bytes().Uleb(dwarf::kIndirect).Uleb(dwarf::kData2).U16(7)) == "unknown");
  CHECK(Read(0x7f, Bytes().U64(7)) == "unknown");
}

TEST_CASE("a value can be in the abbreviation", "[dwarf]") {
  const AttributeSpec spec{static_cast<std::uint32_t>(dwarf::kLanguage),
                           static_cast<std::uint32_t>(dwarf::kImplicitConst), -5};
  DwarfCursor cursor("", false);
  DwarfAttribute attribute;
  REQUIRE(ReadAttribute(cursor, spec, {}, {}, attribute));
  CHECK(attribute.name == dwarf::kLanguage);
  CHECK(static_cast<std::int64_t>(attribute.number) == -5);
}

}  // namespace profdiff::attribute_test
