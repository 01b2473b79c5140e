// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the types of COFF symbols, with files made by hand.
#include "read/image/coff_symbols.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace profdiff::coff_symbols_test {
namespace {

std::string Number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

std::string Symbol(unsigned type, unsigned auxiliary_entries) {
  const std::string auxiliary(18, '\x20');  // would be functions if they were symbols
  std::string entry = std::string(8, 'n') + Number(0x10, 4) + Number(1, 2) + Number(type, 2) + Number(3, 1) +
                      Number(auxiliary_entries, 1);
  for (unsigned i = 0; i < auxiliary_entries; ++i) entry += auxiliary;
  return entry;
}

// Returns a header of a file whose symbol table begins at `begin`.
std::string Header(std::uint64_t begin, std::uint64_t count) {
  return Number(0x8664, 2) + Number(1, 2) + Number(0, 4) + Number(begin, 4) + Number(count, 4) + Number(0, 4);
}

const std::string kSymbols = Symbol(0x20, 1) + Symbol(0, 0) + Symbol(0x30, 0) + Symbol(0x24, 2);
constexpr std::uint64_t kEntries = 7;
const std::vector<bool> kFunctions = {true, false, false, true};

}  // namespace

TEST_CASE("functions among the symbols of COFF files", "[coff_symbols]") {
  CHECK(FindCoffFunctions(Header(20, kEntries) + kSymbols) == kFunctions);
  const std::string dos =
      "MZ" + std::string(0x3a, '\0') + Number(0x80, 4) + std::string(0x40, 'x') + std::string("PE\0\0", 4);
  CHECK(FindCoffFunctions(dos + Header(dos.size() + 20, kEntries) + kSymbols) == kFunctions);
}

TEST_CASE("damaged COFF files have no symbols", "[coff_symbols]") {
  const std::string whole = Header(20, kEntries) + kSymbols;
  for (std::size_t size = 0; size < whole.size(); ++size) CHECK(FindCoffFunctions(whole.substr(0, size)).empty());
  CHECK(FindCoffFunctions(Header(20, 0) + kSymbols).empty());
  CHECK(FindCoffFunctions(Header(0xffffffff, kEntries) + kSymbols).empty());
  CHECK(FindCoffFunctions(Header(20, 0xffffffff) + kSymbols).empty());
  CHECK(FindCoffFunctions("MZ" + std::string(0x3a, '\0') + Number(0xffffffff, 4) + whole).empty());
  // Auxiliary entries behind the end of the table are ignored.
  CHECK(FindCoffFunctions(Header(20, kEntries - 1) + kSymbols).size() == 4);
}

}  // namespace profdiff::coff_symbols_test
