// SPDX-License-Identifier: GPL-3.0-or-later
// The types of a COFF file's symbols, read directly: libbfd flags only external symbols as functions.
// Source: "PE Format", section "COFF Symbol Table". Tests: tests/unit/read/image/coff_symbols_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_COFF_SYMBOLS_H_
#define PROFDIFF_READ_IMAGE_COFF_SYMBOLS_H_

#include <string_view>
#include <vector>

namespace profdiff {

// Returns for each symbol of a PE image or a little-endian COFF object, in the order of its symbol table and without
// auxiliary entries, whether its type is a function. Returns an empty list if there is no symbol table, or if it does
// not fit in the file.
std::vector<bool> FindCoffFunctions(std::string_view file);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_COFF_SYMBOLS_H_
