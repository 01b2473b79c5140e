// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace profdiff::renumber_test {

using tests::ReadText;

TEST_CASE("parts that are renumbered to the functions of their sum add up to it", "[renumber]") {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const std::vector<StackProfile> parts = {ReadText(tests::AsFolded(tests::RandomStacks(seed))),
                                             ReadText(tests::AsFolded(tests::RandomStacks(seed + 50)))};
    const StackProfile sum = AddStacks(parts);
    const Profile whole = ProfileOfStacks(sum);
    std::vector<double> total(sum.functions.size());
    for (const StackProfile& part : parts) {
      StackProfile moved = part;
      moved.contexts = ContextsOn(sum.functions, part);
      moved.functions = sum.functions;
      REQUIRE(tests::IsSound(moved));
      REQUIRE(tests::Describe(moved) == tests::Describe(part));
      const Profile profile = ProfileOfStacks(moved);
      for (std::size_t f = 0; f < total.size(); ++f) total[f] += profile.exact->total_ticks[f];
    }
    REQUIRE(total == whole.exact->total_ticks);
  }
}

TEST_CASE("counts are renumbered to the functions of the sum", "[renumber]") {
  const std::vector<StackProfile> parts = {ReadText("events: Ir\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 60\nfn=f\n1 60\n"),
                                           ReadText("events: Ir\nfn=a\n1 7\ncfn=main\ncalls=2 1\n1 3\nfn=main\n1 3\n")};
  const StackProfile sum = AddStacks(parts);  // its functions are a, f and main, in this order
  const Profile first = CountsOn(sum.functions, parts[0]), second = CountsOn(sum.functions, parts[1]);
  CHECK(first.self_ticks == std::vector<double>{0, 60, 5});
  CHECK(first.calls == std::vector<std::uint64_t>{0, 1, 0});
  CHECK(second.self_ticks == std::vector<double>{7, 0, 3});
  CHECK(second.exact->total_ticks == std::vector<double>{10, 0, 3});
  REQUIRE(second.origin);
  CHECK(second.origin->event == "Ir");
  REQUIRE(second.arcs.size() == 1);
  CHECK(second.arcs[0].caller == FunctionId(0));
  CHECK(second.arcs[0].callee == FunctionId(2));
  CHECK_THROWS_AS(CountsOn(sum.functions, ReadText("main 1\n")), Error);
}

}  // namespace profdiff::renumber_test
