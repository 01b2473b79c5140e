// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the variables of units: their scopes, addresses and sizes. Reading terminates even if input is damaged or
// cyclic.
#include "read/image/dwarf/variables.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/dwarf_bytes.h"

namespace profdiff::variables_test {

using namespace tests;

namespace {

constexpr std::uint64_t kFortran95 = 0x0e;

TestAttribute At(std::uint64_t address, bool big_endian) {
  Bytes location(big_endian);
  location.U8(dwarf::kOpAddr).U64(address);
  return {dwarf::kLocation, dwarf::kBlock1, 0, location.str(), ""};
}
TestAttribute InFrame() { return {dwarf::kLocation, dwarf::kBlock1, 0, "\x91\x10", ""}; }

TestEntry Variable(std::string name, std::string type, std::vector<TestAttribute> more = {}) {
  std::vector<TestAttribute> attributes = {Text(dwarf::kName, std::move(name)),
                                           Reference(dwarf::kType, std::move(type))};
  attributes.insert(attributes.end(), more.begin(), more.end());
  return {dwarf::kVariable, attributes, {}, ""};
}
TestEntry Dimension(std::vector<TestAttribute> attributes) {
  return {dwarf::kSubrangeType, std::move(attributes), {}, ""};
}
TestEntry Base(std::uint64_t bytes) { return {0x24, {Data(dwarf::kByteSize, bytes)}, {}, "base"}; }

std::string Text(const DwarfSections& sections) {
  std::string text;
  for (const DeclaredVariable& variable : ReadVariables(sections)) {
    text += variable.function + "/" + variable.name;
    if (variable.is_array) text += "[]";
    if (variable.address) text += " at " + std::to_string(*variable.address);
    text += " " + std::to_string(variable.bytes) + "\n";
  }
  return text;
}

std::string TextOf(std::uint64_t language, const std::vector<TestEntry>& entries, bool big_endian = false) {
  DwarfBytes bytes(big_endian);
  bytes.AddUnit({dwarf::kCompileUnit, {Language(language)}, entries, ""}, 4, 8, 4);
  return Text(bytes.sections());
}

}  // namespace

TEST_CASE("Arrays have scopes, addresses and sizes", "[dwarf]") {
  for (const bool big_endian : {false, true}) {
    const std::vector<TestEntry> entries = {
        Variable("table", "named", {At(0x4000, big_endian)}),
        Function("f", 0x100, 8, {Variable("local", "matrix", {InFrame()}), Variable("i", "base")}),
        {dwarf::kTypedef, {Reference(dwarf::kType, "matrix")}, {}, "named"},
        {dwarf::kArrayType,
         {Reference(dwarf::kType, "base")},
         {Dimension({Data(dwarf::kUpperBound, 4)}), Dimension({Data(dwarf::kCount, 3)})},
         "matrix"},
        Base(8)};
    CHECK(TextOf(kC, entries, big_endian) == "/table[] at 16384 120\nf/local[] 120\nf/i 8\n");
  }
}

TEST_CASE("Arrays without a lower bound begin with the language's", "[dwarf]") {
  const std::vector<TestEntry> entries = {
      Variable("table", "array", {At(0x4000, false)}),
      {dwarf::kArrayType, {Reference(dwarf::kType, "base")}, {Dimension({Data(dwarf::kUpperBound, 4)})}, "array"},
      Base(8)};
  for (const std::uint64_t language : {0x03U, 0x05U, 0x09U, 0x0dU, 0x17U, 0x1fU, 0x22U, 0x2dU, 0x2eU, 0x2fU}) {
    CAPTURE(language);
    CHECK(TextOf(language, entries) == "/table[] at 16384 32\n");
  }
  for (const std::uint64_t language : {0x0cU, 0x1cU, 0x21U, 0x8001U}) {
    CAPTURE(language);
    CHECK(TextOf(language, entries) == "/table[] at 16384 40\n");
  }
}

TEST_CASE("A common block of Fortran has its members, counted from 1", "[dwarf]") {
  const TestEntry block = {
      dwarf::kCommonBlock, {At(0x4000, false)}, {Variable("un", "array", {At(0x4000, false)})}, ""};
  TestEntry main = Function("crystal", 0x100, 8, {block});
  main.attributes.push_back({dwarf::kMainSubprogram, dwarf::kFlagPresent, 0, "", ""});
  const TestEntry array = {
      dwarf::kArrayType, {Reference(dwarf::kType, "base")}, {Dimension({Data(dwarf::kUpperBound, 160)})}, "array"};
  CHECK(TextOf(kFortran95, {main, array, Base(8)}) == "MAIN__/un[] at 16384 1280\n");
}

TEST_CASE("Unknown sizes are 0, and reading ends despite cycles and damage", "[dwarf]") {
  const TestEntry open = {dwarf::kArrayType, {Reference(dwarf::kType, "base")}, {Dimension({})}, "open"};
  const TestEntry huge = {dwarf::kArrayType,
                          {Reference(dwarf::kType, "base")},
                          {Dimension({Data(dwarf::kCount, ~std::uint64_t{0})})},
                          "huge"};
  const TestEntry cycle = {dwarf::kTypedef, {Reference(dwarf::kType, "cycle")}, {}, "cycle"};
  const std::vector<TestEntry> entries = {
      Variable("a", "open"), Variable("b", "huge"), Variable("c", "cycle"), open, huge, cycle, Base(8)};
  CHECK(TextOf(kC, entries) == "/a[] 0\n/b[] 0\n/c 0\n");
  DwarfBytes bytes;
  bytes.AddUnit({dwarf::kCompileUnit, {Language(kC)}, entries, ""}, 4, 8, 4);
  for (std::size_t size = 0; size < bytes.sections().info.size(); ++size) {
    DwarfSections cut = bytes.sections();
    cut.info = cut.info.substr(0, size);
    CHECK(ReadVariables(cut).size() <= 3);
  }
}

TEST_CASE("Arrays in frames have their distance from the CFA", "[dwarf]") {
  const TestEntry array = {
      dwarf::kArrayType, {Reference(dwarf::kType, "base")}, {Dimension({Data(dwarf::kCount, 4)})}, "array"};
  // DW_OP_fbreg -80, and DW_OP_call_frame_cfa or the register 6 as the base.
  const TestAttribute place = {dwarf::kLocation, dwarf::kBlock1, 0, "\x91\xb0\x7f", ""};
  const auto with_base = [](TestEntry function, const char* base) {
    function.attributes.push_back({dwarf::kFrameBase, dwarf::kBlock1, 0, base, ""});
    return function;
  };
  const TestEntry other = {dwarf::kVariable, {Reference(dwarf::kAbstractOrigin, "inlined"), place}, {}, ""};
  TestEntry inlined = Variable("copy", "array");
  inlined.label = "inlined";
  DwarfBytes bytes;
  bytes.AddUnit(
      {dwarf::kCompileUnit,
       {Language(kC)},
       {with_base(Function("f", 0x100, 8, {Variable("a", "array", {place})}), "\x9c"),
        with_base(Function("g", 0x200, 8, {Variable("b", "array", {place})}), "\x56"),
        Function("h", 0x300, 8, {inlined}),
        with_base(Function("k", 0x400, 8, {{dwarf::kInlinedSubroutine, {}, {other}, ""}}), "\x9c"), array, Base(8)},
       ""},
      4, 8, 4);
  std::string text;
  for (const DeclaredVariable& variable : ReadVariables(bytes.sections())) {
    text += variable.function + "/" + variable.name;
    if (variable.code) text += " in " + std::to_string(*variable.code);
    if (variable.frame_offset) text += " at " + std::to_string(*variable.frame_offset);
    text += "\n";
  }
  CHECK(text == "f/a in 256 at -80\ng/b\nh/copy\nk/copy in 1024 at -80\n");
}

}  // namespace profdiff::variables_test
