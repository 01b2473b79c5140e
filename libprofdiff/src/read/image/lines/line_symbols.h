// SPDX-License-Identifier: GPL-3.0-or-later
// Turns lines into symbols: adds the rows for source lines (gprof's -l) to a function table.
// Source: GPROF.md, section 6. Tests: tests/unit/read/image/lines/line_symbols_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_LINES_LINE_SYMBOLS_H_
#define PROFDIFF_READ_IMAGE_LINES_LINE_SYMBOLS_H_

#include <cstdint>

#include "profdiff/image.h"
#include "read/image/dwarf/lines.h"
#include "read/image/lines/line_table.h"

namespace profdiff {

// The addresses for which gprof looks up lines.
struct TextSpan {
  std::uint64_t begin = 0, end = 0;  // [begin, end)
  unsigned step = 1;
};

// Adds a row for each code range of a line to a sorted table of functions, which owns its names. The rows of functions
// keep their end addresses; a line ends where the next row begins. Under gprof's policy, a line can take the place of a
// static function.
void AddLineSymbols(FunctionTable& table, const LineTable& lines, const TextSpan& text, SymbolPolicy policy,
                    DistinctTexts& files);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_LINES_LINE_SYMBOLS_H_
