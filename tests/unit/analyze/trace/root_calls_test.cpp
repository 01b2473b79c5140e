// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for keeping some calls of a trace, and for adding up its processes.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"
#include "support/trace_builder.h"

namespace profdiff::root_calls_test {
namespace {

std::string Kept(const std::string& calls, const std::string& root) {
  const Trace trace = KeepRoot(TraceBuilder().Thread(calls).Build(), root);
  return DescribeCalls(trace, trace.threads[0].calls);
}

std::string Trouble(const std::string& root) {
  try {
    Kept("m(f,f(g))", root);
  } catch (const Error& error) {
    return error.cause();
  }
  return "";
}

}  // namespace

TEST_CASE("calls of one function are kept, with what they call", "[trace_root]") {
  CHECK(Kept("m(f(a),b(f(c(d))),e)", "f") == "f(a),f(c(d))");
  CHECK(Kept("m(f(a,f(b)),e)", "f") == "f(a,f(b))");
  CHECK(Kept("m(_Z3fooi(a))", "foo(int)") == "_Z3fooi(a)");
}

TEST_CASE("a number at the end chooses a call, unless it is a part of the name", "[trace_root]") {
  CHECK(Kept("m(f(a),f(b),f(c))", "f#2") == "f(b)");
  CHECK(Trouble("x") == "no call of 'x'");
  CHECK(Trouble("f#3") == "no call 'f#3': there are 2 calls of 'f'");
  CHECK(Trouble("g#0") == "no call 'g#0': there is 1 call of 'g'");
  TraceBuilder builder;
  builder.Names({"f#2"}).Thread("m(f(a),f(b))");
  CHECK(KeepRoot(builder.Build(), "f#2").threads[0].calls.size() == 2);
}

TEST_CASE("threads without the call and unused names are removed", "[trace_root]") {
  const Trace trace = KeepRoot(TraceBuilder().Thread("m(f(a))").Thread("w").Build(), "f");
  CHECK(trace.threads.size() == 1);
  CHECK(trace.names == std::vector<std::string>{"f", "a"});
  CHECK(trace.threads[0].calls.end == std::vector<std::uint32_t>{2, 2});
}

TEST_CASE("processes are added up by path", "[trace_groups]") {
  const Trace trace = TraceBuilder().Thread("m:1(f:2,f:3(g:4))", 0).Thread("w:9", 0).Thread("m:1(h:7,f:5)", 1).Build();
  const Trace all = GroupRanks(trace, 1);
  REQUIRE(all.threads.size() == 2);
  CHECK(DescribeCalls(all, all.threads[0].calls) == "m(f(g),h)");
  CHECK(all.threads[0].calls.duration == std::vector<std::uint64_t>{10 + 13, 9 + 5, 4, 7});
  CHECK(DescribeCalls(all, all.threads[1].calls) == "w");
  CHECK(GroupRanks(trace, 2).threads.size() == 3);
  CHECK(GroupRanks(trace, 9).threads.size() == 3);
  CHECK(SubtractTraces(all, all, Align(all, all)).all.Residual() == 0);
}

TEST_CASE("names without lines, numbers and addresses become one", "[trace_rename]") {
  Trace trace = TraceBuilder().Names({"f (a.py:3)", "f (a.py:5)", "g"}).Thread("m(x)").Build();
  CHECK(RemovePlaces(trace));
  CHECK(trace.names == std::vector<std::string>{"f (a.py:#)", "g", "m", "x"});
  CHECK_FALSE(RemovePlaces(trace));
}

TEST_CASE("Bazel's workers are one function", "[trace_rename]") {
  Trace trace = TraceBuilder().Names({"Worker #1 working", "Worker #27 working", "Worker #2"}).Thread("m").Build();
  trace.producer = "Bazel: workers";
  CHECK(JoinCountedNames(trace));
  CHECK(trace.names == std::vector<std::string>{"Worker working", "Worker", "m"});
}

TEST_CASE("steps of PyTorch's profiler are one function", "[trace_rename]") {
  Trace trace = TraceBuilder().Names({"ProfilerStep#1", "ProfilerStep#2"}).Thread("m").Build();
  CHECK_FALSE(JoinCountedNames(trace));
  trace.producer = "PyTorch: steps";
  CHECK(JoinCountedNames(trace));
  CHECK(trace.names == std::vector<std::string>{"ProfilerStep", "m"});
}

}  // namespace profdiff::root_calls_test
