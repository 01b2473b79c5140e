// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the calls that a selection keeps, and for the time of the calls that it removes.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "profdiff/trace.h"
#include "support/trace_builder.h"

namespace profdiff::selection_test {
namespace {

Trace OneThread(const std::string& calls) { return TraceBuilder().Thread(calls).Build(); }

CallFilter Dropping(const std::string& expression) {
  CallFilter filter;
  filter.drop = {expression};
  return filter;
}

// Describes the selected calls. Checks that their ends and shapes equal those of a trace in which only these calls were
// recorded.
std::string Selected(const std::string& calls, const CallFilter& filter) {
  const Trace trace = SelectCalls(OneThread(calls), filter).trace;
  const CallTree& tree = trace.threads.at(0).calls;
  const std::string text = DescribeCalls(trace, tree);
  const Trace recorded = OneThread(text);
  CHECK(tree.end == recorded.threads[0].calls.end);
  CHECK(tree.shape == recorded.threads[0].calls.shape);
  return text;
}

TEST_CASE("calls of a dropped function belong to its caller, and so does its time") {
  CHECK(Selected("m(a(x,y),b(a(z)),a)", Dropping("^a$")) == "m(x,y,b(z))");
  CHECK(Selected("a(m(x),a(a(n)))", Dropping("a")) == "m(x),n");
  CHECK(Selected("a(a)", Dropping("a")).empty());
  const Trace trace = SelectCalls(OneThread("m:5(a:7(x:2),b:1)"), Dropping("a")).trace;
  CHECK(SelfTime(trace.threads[0].calls, CallId(std::size_t{0})) == 12);
}

TEST_CASE("functions that are kept, and those of them that are dropped") {
  CallFilter filter;
  filter.keep = {"^m", "solve"};
  CHECK(Selected("main(init(x),run(pre_solve(x),solver))", filter) == "main(pre_solve,solver)");
  filter.drop = {"^pre_"};
  CHECK(Selected("main(init(x),run(pre_solve(x),solver))", filter) == "main(solver)");
}

TEST_CASE("expressions hold for demangled names as well") {
  CHECK(Selected("main(_ZN3foo3barEi(x))", Dropping("foo::bar")) == "main(x)");
  CHECK(Selected("main(_ZN3foo3barEi(x))", Dropping("^_ZN3foo")) == "main(x)");
}

TEST_CASE("start-up functions are removed unless they are requested, and are listed") {
  const std::string calls = "__monstartup,_start(_GLOBAL__sub_I_x.cc(init(y)),main(__cxa_atexit,f))";
  CHECK(Selected(calls, {}) == "main(f)");
  const SelectedTrace selected = SelectCalls(OneThread(calls), Dropping("^f$"));
  std::vector<std::string> lines;
  for (const DroppedFunction& f : selected.dropped) {
    lines.push_back(f.name + " " + std::to_string(f.calls) + " " + std::to_string(f.below) + (f.startup ? " s" : ""));
  }
  CHECK(lines == std::vector<std::string>{"_GLOBAL__sub_I_x.cc 1 2 s", "__cxa_atexit 1 0 s", "__monstartup 1 0 s",
                                          "_start 1 0 s", "f 1 0"});
  CallFilter all;
  all.drop_startup = false;
  CHECK(Selected(calls, all) == calls);
  CHECK(SelectCalls(OneThread(calls), all).dropped.empty());
}

TEST_CASE("names of start-up functions") {
  for (const char* name :
       {"__cxa_atexit", "__cxa_atexit@GLIBC_2.2.5", "_Z41__static_initialization_and_destruction_0ii"}) {
    CHECK(StartupOf(name) == Startup::kAlone);
  }
  CHECK(StartupOf("__libc_start_main@@GLIBC_2.34") == Startup::kRunsMain);
  for (const char* name : {"main", "restart", "_starter", "", "initialise"}) CHECK(StartupOf(name) == Startup::kNo);
}

TEST_CASE("the depth limit applies to the calls that remain") {
  CallFilter filter;
  filter.depth = 2;
  CHECK(Selected("m(a(x(y)),b),n", filter) == "m(a,b),n");
  filter.drop = {"^m$"};
  CHECK(Selected("m(a(x(y)),b),n", filter) == "a(x),b,n");
  filter.depth = 0;
  CHECK(Selected("m(a)", filter).empty());
}

TEST_CASE("calls are cut at the ends of a time range") {
  // m runs from 1000 to 1050, a from 1010 to 1020, and b from 1020 to 1050 with x from 1040 to 1050. The filter's times
  // are relative to 1000.
  CallFilter filter;
  filter.from = 15;
  filter.to = 30;
  const std::string calls = "m:10(a:10,b:20(x:10))";
  CHECK(Selected(calls, filter) == "m(a,b)");
  const CallTree tree = SelectCalls(OneThread(calls), filter).trace.threads[0].calls;
  CHECK(tree.duration == std::vector<std::uint64_t>{15, 5, 10});
  CHECK(tree.start == std::vector<std::uint64_t>{1015, 1015, 1020});
  filter.from = 20;
  CHECK(Selected(calls, filter) == "m(b)");
  filter.to = CallFilter::kForever - 1;
  CHECK(Selected(calls, filter) == "m(b(x))");
}

TEST_CASE("threads by rank and by place in the rank") {
  const Trace trace = TraceBuilder().Thread("a", 0).Thread("b", 0).Thread("c", 2).Thread("d", 2).Build();
  auto selected = [&](const CallFilter& filter) {
    std::string text;
    for (const ThreadTrace& thread : SelectCalls(trace, filter).trace.threads) {
      text += trace.names[thread.calls.function[0].value];
    }
    return text;
  };
  CallFilter filter;
  CHECK(selected(filter) == "abcd");
  filter.threads = {1};
  CHECK(selected(filter) == "bd");
  filter.ranks = {2, 3};
  CHECK(selected(filter) == "d");
  filter.threads = {};
  CHECK(selected(filter) == "cd");
}

TEST_CASE("a recording ends no later than the selected time") {
  Trace trace = TraceBuilder().Thread("a:9", 0).Thread("b:9", 2).Build();
  const std::uint64_t first = trace.threads[0].calls.start[0];
  trace.ends = {{0, first + 100, 0}, {2, std::nullopt, 11}};
  CallFilter filter;
  filter.to = 50;
  std::vector<RankEnd> ends = SelectCalls(trace, filter).trace.ends;
  REQUIRE(ends.size() == 2);
  CHECK(ends[0].recording_end == first + 50);
  CHECK_FALSE(ends[1].recording_end);
  CHECK(ends[1].exit_status == 11);
  filter.to = 500;
  CHECK(SelectCalls(trace, filter).trace.ends[0].recording_end == first + 100);
  filter.off_cpu = true;
  CHECK_FALSE(SelectCalls(trace, filter).trace.ends[0].recording_end);
  filter.ranks = {2};
  ends = SelectCalls(trace, filter).trace.ends;
  REQUIRE(ends.size() == 1);
  CHECK(ends[0].rank == 2);
}

TEST_CASE("a thread's clock stops while it does not run") {
  Trace trace = OneThread("m:10(a:10,b:20(x:10))");  // m begins at 1000 ns
  trace.threads[0].off_cpu = {{900, 950}, {1012, 1018}, {1020, 1030}, {1045, 1060}};
  CallFilter filter;
  filter.off_cpu = true;
  const Trace selected = SelectCalls(trace, filter).trace;
  CHECK(selected.threads[0].off_cpu.empty());
  CHECK(selected.threads[0].calls.duration == std::vector<std::uint64_t>{29, 4, 15, 5});
  CHECK(selected.threads[0].calls.start == std::vector<std::uint64_t>{950, 960, 964, 974});
  CHECK(SelectCalls(trace, {}).trace.threads[0].calls.duration == trace.threads[0].calls.duration);
}

TEST_CASE("calls that were not left and are kept remain so") {
  Trace trace = OneThread("m(a,b(c(d)))");
  for (std::size_t row : {0U, 2U, 3U, 4U}) trace.threads[0].calls.open.emplace_back(row);
  const CallTree tree = SelectCalls(trace, Dropping("^[ac]$")).trace.threads[0].calls;
  CHECK(tree.open == std::vector<CallId>{CallId(std::size_t{0}), CallId(std::size_t{1}), CallId(std::size_t{2})});
}

TEST_CASE("random trees: the remaining time is conserved") {
  RandomTraces random(9);
  for (int round = 0; round < 200; ++round) {
    const RandomTraces::Pair pair = random.Make(100);
    CallFilter filter = Dropping("[ab]");
    if (round % 2 == 0) filter.depth = 3;
    const Trace a = SelectCalls(pair.a, filter).trace, b = SelectCalls(pair.b, filter).trace;
    REQUIRE(DescribeCalls(a, a.threads[0].calls).find_first_of("ab") == std::string::npos);
    REQUIRE(SubtractTraces(a, b, Align(a, b)).all.Residual() == 0);
  }
}

TEST_CASE("invalid expressions are named") {
  for (const char* expression : {"(", "a{99999999}", "(a)\\1"}) {
    CHECK_THROWS_AS(SelectCalls(OneThread("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"), Dropping(expression)),
                    Error);
  }
}

}  // namespace
}  // namespace profdiff::selection_test
