// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for headers and first entries of units, and for the forms of attributes.
#include "read/image/dwarf/unit.h"

#include <catch2/catch.hpp>

#include "read/image/dwarf/constants.h"
#include "support/dwarf_bytes.h"

namespace profdiff::unit_test {

using namespace tests;

namespace {

TestEntry Unit(std::vector<TestAttribute> attributes) { return {dwarf::kCompileUnit, std::move(attributes), {}, ""}; }

}  // namespace

TEST_CASE("units of all versions and widths", "[dwarf]") {
  for (bool big_endian : {false, true}) {
    DwarfBytes bytes(big_endian);
    for (unsigned version : {2U, 3U, 4U, 5U}) {
      for (unsigned address_bytes : {4U, 8U}) {
        for (unsigned offset_bytes : {4U, 8U}) {
          bytes.AddUnit(Unit({Text(dwarf::kCompilationFolder, "/here"), Language(kC), Address(dwarf::kLowPc, 0x1000),
                              Data(dwarf::kHighPc, 0x10), Offset(dwarf::kStatementList, 77)}),
                        version, address_bytes, offset_bytes);
        }
      }
    }
    DwarfSections sections = bytes.sections();
    std::vector<DwarfUnit> units = ReadUnits(sections);
    REQUIRE(units.size() == 16);
    for (std::size_t i = 0; i < units.size(); ++i) {
      CHECK(units[i].format.version == 2 + i / 4);
      CHECK(units[i].format.address_bytes == (i / 2 % 2 == 0 ? 4 : 8));
      CHECK(units[i].format.offset_bytes == (i % 2 == 0 ? 4 : 8));
      CHECK(units[i].folder == "/here");
      CHECK(units[i].language == kC);
      CHECK(units[i].base_address == 0x1000);
      CHECK(units[i].has_lines);
      CHECK(units[i].line_offset == 77);
      REQUIRE(units[i].ranges.size() == 1);
      CHECK(units[i].ranges[0].high == 0x1010);
    }
  }
}

TEST_CASE("lengths of 64 bits as old IRIX compilers wrote them", "[dwarf]") {
  DwarfBytes bytes(true);
  bytes.AddUnit(Unit({Text(dwarf::kCompilationFolder, "/here")}), 2, 8, 8);
  DwarfSections sections = bytes.sections();
  // 64-bit lengths without the marker 0xffffffff before them.
  std::string info = std::string(4, '\0') + std::string(sections.info.substr(8));
  sections.info = info;
  std::vector<DwarfUnit> units = ReadUnits(sections);
  REQUIRE(units.size() == 1);
  CHECK(units[0].format.offset_bytes == 8);
  CHECK(units[0].folder == "/here");
  CHECK(units[0].end == info.size());
}

TEST_CASE("addresses of 32 bits are signed if the machine's are", "[dwarf]") {
  DwarfBytes bytes;
  bytes.AddUnit(Unit({Address(dwarf::kLowPc, 0x80001000)}), 4, 4);
  DwarfSections sections = bytes.sections();
  CHECK(ReadUnits(sections)[0].base_address == 0x80001000);
  sections.sign_extend = true;
  CHECK(ReadUnits(sections)[0].base_address == 0xffffffff80001000);
}

TEST_CASE("strings and addresses by index, before the offsets of their tables", "[dwarf]") {
  DwarfBytes bytes;
  bytes.str = std::string("zero\0one\0", 9);
  bytes.str_offsets = Bytes().U64(0).U32(0).U32(5).str();
  bytes.addr = Bytes().U64(0).U64(0x4000).U64(0x5000).str();
  bytes.AddUnit(Unit({{dwarf::kCompilationFolder, dwarf::kStrx, 1, "", ""},
                      {dwarf::kLowPc, dwarf::kAddrx, 1, "", ""},
                      Offset(dwarf::kStrOffsetsBase, 8),
                      Offset(dwarf::kAddrBase, 8)}),
                5);
  DwarfSections sections = bytes.sections();
  DwarfUnit unit = ReadUnits(sections).at(0);
  CHECK(unit.folder == "one");
  CHECK(unit.base_address == 0x5000);
}

TEST_CASE("a damaged unit hides all later units", "[dwarf]") {
  DwarfBytes bytes;
  bytes.AddUnit(Unit({Language(kC)}));
  bytes.AddUnit(Unit({{0x2001, 0x77, 0, "", ""}}));  // an unknown form
  bytes.AddUnit(Unit({Language(kC)}));
  DwarfSections sections = bytes.sections();
  CHECK(ReadUnits(sections).size() == 1);
  sections.abbrev = {};
  CHECK(ReadUnits(sections).empty());
  sections = bytes.sections();
  sections.info.remove_suffix(1);
  CHECK(ReadUnits(sections).size() == 1);
  std::string versions(sections.info);
  versions[4] = 6;
  sections.info = versions;
  CHECK(ReadUnits(sections).empty());
}

TEST_CASE("a unit whose first entry has far more attributes than the unit has bytes is damaged", "[dwarf]") {
  for (std::size_t count : {100U, 20'000U}) {
    DwarfBytes bytes;
    bytes.AddUnit(Unit({Language(kC)}));
    bytes.AddUnit(Unit(std::vector<TestAttribute>(count, {dwarf::kName, dwarf::kFlagPresent, 0, "", ""})));
    DwarfSections sections = bytes.sections();
    CHECK(ReadUnits(sections).size() == (count == 100 ? 2 : 1));
  }
}

TEST_CASE("a machine's name before the folder is removed", "[dwarf]") {
  DwarfBytes bytes;
  bytes.AddUnit(Unit({Text(dwarf::kCompilationFolder, "host.:/src")}));
  bytes.AddUnit(Unit({Text(dwarf::kCompilationFolder, "host:/src")}));
  DwarfSections sections = bytes.sections();
  CHECK(ReadUnits(sections)[0].folder == "/src");
  CHECK(ReadUnits(sections)[1].folder == "host:/src");
}

}  // namespace profdiff::unit_test
