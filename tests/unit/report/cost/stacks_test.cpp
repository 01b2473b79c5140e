// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for callgrind.out files that are written from other profilers' measurements and read back by the library.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "report/format/cost_formats.h"
#include "support/measured_runs.h"

namespace profdiff::stacks_test {
namespace {

std::string CallgrindOf(const TestExecution& run) {
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WriteCallgrind(out, {run.functions, run.profile, graph, run.selection}, "prog, data");
  return out;
}

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Returns a line "name@image self total" for each function.
std::string Describe(const TestExecution& run) {
  std::string text;
  for (std::size_t f = 0; f < run.functions.size(); ++f) {
    const Function& function = run.functions.functions[f];
    text.append(function.name).append("@").append(run.functions.UnitName(function));
    for (double ticks : {run.profile.self_ticks[f], run.profile.exact->total_ticks[f]}) {
      text += " " + std::to_string(static_cast<long long>(ticks));
    }
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("callgrind's format has one call for uncounted calls, and reports this", "[stacks]") {
  const std::string text = CallgrindOf(tests::StacksBase());
  CHECK(Has(text, "desc: Calls: not counted, and written as 1 each\n"));
  CHECK(Has(text, "events: samples\nsummary: 101\n"));
  CHECK(Has(text, "fn=(2) main\n0 0\ncfn=(1)\ncalls=1 0\n0 10\ncfn=(3) parse\ncalls=1 0\n0 51\n"));
  CHECK(Has(text, "fn=(3)\n0 21\ncfn=(3)\ncalls=1 0\n0 0\n"));  // recursive calls have cost 0
}

TEST_CASE("callgrind's own counts are the same when read back: images, calls, costs", "[stacks]") {
  const TestExecution run = tests::CountedBase();
  const std::string text = CallgrindOf(run);
  CHECK_FALSE(Has(text, "desc:"));
  CHECK(Has(text, "events: Ir\nsummary: 4500000000\n"));
  const TestExecution back = tests::RunOf(text);
  CHECK(Describe(back) == Describe(run));
  CHECK(back.profile.calls == run.profile.calls);
  CHECK(back.profile.self_calls == run.profile.self_calls);
}

TEST_CASE("seconds of stacks are written as nanoseconds", "[stacks]") {
  CHECK(Has(CallgrindOf(tests::TimedStacksBase()), "events: Nanoseconds\nsummary: 101000000\n"));
}

}  // namespace profdiff::stacks_test
