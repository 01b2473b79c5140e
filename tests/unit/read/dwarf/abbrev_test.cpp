// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of abbreviations.
#include "read/dwarf/abbrev.h"

#include <catch2/catch.hpp>

#include "read/dwarf/constants.h"
#include "support/dwarf_bytes.h"

using namespace profdiff;
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

}  // namespace

TEST_CASE("codes are found, dense or not", "[dwarf]") {
  Bytes bytes;
  bytes.U32(0);  // something before the table
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
  CHECK(table.Find(4) == nullptr);  // behind the end
  CHECK(table.Find(0) == nullptr);
  CHECK(table.Find(~std::uint64_t{0}) == nullptr);
}

TEST_CASE("a code that comes again ends the table", "[dwarf]") {
  Bytes bytes;
  Add(bytes, 1, 0x11, {});
  Add(bytes, 1, 0x12, {});
  Add(bytes, 2, 0x13, {});
  AbbrevTable table(bytes.str(), false, 0);
  CHECK(table.Find(1)->tag == 0x11);
  CHECK(table.Find(2) == nullptr);
}

TEST_CASE("entries of a fixed size are known", "[dwarf]") {
  Bytes bytes;
  Add(bytes, 1, 0x2e, {dwarf::kData1, dwarf::kAddr, dwarf::kStrp, dwarf::kFlagPresent, dwarf::kData16, dwarf::kStrx3});
  Add(bytes, 2, 0x2e, {dwarf::kData1, dwarf::kUdata});
  AbbrevTable table(bytes.str(), false, 0);
  const Abbreviation& fixed = *table.Find(1);
  CHECK(fixed.is_fixed);
  CHECK(fixed.bytes == 1 + 16 + 3);
  CHECK(fixed.addresses == 1);
  CHECK(fixed.offsets == 1);
  CHECK_FALSE(table.Find(2)->is_fixed);
}

TEST_CASE("a table that is cut off, or lies nowhere", "[dwarf]") {
  Bytes bytes;
  Add(bytes, 1, 0x11, {dwarf::kString});
  Add(bytes, 2, 0x11, {dwarf::kString});
  std::string cut = bytes.str().substr(0, bytes.size() - 3);
  CHECK(AbbrevTable(cut, false, 0).Find(1) != nullptr);
  CHECK(AbbrevTable(cut, false, 0).Find(2) == nullptr);
  CHECK(AbbrevTable(cut, false, 1000).Find(1) == nullptr);
}
