// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for properties of ELF symbols that libbfd's interface does not provide.
#include "read/image/elf_symbols.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string_view>
#include <tuple>

#include "read/image/object_file.h"
#include "support/elf_bytes.h"
#include "support/temporary_file.h"

namespace profdiff::elf_symbols_test {

using tests::ElfBytes;
using tests::SymbolType;
using tests::TemporaryFile;

namespace {

constexpr std::uint64_t kText = ElfBytes::kTextBegin;

std::string Types(const std::string& bytes) {
  const ElfSymbolTable table = ElfSymbolTable::Read(FileHandle(TemporaryFile(bytes).path()));
  std::string types;
  for (std::size_t i = 0; i < table.size(); ++i) {
    types += std::to_string(static_cast<int>(table[i].type)) + (table[i].visibility == 0 ? " " : "! ");
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

TEST_CASE("the number of sections can be in the first section header", "[elf]") {
  std::string bytes = Sample({}).bytes();
  const std::size_t headers = static_cast<unsigned char>(bytes[40]) + 256UL * static_cast<unsigned char>(bytes[41]);
  REQUIRE(bytes[60] > 3);
  REQUIRE(headers + 64 * static_cast<std::size_t>(bytes[60]) <= bytes.size());
  bytes[headers + 32] = bytes[60];  // moves the number of sections into the size field of the first section header
  bytes[60] = 0;
  CHECK(Types(bytes) == "4 0 2 1 ");
}

TEST_CASE("sections of one name share its text", "[elf]") {
  std::string bytes = Sample({}).bytes();
  const std::size_t headers = static_cast<unsigned char>(bytes[40]) + 256UL * static_cast<unsigned char>(bytes[41]);
  const std::size_t text = headers + 64, data = headers + 2 * 64;
  ElfSymbolTable table = ElfSymbolTable::Read(FileHandle(TemporaryFile(bytes).path()));
  REQUIRE(table.section_names().size() == static_cast<std::size_t>(bytes[60]));
  CHECK(table.section_names()[1] == std::string_view(".text"));
  CHECK(table.section_names()[2] == std::string_view(".data"));
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(text), 4, bytes.begin() + static_cast<std::ptrdiff_t>(data));
  table = ElfSymbolTable::Read(FileHandle(TemporaryFile(bytes).path()));
  CHECK(table.section_names()[2] == table.section_names()[1]);
}

TEST_CASE("there are no symbols without an ELF file, or with only a part of one", "[elf]") {
  CHECK(Types("") == "");
  CHECK(Types("not an ELF file, but more than fifty-two bytes long, as its header would be") == "");
  std::string whole = Sample({}).bytes();
  for (std::size_t size : {20UL, 60UL, whole.size() / 2, whole.size() - 1}) {
    Types(whole.substr(0, size));  // truncated files must not crash the reader
  }
  CHECK(Types(whole.substr(0, 100)) == "");
}

TEST_CASE("ordinary programs have the symbols that libbfd returns", "[elf]") {
  const char* programs[] = {"/proc/self/exe", "/bin/sh"};
  for (const char* path : programs) {
    Diagnostics diagnostics;
    ObjectFile object(path, diagnostics);
    const SymbolList own = object.Symbols(), expected = object.SymbolsOfLibrary();
    REQUIRE(own.symbols.size() == expected.symbols.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < own.symbols.size(); ++i) {
      const RawSymbol &a = own.symbols[i], &b = expected.symbols[i];
      auto flags = [](const RawSymbol& symbol) {
        return std::tuple(symbol.is_debugging, symbol.is_section, symbol.is_file, symbol.is_local, symbol.is_function,
                          symbol.is_indirect, symbol.in_code);
      };
      auto matters = [](const RawSymbol& symbol) {
        return std::string_view("TtWi").find(symbol.letter) != std::string_view::npos ? symbol.letter : '?';
      };
      const bool same_name =
          a.is_section || std::string_view(a.name) == b.name;  // libbfd invents the names of section symbols
      const bool same_address = matters(b) == '?' || a.address == b.address;
      if (!same_name || !same_address || flags(a) != flags(b) || matters(a) != matters(b)) ++different;
    }
    CHECK(different == 0);
  }
}

}  // namespace profdiff::elf_symbols_test
