// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for symspecs with a slash, which become calls between the functions that they name.
#include <catch2/catch.hpp>

#include "support/tables.h"
#include "values/ordering.h"

namespace profdiff::spec_calls_test {
namespace {

// Writes each call as "caller>callee". Each side is the name of a function and its index in `calls.places`, such as
// "a0>b1".
std::string Text(const FunctionTable& table, const SpecCalls& calls) {
  auto place = [&](std::uint32_t p) { return std::string(table[calls.places[p].function].name) + std::to_string(p); };
  std::string text;
  for (const SpecCalls::Call& call : calls.calls) {
    text += (text.empty() ? "" : " ") + place(call.caller) + ">" + place(call.callee);
  }
  return text;
}

std::string CallsOf(const FunctionTable& table, std::initializer_list<const char*> texts,
                    SpecTable kind = SpecTable::kArcs) {
  std::vector<SymbolSpec> specs;
  for (const char* text : texts) specs.push_back({kind, false, text});
  return Text(table, FindSpecCalls(table, specs));
}

FunctionTable Letters() {
  return tests::TableOf({{"a", 0x10}, {"b", 0x20}, {"a", 0x30}, {"c", 0x40}, {"d", 0x50}, {"e", 0x60}}, 0x70);
}

}  // namespace

TEST_CASE("the last spec of the command line calls first", "[spec_calls]") {
  CHECK(CallsOf(Letters(), {"b/c", "d/e"}) == "d2>e3 b0>c1");
}

TEST_CASE("every table has its calls, specs without a slash have none", "[spec_calls]") {
  CHECK(CallsOf(Letters(), {"b/c", "d"}, SpecTable::kFlat) == "b0>c1");
}

TEST_CASE("an empty side is one range of all functions", "[spec_calls]") {
  CHECK(CallsOf(Letters(), {"/d"}) == "a0>d1");
  CHECK(CallsOf(Letters(), {"nothing/d"}).empty());
}

TEST_CASE("several ranges lead to a call for each pair, later ranges first, and are tied", "[spec_calls]") {
  FunctionTable table = Letters();
  CHECK(CallsOf(table, {"a/d"}) == "a1>d2 a0>d2");
  SpecCalls calls = FindSpecCalls(table, {{SpecTable::kArcs, false, "a/d"}});
  CHECK(calls.places[1].after == 0);
  CHECK(calls.places[0].after == SpecCalls::kNone);
  CHECK(CallsOf(table, {"d/a"}) == "d2>a1 d2>a0");
}

TEST_CASE("one of several places with the same start remains, and calls of the others get other callers",
          "[spec_calls]") {
  CHECK(CallsOf(Letters(), {"b/c", "b/d", "d/e"}) == "d3>e5 b0>d4 d1>c2");
}

TEST_CASE("the runtime's functions have their places in three tables", "[spec_calls]") {
  FunctionTable table = tests::TableOf({{"mcount", 0x10}, {"x", 0x20}, {"y", 0x30}}, 0x40);
  SymbolSpec spec{SpecTable::kFlat, false, "mcount/x"};
  CHECK(FindSpecCalls(table, {spec}).places.size() == 5);
  spec.table = SpecTable::kArcs;
  CHECK(FindSpecCalls(table, {spec}).places.size() == 5);
}

}  // namespace profdiff::spec_calls_test
