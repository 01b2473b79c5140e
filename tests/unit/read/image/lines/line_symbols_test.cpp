// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for adding lines as rows to a function table.
#include "read/image/lines/line_symbols.h"

#include <catch2/catch.hpp>
#include <sstream>

namespace profdiff::line_symbols_test {
namespace {

struct Line {
  std::uint64_t address;
  const char* function;  // null if unknown
  const char* path = "a.c";
  std::uint32_t line = 0;
};

LineTable Lines(const std::vector<Line>& lines, std::uint64_t begin, std::uint64_t end) {
  LineTableInput input;
  input.text_begin = begin;
  input.text_end = end;
  return LineTable::FromAnswers(input, [&](std::uint64_t address) -> std::optional<SourceLine> {
    const Line* found = nullptr;
    for (const Line& line : lines) {
      if (line.address <= address) found = &line;
    }
    if (found == nullptr || found->function == nullptr) return std::nullopt;
    return SourceLine{found->path, found->function, found->line};
  });
}

Function Make(std::string_view name, std::uint64_t address, std::uint64_t end, bool is_static = false) {
  Function function;
  function.name = name;
  function.address = address;
  function.end = end;
  function.is_static = is_static;
  return function;
}

// Returns a line for each row, such as "10-1f f" for a function or "14-17 f a.c:4 line" for a source line, followed by
// " static" if the row is static.
std::string Rows(std::vector<Function> functions, const std::vector<Line>& lines,
                 SymbolPolicy policy = SymbolPolicy::kGprof, unsigned step = 1) {
  FunctionTable table;
  table.functions = std::move(functions);
  DistinctTexts files;
  LineTable line_table = Lines(lines, 0x10, 0x30);
  AddLineSymbols(table, line_table, {0x10, 0x30, step}, policy, files);
  table.files = files.Take();
  std::ostringstream text;
  for (const Function& row : table.functions) {
    text << std::hex << row.address << '-' << row.end << ' ' << row.name << std::dec;
    if (row.file.valid()) text << ' ' << table.files[row.file.value] << ':' << row.line;
    text << (row.is_function ? "" : " line") << (row.is_static ? " static" : "") << '\n';
  }
  return text.str();
}

}  // namespace

TEST_CASE("a function keeps its range, and its lines are within it", "[lines]") {
  CHECK(Rows({Make("f", 0x10, 0x1f), Make("g", 0x20, 0x2f)},
             {{0x10, "f", "a.c", 3}, {0x14, "f", "a.c", 4}, {0x20, "g", "a.c", 7}, {0x28, "g", "a.c", 8}}) ==
        "10-1f f\n14-1f f a.c:4 line\n20-2f g\n28-2f g a.c:8 line\n");
}

TEST_CASE("a line that continues after a gap is not a new one", "[lines]") {
  CHECK(Rows({Make("f", 0x10, 0x2f)},
             {{0x10, "f", "a.c", 3}, {0x14, "f", "a.c", 4}, {0x18, nullptr}, {0x1c, "f", "a.c", 4}}) ==
        "10-2f f\n14-2f f a.c:4 line\n");
  CHECK(Rows({Make("f", 0x10, 0x2f)}, {{0x14, "f", "a.c", 4}, {0x18, "f", "a.h", 4}, {0x1c, "g", "a.h", 4}}) ==
        "10-2f f\n14-17 f a.c:4 line\n18-1b f a.h:4 line\n1c-2f g a.h:4 line\n");
}

TEST_CASE("a line is static if the line before it is, or else if the function around it is", "[lines]") {
  CHECK(Rows({Make("f", 0x10, 0x1f), Make("s", 0x20, 0x2f, true)},
             {{0x14, "f", "a.c", 4}, {0x20, "f", "a.c", 5}, {0x24, "s", "a.c", 9}, {0x28, "s", "a.c", 10}}) ==
        "10-1f f\n14-1f f a.c:4 line\n20-23 f a.c:5 line\n24-27 s a.c:9 line static\n28-2f s a.c:10 line static\n");
}

TEST_CASE("a line can replace a static function, unless all functions are wanted", "[lines]") {
  std::vector<Function> functions{Make("f", 0x10, 0x1f), Make("f.cold", 0x20, 0x2f, true)};
  std::vector<Line> lines{{0x14, "f", "a.c", 4}, {0x20, "f", "a.c", 5}};
  CHECK(Rows(functions, lines) == "10-1f f\n14-1f f a.c:4 line\n20-2f f a.c:5 line\n");
  CHECK(Rows(functions, lines, SymbolPolicy::kAll) == "10-1f f\n14-1f f a.c:4 line\n20-2f f.cold static\n");
}

TEST_CASE("lines begin where an instruction can", "[lines]") {
  CHECK(Rows({Make("f", 0x10, 0x2f)}, {{0x15, "f", "a.c", 4}, {0x19, "f", "a.c", 5}, {0x1a, "f", "a.c", 6}},
             SymbolPolicy::kGprof, 4) == "10-2f f\n18-1b f a.c:4 line\n1c-2f f a.c:6 line\n");
}

TEST_CASE("rows that end before they begin are omitted", "[lines]") {
  CHECK(Rows({Make("f", 0x10, 0x3f), Make("data_start", 0x40, 0x2f)}, {}) == "10-3f f\n");
}

}  // namespace profdiff::line_symbols_test
