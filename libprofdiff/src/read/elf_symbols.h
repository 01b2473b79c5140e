// SPDX-License-Identifier: GPL-3.0-or-later
// What ELF says of symbols beyond libbfd's interface: sizes and types.
// Source: "System V Application Binary Interface", chapter 4. Tests: tests/unit/read/elf_symbols_test.cpp.
#ifndef PROFDIFF_READ_ELF_SYMBOLS_H_
#define PROFDIFF_READ_ELF_SYMBOLS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace profdiff {

struct ElfSymbol {
  std::uint64_t size = 0;
  std::uint8_t type = 0;        // STT_…
  std::uint8_t visibility = 0;  // STV_…
};

// The static symbol table of a file, without its first entry, which is no symbol. Empty if the file is not ELF, has no
// symbol table, or is damaged.
std::vector<ElfSymbol> ReadElfSymbols(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_ELF_SYMBOLS_H_
