// SPDX-License-Identifier: GPL-3.0-or-later
// What ELF says of symbols beyond libbfd's interface.
#include "read/elf_symbols.h"

#include <catch2/catch.hpp>

#include "support/elf_bytes.h"
#include "support/temporary_file.h"

using namespace profdiff;
using tests::ElfBytes;
using tests::SymbolType;
using tests::TemporaryFile;

namespace {

constexpr std::uint64_t kText = ElfBytes::kTextBegin;

std::string Types(const std::string& bytes) {
  std::string types;
  for (const ElfSymbol& symbol : ReadElfSymbols(TemporaryFile(bytes).path())) {
    types += std::to_string(symbol.type) + (symbol.visibility == 0 ? " " : "! ");
  }
  return types;
}

ElfBytes Sample(const ElfBytes::Shape& shape) {
  return ElfBytes(shape)
      .File("a.c")
      .Local("label", kText, SymbolType::kNone)
      .Global("main", kText + 4)
      .Global("table", ElfBytes::kDataBegin, SymbolType::kObject, ElfBytes::kData);
}

}  // namespace

TEST_CASE("symbols of every width and byte order, in order", "[elf]") {
  for (bool wide : {false, true}) {
    for (bool big_endian : {false, true}) {
      CHECK(Types(Sample({wide, big_endian, 62}).bytes()) == "4 0 2 1 ");
    }
  }
}

TEST_CASE("no symbols where there is no ELF file, or only a part of one", "[elf]") {
  CHECK(Types("") == "");
  CHECK(Types("not an ELF file, but more than fifty-two bytes long, as its header would be") == "");
  CHECK(ReadElfSymbols("/no/such/file").empty());
  std::string whole = Sample({}).bytes();
  for (std::size_t size : {20UL, 60UL, whole.size() / 2, whole.size() - 1}) {
    ReadElfSymbols(TemporaryFile(whole.substr(0, size)).path());  // no crash
  }
  CHECK(Types(whole.substr(0, 100)) == "");
}
