// SPDX-License-Identifier: GPL-3.0-or-later
// Which source file, line and function every address of an image belongs to: what libbfd 2.40's bfd_find_nearest_line
// answers, byte for byte, once it has been asked about every byte before. (Its first answers can differ: a C++ function
// without a linkage name is called by its symbol at first.)
// From debug information in one pass; or, for images with debug information that is not plain DWARF, by asking about
// every address. Tests: tests/unit/read/image/lines/line_table_test.cpp, which compares with libbfd on every byte.
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

// A line of source. The texts belong to who gave the answer.
struct SourceLine {
  std::string_view path;
  std::string_view function;
  std::uint32_t line = 0;
};

// What debug information says before functions are known, of the addresses in [low, high).
struct LineDraft {
  std::uint64_t low = 0, high = 0;
  DwarfLineMap map;
};

// What a line table is made of.
struct LineTableInput {
  DwarfSections sections;
  // Reads the symbols of the text section, in the order of the symbol table; nothing if they are not known. Called only
  // where debug information does not name all code.
  std::function<std::optional<std::vector<CodeSymbol>>()> symbols;
  // Addresses that were asked about before all others, in order: those of the functions, as they come in the symbol
  // table. The first question about a function can decide its name.
  std::vector<std::uint64_t> first_questions;
  std::uint64_t text_begin = 0, text_end = 0;  // [begin, end)
  unsigned step = 1;                           // bytes from one question to the next
  unsigned threads = 1;                        // that may work; the answers are the same for any number
  bool asks_more = true;  // than the first questions. Else nobody looks at names, which then can be any
};

// Shape: ranges ascend; each reaches to the next one.
class LineTable {
 public:
  static constexpr std::uint32_t kNone = LineChange::kNone;

  // Its file is an index into paths(), kNone where nothing is known; its function is one into functions().
  using Range = LineChange;

  LineTable() = default;
  LineTable(LineTable&&) = default;
  LineTable& operator=(LineTable&&) = default;

  // Nothing if the debug information is damaged, or of a kind that is not known here, or needs symbols that are
  // unknown. Cost: linear in the debug information, but for sorting. Function names are views of the input's sections
  // and symbols. `draft` saves time if it is of the same sections and of all addresses that are asked about.
  static std::optional<LineTable> FromDwarf(const LineTableInput& input, std::optional<LineDraft> draft = {});

  // Asks `answer` as gprof asks libbfd: the first questions, then every address of the text section twice; the second
  // answers count. Function names are copies. Cost: two questions for each byte.
  using Answer = std::function<std::optional<SourceLine>(std::uint64_t address)>;
  static LineTable FromAnswers(const LineTableInput& input, const Answer& answer);

  // For the addresses of the text and of the first questions.
  std::optional<SourceLine> Find(std::uint64_t address) const { return At(ChangeFinder(ranges_).Find(address)); }
  // What a range says; nothing for a null pointer.
  std::optional<SourceLine> At(const Range* range) const;

  std::span<const Range> ranges() const { return ranges_; }
  const std::vector<std::string>& paths() const { return paths_; }
  // Some names may be there several times.
  const std::vector<std::string_view>& functions() const { return functions_; }

 private:
  LineTable(std::vector<Range> ranges, std::vector<std::string> paths, std::vector<std::string_view> functions)
      : ranges_(std::move(ranges)), paths_(std::move(paths)), functions_(std::move(functions)) {}

  std::vector<Range> ranges_;
  std::vector<std::string> paths_;
  std::vector<std::string_view> functions_;
  std::deque<std::string> own_names_;  // what `functions_` points into, if not into the input
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_LINES_LINE_TABLE_H_
