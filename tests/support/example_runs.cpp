// SPDX-License-Identifier: GPL-3.0-or-later
// Executions used by several tests.
#include "support/example_runs.h"

#include <random>
#include <string>
#include <vector>

namespace profdiff {

TestExecution PaperBase() {
  return ProfileBuilder()
      .Function("main", 1.15)
      .Function("f_b", 1.09)
      .Function("f_c", 3.19)
      .Function("f_d", 5.51)
      .Call("main", "f_b", 1)
      .Call("main", "f_c", 1)
      .Call("f_b", "f_d", 1)
      .Call("f_c", "f_d", 30)
      .Build();
}

TestExecution PaperOther() {
  return ProfileBuilder()
      .Function("main", 3.08)
      .Function("f_b", 1.70)
      .Function("f_c", 1.91)
      .Function("f_d", 2.04)
      .Call("main", "f_b", 1)
      .Call("main", "f_c", 1)
      .Call("f_b", "f_d", 2)
      .Call("f_c", "f_d", 20)
      .Build();
}

namespace {

// Small random numbers below `end`. The distributions of the C++ library are not used, because their results depend on
// the implementation.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t Below(std::uint32_t end) { return static_cast<std::uint32_t>(engine_() % end); }
  bool OneIn(std::uint32_t n) { return Below(n) == 0; }

 private:
  std::mt19937 engine_;
};

// A function of the imaginary program; either of the two versions may lack it.
struct Planned {
  std::string name, unit;
  bool is_static = false;
  bool in_base = true, in_other = true;
};

std::vector<Planned> PlanFunctions(Random& random) {
  std::vector<Planned> plan(3 + random.Below(10));
  for (std::size_t i = 0; i < plan.size(); ++i) {
    Planned& function = plan[i];
    function.name = "f" + std::to_string(i);
    if (random.OneIn(5)) {
      function.name = "helper";
      function.is_static = true;
      if (!random.OneIn(3)) function.unit = std::string(1, static_cast<char>('a' + i)) + ".c";
    }
    function.in_base = !random.OneIn(6);
    function.in_other = !random.OneIn(6);
  }
  return plan;
}

TestExecution RandomSide(const std::vector<Planned>& plan, bool is_base, Random& random) {
  ProfileBuilder builder(is_base || random.OneIn(2) ? 100 : 1000);
  builder.Function("main", 0.01 * random.Below(100));
  std::vector<std::size_t> present = {0};
  for (const Planned& function : plan) {
    if (!(is_base ? function.in_base : function.in_other)) continue;
    double seconds = random.OneIn(3) ? 0 : 0.01 * random.Below(300);
    function.is_static ? builder.Static(function.name, function.unit, seconds)
                       : builder.Function(function.name, seconds);
    present.push_back(present.size());
  }
  auto count = static_cast<std::uint32_t>(present.size());
  for (std::uint32_t calls = random.Below(2 * count); calls > 0; --calls) {
    std::uint32_t caller = random.Below(count);
    std::uint32_t callee = random.Below(count);
    builder.CallById(caller, callee, random.Below(20));
  }
  return builder.Build();
}

}  // namespace

// main calls a, which calls itself and forms a cycle with b; b calls leaf. The other execution takes less time in most
// functions and has an additional function.
TestExecution CycleBase() {
  return ProfileBuilder()
      .Function("main", 1)
      .Function("a", 2)
      .Function("b", 4)
      .Function("leaf", 1)
      .Function("idle")
      .Call("main", "a", 2)
      .Call("a", "a", 5)
      .Call("a", "b", 3)
      .Call("b", "a", 1)
      .Call("b", "leaf", 4)
      .Build();
}

TestExecution CycleOther() {
  return ProfileBuilder()
      .Function("main", 1)
      .Function("a", 1)
      .Function("b", 2)
      .Function("leaf", 0.5)
      .Function("idle")
      .Function("fresh", 0.25)
      .Call("main", "a", 1)
      .Call("a", "a", 2)
      .Call("a", "b", 3)
      .Call("b", "a", 2)
      .Call("b", "leaf", 2)
      .Call("main", "fresh", 1)
      .Build();
}

TestPair RandomPair(std::uint32_t seed) {
  Random random(seed);
  std::vector<Planned> plan = PlanFunctions(random);
  TestExecution base = RandomSide(plan, true, random);
  return {base, RandomSide(plan, false, random)};
}

}  // namespace profdiff
