// SPDX-License-Identifier: GPL-3.0-or-later
// Source file, line and function for every address of an image, equal to the results of libbfd 2.40's
// bfd_find_nearest_line after it was called once for every byte. (Its first results can differ: a C++ function without
// a linkage name first has the name of its symbol.) Made from debug information in one pass or, for debug information
// other than plain DWARF, by a query for every address. Tests: tests/unit/read/image/lines/line_table_test.cpp, which
// compares with libbfd on every byte.
#ifndef PROFDIFF_READ_IMAGE_LINES_LINE_TABLE_H_
#define PROFDIFF_READ_IMAGE_LINES_LINE_TABLE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "read/image/dwarf/changes.h"
#include "read/image/dwarf/line_map.h"
#include "read/image/dwarf/sections.h"
#include "read/image/nearest_symbol.h"

namespace profdiff {

// A source line. The texts are owned by the source of the answer.
struct SourceLine {
  std::string_view path;
  std::string_view function;
  std::uint32_t line = 0;
};

// Lines of the addresses in [low, high) from debug information, before functions are known.
struct LineDraft {
  std::uint64_t low = 0, high = 0;
  DwarfLineMap map;
};

// Input of a line table.
struct LineTableInput {
  DwarfSections sections;
  // Reads the symbols of the text section, in the order of the symbol table; nothing if unknown. Called only if debug
  // information does not name all code.
  std::function<std::optional<std::vector<CodeSymbol>>()> symbols;
  // Addresses that gprof queries before all others, in order: those of the functions in the symbol table. The first
  // query for a function can decide its name.
  std::vector<std::uint64_t> first_questions;
  std::uint64_t text_begin = 0, text_end = 0;  // [begin, end)
  unsigned step = 1;                           // distance of two queries, in bytes
  unsigned threads = 1;                        // number of threads; the result is the same for any number
  bool asks_more = true;  // queries follow the first ones; if false, names are not used and may be arbitrary
};

// Shape: ranges ascend; each reaches to the next one.
class LineTable {
 public:
  static constexpr std::uint32_t kNone = LineChange::kNone;

  // `file` is an index into paths(), kNone if unknown; `function` is an index into functions().
  using Range = LineChange;

  LineTable() = default;
  LineTable(LineTable&&) = default;
  LineTable& operator=(LineTable&&) = default;

  // Nothing if the debug information is damaged, of an unsupported kind, or needs unknown symbols. Cost: linear in the
  // debug information, plus sorting. Function names are views of the input's sections and symbols. `draft`, if made
  // from the same sections for all queried addresses, saves time.
  static std::optional<LineTable> FromDwarf(const LineTableInput& input, std::optional<LineDraft> draft = {});

  // Calls `answer` as gprof calls libbfd: for the first queries, then twice for every address of the text section; the
  // second answers are used. Function names are copies. Cost: two queries for each byte.
  using Answer = std::function<std::optional<SourceLine>(std::uint64_t address)>;
  static LineTable FromAnswers(const LineTableInput& input, const Answer& answer);

  // Valid for addresses of the text section and of the first queries.
  std::optional<SourceLine> Find(std::uint64_t address) const { return At(ChangeFinder(ranges_).Find(address)); }
  // The line of a range; nothing for a null pointer.
  std::optional<SourceLine> At(const Range* range) const;

  std::span<const Range> ranges() const { return ranges_; }
  const std::vector<std::string>& paths() const { return paths_; }
  // Names may occur several times.
  const std::vector<std::string_view>& functions() const { return functions_; }

 private:
  LineTable(std::vector<Range> ranges, std::vector<std::string> paths, std::vector<std::string_view> functions)
      : ranges_(std::move(ranges)), paths_(std::move(paths)), functions_(std::move(functions)) {}

  std::vector<Range> ranges_;
  std::vector<std::string> paths_;
  std::vector<std::string_view> functions_;
  std::deque<std::string> own_names_;  // owns the texts of `functions_` that the input does not own
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_LINES_LINE_TABLE_H_
