// SPDX-License-Identifier: GPL-3.0-or-later
// The symbols of ordinary linked programs, read without libbfd: libbfd's values follow from the symbol in the file and
// from its section. Tests: tests/unit/read/image/elf_symbols_test.cpp compares with libbfd; the oracle;
// tests/oracle/lines.
#ifndef PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_
#define PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_

#include <optional>
#include <span>
#include <vector>

#include "read/image/elf_symbols.h"
#include "read/image/lines/line_table.h"
#include "read/image/symbol_table.h"

namespace profdiff {

// Properties of a section from libbfd.
struct SymbolSection {
  bool known = false;  // libbfd has the section
  bool is_code = false;
  bool is_text = false;  // the text section
  char letter = '?';     // nm's letter for a local symbol in it
};

// All symbols; `sections` by ELF section index. Nothing if libbfd's result might differ: for machines with rules of
// their own, and for symbols in an unknown section.
std::optional<std::vector<RawSymbol>> SymbolsAsTheyStand(const ElfSymbolTable& table,
                                                         std::span<const SymbolSection> sections);

// The symbols of the text section that can name code; nothing in the same cases.
std::optional<std::vector<CodeSymbol>> CodeSymbolsAsTheyStand(const ElfSymbolTable& table,
                                                              std::span<const SymbolSection> sections);

// True for symbols of compilers' annotations, which do not mark the begin of a function.
bool IsAnnotation(const ElfSymbol& symbol);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_PLAIN_SYMBOLS_H_
