// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for line tables: the names of functions, which depend on the order of lookups, and tables that are made from
// the results of lookups. tests/oracle/lines compares whole programs.
#include "read/image/lines/line_table.h"

#include <catch2/catch.hpp>
#include <map>

#include "read/image/dwarf/constants.h"
#include "support/dwarf_bytes.h"

namespace profdiff::line_table_test {

using namespace tests;
using tests::Language, tests::Offset, tests::Function;

namespace {

DwarfBytes OneFunction(std::uint64_t language) {
  DwarfBytes bytes;
  std::uint64_t lines = bytes.AddLines(LineProgram().File("a.cc").At(0x100).Row(3).Advance(8).Row(4).Advance(8).End());
  bytes.AddUnit({dwarf::kCompileUnit,
                 {Language(language), Offset(dwarf::kStatementList, lines)},
                 {Function("plain", 0x100, 16)},
                 ""});
  return bytes;
}

std::function<std::optional<std::vector<CodeSymbol>>()> Given(const std::vector<CodeSymbol>& symbols) {
  return [symbols] { return symbols; };
}

LineTableInput Input(const DwarfBytes& bytes, const std::vector<CodeSymbol>& symbols) {
  LineTableInput input;
  input.sections = bytes.sections();
  input.symbols = Given(symbols);
  input.text_begin = 0x100;
  input.text_end = 0x120;
  return input;
}

std::string At(const LineTable& table, std::uint64_t address) {
  std::optional<SourceLine> line = table.Find(address);
  if (!line) return "-";
  return std::string(line->path) + ":" + std::to_string(line->line) + " " + std::string(line->function);
}

}  // namespace

TEST_CASE("a function in a language without mangling has its own name", "[lines]") {
  DwarfBytes bytes = OneFunction(kC);
  std::optional<LineTable> table = LineTable::FromDwarf(Input(bytes, {{"symbol", 0x100, 16}}));
  REQUIRE(table);
  CHECK(At(*table, 0xff) == "-");
  CHECK(At(*table, 0x100) == "a.cc:3 plain");
  CHECK(At(*table, 0x10f) == "a.cc:4 plain");
  CHECK(At(*table, 0x110) == "-");
}

TEST_CASE("without a linkage name the symbol counts, if the first lookup finds it", "[lines]") {
  DwarfBytes bytes = OneFunction(kCPlusPlus);
  LineTableInput input = Input(bytes, {{"_Z5plainv", 0x100, 16}});
  CHECK(At(*LineTable::FromDwarf(input), 0x10f) == "a.cc:4 _Z5plainv");
  input.symbols = Given({{"_Z5plainv", 0x100, 4}, {"label", 0x108, 8}});
  input.first_questions = {0x108};
  CHECK(At(*LineTable::FromDwarf(input), 0x100) == "a.cc:3 plain");
  input.first_questions = {0x100, 0x108};
  CHECK(At(*LineTable::FromDwarf(input), 0x100) == "a.cc:3 _Z5plainv");
  input.symbols = Given({{"below", 0xf0, 4}});
  CHECK(At(*LineTable::FromDwarf(input), 0x100) == "a.cc:3 plain");
}

TEST_CASE("an existing draft changes nothing, whatever its contents", "[lines]") {
  DwarfBytes bytes = OneFunction(kC);
  LineTableInput input = Input(bytes, {{"plain", 0x100, 16}});
  input.first_questions = {0x80, 0x100};
  for (const std::uint64_t low : {std::uint64_t{0}, std::uint64_t{0x80}, std::uint64_t{0x100}, std::uint64_t{0x108}}) {
    for (const std::uint64_t high : {std::uint64_t{0x104}, std::uint64_t{0x120}, ~std::uint64_t{0}}) {
      const auto table = LineTable::FromDwarf(input, LineDraft{low, high, MakeLineMap(input.sections, low, high)});
      REQUIRE(table);
      CHECK(At(*table, 0xff) == "-");
      CHECK(At(*table, 0x100) == "a.cc:3 plain");
      CHECK(At(*table, 0x10f) == "a.cc:4 plain");
      CHECK(At(*table, 0x110) == "-");
    }
  }
}

TEST_CASE("code without a function belongs to the nearest symbol", "[lines]") {
  DwarfBytes bytes;
  std::uint64_t lines = bytes.AddLines(LineProgram().File("a.s").At(0x100).Row(1).Advance(16).End());
  bytes.AddUnit({dwarf::kCompileUnit, {Offset(dwarf::kStatementList, lines)}, {}, ""});
  LineTable table = *LineTable::FromDwarf(Input(bytes, {{"first", 0x100, 4}, {"second", 0x108, 1}}));
  CHECK(At(table, 0x107) == "a.s:1 first");
  CHECK(At(table, 0x108) == "a.s:1 second");
  CHECK(At(*LineTable::FromDwarf(Input(bytes, {})), 0x108) == "-");
}

TEST_CASE("symbols are looked up where debug information does not name all code", "[lines]") {
  LineTableInput input;
  input.text_begin = 0x100;
  input.text_end = 0x120;
  input.symbols = [] { return std::nullopt; };
  DwarfBytes named = OneFunction(kC), unnamed = OneFunction(kCPlusPlus);
  input.sections = named.sections();
  CHECK(LineTable::FromDwarf(input).has_value());
  input.sections = unnamed.sections();
  CHECK_FALSE(LineTable::FromDwarf(input).has_value());
}

TEST_CASE("damaged debug information does not result in a table", "[lines]") {
  DwarfBytes bytes = OneFunction(kC);
  LineTableInput input = Input(bytes, {});
  input.sections.info.remove_suffix(1);
  CHECK_FALSE(LineTable::FromDwarf(input).has_value());
}

TEST_CASE("the last answers count, also for addresses outside of the text", "[lines]") {
  LineTableInput input;
  input.text_begin = 0x10;
  input.text_end = 0x14;
  input.first_questions = {0x12, 0x30, 0x4};
  std::vector<std::uint64_t> asked;
  std::map<std::uint64_t, int> times;
  LineTable table = LineTable::FromAnswers(input, [&](std::uint64_t address) -> std::optional<SourceLine> {
    asked.push_back(address);
    if (address == 0x13) return std::nullopt;
    return SourceLine{"a.c", ++times[address] == 1 ? "early" : "late", 7};
  });
  CHECK(asked ==
        std::vector<std::uint64_t>{0x12, 0x30, 0x4, 0x10, 0x11, 0x12, 0x13, 0x4, 0x10, 0x11, 0x12, 0x13, 0x30});
  for (std::uint64_t address : {0x4U, 0x10U, 0x12U, 0x30U}) CHECK(At(table, address) == "a.c:7 late");
  for (std::uint64_t address : {0x3U, 0x5U, 0x13U, 0x14U, 0x31U}) CHECK(At(table, address) == "-");
}

TEST_CASE("lookups are made in steps", "[lines]") {
  LineTableInput input;
  input.text_begin = 0x10;
  input.text_end = 0x19;
  input.step = 4;
  int questions = 0;
  LineTable::FromAnswers(input, [&](std::uint64_t) -> std::optional<SourceLine> {
    ++questions;
    return std::nullopt;
  });
  CHECK(questions == 6);
}

}  // namespace profdiff::line_table_test
