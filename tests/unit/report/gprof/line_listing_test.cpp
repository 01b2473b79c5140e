// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for listings by source line in gprof's layout.
#include <catch2/catch.hpp>

#include "profdiff/listing.h"
#include "tests/support/tables.h"
#include "values/line_rows.h"

namespace profdiff::line_listing_test {

using tests::TableOf;

namespace {

// main (lines 1 and 2) calls even from line 2. even (lines 3 and 4) and odd (line 6 alone) call each other.
struct Sample {
  FunctionTable table = TableOf({{"main", 0x100, "dir/m.c", 1},
                                 {"main", 0x140, "dir/m.c", 2, false, false},
                                 {"even", 0x200, "dir/m.c", 3},
                                 {"even", 0x240, "dir/m.c", 4, false, false},
                                 {"odd", 0x300, "dir/m.c", 6, true},
                                 {"odd", 0x340, "dir/n.h", 9, true, false},
                                 {"odd", 0x380, "dir/m.c", 6, true, false},
                                 {"end", 0x400}},
                                0x500);
  Selection selection;
  Profile profile;
  CallGraph graph;

  explicit Sample(std::vector<BlockRecord> blocks = {}) {
    table.by_line = true;
    Records records;
    records.has_histogram = records.has_arcs = true;
    Histogram histogram;
    histogram.low = 0x100;
    histogram.high = 0x400;
    histogram.rate = 100;
    histogram.dimension = "seconds";
    histogram.bins = {10, 20, 0, 0, 30, 40, 0, 0, 0, 50, 60, 0};
    records.histograms.push_back(histogram);
    records.arcs = {{0x150, 0x200, 3}, {0x250, 0x300, 7}, {0x390, 0x200, 4}};
    records.blocks = std::move(blocks);
    selection = Select(table, {}, SpecRules::kGprof);
    profile = MakeProfile(table, records, selection);
    graph = MakeCallGraph(profile, selection);
  }

  Execution execution() const { return {table, profile, graph, selection}; }
};

ListingOptions Brief() {
  ListingOptions options;
  options.brief = true;
  return options;
}

std::string Annotated(std::vector<BlockRecord> blocks, bool all_lines) {
  Sample sample(std::move(blocks));
  AnnotationOptions options;
  options.all_lines = all_lines;
  options.table_length = 0;
  std::string out;
  SourceAnnotator(sample.execution(), options).Write(out, SourceFileId(0), "1\n2\n3\n4\n5\n6\n");
  return out.substr(0, out.find("\nExecution"));
}

}  // namespace

TEST_CASE("a flat profile by line has a row for each range of code", "[lines]") {
  Sample sample;
  std::string out;
  WriteFlatProfile(out, sample.execution(), NumberEntries(sample.execution()), Brief());
  CHECK(out.substr(out.find("name    \n") + 9) ==
        " 28.57      0.60     0.60                             odd (m.c:6 @ 380)\n"
        " 23.81      1.10     0.50                             odd (n.h:9 @ 340)\n"
        " 19.05      1.50     0.40                             even (m.c:4 @ 240)\n"
        " 14.29      1.80     0.30        7    42.86    42.86  even (m.c:3 @ 200)\n"
        "  9.52      2.00     0.20                             main (m.c:2 @ 140)\n"
        "  4.76      2.10     0.10                             main (m.c:1 @ 100)\n"
        "  0.00      2.10     0.00        7     0.00     0.00  odd (m.c:6 @ 300)\n");
}

TEST_CASE("a call graph by line has entries for functions, with lines as callers", "[lines]") {
  Sample sample;
  std::string out;
  ListingOptions options = Brief();
  options.names.full_paths = true;
  WriteCallGraph(out, sample.execution(), NumberEntries(sample.execution()), options);
  CHECK(out.substr(out.find("index %")) ==
        "index % time    self  children    called     name\n"
        "                0.13    0.00       3/7           main (dir/m.c:2 @ 140) [4]\n"
        "                0.17    0.00       4/7           odd (dir/m.c:6 @ 380) [1]\n"
        "[5]     14.3    0.30    0.00       7         even (dir/m.c:3 @ 200) [5]\n"
        "-----------------------------------------------\n"
        "                                                 <spontaneous>\n"
        "[6]      4.8    0.10    0.00                 main (dir/m.c:1 @ 100) [6]\n"
        "-----------------------------------------------\n"
        "                0.00    0.00       7/7           even (dir/m.c:4 @ 240) [3]\n"
        "[7]      0.0    0.00    0.00       7         odd (dir/m.c:6 @ 300) [7]\n"
        "-----------------------------------------------\n");
}

TEST_CASE("an index by line names lines, and does not repeat files", "[lines]") {
  Sample sample;
  std::string out;
  ListingOptions options = Brief();
  options.index_width = 31;
  WriteIndex(out, sample.execution(), NumberEntries(sample.execution()), options);
  CHECK(out.find("[7] odd (m.c:6 @ 300)") != std::string::npos);
  CHECK(out.find("(m.c)") == std::string::npos);
}

TEST_CASE("blocks of a line are counted after its calls", "[lines]") {
  std::vector<BlockRecord> blocks{{0x140, 5}, {0x150, 6}, {0x200, 8}, {0x260, 9}};
  CHECK(Annotated(blocks, false) ==
        "       ##### -> 1\n"
        "         5,6 -> 2\n"
        "         7,8 -> 3\n"
        "           9 -> 4\n"
        "                5\n"
        "           7 -> 6\n");
}

TEST_CASE("with all lines, a line shows the count with which it was reached", "[lines]") {
  CHECK(Annotated({{0x150, 6}, {0x200, 7}}, true) ==
        "       ##### -> 1\n"
        "         0,6 -> 2\n"
        "           7 -> 3\n"
        "           7 -> 4\n"
        "                5\n"
        "           7 -> 6\n");
}

TEST_CASE("a line number that no file has takes no space", "[lines]") {
  Sample sample;
  std::string out;
  for (std::uint32_t line : {2'147'483'647U, 4'294'967'295U}) {
    sample.table.functions[0].line = line;
    AnnotationOptions options;
    out.clear();
    SourceAnnotator(sample.execution(), options).Write(out, SourceFileId(0), "1\n2\n3\n4\n5\n6\n");
    CHECK(out.substr(0, out.find("\n")) == std::string(16, ' ') + "1");
  }
}

TEST_CASE("joined lines have no address", "[lines]") {
  Sample sample;
  LineRows rows = JoinLines(sample.table);
  Profile profile = JoinLines(sample.profile, rows);
  Selection selection = JoinLines(sample.selection, rows);
  CallGraph graph = MakeCallGraph(profile, selection);
  Execution execution{rows.functions, profile, graph, selection};
  std::string out;
  WriteFlatProfile(out, execution, NumberEntries(execution), Brief());
  CHECK(out.find("odd (n.h:9)\n") != std::string::npos);
  CHECK(out.find('@') == std::string::npos);
}

}  // namespace profdiff::line_listing_test
