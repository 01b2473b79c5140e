// SPDX-License-Identifier: GPL-3.0-or-later
// Turns symbols into functions: chooses the symbols that are functions, keeps one of several functions at the same
// address, and determines end addresses. This code is independent of the format from which the symbols were read.
// Tests: tests/unit/read/image/symbol_table_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_SYMBOL_TABLE_H_
#define PROFDIFF_READ_IMAGE_SYMBOL_TABLE_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profdiff/image.h"
#include "read/image/name_budget.h"

namespace profdiff {

// One symbol of an image's symbol table.
struct RawSymbol {
  const char* name = "";  // valid while the image is open
  std::uint64_t address = 0;
  char letter = '?';          // nm's letter: 'T' global code, 't' local code, 'W' weak, 'i' indirect function …
  bool is_debugging = false;  // true for debugger symbols and symbols without a section, such as file symbols
  bool is_section = false;
  bool is_file = false;  // true if the name is the source file of the local symbols that follow
  bool is_local = false;
  bool is_function = false;  // true if flagged as a function
  bool is_indirect = false;  // true if flagged as an indirect function
  bool in_code = false;      // true if the symbol is in a code section
};

struct SymbolRules {
  SymbolPolicy policy = SymbolPolicy::kGprof;
  bool omit_statics = false;
  bool omit_non_functions = false;
  bool flags_functions = true;  // false for object formats without this flag: every symbol is a function
  char leading_char = '\0';
};

struct ChosenFunctions {
  std::vector<Function> functions;
  std::vector<std::string_view> units;  // see FunctionTable::units
};

// Returns the symbols that are functions, in the order of the symbol table, without end addresses. Their names point to
// the names of the symbols. The sizes of all symbols' names are subtracted from the budget. Errors: kOverflow if the
// budget is exceeded.
// Source: GPROF.md, sections 5.1 to 5.3.
ChosenFunctions ChooseFunctions(std::span<const RawSymbol> symbols, const SymbolRules& rules, NameBudget budget);

// True if `challenger` is a better choice than `champion`, which has the same address. Source: GPROF.md, section 5.5.
bool IsBetter(const Function& challenger, const Function& champion);

// One function for each address, ascending by address; each ends before the next one, and the last before `text_end`.
struct OrderedFunctions {
  std::vector<Function> functions;
  std::vector<std::uint32_t> first_places;  // index in the symbol table of the first function at each address
};

// Sorts functions by address and keeps one for each address; among equally good functions, the first in the symbol
// table.
// Source: GPROF.md, sections 5.4 to 5.6.
OrderedFunctions OrderFunctions(const std::vector<Function>& functions, std::uint64_t text_end);

// Copies names and units into the table's own storage.
void OwnNames(FunctionTable& table);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_SYMBOL_TABLE_H_
