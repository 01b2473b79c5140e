// SPDX-License-Identifier: GPL-3.0-or-later
// From symbols to functions: which symbols are functions, which of several at one address, and where they end.
// Plain values in and out, whatever they were read from.
// Tests: tests/unit/read/image/symbol_table_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_SYMBOL_TABLE_H_
#define PROFDIFF_READ_IMAGE_SYMBOL_TABLE_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profdiff/functions.h"
#include "profdiff/image.h"
#include "read/image/name_budget.h"

namespace profdiff {

// One symbol, as an image's symbol table has it.
struct RawSymbol {
  const char* name = "";  // stays valid while the image is open
  std::uint64_t address = 0;
  char letter = '?';          // what nm prints: 'T' global code, 't' local code, 'W' weak, 'i' indirect function …
  bool is_debugging = false;  // of no section, or a debugger's: section and file symbols among them
  bool is_section = false;
  bool is_file = false;  // names the source file of the local symbols behind it
  bool is_local = false;
  bool is_function = false;  // flagged as one
  bool is_indirect = false;  // flagged as an indirect function
  bool in_code = false;      // in a section of code
};

struct SymbolRules {
  SymbolPolicy policy = SymbolPolicy::kGprof;
  bool omit_statics = false;
  bool omit_non_functions = false;
  bool flags_functions = true;  // false for object formats that do not flag functions: then every symbol is one
  char leading_char = '\0';
};

struct ChosenFunctions {
  std::vector<Function> functions;
  std::vector<std::string_view> units;  // as in FunctionTable
};

// The symbols that are functions, in the order of the symbol table, without ends. Names point to where the symbols' do.
// Names of all symbols are taken from the budget. Errors: the budget's.
// Source: GPROF.md, sections 5.1 to 5.3.
ChosenFunctions ChooseFunctions(std::span<const RawSymbol> symbols, const SymbolRules& rules, NameBudget budget);

// True if `challenger` is the better one for the address both have. Source: GPROF.md, section 5.5.
bool IsBetter(const Function& challenger, const Function& champion);

// One function for each address, ascending, with its end: each reaches to the next one, the last to `text_end`
// (exclusive).
struct OrderedFunctions {
  std::vector<Function> functions;
  std::vector<std::uint32_t> first_places;  // of the first one at the address, in the symbol table
};

// Of functions at one address the order of the symbol table decides between equals.
// Source: GPROF.md, sections 5.4 to 5.6.
OrderedFunctions OrderFunctions(const std::vector<Function>& functions, std::uint64_t text_end);

// Copies names and units into the table's own storage.
void OwnNames(FunctionTable& table);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_SYMBOL_TABLE_H_
