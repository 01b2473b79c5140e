// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the symbols of ordinary linked programs without libbfd: the values that libbfd returns follow from the symbol
// in the file and its section.
// Tests: tests/unit/read/image/elf_symbols_test.cpp, which compares with libbfd; tests/oracle.
#ifndef PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_
#define PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_

#include <optional>
#include <span>
#include <vector>

#include "read/image/elf_symbols.h"
#include "read/image/nearest_symbol.h"
#include "read/image/symbol_table.h"

namespace profdiff {

// Properties of a section, as libbfd describes it.
struct SymbolSection {
  bool known = false;  // true if libbfd has the section
  bool is_code = false;
  bool is_text = false;  // true for the text section
  char letter = '?';     // nm's letter for a local symbol in the section
};

// Returns all symbols; `sections` is indexed by ELF section index. Returns nullopt if libbfd's result might differ: for
// machines with special rules in libbfd, and for symbols in an unknown section.
std::optional<std::vector<RawSymbol>> SymbolsAsTheyStand(const ElfSymbolTable& table,
                                                         std::span<const SymbolSection> sections);

// Returns the symbols of the text section that can name code; nullopt in the same cases as SymbolsAsTheyStand, and for
// machines with mapping symbols, such as AArch64.
std::optional<std::vector<CodeSymbol>> CodeSymbolsAsTheyStand(const ElfSymbolTable& table,
                                                              std::span<const SymbolSection> sections);

// True for symbols of compiler annotations, which do not mark the start of a function.
bool IsAnnotation(const ElfSymbol& symbol);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_
