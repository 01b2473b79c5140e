// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for profiles that are written for pprof and read back.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "support/example_runs.h"
#include "support/measured_runs.h"
#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace profdiff::pprof_test {
namespace {

std::string PprofOf(const tests::StackRun& run) {
  std::string out;
  WritePprof(out, run.execution());
  return out;
}

std::string PprofOf(const tests::StackRun& base, const tests::StackRun& other) {
  std::string out;
  WritePprof(out, tests::SubtractStacks(base, other));
  return out;
}

tests::StackRun RunOf(std::string_view bytes, const std::string& unit = "") {
  StackOptions options;
  options.unit = unit;
  return tests::StackRun(tests::ReadText(bytes, options));
}

}  // namespace

#ifdef PROFDIFF_HAS_PPROF

namespace {

void CheckSame(const StackProfile& stacks) {
  const StackProfile back = tests::ReadText(PprofOf(tests::StackRun(stacks)));
  REQUIRE(tests::Describe(back) == tests::Describe(stacks));
  const StackEvent& event = stacks.events[stacks.event];
  REQUIRE(back.events[back.event].name == event.name);
  REQUIRE(back.events[back.event].unit == event.unit);
  REQUIRE(back.events[back.event].rate == event.rate);
  REQUIRE(back.events[back.event].is_sampled == event.is_sampled);
  REQUIRE(back.contexts.squares.empty() == stacks.contexts.squares.empty());
}

}  // namespace

TEST_CASE("stacks written for pprof and read back are the same", "[write pprof]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const std::vector<tests::SampledStack> stacks = tests::RandomStacks(seed);
    CheckSame(tests::ReadText(tests::AsPerfScript(stacks)));
    CheckSame(tests::ReadText(tests::AsFolded(stacks)));
    StackOptions samples;
    samples.unit = "samples";
    CheckSame(tests::ReadText(tests::AsFolded(stacks, 3), samples));
    CheckSame(tests::ReadText(tests::AsPprof(stacks)));
  }
}

TEST_CASE("units and events do not change", "[write pprof]") {
  for (const char* unit : {"ns", "us", "ms", "s", "bytes", "widgets"}) {
    CAPTURE(unit);
    CheckSame(RunOf("main 5\nmain;a 250\n", unit).stacks);
  }
  CheckSame(
      tests::ReadText("prog 7 12.1:  9000 cycles:u: \n\t 4010 main+0x1 (/bin/prog)\n\n"
                      "prog 7 12.2:  9000 cycles:u: \n\t 4010 f+0x1 (/lib/a b.so)\n\t 4020 main+0x2 (/bin/prog)\n\n"));
}

TEST_CASE("images, odd names and samples without a stack are kept", "[write pprof]") {
  StackProfile stacks = tests::ReadText(
      "prog 7 12.1:  1000 cpu-clock: \n\t 4010 _Z1fv+0x1 (/lib/x.so)\n\t 4020 [unknown] (/bin/prog)\n\n"
      "prog 7 12.2:  1000 cpu-clock: \n\t 4010 a;b 7+0x1 ([unknown])\n\n");
  stacks.contexts.stackless = 2000;
  stacks.contexts.stackless_samples = 2;
  CheckSame(stacks);
  std::string deep = "f";
  for (int i = 1; i < 200000; ++i) deep += i % 2 == 0 ? ";f" : ";g";
  const StackProfile of_deep = tests::ReadText(deep + " 1\n");
  const StackProfile back = tests::ReadText(PprofOf(tests::StackRun(of_deep)));
  CHECK((back.contexts.end == of_deep.contexts.end));
}

TEST_CASE("a difference has both sides; the base is negative and labelled", "[write pprof]") {
  const std::string file = PprofOf(RunOf("main 5\nmain;a 2\n"), RunOf("main 5\nmain;a 9\nmain;b 1\n"));
  CHECK(tests::Describe(tests::ReadText(file)) == "main;a 7 0\nmain;b 1 0\n");
  StackOptions base;
  base.labels = {{"pprof::base", "^true$"}};
  CHECK(tests::Describe(tests::ReadText(file, base)) == "main -5 0\nmain;a -2 0\n");
  const tests::StackRun same = RunOf("main;a 2\nmain 3\n");
  CHECK(tests::Describe(tests::ReadText(PprofOf(same, same))).empty());  // equal sides
}

TEST_CASE("a profile that is a difference is written as it is", "[write pprof]") {
  const StackProfile difference = tests::ReadText(PprofOf(RunOf("main;a 9\n"), RunOf("main;a 2\nmain;b 3\n")));
  CHECK(tests::Describe(tests::ReadText(PprofOf(tests::StackRun(difference)))) == "main;a -7 0\nmain;b 3 0\n");
}

TEST_CASE("stacks of gprof's profiles have two frames", "[write pprof]") {
  const TestExecution run = ProfileBuilder().Function("main", 1).Function("f", 2).Call("main", "f", 3).Build();
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WritePprof(out, {run.functions, run.profile, graph, run.selection});
  const StackProfile back = tests::ReadText(out);
  CHECK(tests::Describe(back) == "main 1000000000 0\nmain;f 2000000000 0\n");
  CHECK(back.events[back.event].name == "cpu");
  out.clear();
  WritePprof(out, SubtractTests(run, ProfileBuilder().Function("main", 4).Build()));
  CHECK(tests::Describe(tests::ReadText(out)) == "main 3000000000 0\nmain;f -2000000000 0\n");
}

TEST_CASE("counts without whole stacks keep their unit", "[write pprof]") {
  const TestExecution run = tests::CountedBase();
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WritePprof(out, {run.functions, run.profile, graph, run.selection});
  const StackProfile back = tests::ReadText(out);
  CHECK(back.events[back.event].name == "Ir");
  INFO(tests::Describe(back));
  CHECK(tests::Describe(back).find("main@/bin/prog 1000000000 0\n") != std::string::npos);
  CHECK(ProfileOfStacks(back).total_ticks == 4500000000);
}

TEST_CASE("the same profile results in the same bytes", "[write pprof]") {
  const tests::StackRun run = RunOf("main;a 2\nmain;b 1\n");
  CHECK(PprofOf(run) == PprofOf(run));
  CHECK(PprofOf(run).starts_with("\x1f\x8b\x08"));
}

#else

TEST_CASE("a build without protozero reports this", "[write pprof]") {
  CHECK_THROWS_WITH(PprofOf(RunOf("main 1\n")), Catch::Contains("compiled without protozero"));
}

#endif

}  // namespace profdiff::pprof_test
