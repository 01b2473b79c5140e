// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the names of functions that are read from a program, with this program itself.
#include "read/trace/uftrace/program_symbols.h"

#include <catch2/catch.hpp>
#include <string>

#include "read/file/file.h"

namespace profdiff::program_symbols_test {
namespace {

constexpr const char* kSelf = "/proc/self/exe";

// Returns the build id in the note of an ELF file, in hexadecimal; empty if there is none.
std::string BuildIdOf(const std::string& bytes) {
  const std::string owner("\3\0\0\0GNU\0", 8);  // the type of the note, and its owner
  const std::size_t at = bytes.find(owner);
  std::string id;
  for (std::size_t i = 0; at != std::string::npos && i < 20; ++i) {
    constexpr const char* kDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(bytes[at + owner.size() + i]);
    id += kDigits[byte >> 4];
    id += kDigits[byte & 15];
  }
  return id;
}

}  // namespace

TEST_CASE("the names of functions come from a program with the recorded build id", "[uftrace]") {
  const std::string bytes = ReadWholeFile(kSelf), id = BuildIdOf(bytes);
  if (id.empty()) return;  // linked without a build id
  const std::string symbols = SymbolsOfElf(bytes, id);
  CHECK(symbols.find(" T main\n") != std::string::npos);
  CHECK(symbols.find(" P ") != std::string::npos);
  CHECK(symbols.find('@') == std::string::npos);
  CHECK(SymbolsOfElf(bytes, "00" + id.substr(2)).empty());
  CHECK(SymbolsOfElf(bytes, "").empty());
  CHECK(SymbolsOfElf(bytes.substr(0, 100), id).empty());
  CHECK(SymbolsOfElf("no program", id).empty());
  CHECK(SymbolsOfProgram("/no/such/program", id).empty());
}

}  // namespace profdiff::program_symbols_test
