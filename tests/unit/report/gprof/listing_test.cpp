// SPDX-License-Identifier: GPL-3.0-or-later
// Compares whole listings of small profiles with text in gprof's layout.
#include "profdiff/listing.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <tuple>

#include "tests/support/profile_builder.h"
#include "tests/support/tables.h"
#include "values/cycles.h"

namespace profdiff::listing_test {

using tests::TableOf;

namespace {

// main calls even three times; even and odd call each other; even calls leaf, and leaf calls itself.
struct Sample {
  FunctionTable table = TableOf({{"main", 0x100, "dir/m.c", 1},
                                 {"even", 0x200, "dir/m.c", 3},
                                 {"odd", 0x300, "dir/m.c", 5, true},
                                 {"leaf", 0x400, "dir/n.c", 2},
                                 {"unused", 0x500},
                                 {"end", 0x600}},
                                0x700);
  Selection selection;
  Profile profile;
  CallGraph graph;

  explicit Sample(const std::vector<SymbolSpec>& specs = {}) {
    Records records;
    records.has_histogram = records.has_arcs = true;
    Histogram histogram;
    histogram.low = 0x100;
    histogram.high = 0x500;
    histogram.rate = 100;
    histogram.dimension = "seconds";
    histogram.bins = {10, 20, 30, 40};
    records.histograms.push_back(histogram);
    records.arcs = {{0x110, 0x200, 3}, {0x210, 0x300, 7}, {0x310, 0x200, 4}, {0x210, 0x400, 8}, {0x410, 0x400, 2}};
    selection = Select(table, specs, SpecRules::kGprof);
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

}  // namespace

TEST_CASE("rows of a flat profile are sorted by time, calls and name, however many there are", "[listing]") {
  std::mt19937 random(1);
  for (const std::string rare : {"", "_", "function_4"}) {
    ProfileBuilder builder;
    std::vector<std::tuple<double, std::uint64_t, std::string>> expected;
    builder.Function("caller");
    for (std::size_t i = 1; i <= 1500; ++i) {
      const std::string name = (i == 700 ? rare : "function_") + std::to_string(random());
      const auto seconds = static_cast<double>(random() % 4);
      const std::uint64_t calls = 1 + random() % 3 * 255;
      builder.Function(name, seconds).CallById(0, i, calls);
      expected.emplace_back(-seconds, ~calls, name);
    }
    TestExecution run = builder.Build();
    const CallGraph graph = MakeCallGraph(run.profile, run.selection);
    std::string text;
    WriteFlatProfile(text, {run.functions, run.profile, graph, run.selection}, {}, Brief());
    std::ranges::sort(expected);
    std::size_t line = 0, at = 0;
    for (std::size_t end; (end = text.find('\n', at)) != std::string::npos; at = end + 1, ++line) {
      constexpr std::size_t kHeading = 5, kName = 54;
      if (line < kHeading) continue;
      REQUIRE(text.substr(at + kName, end - at - kName) == std::get<2>(expected[line - kHeading]));
    }
    CHECK(line == 1505);
  }
}

TEST_CASE("arcs as a call graph lists them", "[listing]") {
  TestExecution run = ProfileBuilder()
                          .Function("main")
                          .Function("leaf", 1)
                          .Function("hidden", 1)
                          .Call("main", "leaf", 5)
                          .Call("a", "leaf", 9)
                          .Call("b", "leaf", 2)
                          .Call("main", "hidden", 5)
                          .Call("a", "hidden", 9)
                          .Call("b", "hidden", 2)
                          .Exclude(SpecTable::kGraph, "hidden")
                          .Build();
  CallGraph graph = MakeCallGraph(run.profile, run.selection);
  Execution execution{run.functions, run.profile, graph, run.selection};
  Adjacency arcs = ListArcs(execution, NumberEntries(execution), Brief());
  auto counts = [&run](std::span<const ArcId> ids) {
    std::vector<std::uint64_t> all;
    for (ArcId id : ids) all.push_back(run.profile.arcs[id.value].count);
    return all;
  };
  CHECK(counts(arcs.Parents(run.Find("leaf"))) == std::vector<std::uint64_t>{2, 5, 9});
  CHECK(counts(arcs.Parents(run.Find("hidden"))) == std::vector<std::uint64_t>{2, 9, 5});
  Adjacency newest_first = IndexArcs(run.profile.calls.size(), run.profile.arcs);
  CHECK(counts(newest_first.Parents(run.Find("leaf"))) == std::vector<std::uint64_t>{2, 9, 5});
}

TEST_CASE("flat profile", "[listing]") {
  Sample sample;
  std::string out;
  WriteFlatProfile(out, sample.execution(), NumberEntries(sample.execution()), Brief());
  CHECK(out ==
        "Flat profile:\n\n"
        "Each sample counts as 0.01 seconds.\n"
        "  %   cumulative   self              self     total           \n"
        " time   seconds   seconds    calls  ms/call  ms/call  name    \n"
        " 40.00      0.40     0.40        8    50.00    50.00  leaf\n"
        " 30.00      0.70     0.30        7    42.86    42.86  odd\n"
        " 20.00      0.90     0.20        7    28.57    85.71  even\n"
        " 10.00      1.00     0.10                             main\n");
}

TEST_CASE("call graph and index", "[listing]") {
  Sample sample;
  EntryOrder order = NumberEntries(sample.execution());
  std::string out;
  WriteCallGraph(out, sample.execution(), order, Brief());
  WriteIndex(out, sample.execution(), order, Brief());
  CHECK(out ==
        "\t\t\tCall graph\n\n\n"
        "granularity: each sample hit covers 256 byte(s) for 1.00% of 1.00 seconds\n\n"
        "index % time    self  children    called     name\n"
        "                                                 <spontaneous>\n"
        "[1]    100.0    0.10    0.90                 main [1]\n"
        "                0.50    0.40       3/3           even <cycle 1> [3]\n"
        "-----------------------------------------------\n"
        "[2]     90.0    0.50    0.40       3+11      <cycle 1 as a whole> [2]\n"
        "                0.20    0.40       7             even <cycle 1> [3]\n"
        "                0.30    0.00       7             odd <cycle 1> [5]\n"
        "-----------------------------------------------\n"
        "                                   4             odd <cycle 1> [5]\n"
        "                0.50    0.40       3/3           main [1]\n"
        "[3]     60.0    0.20    0.40       7         even <cycle 1> [3]\n"
        "                0.40    0.00       8/8           leaf [4]\n"
        "                                   7             odd <cycle 1> [5]\n"
        "-----------------------------------------------\n"
        "                                   2             leaf [4]\n"
        "                0.40    0.00       8/8           even <cycle 1> [3]\n"
        "[4]     40.0    0.40    0.00       8+2       leaf [4]\n"
        "                                   2             leaf [4]\n"
        "-----------------------------------------------\n"
        "                                   7             even <cycle 1> [3]\n"
        "[5]     30.0    0.30    0.00       7         odd <cycle 1> [5]\n"
        "                                   4             even <cycle 1> [3]\n"
        "-----------------------------------------------\n"
        "\f\nIndex by function name\n\n"
        "   [3] even                    [1] main                    [2] <cycle 1>\n"
        "   [4] leaf                    [5] odd (m.c)\n");
}

TEST_CASE("callers ascend and callees descend, equal ones are in the order of their arcs, however many there are",
          "[listing]") {
  // Long and short lists are sorted by different algorithms.
  const std::size_t ends = GENERATE(std::size_t{500}, std::size_t{2000});
  const bool are_callers = GENERATE(true, false);
  std::mt19937 random(1);
  ProfileBuilder builder;
  builder.Function("hub", 10);
  std::vector<std::pair<std::uint64_t, std::string>> calls;
  for (std::size_t i = 0; i < ends; ++i) {
    const auto& [count, name] = calls.emplace_back(1 + random() % 20, "end_" + std::to_string(random()) + '_');
    builder.Function(name, are_callers ? 0 : static_cast<double>(count));
    are_callers ? builder.Call(name, "hub", count) : builder.Call("hub", name, count);
  }
  const TestExecution run = builder.Build();
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  const Execution execution{run.functions, run.profile, graph, run.selection};
  std::string out;
  WriteCallGraph(out, execution, NumberEntries(execution), Brief());
  out.resize(out.find("-----"));
  REQUIRE(out.find(" hub [1]") != std::string::npos);
  std::ranges::stable_sort(calls, [are_callers](const auto& a, const auto& b) {
    return are_callers ? a.first < b.first : a.first > b.first;
  });
  std::size_t at = 0;
  for (const auto& call : calls) {
    INFO(call.second << ", " << call.first << " times");
    at = out.find("    " + call.second + " [", at);
    REQUIRE(at != std::string::npos);
    ++at;
  }
}

TEST_CASE("a limit keeps the first rows and reports how many it omits", "[listing]") {
  Sample sample;
  ListingOptions options = Brief();
  options.limit = 3;
  std::string out;
  CHECK(WriteFlatProfile(out, sample.execution(), NumberEntries(sample.execution()), options) == 1);
  CHECK(out.find("main") == std::string::npos);
  CHECK(WriteCallGraph(out, sample.execution(), NumberEntries(sample.execution()), options) == 2);
}

TEST_CASE("unused functions are listed on request", "[listing]") {
  Sample sample;
  ListingOptions options = Brief();
  options.show_unused = true;
  std::string out;
  WriteFlatProfile(out, sample.execution(), NumberEntries(sample.execution()), options);
  CHECK(out.find("  0.00      1.00     0.00                             unused\n") != std::string::npos);
}

TEST_CASE("execution counts", "[source_listing]") {
  Sample sample;
  std::string out = "before\n";
  WriteExecCounts(out, sample.execution(), Brief());
  CHECK(out ==
        "before\n\f\n"
        "dir/m.c:3: (even:0x200) 7 executions\n"
        "dir/m.c:5: (odd:0x300) 7 executions\n"
        "dir/n.c:2: (leaf:0x400) 8 executions\n");
}

TEST_CASE("annotated source", "[source_listing]") {
  Sample sample;
  std::vector<SourceFileId> files = FilesToAnnotate(sample.execution(), false);
  REQUIRE(files.size() == 2);
  CHECK(sample.table.files[files[0].value] == "dir/n.c");
  SourceAnnotator annotator(sample.execution(), {});
  std::string out;
  annotator.Write(out, files[1], "int main() {\n}\neven\n\nodd");
  CHECK(out ==
        "       ##### -> int main() {\n"
        "                }\n"
        "           7 -> even\n"
        "                \n"
        "           7 -> odd"
        "\n\nTop 10 Lines:\n\n     Line      Count\n\n"
        "        3          7\n"
        "        5          7\n"
        "\nExecution Summary:\n\n"
        "        3   Executable lines in this file\n"
        "        3   Lines executed\n"
        "   100.00   Percent of the file executed\n"
        "\n       14   Total number of line executions\n"
        "     4.67   Average executions per line\n");
}

}  // namespace profdiff::listing_test
