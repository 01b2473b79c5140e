// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for tables of abbreviations.
#include "read/image/dwarf/abbrev.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "read/image/dwarf/constants.h"
#include "support/dwarf_bytes.h"

namespace profdiff::abbrev_test {

using tests::Bytes;

namespace {

void Add(Bytes& bytes, std::uint64_t code, std::uint64_t tag, std::vector<std::uint64_t> forms) {
  bytes.Uleb(code).Uleb(tag).U8(0);
  for (std::uint64_t form : forms) {
    bytes.Uleb(dwarf::kName).Uleb(form);
    if (form == dwarf::kImplicitConst) bytes.Sleb(-7);
  }
  bytes.U8(0).U8(0);
}

std::string Steps(const AbbrevTable& table, const AbbrevPart& part) {
  std::ostringstream text;
  for (const AttributeStep& step : table.Steps(part)) {
    constexpr const char* kKinds[] = {"skip ", "leb ", "string ", "block ", "other ", "read "};
    text << kKinds[static_cast<int>(step.kind)];
    if (step.kind != AttributeStep::Kind::kSkip) continue;
    text << step.bytes_or_spec << '+' << int{step.addresses} << "a+" << int{step.offsets} << "o ";
  }
  return text.str();
}

std::string Steps(const Bytes& bytes, std::uint64_t code) {
  AbbrevTable table(bytes.str(), false, 0);
  return Steps(table, table.Find(code)->skip);
}

}  // namespace

TEST_CASE("codes are found, dense or not", "[dwarf]") {
  Bytes bytes;
  bytes.U32(0);  // bytes before the table
  Add(bytes, 1, 0x11, {dwarf::kString});
  Add(bytes, 2, 0x2e, {dwarf::kData4, dwarf::kImplicitConst});
  Add(bytes, 900, 0x1d, {});
  Add(bytes, 3, 0x34, {});
  bytes.U8(0);
  Add(bytes, 4, 0x99, {});
  AbbrevTable table(bytes.str(), false, 4);
  CHECK(table.Find(1)->tag == 0x11);
  CHECK(table.Find(2)->tag == 0x2e);
  CHECK(table.Attributes(*table.Find(2))[1].implicit == -7);
  CHECK(table.Find(900)->tag == 0x1d);
  CHECK(table.Find(3)->tag == 0x34);
  CHECK(table.Find(4) == nullptr);  // after the end of the table
  CHECK(table.Find(0) == nullptr);
  CHECK(table.Find(~std::uint64_t{0}) == nullptr);
}

TEST_CASE("a repeated code ends the table", "[dwarf]") {
  Bytes bytes;
  Add(bytes, 1, 0x11, {});
  Add(bytes, 1, 0x12, {});
  Add(bytes, 2, 0x13, {});
  AbbrevTable table(bytes.str(), false, 0);
  CHECK(table.Find(1)->tag == 0x11);
  CHECK(table.Find(2) == nullptr);
}

TEST_CASE("attributes of fixed sizes are combined into one step", "[dwarf]") {
  Bytes bytes;
  Add(bytes, 1, 0x34, {dwarf::kData1, dwarf::kAddr, dwarf::kStrp, dwarf::kFlagPresent, dwarf::kData16, dwarf::kStrx3});
  Add(bytes, 2, 0x34, {dwarf::kData1, dwarf::kUdata, dwarf::kString, dwarf::kExprloc, dwarf::kBlock1, dwarf::kRef8});
  CHECK(Steps(bytes, 1) == "skip 20+1a+1o ");
  CHECK(Steps(bytes, 2) == "skip 1+0a+0o leb string block other skip 8+0a+0o ");
}

TEST_CASE("steps do not lose count", "[dwarf]") {
  Bytes bytes;
  Add(bytes, 1, 0x34, std::vector<std::uint64_t>(300, dwarf::kAddr));
  CHECK(Steps(bytes, 1) == "skip 0+255a+0o skip 0+45a+0o ");
}

TEST_CASE("the names and places of functions are read", "[dwarf]") {
  Bytes bytes;
  bytes.Uleb(1).Uleb(dwarf::kSubprogram).U8(0);
  for (std::uint64_t name : {0x3aU, 0x03U, 0x11U, 0x3bU}) bytes.Uleb(name).Uleb(dwarf::kData4);
  bytes.U8(0).U8(0);
  Add(bytes, 2, dwarf::kSubprogram, {dwarf::kStrp});
  AbbrevTable table(bytes.str(), false, 0);
  CHECK(Steps(table, table.Find(1)->read) == "skip 4+0a+0o read read skip 4+0a+0o ");
  CHECK(Steps(table, table.Find(1)->skip) == "skip 16+0a+0o ");
  CHECK(table.Find(1)->has_code);
  CHECK(table.Find(2)->is_function);
  CHECK_FALSE(table.Find(2)->has_code);
}

TEST_CASE("a table that is cut off, or outside the section", "[dwarf]") {
  Bytes bytes;
  Add(bytes, 1, 0x11, {dwarf::kString});
  Add(bytes, 2, 0x11, {dwarf::kString});
  std::string cut = bytes.str().substr(0, bytes.size() - 3);
  CHECK(AbbrevTable(cut, false, 0).Find(1) != nullptr);
  CHECK(AbbrevTable(cut, false, 0).Find(2) == nullptr);
  CHECK(AbbrevTable(cut, false, 1000).Find(1) == nullptr);
}

}  // namespace profdiff::abbrev_test
