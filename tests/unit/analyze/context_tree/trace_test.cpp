// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "profdiff/context_tree.h"
#include "support/stack_files.h"
#include "support/trace_builder.h"
#include "values/loading_stacks.h"

namespace profdiff::trace_test {
namespace {

std::string Contexts(const Trace& trace) {
  StackProfile stacks;
  stacks.functions = ProfileOfTrace(trace).functions;
  stacks.events.emplace_back();
  stacks.contexts = ContextsOfTrace(trace, stacks.functions);
  CHECK(tests::IsSound(stacks));
  return tests::Describe(stacks);
}

}  // namespace

TEST_CASE("calls of one path are one node", "[context-trace]") {
  const Trace trace = TraceBuilder().Names({"unused"}).Thread("main:5(c:2(a:3),a:4,c:6)").Thread("main:7(b)").Build();
  CHECK(Contexts(trace) == "main 12 0\nmain;a 4 0\nmain;b 1 0\nmain;c 8 0\nmain;c;a 3 0\n");
}

TEST_CASE("paths without time are left out", "[context-trace]") {
  CHECK(Contexts(TraceBuilder().Thread("main:1(a:0,b:0(c:2))").Build()) == "main 1 0\nmain;b;c 2 0\n");
}

TEST_CASE("a tree of a trace has the self times of its profile, and exact inclusive times", "[context-trace]") {
  const Trace trace = TraceBuilder().Thread("f:1(f:2(g:3(f:4)),g:5)").Build();
  const TraceProfile calls = ProfileOfTrace(trace);
  StackEvent nanoseconds;
  nanoseconds.unit = "seconds";
  nanoseconds.rate = 1e9;
  const Profile profile =
      ProfileOfContexts(ContextsOfTrace(trace, calls.functions), calls.functions.size(), nanoseconds);
  CHECK(profile.self_ticks == calls.profile.self_ticks);
  CHECK(profile.total_ticks == calls.profile.total_ticks);
  CHECK(profile.exact->total_ticks == std::vector<double>{15, 12});
  CHECK(profile.exact->samples.empty());
}

}  // namespace profdiff::trace_test
