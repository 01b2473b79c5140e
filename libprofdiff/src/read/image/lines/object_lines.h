// SPDX-License-Identifier: GPL-3.0-or-later
// The line table of an image, for any kind of debug information.
// Tests: tests/oracle/lines, which compares with libbfd on every byte of several programs.
#ifndef PROFDIFF_READ_IMAGE_LINES_OBJECT_LINES_H_
#define PROFDIFF_READ_IMAGE_LINES_OBJECT_LINES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/image.h"
#include "read/image/lines/line_table.h"
#include "read/image/object_file.h"

namespace profdiff {

// Debug information that can be read while another thread reads the symbols. Warnings go to `diagnostics`.
struct EarlyLines {
  EarlyLines() = default;
  EarlyLines(ObjectFile& object, unsigned threads, Diagnostics& diagnostics);

  bool has_any = false;  // true if the image has debug information
  std::optional<DwarfSections> sections;
  std::optional<LineDraft> draft;
};

// Reads the lines of the text section and of `functions`, which must be in the order of the symbol table. Names in the
// table are valid as long as the object file exists. `step` is the smallest distance between two instructions.
LineTable ReadLines(ObjectFile& object, EarlyLines early, std::span<const Function> functions, unsigned step,
                    unsigned threads = 1);

// Reads the lines of `addresses` only, from the units that contain one of them. Returns nullopt if only libbfd can read
// the lines.
std::optional<LineTable> ReadLinesAt(ObjectFile& object, std::vector<std::uint64_t> addresses, unsigned step,
                                     unsigned threads, Diagnostics& diagnostics);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_LINES_OBJECT_LINES_H_
