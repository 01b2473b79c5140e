// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for tables that programs read: exact bytes for the example of the eGprof paper, and properties that hold for
// random executions.
#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "profdiff/formats.h"
#include "profdiff/significance.h"
#include "support/example_runs.h"

namespace profdiff::csv_test {
namespace {

constexpr MachineListings kFlat{true, false, false};
constexpr MachineListings kGraph{false, true, false};
constexpr MachineListings kCounts{false, false, true};
constexpr MachineListings kAll{true, true, true};

std::string CsvOf(const TestExecution& run, MachineListings listings, const ListingOptions& options = {},
                  MachineLeftOut* left_out = nullptr) {
  CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  MachineLeftOut result = WriteListings(out, *FindTableFormat("csv"),
                                        {run.functions, run.profile, graph, run.selection}, "", listings, options);
  if (left_out != nullptr) *left_out = result;
  return out;
}

std::string CsvOf(const Difference& difference, MachineListings listings, const ListingOptions& options = {}) {
  std::string out;
  WriteListings(out, *FindTableFormat("csv"), difference, {}, nullptr, listings, options);
  return out;
}

// Returns CSV with "\n" instead of "\r\n" at the ends of lines, which is easier to read. Checks that all lines ended
// with "\r\n".
std::string Plain(const std::string& csv) {
  std::string plain;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    CHECK((csv[i] != '\n' || (i > 0 && csv[i - 1] == '\r')));
    if (csv[i] != '\r') plain += csv[i];
  }
  return plain;
}

using Row = std::map<std::string, std::string>;

std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells(1);
  for (char c : line) c == ',' ? cells.emplace_back() : (cells.back() += c, cells.back());
  return cells;
}

// Returns the rows of one CSV table that contains no quoted cells; each row maps column names to values.
std::vector<Row> RowsOf(const std::string& csv) {
  std::istringstream lines(Plain(csv));
  std::string line;
  std::getline(lines, line);
  std::vector<std::string> names = Cells(line);
  std::vector<Row> rows;
  while (std::getline(lines, line)) {
    std::vector<std::string> cells = Cells(line);
    REQUIRE(cells.size() == names.size());
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[names[i]] = cells[i];
  }
  return rows;
}

double NumberIn(const Row& row, const std::string& column) {
  const std::string& cell = row.at(column);
  return cell.empty() ? 0 : std::stod(cell);
}

}  // namespace

TEST_CASE("the paper's flat difference as a table") {
  std::string expected =
      "impact,baseSelf,otherSelf,diffSelf,baseTotal,otherTotal,diffTotal,baseCalls,otherCalls,diffCalls,"
      "baseSelfCalls,otherSelfCalls,diffSelfCalls,status,match,cycle,id,line,file,linkageName,name\n";
  std::string csv = Plain(CsvOf(SubtractTests(PaperBase(), PaperOther()), kFlat));
  CHECK(csv.substr(0, expected.size()) == expected);

  std::vector<Row> rows = RowsOf(CsvOf(SubtractTests(PaperBase(), PaperOther()), kFlat));
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].at("name") == "f_d");
  CHECK(rows[0].at("baseSelf") == "5.51");
  CHECK(rows[0].at("otherSelf") == "2.04");
  CHECK(NumberIn(rows[0], "diffSelf") == Approx(3.47));
  CHECK(NumberIn(rows[0], "impact") == Approx(100 * 3.47 / 7.29));
  CHECK(rows[0].at("baseCalls") == "31");
  CHECK(rows[0].at("diffCalls") == "9");
  CHECK(rows[0].at("status") == "changed");
  CHECK(rows[0].at("match") == "name");
  CHECK(rows[1].at("name") == "main");
  CHECK(NumberIn(rows[1], "diffSelf") == Approx(-1.93));
  CHECK(NumberIn(rows[1], "diffTotal") == Approx(2.21));
}

TEST_CASE("the paper's call graph as a table of functions and arcs") {
  std::vector<Row> rows = RowsOf(CsvOf(SubtractTests(PaperBase(), PaperOther()), kGraph));
  REQUIRE(rows.size() == 8);
  CHECK(rows[0].at("row") == "function");
  CHECK(rows[0].at("name") == "f_c");
  CHECK(rows[0].at("number") == "1");
  CHECK(NumberIn(rows[0], "diffTotal") == Approx(8.522258 - 3.764545));
  const Row& arc = rows[4];
  CHECK(arc.at("row") == "arc");
  CHECK(arc.at("caller") == "main");
  CHECK(arc.at("name") == "f_c");
  CHECK(arc.at("id") == rows[0].at("id"));
  CHECK(arc.at("diffCalls") == "0");
  CHECK(arc.at("impact").empty());
  CHECK(arc.at("number").empty());
}

TEST_CASE("one execution as tables") {
  std::vector<Row> flat = RowsOf(CsvOf(PaperBase(), kFlat));
  REQUIRE(flat.size() == 4);
  CHECK(flat[0].at("name") == "f_d");
  CHECK(flat[0].at("self") == "5.51");
  CHECK(flat[0].at("calls") == "31");
  CHECK(flat[0].at("address") == "0x1030");
  CHECK(NumberIn(flat[0], "percent") == Approx(100 * 5.51 / 10.94));

  std::vector<Row> graph = RowsOf(CsvOf(PaperBase(), kGraph));
  REQUIRE(graph.size() == 8);
  CHECK(graph[0].at("name") == "main");
  CHECK(NumberIn(graph[0], "total") == Approx(10.94));
  CHECK(graph[4].at("row") == "arc");

  std::vector<Row> counts = RowsOf(CsvOf(PaperBase(), kCounts));
  REQUIRE(counts.size() == 3);
  CHECK(counts[0].at("row") == "function");
}

TEST_CASE("cycles are rows of a call graph") {
  std::vector<Row> rows = RowsOf(CsvOf(SubtractTests(CycleBase(), CycleOther()), kGraph));
  std::vector<Row> cycles;
  for (const Row& row : rows) {
    if (row.at("row") == "cycle") cycles.push_back(row);
    if (row.at("row") == "function" && (row.at("name") == "a" || row.at("name") == "b")) CHECK(row.at("cycle") == "1");
  }
  REQUIRE(cycles.size() == 1);
  CHECK(cycles[0].at("cycle") == "1");
  CHECK(cycles[0].at("baseTotal") == "7");
  CHECK(cycles[0].at("otherTotal") == "3.5");
  CHECK(cycles[0].at("baseCalls") == "2");
  CHECK(cycles[0].at("diffSelfCalls") == "-1");
  CHECK(cycles[0].at("name").empty());
}

TEST_CASE("a side without the function has empty cells") {
  std::vector<Row> rows = RowsOf(CsvOf(SubtractTests(CycleBase(), CycleOther()), kFlat));
  bool found = false;
  for (const Row& row : rows) {
    if (row.at("name") != "fresh") continue;
    found = true;
    CHECK(row.at("status") == "onlyOther");
    CHECK(row.at("match").empty());
    CHECK(row.at("baseSelf").empty());
    CHECK(row.at("baseCalls").empty());
    CHECK(row.at("otherSelf") == "0.25");
    CHECK(row.at("diffSelf") == "-0.25");
    CHECK(row.at("diffCalls") == "-1");
  }
  CHECK(found);
}

TEST_CASE("times without a histogram are empty") {
  TestExecution run = ProfileBuilder().Function("main").Call("main", "leaf", 2).WithoutHistogram().Build();
  for (const Row& row : RowsOf(CsvOf(run, kGraph))) CHECK(row.at("self").empty());
}

TEST_CASE("names are demangled, quoted and UTF-8") {
  TestExecution run = ProfileBuilder().Function("_Z1fii", 2).At("dir/a.cc", 12).Function("b\xff\xc3\xa9", 1).Build();
  std::string csv = CsvOf(run, kFlat);
  CHECK(csv.find(",12,dir/a.cc,_Z1fii,\"f(int, int)\"\r\n") != std::string::npos);
  CHECK(csv.find(",b\xc3\xbf\xc3\xa9\r\n") != std::string::npos);
  ListingOptions raw;
  raw.names.demangle = DemangleStyle::kNone;
  CHECK(CsvOf(run, kFlat, raw).find(",_Z1fii,_Z1fii\r\n") != std::string::npos);
}

TEST_CASE("option --limit cuts tables and reports how much, and arcs are cut with their entries") {
  ListingOptions options;
  options.limit = 1;
  MachineLeftOut left_out;
  std::string csv = CsvOf(PaperBase(), kAll, options, &left_out);
  CHECK(left_out.flat == 3);
  CHECK(left_out.graph == 3);
  CHECK(left_out.counts == 2);
  std::vector<Row> rows = RowsOf(CsvOf(PaperBase(), kGraph, options));
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].at("caller") == "main");
  CHECK(rows[2].at("caller") == "main");
}

TEST_CASE("several listings are tables with an empty line between them") {
  std::string csv = Plain(CsvOf(PaperBase(), kAll));
  std::size_t second = csv.find("\n\nrow,percent,");
  REQUIRE(second != std::string::npos);
  CHECK(csv.find("\n\nrow,calls,id,") > second);
  CHECK(csv.find("\n\nrow,calls,id,") != std::string::npos);
}

TEST_CASE("verdicts precede the status") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  Significance significance;
  significance.functions.resize(difference.functions.size());
  for (Verdict& verdict : significance.functions) {
    verdict.low = -0.25;
    verdict.q = 0.5;
    verdict.significant = true;
    verdict.other_calls_high = 7;
  }
  std::string csv;
  WriteListings(csv, *FindTableFormat("csv"), difference, {}, &significance, kFlat, {});
  for (const Row& row : RowsOf(csv)) {
    CHECK(row.at("diffSelfLow") == "-0.25");
    CHECK(row.at("q") == "0.5");
    CHECK(row.at("significant") == "true");
    CHECK(row.at("baseCallsLow") == "0");
    CHECK(row.at("otherCallsHigh") == "7");
    CHECK_FALSE(row.contains("totalQ"));
  }
  significance.totals = significance.functions;
  csv.clear();
  WriteListings(csv, *FindTableFormat("csv"), difference, {}, &significance, kFlat, {});
  for (const Row& row : RowsOf(csv)) {
    CHECK(row.at("diffTotalLow") == "-0.25");
    CHECK(row.at("totalQ") == "0.5");
    CHECK(row.at("totalSignificant") == "true");
  }
}

TEST_CASE("a difference of random executions mirrors, and of one execution with itself is zero") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    TestPair pair = RandomPair(seed);
    for (MachineListings listing : {kFlat, kGraph, kCounts}) {
      std::vector<Row> there = RowsOf(CsvOf(SubtractTests(pair.base, pair.other), listing));
      std::vector<Row> back = RowsOf(CsvOf(SubtractTests(pair.other, pair.base), listing));
      REQUIRE(there.size() == back.size());
      for (std::size_t i = 0; i < there.size(); ++i) {
        CHECK(there[i].at("name") == back[i].at("name"));
        for (const auto& [column, cell] : there[i]) {
          if (column.rfind("diff", 0) == 0) CHECK(NumberIn(back[i], column) == -NumberIn(there[i], column));
          if (column.rfind("base", 0) == 0) CHECK(back[i].at("other" + column.substr(4)) == cell);
        }
      }
      for (const Row& row : RowsOf(CsvOf(SubtractTests(pair.base, pair.base), listing))) {
        CHECK(row.at("status") == "unchanged");
        for (const auto& [column, cell] : row) {
          if (column.rfind("diff", 0) == 0) CHECK((cell == "0" || cell.empty()));
        }
      }
    }
  }
}

}  // namespace profdiff::csv_test
