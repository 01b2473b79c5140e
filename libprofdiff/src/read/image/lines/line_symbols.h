// SPDX-License-Identifier: GPL-3.0-or-later
// Turns lines into symbols: adds the rows for source lines (gprof's -l) to a function table.
// Source: GPROF.md, section 6. Tests: tests/unit/read/image/lines/line_symbols_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_LINES_LINE_SYMBOLS_H_
#define PROFDIFF_READ_IMAGE_LINES_LINE_SYMBOLS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/functions.h"
#include "profdiff/image.h"
#include "read/image/lines/line_table.h"

namespace profdiff {

// Assigns ids to source files in the order of first use.
class SourceFiles {
 public:
  // Keeps a reference to the list and appends to it.
  explicit SourceFiles(std::vector<std::string>& files) : files_(files) {}

  SourceFileId Add(std::string_view path);

 private:
  std::vector<std::string>& files_;
  HashMap<std::string, SourceFileId> known_;
  SourceFileId last_;  // cache of the last file, as adjacent lines usually share it
};

// The addresses for which gprof looks up lines.
struct TextSpan {
  std::uint64_t begin = 0, end = 0;  // [begin, end)
  unsigned step = 1;
};

// Adds a row for each code range of a line to a sorted table of functions, which owns its names. A function keeps its
// place and its end; a line ends where the next row begins. Under gprof's policy, a line can take the place of a static
// function.
void AddLineSymbols(FunctionTable& table, const LineTable& lines, const TextSpan& text, SymbolPolicy policy,
                    SourceFiles& files);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_LINES_LINE_SYMBOLS_H_
