// SPDX-License-Identifier: GPL-3.0-or-later
// The symbols of ordinary linked programs, read past libbfd: what libbfd would say of each follows from the symbol as
// it stands in the file and from its section. Tests: tests/unit/read/image/elf_symbols_test.cpp compares with libbfd;
// the oracle; tests/oracle/lines.
#ifndef PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_
#define PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_

#include <optional>
#include <span>
#include <vector>

#include "read/image/elf_symbols.h"
#include "read/image/lines/line_table.h"
#include "read/image/symbol_table.h"

namespace profdiff {

// What libbfd says of a section.
struct SymbolSection {
  bool known = false;  // libbfd has it
  bool is_code = false;
  bool is_text = false;  // the text section
  char letter = '?';     // what nm prints for a local symbol in it
};

// All symbols; `sections` by ELF section number. Nothing where libbfd might give other answers: for machines that have
// rules of their own, and for symbols whose section is not known.
std::optional<std::vector<RawSymbol>> SymbolsAsTheyStand(const ElfSymbolTable& table,
                                                         std::span<const SymbolSection> sections);

// The symbols of the text that can name code, likewise.
std::optional<std::vector<CodeSymbol>> CodeSymbolsAsTheyStand(const ElfSymbolTable& table,
                                                              std::span<const SymbolSection> sections);

// Marks that compilers' annotations refer to are not where functions begin.
bool IsAnnotation(const ElfSymbol& symbol);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_
