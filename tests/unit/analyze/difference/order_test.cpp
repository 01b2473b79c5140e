// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the order of rows and entries.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/difference.h"
#include "support/example_runs.h"
#include "values/row_order.h"

namespace profdiff::order_test {
namespace {

std::string Name(const Difference& difference, FunctionId f) { return std::string(difference.match.functions[f].name); }

std::string FlatOrder(const Difference& difference, bool keep_unused = false) {
  std::string text;
  for (FunctionId f : OrderFlatRows(difference, keep_unused)) text += Name(difference, f) + " ";
  return text;
}

std::string EntryOrderText(const Difference& difference, EntrySort sort, bool keep_unused = false) {
  std::string text;
  for (const DifferenceEntry& entry : OrderEntries(difference, keep_unused, sort)) {
    text +=
        (entry.cycle.valid() ? "<" + std::to_string(entry.cycle.value + 1) + ">" : Name(difference, entry.function)) +
        " ";
  }
  return text;
}

TEST_CASE("rows are ordered by the size of the change, entries by inclusive time or like the rows") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  CHECK(FlatOrder(difference) == "f_d main f_c f_b ");
  CHECK(EntryOrderText(difference, EntrySort::kInclusive) == "f_c f_d main f_b ");
  CHECK(EntryOrderText(difference, EntrySort::kSelf) == "f_d main f_c f_b ");
}

TEST_CASE("equal changes of unequal times are equal: calls decide, then names") {
  TestExecution base = ProfileBuilder(1000)
                           .Function("c", 0.3)
                           .Function("b", 0.2)
                           .Function("a", 0.7)
                           .Function("d", 0.1)
                           .Call("x", "d", 5)
                           .Call("x", "c", 2)
                           .Build();
  TestExecution other = ProfileBuilder(1000).Function("c", 0.2).Function("b", 0.1).Function("a", 0.8).Build();
  REQUIRE(0.3 - 0.2 != 0.2 - 0.1);
  CHECK(FlatOrder(SubtractTests(base, other)) == "d c a b ");
  CHECK(FlatOrder(SubtractTests(other, base)) == "d c a b ");
}

TEST_CASE("changes of more nanoseconds than fit into 64 bits are large as well") {
  TestExecution base =
      ProfileBuilder(1).Function("small", 3).Function("large", 13107000000.0).Function("larger", 2e10).Build();
  TestExecution other = ProfileBuilder(1).Function("small", 1).Build();
  CHECK(FlatOrder(SubtractTests(base, other)) == "larger large small ");
  CHECK(EntryOrderText(SubtractTests(other, base), EntrySort::kInclusive) == "larger large small ");
}

TEST_CASE("functions that neither side used are left out unless they are requested") {
  TestExecution base = ProfileBuilder().Function("idle").Function("hot", 1).Function("even", 2).Build();
  TestExecution other = ProfileBuilder().Function("idle").Function("hot", 2).Function("even", 2).Build();
  Difference difference = SubtractTests(base, other);
  CHECK(FlatOrder(difference) == "hot even ");
  CHECK(FlatOrder(difference, true) == "hot even idle ");
  CHECK(EntryOrderText(difference, EntrySort::kInclusive) == "hot even ");
  CHECK(EntryOrderText(difference, EntrySort::kInclusive, true) == "hot even idle ");
}

TEST_CASE("a function that only calls itself is used") {
  TestExecution base = ProfileBuilder().Function("main").Call("main", "main", 3).Build();
  Difference difference = SubtractTests(base, ProfileBuilder().Function("main").Build());
  CHECK(FlatOrder(difference) == "main ");
  CHECK(EntryOrderText(difference, EntrySort::kInclusive) == "main ");
}

TEST_CASE("functions that the selection excludes have no row or no entry") {
  TestExecution base = ProfileBuilder().Function("f", 3).Function("g", 1).Exclude(SpecTable::kFlat, "f").Build();
  TestExecution other = ProfileBuilder().Function("f", 1).Function("g", 2).Exclude(SpecTable::kFlat, "f").Build();
  CHECK(FlatOrder(SubtractTests(base, other)) == "g ");
  base = ProfileBuilder().Function("f", 3).Function("g", 1).Include(SpecTable::kGraph, "g").Build();
  other = ProfileBuilder().Function("f", 1).Function("g", 2).Include(SpecTable::kGraph, "g").Build();
  CHECK(EntryOrderText(SubtractTests(base, other), EntrySort::kInclusive) == "g ");
}

TEST_CASE("a cycle has an entry, before functions of the same key") {
  TestExecution base = ProfileBuilder()
                           .Function("main")
                           .Function("a", 1)
                           .Function("b", 2)
                           .Call("main", "a", 1)
                           .Call("a", "b", 4)
                           .Call("b", "a", 4)
                           .Build();
  CHECK(EntryOrderText(SubtractTests(base, ProfileBuilder().Function("main").Build()), EntrySort::kInclusive) ==
        "<1> main b a ");
  CHECK(EntryOrderText(SubtractTests(base, base), EntrySort::kInclusive) == "<1> a b main ");
}

TEST_CASE("orders are total and do not depend on which side is the base") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    TestPair runs = RandomPair(seed);
    Difference difference = SubtractTests(runs.base, runs.other);
    Difference mirrored = SubtractTests(runs.other, runs.base);
    REQUIRE(OrderFlatRows(difference, true) == OrderFlatRows(mirrored, true));
    REQUIRE(OrderFlatRows(difference, true).size() == difference.functions.size());
    for (EntrySort sort : {EntrySort::kInclusive, EntrySort::kSelf}) {
      REQUIRE(EntryOrderText(difference, sort) == EntryOrderText(mirrored, sort));
    }
  }
}

}  // namespace
}  // namespace profdiff::order_test
