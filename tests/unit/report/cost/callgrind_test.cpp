// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for callgrind.out files, read as callgrind_annotate reads them. The inclusive cost of a function that is called
// is the sum of its callers' lines; that of any other function is the sum of its own lines.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <sstream>
#include <string>

#include "profdiff/formats.h"
#include "report/format/cost_formats.h"
#include "support/example_runs.h"

namespace profdiff::callgrind_test {
namespace {

std::string CallgrindOf(const TestExecution& run) {
  CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WriteCallgrind(out, Execution{run.functions, run.profile, graph, run.selection}, "prog, gmon.out");
  return out;
}

struct Read {
  std::map<std::string, std::int64_t> self, own, called;  // costs by "file:name"
  std::map<std::string, std::uint64_t> calls;             // counts by "caller>callee"
  std::int64_t summary = -1, totals = -1;

  std::int64_t Inclusive(const std::string& name) const {
    auto place = called.find(name);
    return place != called.end() ? place->second : own.at(name);
  }
};

// A reader of the subset of the format that WriteCallgrind() writes.
class Reader {
 public:
  Read FromText(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
      std::size_t equals = line.find('=');
      if (line.empty() || line[0] == '#') continue;
      if (std::isdigit(static_cast<unsigned char>(line[0])) != 0) {
        Cost(line);
      } else if (equals != std::string::npos && equals <= 5) {
        Assign(line.substr(0, equals), line.substr(equals + 1));
      } else {
        Header(line);
      }
    }
    return read_;
  }

 private:
  void Header(const std::string& line) {
    std::size_t colon = line.find(": ");
    REQUIRE(colon != std::string::npos);
    if (line.rfind("summary", 0) == 0) read_.summary = std::stoll(line.substr(colon + 2));
    if (line.rfind("totals", 0) == 0) read_.totals = std::stoll(line.substr(colon + 2));
  }

  std::string Name(const std::string& kind, const std::string& value) {
    REQUIRE(value[0] == '(');
    std::size_t close = value.find(')');
    std::string& name = names_[kind + value.substr(0, close)];
    if (close + 1 < value.size()) {
      CHECK(name.empty());
      name = value.substr(close + 2);
    }
    CHECK_FALSE(name.empty());
    return name;
  }

  void Assign(const std::string& key, const std::string& value) {
    if (key == "fl") file_ = Name("file", value);
    if (key == "fn") {
      function_ = file_ + ":" + Name("function", value);
      CHECK(read_.self.count(function_) == 0);
      read_.self[function_] = read_.own[function_] = 0;
    }
    if (key == "cfi") called_file_ = Name("file", value);
    if (key == "cfn") {
      callee_ = (called_file_.empty() ? file_ : called_file_) + ":" + Name("function", value);
      called_file_.clear();
    }
    if (key == "calls") count_ = std::stoull(value);
    if (key == "calls") CHECK(count_ > 0);
  }

  void Cost(const std::string& line) {
    std::int64_t cost = std::stoll(line.substr(line.find(' ')));
    CHECK(cost >= 0);
    read_.own[function_] += cost;
    if (count_ == 0) {
      read_.self[function_] += cost;
      return;
    }
    read_.called[callee_] += cost;
    read_.calls[function_ + ">" + callee_] += count_;
    count_ = 0;
  }

  Read read_;
  std::map<std::string, std::string> names_;
  std::string file_, function_, called_file_, callee_;
  std::uint64_t count_ = 0;
};

Read ReadBack(const TestExecution& run) { return Reader().FromText(CallgrindOf(run)); }

}  // namespace

TEST_CASE("a small file, completely") {
  TestExecution run = ProfileBuilder()
                          .Function("main", 0.5)
                          .At("src/main.c", 10)
                          .Function("leaf", 1.5)
                          .At("src/leaf.c", 3)
                          .Call("main", "leaf", 3)
                          .Unattributed(0.25)
                          .Build();
  CHECK(CallgrindOf(run) == R"(# callgrind format
version: 1
creator: egprof
cmd: prog, gmon.out
positions: line
events: Nanoseconds
summary: 2250000000

ob=(1) prog

fl=(1) src/main.c
fn=(1) main
10 500000000
cfi=(2) src/leaf.c
cfn=(2) leaf
calls=3 3
10 1500000000

fl=(2)
fn=(2)
3 1500000000

fl=(3) ???
fn=(3) <no function>
0 250000000
totals: 2250000000
)");
}

TEST_CASE("times that do not fit into nanoseconds are refused") {
  Read read = ReadBack(ProfileBuilder(1).Function("f", 1e9).Build());
  CHECK(read.summary == 1'000'000'000'000'000'000);
  CHECK_THROWS_WITH(CallgrindOf(ProfileBuilder(1).Function("f", 1e9).Function("g", 1).Build()),
                    "callgrind files cannot hold more than 1,000,000,000 seconds");
  CHECK_THROWS_AS(CallgrindOf(ProfileBuilder(1).Function("f", 1).Unattributed(1e9).Build()), Error);
}

TEST_CASE("the paper's inclusive times") {
  Read read = ReadBack(PaperBase());
  CHECK(read.Inclusive("???:main") == 10940000000);
  CHECK(read.Inclusive("???:f_c") == 8522258065);
  CHECK(read.Inclusive("???:f_d") == Approx(5510000000).margin(2));
  CHECK(read.self.at("???:f_d") == 5510000000);
  CHECK(read.summary == 10940000000);
  CHECK(read.totals == read.summary);
}

TEST_CASE("a cycle is a function that calls its members") {
  Read read = ReadBack(CycleBase());
  CHECK(read.Inclusive("???:<cycle 1>") == 7000000000);
  CHECK(read.self.at("???:<cycle 1>") == 0);
  CHECK(read.Inclusive("???:a") == 2000000000);
  CHECK(read.Inclusive("???:b") == 5000000000);
  CHECK(read.Inclusive("???:main") == 8000000000);
  CHECK(read.calls.at("???:main>???:<cycle 1>") == 2);
  CHECK(read.calls.at("???:<cycle 1>>???:a") == 2);
  CHECK(read.calls.at("???:<cycle 1>>???:b") == 1);
  CHECK(read.calls.at("???:a>???:a") == 5);
  CHECK(read.calls.at("???:b>???:a") == 1);
  CHECK(read.self.count("???:idle") == 0);
}

TEST_CASE("a function that only calls itself keeps its time") {
  TestExecution run = ProfileBuilder().Function("main", 1).Call("main", "main", 4).Call("main", "leaf", 1).Build();
  Read read = ReadBack(run);
  CHECK(read.Inclusive("???:main") == 1000000000);
  CHECK(read.calls.at("???:<spontaneous>>???:main") == 1);
}

TEST_CASE("names are one line each, and no two functions have the same") {
  TestExecution run = ProfileBuilder()
                          .Static("helper", "a.c", 1)
                          .Static("helper", "b.c", 2)
                          .Static("helper", "b.c", 3)
                          .Function("tab\tand\nline", 4)
                          .Build();
  Read read = ReadBack(run);
  CHECK(read.self.at("a.c:helper") == 1000000000);
  CHECK(read.self.at("b.c:helper") == 2000000000);
  CHECK(read.self.at("b.c:helper [2]") == 3000000000);
  CHECK(read.self.at("???:tab\\x09and\\x0aline") == 4000000000);
}

TEST_CASE("every entry of random call graphs has its inclusive time") {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    TestPair pair = RandomPair(seed);
    const TestExecution& run = pair.base;
    CallGraph graph = MakeCallGraph(run.profile, run.selection);
    Read read = ReadBack(run);
    std::map<std::string, int> times;
    for (std::size_t f = 0; f < run.functions.size(); ++f) {
      const Function& function = run.functions.functions[f];
      const std::string_view unit = run.functions.UnitName(function);
      std::string name = std::string(unit.empty() ? "???" : unit) + ":" + std::string(function.name);
      if (graph.functions[f].Total() == 0 && run.profile.calls[f] == 0 && run.profile.self_calls[f] == 0) continue;
      int time = ++times[name];
      // Skips functions with the same name as an earlier one. They are written with a number that depends on which
      // functions are written.
      if (time > 1) continue;
      INFO("seed " << seed << ", " << name);
      CHECK(static_cast<double>(read.Inclusive(name)) ==
            Approx(1e9 * run.profile.Seconds(graph.functions[f].Total())).margin(1100));
    }
    CHECK(read.totals == Approx(1e9 * run.profile.Seconds(run.profile.total_ticks)).margin(50));
  }
}

TEST_CASE("shrinkage is a profile like any other") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  Profile profile = OneSidedProfile(difference, Direction::kShrink);
  Selection selection;
  selection.bits.resize(difference.functions.size());
  CallGraph graph = MakeCallGraph(profile, selection);
  std::string out;
  WriteCallgrind(out, Execution{difference.match.functions, profile, graph, selection}, "");
  Read read = Reader().FromText(out);
  CHECK(read.self.at("???:f_d") == 3470000000);
  CHECK(read.self.at("???:f_c") == 1280000000);
  CHECK(read.summary == 4750000000);
}

}  // namespace profdiff::callgrind_test
