// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for cycles that exist only in the joined graph, not on either side alone: one line of bounded length mentions
// them, and an option lists them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/listing.h"
#include "support/example_runs.h"

namespace profdiff::joined_cycles_test {
namespace {

// Returns a difference with `count` rings of `length` functions. Each ring lacks its first call in the base and its
// second call in the other execution.
Difference Rings(int count, int length) {
  ProfileBuilder base, other;
  for (int ring = 0; ring < count; ++ring) {
    const auto name = [ring](int i) { return std::string(80, 'f') + std::to_string(ring) + "_" + std::to_string(i); };
    for (int i = 0; i < length; ++i) {
      if (i != 0) base.Call(name(i), name((i + 1) % length), 1);
      if (i != 1) other.Call(name(i), name((i + 1) % length), 1);
    }
  }
  return SubtractTests(base.Build(), other.Build());
}

TEST_CASE("cycles that a side lacks are one line, however many and long they are") {
  CHECK(TextOf(SummarizeJoinedCycles(Rings(1, 3)).value()) ==
        "1 cycle (3 functions) is not in both call graphs; inclusive times of both sides treat it as one function");
  const std::string many = TextOf(SummarizeJoinedCycles(Rings(300, 20)).value());
  CHECK(many ==
        "300 cycles (6000 functions) are not in both call graphs; inclusive times of both sides treat each as one "
        "function");
  CHECK(SummarizeJoinedCycles(Rings(300, 20))->remedy == Remedy{RemedyKind::kListCycles, "300"});
  CHECK_FALSE(SummarizeJoinedCycles(Rings(0, 3)));
}

TEST_CASE("on request every member is listed, with the side that lacks the cycle") {
  const auto ring = [](bool closed) {
    ProfileBuilder builder;
    builder.Call("main", "a", 1).Call("a", "_Z3foov", 1);
    if (closed) builder.Call("_Z3foov", "a", 1);
    return builder.Build();
  };
  const auto list = [](const Difference& difference) {
    std::string out;
    WriteJoinedCycles(out, difference, {});
    return out;
  };
  CHECK(list(SubtractTests(ring(false), ring(true))) == "cycle 1, 2 functions, missing in the base\n  foo()\n  a\n");
  CHECK(list(SubtractTests(ring(true), ring(false))) ==
        "cycle 1, 2 functions, missing in the other side\n  foo()\n  a\n");
  CHECK(list(SubtractTests(ring(true), ring(true))).empty());
  const std::string long_rings = list(Rings(12, 9));
  CHECK(std::count(long_rings.begin(), long_rings.end(), '\n') == 12 * 10);
  CHECK(long_rings.find("cycle 12, 9 functions, only in the joined call graph\n") != std::string::npos);
}

}  // namespace
}  // namespace profdiff::joined_cycles_test
