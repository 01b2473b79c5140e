// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <catch2/catch.hpp>

#include "profdiff/properties.h"
#include "read/regions/tau_names.h"
#include "support/stack_files.h"
#include "support/temporary_folder.h"
#include "values/loading_stacks.h"

namespace profdiff::tau_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

std::string Row(const std::string& name, int calls, int self, int total, const std::string& groups) {
  return '"' + name + "\" " + std::to_string(calls) + " 0 " + std::to_string(self) + ' ' + std::to_string(total) +
         " 0 GROUP=\"" + groups + "\" \n";
}

std::string File(const std::vector<std::string>& rows, const std::string& metadata = "",
                 const std::string& events = "") {
  std::string text = std::to_string(rows.size()) +
                     " templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls # <metadata>" +
                     metadata + "</metadata>\n";
  for (const std::string& row : rows) text += row;
  return text + "0 aggregates\n" + events;
}

std::string Depth(int depth) {
  return "<attribute><name>TAU_CALLPATH_DEPTH</name><value>" + std::to_string(depth) + "</value></attribute>";
}

// Functions without paths: main calls f, which calls g.
const std::vector<std::string> kFlat = {Row("int main() C [{m.c} {1,1}-{9,1}]", 1, 100, 600, "TAU_DEFAULT"),
                                        Row("f  ", 2, 200, 450, "TAU_USER"), Row("MPI_Send()  ", 3, 300, 300, "MPI")};

std::vector<std::string> WithPaths() {
  std::vector<std::string> rows = kFlat;
  rows.push_back(Row("int main() C [{m.c} {1,1}-{9,1}] => f  ", 2, 200, 450, "TAU_CALLPATH|TAU_USER"));
  rows.push_back(Row("int main() C [{m.c} {1,1}-{9,1}] => f   => MPI_Send()  ", 2, 250, 250, "TAU_CALLPATH|MPI"));
  rows.push_back(Row("int main() C [{m.c} {1,1}-{9,1}] => MPI_Send()  ", 1, 50, 50, "TAU_CALLPATH|MPI"));
  return rows;
}

// Returns lines such as "f 2 200 450": calls, self and inclusive microseconds of each function.
std::string Flat(const Profile& profile, const FunctionTable& functions) {
  std::string text;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    const auto us = [&](double ticks) { return std::to_string(static_cast<long>(ticks / 1000)); };
    text += std::string(functions.functions[f].name) + ' ' + std::to_string(profile.calls[f] + profile.self_calls[f]) +
            ' ' + us(profile.self_ticks[f]) + ' ' + us(profile.exact->total_ticks[f]) + '\n';
  }
  return text;
}

std::string Flat(const StackProfile& stacks) { return Flat(ProfileOfStacks(stacks), stacks.functions); }

const std::string kTimes = "MPI_Send() 3 300 300\nf 2 200 450\nint main() C 1 100 600\n";

}  // namespace

TEST_CASE("functions have measured inclusive times without paths", "[tau]") {
  const StackProfile stacks = ReadText(File(kFlat));
  CHECK(stacks.format->name == "tau");
  CHECK(stacks.events[0].unit == "seconds");
  CHECK(stacks.counted.has_value());
  CHECK(Flat(stacks) == kTimes);
  CHECK(stacks.functions.UnitName(stacks.functions.functions[2]) == "m.c");
}

TEST_CASE("whole paths make a tree with the same times and calls", "[tau]") {
  const StackProfile stacks = ReadText(File(WithPaths(), Depth(5)));
  CHECK_FALSE(stacks.counted.has_value());
  CHECK(Describe(stacks) ==
        "int main() C@m.c 100000 0\nint main() C@m.c;MPI_Send() 50000 0\nint main() C@m.c;f 200000 0\n"
        "int main() C@m.c;f;MPI_Send() 250000 0\n");
  CHECK(Flat(stacks) == kTimes);
  const Profile profile = ProfileOfStacks(stacks);
  REQUIRE(profile.arcs.size() == 3);
  CHECK(profile.calls_known);
  CHECK(profile.arcs[0].count == 1);
  CHECK(profile.arcs[1].count == 2);
}

TEST_CASE("paths that are cut at the top are arcs", "[tau]") {
  std::vector<std::string> rows = kFlat;
  rows.push_back(Row("int main() C [{m.c} {1,1}-{9,1}] => f", 2, 200, 450, "TAU_CALLPATH|TAU_USER"));
  rows.push_back(Row("f => MPI_Send()", 3, 300, 300, "TAU_CALLPATH|MPI"));
  const StackProfile stacks = ReadText(File(rows));
  REQUIRE(stacks.counted.has_value());
  CHECK(Flat(stacks) == kTimes);
  REQUIRE(stacks.counted->arcs.size() == 2);
  CHECK(stacks.counted->arcs[1].count == 3);
  CHECK(stacks.counted->exact->arcs[0].total == 450000);
}

TEST_CASE("rows that are parts of others are left out and counted", "[tau]") {
  std::vector<std::string> rows = kFlat;
  rows.push_back(Row("f   [ <size> = <100> ]  ", 1, 20, 20, "TAU_PARAM | TAU_USER"));
  rows.push_back(Row("[SAMPLE] g [{a.c} {3}]", 1, 20, 20, "TAU_SAMPLE"));
  const StackProfile stacks = ReadText(File(rows));
  CHECK(Flat(stacks) == kTimes);
  REQUIRE(stacks.remarks.size() == 1);
  CHECK(stacks.remarks[0].cause.starts_with("left out: 2 rows"));
}

TEST_CASE("events of the program are events with the sum of their values", "[tau]") {
  const std::string events =
      "3 userevents\n# eventname numevents max min mean sumsqr\n\"Message size\" 4 20 10 15 0\n"
      "\"Message size : f => MPI_Send()\" 2 10 10 10 0\n\"[GROUP=MAX_MARKER] Message size\" 1 20 20 20 0\n";
  StackOptions options;
  options.event = "Message size";
  const StackProfile stacks = ReadText(File(kFlat, "", events), options);
  const Profile profile = ProfileOfStacks(stacks);
  CHECK(profile.dimension == "bytes");
  CHECK(profile.self_ticks[0] == 20);
  CHECK(profile.unattributed_ticks == 40);
}

TEST_CASE("groups are labels", "[tau]") {
  StackOptions options;
  options.labels = {{"group", "MPI"}};
  CHECK(Describe(ReadText(File(WithPaths(), Depth(5)), options)) ==
        "int main() C@m.c;MPI_Send() 50000 0\nint main() C@m.c;f;MPI_Send() 250000 0\n");
}

TEST_CASE("damage in TAU's files has a place and a reason", "[tau]") {
  std::string text = File(kFlat);
  CHECK(ErrorText(text.substr(0, text.find("\"MPI"))).ends_with(": ends before row 3 of 3"));
  StackOptions options;
  options.salvage = true;
  const StackProfile stacks = ReadText(text.substr(0, text.find("\"MPI")), options);
  CHECK(Flat(stacks) == "f 2 200 450\nint main() C 1 100 600\n");
  REQUIRE(stacks.missing.size() == 1);
  CHECK(stacks.missing[0].place.number == 4);
  CHECK(ErrorText(text.replace(text.find(" 200 "), 5, " x ")).ends_with(": the exclusive values are no number"));
}

TEST_CASE("names lose their positions, but constructs keep their lines", "[tau]") {
  const auto name = [](std::string_view text) {
    const TauFunction function = TauFunctionOf(text);
    return function.name + "|" + function.file;
  };
  CHECK(name("f(int, int)  [{a b.c} {3,1}-{7,1}]  ") == "f(int, int)|a b.c");
  CHECK(name("g() [{x.cpp} {12,0}] [THROTTLED]") == "g()|x.cpp");
  CHECK(name("for (loop body) [OpenMP location: file:/src/p.c <94, 98>]") == "for (loop body) [p.c <94, 98>]|/src/p.c");
  CHECK(name("Loop: int f() C [{a.c} {3,1}-{7,1}]") == "Loop: int f() C <3, 7>|a.c");
  CHECK(SplitTauPath("a   => operator=>  => b") == std::vector<std::string_view>{"a", "operator=>", "b"});
  CHECK(TauPlaceOf("profile.3.0.12") == TauPlace{3, 0, 12});
  CHECK_FALSE(TauPlaceOf("profile.3.0").has_value());
}

TEST_CASE("a directory of files is one execution with ranks and threads", "[tau]") {
  const tests::TemporaryFolder folder;
  const std::string& run = folder.path();
  std::vector<std::string> slow = kFlat;
  slow[1] = Row("f", 2, 900, 1200, "TAU_USER");
  folder.Write("profile.0.0.0", File(kFlat));
  folder.Write("profile.10.0.0", File(slow));
  folder.Write("profile.2.0.0", File(kFlat));
  const Input input(run);
  CHECK(RanksOf(input) == std::vector<std::uint32_t>{0, 2, 10});
  CHECK(Flat(ReadStacks(run)) == "MPI_Send() 9 900 900\nf 6 1300 2100\nint main() C 3 300 1800\n");
  StackOptions options;
  options.processes = {"^10$"};
  CHECK(Flat(ReadStacks(run, options)) == "MPI_Send() 3 300 300\nf 2 900 1200\nint main() C 1 100 600\n");

  const Measurements made = ReadMeasurements(run);
  const std::size_t self = *made.FindMetric("self"), mpi = *made.FindMetric("mpi");
  double in_mpi = 0, slowest = 0;
  for (const Context& context : made.contexts) {
    if (context.region == made.phase) in_mpi += context.values[mpi];
    if (made.regions[context.region.value].name == "f") slowest = std::max(slowest, context.values[self]);
  }
  CHECK(in_mpi == Approx(900e-6));
  CHECK(slowest == Approx(900e-6));
}

TEST_CASE("each metric of a run has a directory", "[tau]") {
  const tests::TemporaryFolder folder;
  const std::string& run = folder.path();
  folder.Write("MULTI__TIME/profile.0.0.0", File(kFlat));
  folder.Write("MULTI__PAPI_FP_OPS/profile.0.0.0",
               File(kFlat, "<attribute><name>Metric Name</name><value>PAPI_FP_OPS</value></attribute>"));
  CHECK(ReadStacks(run).events[ReadStacks(run).event].name == "TIME");
  StackOptions options;
  options.event = "PAPI_FP_OPS";
  CHECK(ProfileOfStacks(ReadStacks(run, options)).total_ticks == 600);
}

}  // namespace profdiff::tau_test
