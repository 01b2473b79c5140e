// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the names of functions in debug information, and for the innermost of several functions.
#include "read/image/dwarf/functions.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "read/image/dwarf/constants.h"
#include "support/dwarf_bytes.h"

namespace profdiff::functions_test {

using namespace tests;

namespace {

// Returns a line "name [low-high)" for each range, with a star after linkage names; "damaged" for a damaged unit.
std::string Functions(std::vector<TestEntry> entries, std::uint64_t language = kCPlusPlus) {
  DwarfBytes bytes;
  bytes.AddUnit({dwarf::kCompileUnit, {Language(language)}, std::move(entries), ""});
  DwarfSections sections = bytes.sections();
  std::vector<DwarfUnit> units = ReadUnits(sections);
  UnitFunctions found;
  if (!FunctionReader(sections, units).Read(units[0], found)) return "damaged";
  std::ostringstream text;
  text << std::hex;
  for (const FunctionRange& range : found.ranges) {
    const DwarfFunction& function = found.functions[range.function];
    text << function.name << (function.is_linkage ? "*" : "") << " [" << range.low << '-' << range.high << ")\n";
  }
  return text.str();
}

TestEntry Named(std::vector<TestAttribute> attributes, std::vector<TestAttribute> code) {
  attributes.insert(attributes.end(), code.begin(), code.end());
  return {dwarf::kSubprogram, std::move(attributes), {}, ""};
}

std::string Innermost(std::vector<FunctionRange> ranges) {
  std::ostringstream text;
  for (const InnermostFunction& change : FindInnermost(std::move(ranges))) {
    text << change.address << ':';
    change.function == InnermostFunction::kNoFunction ? text << "- " : text << change.function << ' ';
  }
  return text.str();
}

}  // namespace

TEST_CASE("a C function is known by the name of the symbol table, a C++ function is not", "[dwarf]") {
  CHECK(Functions({Function("f", 0x100, 8)}, kC) == "f* [100-108)\n");
  CHECK(Functions({Function("f", 0x100, 8)}) == "f [100-108)\n");
}

TEST_CASE("a linkage name takes precedence over a name, in any order", "[dwarf]") {
  TestAttribute name = Text(dwarf::kName, "f"), linkage = Text(dwarf::kLinkageName, "_Z1fv");
  CHECK(Functions({Named({name, linkage}, Range(0x100, 8))}) == "_Z1fv* [100-108)\n");
  CHECK(Functions({Named({linkage, name}, Range(0x100, 8))}) == "_Z1fv* [100-108)\n");
  CHECK(Functions({Named({Text(dwarf::kMipsLinkageName, "_Z1gv")}, Range(0x100, 8))}) == "_Z1gv* [100-108)\n");
}

TEST_CASE("a function gets its name from the entry to which it refers, over several steps", "[dwarf]") {
  TestEntry declaration{dwarf::kSubprogram, {Text(dwarf::kLinkageName, "_Z1fv")}, {}, "declaration"};
  TestEntry abstract{dwarf::kSubprogram, {Reference(dwarf::kSpecification, "declaration")}, {}, "abstract"};
  TestEntry code{dwarf::kInlinedSubroutine, Range(0x100, 8), {}, ""};
  code.attributes.push_back(Reference(dwarf::kAbstractOrigin, "abstract"));
  CHECK(Functions({declaration, abstract, code}) == "_Z1fv* [100-108)\n");
}

TEST_CASE("entries without code are not functions; a reference to itself is damage", "[dwarf]") {
  CHECK(Functions({Named({Text(dwarf::kName, "f")}, {})}) == "");
  TestEntry loop{dwarf::kSubprogram, Range(0x100, 8), {}, "loop"};
  loop.attributes.push_back(Reference(dwarf::kAbstractOrigin, "loop"));
  CHECK(Functions({loop}) == "damaged");
}

TEST_CASE("small units after a large one are read at their own cost", "[dwarf]") {
  DwarfBytes bytes;
  std::vector<TestEntry> entries;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    const std::string label = "f" + std::to_string(i);
    entries.push_back({dwarf::kSubprogram, {Text(dwarf::kName, label)}, {}, label});
    entries.push_back({dwarf::kSubprogram, Range(0x100 + i, 1), {}, ""});
    entries.back().attributes.push_back(Reference(dwarf::kAbstractOrigin, label));
  }
  bytes.AddUnit({dwarf::kCompileUnit, {Language(kC)}, std::move(entries), ""});
  bytes.AddUnit({dwarf::kCompileUnit, {Language(kC)}, {Function("g", 1, 1)}, ""});
  DwarfSections sections = bytes.sections();
  std::vector<DwarfUnit> units = ReadUnits(sections);
  REQUIRE(units.size() == 2);
  FunctionReader reader(sections, units);
  UnitFunctions large, small;
  REQUIRE(reader.Read(units[0], large));
  CHECK(large.functions.back().name == "f49999");
  for (int i = 0; i < 20'000; ++i) REQUIRE(reader.Read(units[1], small));
  CHECK(small.functions.back().name == "g");
}

TEST_CASE("a unit with far more attributes than bytes is damaged, in functions and in entries to which they refer",
          "[dwarf]") {
  const TestEntry plain = Function("f", 0x100, 8);
  TestEntry many = plain, origin{dwarf::kSubprogram, {Text(dwarf::kName, "g")}, {}, "origin"}, code = plain;
  for (int i = 0; i < 20'000; ++i) {
    many.attributes.push_back({dwarf::kName, dwarf::kFlagPresent, 0, "", ""});
    origin.attributes.push_back({dwarf::kName, dwarf::kFlagPresent, 0, "", ""});
  }
  code.attributes.push_back(Reference(dwarf::kAbstractOrigin, "origin"));
  CHECK(Functions({plain, many}) == "damaged");
  CHECK(Functions({origin, code}) == "damaged");
  many.attributes.resize(100);
  CHECK(Functions({plain, many}) == "f [100-108)\nf [100-108)\n");
}

TEST_CASE("inlined functions are within others", "[dwarf]") {
  CHECK(Functions({Function("f", 0x100, 16, {Inlined("g", 0x104, 4, {Inlined("h", 0x105, 1)})})}, kC) ==
        "f* [100-110)\ng* [104-108)\nh* [105-106)\n");
}

TEST_CASE("the innermost function has the shortest range; of equal ranges, the later one counts", "[dwarf]") {
  CHECK(Innermost({}) == "");
  CHECK(Innermost({{10, 50, 0}, {20, 30, 1}, {22, 24, 2}}) == "10:0 20:1 22:2 24:1 30:0 50:- ");
  CHECK(Innermost({{10, 20, 0}, {10, 20, 1}}) == "10:1 20:- ");
  CHECK(Innermost({{10, 20, 0}, {20, 30, 1}}) == "10:0 20:1 30:- ");
  CHECK(Innermost({{10, 20, 0}, {15, 40, 1}}) == "10:0 20:1 40:- ");
}

}  // namespace profdiff::functions_test
