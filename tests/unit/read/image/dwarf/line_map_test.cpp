// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for combining the lines and innermost functions of all units.
#include "read/image/dwarf/line_map.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "read/image/dwarf/constants.h"
#include "support/dwarf_bytes.h"

namespace profdiff::line_map_test {

using namespace tests;

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

void AddUnit(DwarfBytes& bytes, const LineProgram& program, std::vector<TestEntry> functions) {
  std::uint64_t offset = bytes.AddLines(program);
  bytes.AddUnit({dwarf::kCompileUnit,
                 {Language(kC), Text(dwarf::kCompilationFolder, "/"), Offset(dwarf::kStatementList, offset)},
                 std::move(functions),
                 ""});
}

// Returns a line for each change, such as "100 a.c:3 f", with "-" if line and function are unknown.
std::string MapOf(const DwarfBytes& bytes, std::uint64_t low = 0, std::uint64_t high = kAll) {
  DwarfLineMap map = MakeLineMap(bytes.sections(), low, high);
  if (!map.is_sound) return "damaged";
  std::ostringstream text;
  for (const LineChange& change : map.changes) {
    text << std::hex << change.address << std::dec;
    if (change.file != LineChange::kNone) text << ' ' << map.paths[change.file].substr(2) << ':' << change.line;
    if (change.function != LineChange::kNone) text << ' ' << map.functions[change.function].name;
    if (change.file == LineChange::kNone && change.function == LineChange::kNone) text << " -";
    text << '\n';
  }
  return text.str();
}

LineProgram Lines(const std::string& file) { return LineProgram().File(file); }

}  // namespace

TEST_CASE("lines and functions of one unit", "[dwarf]") {
  DwarfBytes bytes;
  AddUnit(bytes, Lines("a.c").At(0x100).Row(3).Advance(4).Row(4).Advance(4).End(),
          {Function("f", 0x100, 8, {Inlined("g", 0x102, 4)})});
  CHECK(MapOf(bytes) == "0 -\n100 a.c:3 f\n102 a.c:3 g\n104 a.c:4 g\n106 a.c:4 f\n108 -\n");
}

TEST_CASE("lines without a function, and a function without lines", "[dwarf]") {
  DwarfBytes bytes;
  AddUnit(bytes, Lines("a.s").At(0x100).Row(1).Advance(4).End(), {Function("f", 0x200, 4)});
  CHECK(MapOf(bytes) == "0 -\n100 a.s:1\n104 -\n200 f\n204 -\n");
}

TEST_CASE("if units overlap, the first one counts", "[dwarf]") {
  DwarfBytes bytes;
  AddUnit(bytes, Lines("a.c").At(0x100).Row(1).Advance(8).End(), {Function("f", 0x100, 8)});
  AddUnit(bytes, Lines("b.c").At(0x104).Row(2).Advance(8).End(), {Function("g", 0x104, 8)});
  CHECK(MapOf(bytes) == "0 -\n100 a.c:1 f\n108 b.c:2 g\n10c -\n");
}

TEST_CASE("lines outside the wanted addresses are omitted", "[dwarf]") {
  DwarfBytes bytes;
  AddUnit(bytes, Lines("a.c").At(0).Row(1).Advance(8).End().At(0x100).Row(2).Advance(8).End(),
          {Function("dropped", 0, 8), Function("f", 0x100, 8)});
  CHECK(MapOf(bytes, 0x100, 0x200) == "0 -\n100 a.c:2 f\n108 -\n");
}

TEST_CASE("a map of a few addresses agrees with the map of all addresses", "[dwarf]") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    DwarfBytes bytes;
    const auto any = [&random](unsigned below) { return static_cast<unsigned>(random() % below); };
    const auto place = [&any] { return std::uint64_t{0x100} + any(96); };
    for (int unit = 0; unit < 4; ++unit) {
      LineProgram program = Lines("a.c");
      program.At(place());
      for (unsigned row = 0; row < 5; ++row) program.Row(1 + any(9)).Advance(1 + any(6));
      AddUnit(bytes, program.End(), {Function("f", place(), 1 + any(30)), Function("g", place(), 4)});
    }
    std::vector<std::uint64_t> asked;
    for (unsigned i = any(12); i > 0; --i) asked.push_back(place() - 8);
    std::ranges::sort(asked);
    const DwarfLineMap all = MakeLineMap(bytes.sections(), 0, kAll), few = MakeLineMapOf(bytes.sections(), asked);
    // The smaller map has at most the changes in effect at these addresses, and the changes at the ends of their
    // blocks.
    CHECK(few.changes.size() <= 2 * asked.size() + 2 * 16);
    for (std::uint64_t address : asked) {
      const LineChange* a = ChangeFinder(all.changes).Find(address);
      const LineChange* b = ChangeFinder(few.changes).Find(address);
      REQUIRE((a != nullptr && b != nullptr));
      const auto path = [](const DwarfLineMap& map, const LineChange& change) {
        return change.file == LineChange::kNone ? "" : map.paths[change.file];
      };
      const auto name = [](const DwarfLineMap& map, const LineChange& change) {
        return change.function == LineChange::kNone ? "" : map.functions[change.function].name;
      };
      CHECK(path(all, *a) == path(few, *b));
      CHECK(a->line == b->line);
      CHECK(name(all, *a) == name(few, *b));
    }
  }
}

TEST_CASE("units of code that share a line program are left to libbfd", "[dwarf]") {
  const auto map_of = [](int sharers, bool is_first_program) {
    DwarfBytes bytes;
    if (!is_first_program) AddUnit(bytes, Lines("z.c").At(0x10).Row(1).Advance(4).End(), {});
    const std::uint64_t offset = bytes.AddLines(Lines("a.c").At(0x100).Row(1).Advance(64).End());
    for (int unit = 0; unit < sharers; ++unit) {
      bytes.AddUnit({dwarf::kCompileUnit,
                     {Language(kC), Text(dwarf::kCompilationFolder, "/"), Offset(dwarf::kStatementList, offset)},
                     {Function("f", 0x100 + 8 * static_cast<std::uint64_t>(unit), 8)},
                     ""});
    }
    return MakeLineMap(bytes.sections(), 0, kAll).is_sound;
  };
  CHECK(map_of(2, true));
  CHECK_FALSE(map_of(3, true));
  CHECK(map_of(1, false));
  CHECK_FALSE(map_of(2, false));
}

TEST_CASE("unreadable debug information is reported", "[dwarf]") {
  DwarfBytes bytes;
  CHECK(MapOf(bytes) == "0 -\n");
  AddUnit(bytes, Lines("a.c").At(0x100).Row(1).Opcodes(std::string("\0\1\x55", 3)), {});
  CHECK(MapOf(bytes) == "damaged");
  DwarfBytes cut;
  AddUnit(cut, Lines("a.c").At(0x100).Row(1).Advance(8).End(), {Function("f", 0x100, 8)});
  DwarfSections sections = cut.sections();
  sections.info.remove_suffix(1);
  CHECK_FALSE(MakeLineMap(sections, 0, kAll).is_sound);
}

}  // namespace profdiff::line_map_test
