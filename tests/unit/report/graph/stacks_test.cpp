// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for GML that is written from other profilers' measurements.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "support/measured_runs.h"

namespace profdiff::stacks_test {
namespace {

std::string GmlOf(const TestExecution& run) {
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WriteGml(out, {run.functions, run.profile, graph, run.selection}, {});
  return out;
}

std::string GmlOf(const Difference& difference) {
  std::string out;
  WriteGml(out, difference, {});
  return out;
}

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("GML of stacks has no calls, and edges are named after their costs", "[stacks]") {
  const std::string text = GmlOf(tests::StacksBase());
  CHECK(Has(text, "  unit \"samples\"\n"));
  CHECK(Has(text, "    selfCost 21.0\n    totalCost 51.0\n    graphics ["));
  CHECK(Has(text, "    label \"51 samples\"\n    cost 51.0\n    graphics [\n      width 6.0\n"));
  CHECK(Has(text, "width: inclusive for the caller"));
  CHECK_FALSE(Has(text, "calls"));
  CHECK(Has(GmlOf(tests::TimedStacksBase()), "    label \"0.05 s\"\n    seconds 0.051\n"));
}

TEST_CASE("GML of a difference has the calls of a side with known calls", "[stacks]") {
  const std::string text = GmlOf(
      SubtractTests(tests::TimedStacksBase(), ProfileBuilder().Function("scan", 0.04).Call("main", "scan", 7).Build()));
  CHECK(Has(text, "    otherCalls 7\n"));
  CHECK_FALSE(Has(text, "baseCalls"));
  CHECK_FALSE(Has(text, "diffCalls"));
  CHECK(Has(text, "    label \"0.04 -> 0.04 s\"\n"));
  CHECK(Has(GmlOf(SubtractTests(tests::StacksBase(), tests::StacksOther())), "    label \"10 -> none samples\"\n"));
}

TEST_CASE("GML of counts keeps calls and has integer costs", "[stacks]") {
  const std::string text = GmlOf(tests::CountedBase());
  CHECK(Has(text, "    label \"3\"\n    calls 3\n    cost 3500000000.0\n"));
  CHECK(Has(text, "text \"work  3500000000 / 3500000000 Ir\""));
}

}  // namespace profdiff::stacks_test
