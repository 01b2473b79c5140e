// SPDX-License-Identifier: GPL-3.0-or-later
// The source file, line and function of every address of an image, equal to the results of libbfd 2.40's
// bfd_find_nearest_line after it has been called once for every byte. (Its first results can differ: a C++ function
// without a linkage name first has the name of its symbol.) The table is made from debug information in one pass or,
// for debug information other than plain DWARF, by a query for every address.
// Tests: tests/unit/read/image/lines/line_table_test.cpp, which compares with libbfd on every byte.
#ifndef PROFDIFF_READ_IMAGE_LINES_LINE_TABLE_H_
#define PROFDIFF_READ_IMAGE_LINES_LINE_TABLE_H_

#include <cstdint>
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

// A source line. The object that returns it owns the strings.
struct SourceLine {
  std::string_view path;
  std::string_view function;
  std::uint32_t line = 0;
};

// The lines of the addresses in [low, high), read from debug information before the symbols are known.
struct LineDraft {
  std::uint64_t low = 0, high = 0;
  DwarfLineMap map;
};

struct LineTableInput {
  DwarfSections sections;
  // Reads the symbols of the text section, in the order of the symbol table; nullopt if they are unknown. Called only
  // if the debug information does not name all code.
  std::function<std::optional<std::vector<CodeSymbol>>()> symbols;
  // Addresses that gprof queries before all others, in order: the addresses of the functions in the symbol table. The
  // first query for a function can determine its name.
  std::vector<std::uint64_t> first_questions;
  std::uint64_t text_begin = 0, text_end = 0;  // [begin, end)
  unsigned step = 1;                           // distance between two queries, in bytes
  unsigned threads = 1;                        // number of threads; does not affect the result
  // False if only the lines at `first_questions` are needed; the names of their functions are then unreliable.
  bool asks_more = true;
};

// The source lines of an image by address. Shape: ranges ascend; each extends to the next one.
class LineTable {
 public:
  static constexpr std::uint32_t kNone = LineChange::kNone;

  // `file` is an index into paths(), or kNone if unknown; `function` is an index into functions().
  using Range = LineChange;

  LineTable() = default;
  LineTable(LineTable&&) = default;
  LineTable& operator=(LineTable&&) = default;

  // Returns nullopt if the debug information is damaged, is of an unsupported kind, or needs symbols that are unknown.
  // Cost: linear in the debug information, plus sorting. Function names are views of the input's sections and symbols.
  // Passing `draft`, which must be made from the same sections, saves time if it covers all queried addresses.
  static std::optional<LineTable> FromDwarf(const LineTableInput& input, std::optional<LineDraft> draft = {});

  // Calls `answer` as gprof calls libbfd: for `first_questions`, then twice for every address of the text section; the
  // second answers are used. Function names are copied. Cost: two queries for each byte.
  using Answer = std::function<std::optional<SourceLine>(std::uint64_t address)>;
  static LineTable FromAnswers(const LineTableInput& input, const Answer& answer);

  // Returns the line of an address, which must be in the text section or in LineTableInput::first_questions.
  std::optional<SourceLine> Find(std::uint64_t address) const { return At(ChangeFinder(ranges_).Find(address)); }
  // Returns the line of a range; nullopt for a null pointer.
  std::optional<SourceLine> At(const Range* range) const;

  std::span<const Range> ranges() const { return ranges_; }
  const std::vector<std::string>& paths() const { return paths_; }
  // The names of functions; a name may occur several times.
  const std::vector<std::string_view>& functions() const { return functions_; }

 private:
  LineTable(std::vector<Range> ranges, std::vector<std::string> paths, std::vector<std::string_view> functions)
      : ranges_(std::move(ranges)), paths_(std::move(paths)), functions_(std::move(functions)) {}

  std::vector<Range> ranges_;
  std::vector<std::string> paths_;
  std::vector<std::string_view> functions_;
  std::vector<std::string> own_names_;  // owner of the strings in `functions_` that the input does not own
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_LINES_LINE_TABLE_H_
