// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the order of functions. Expected orders are those of GNU gprof 2.40 for the same calls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "profdiff/listing.h"
#include "support/profile_builder.h"
#include "values/cycles.h"
#include "values/ordering.h"

namespace profdiff::function_order_test {
namespace {

struct CallOf {
  std::size_t caller, callee;
  std::uint64_t count;
};

TestExecution Run(std::size_t functions, const std::vector<CallOf>& calls) {
  ProfileBuilder builder;
  for (std::size_t f = 0; f < functions; ++f) builder.Function("f" + std::to_string(f));
  for (const CallOf& call : calls) builder.CallById(call.caller, call.callee, call.count);
  return builder.Build();
}

std::vector<std::uint32_t> Order(const TestExecution& run, const std::vector<SymbolSpec>& specs = {}) {
  std::vector<std::uint32_t> ids;
  for (FunctionId f : FindFunctionOrder(run.functions, run.profile, FindSpecCalls(run.functions, specs))) {
    ids.push_back(f.value);
  }
  return ids;
}

// Functions 1 and 2 have 41 and 31 frequent callers; main (0) calls each of the functions 3 to 161 once. With 161
// called functions, at most two can be hot.
std::vector<CallOf> TwoHot() {
  std::vector<CallOf> calls;
  for (std::size_t f = 3; f < 44; ++f) calls.push_back({f, 1, 1000});
  for (std::size_t f = 44; f < 75; ++f) calls.push_back({f, 2, 1000});
  for (std::size_t f = 3; f < 162; ++f) calls.push_back({0, f, 1});
  return calls;
}

std::vector<std::uint32_t> FirstOf(const std::vector<std::uint32_t>& order, std::size_t count) {
  return {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

TEST_CASE("chains of the most frequent calls come first", "[function_order]") {
  TestExecution run = Run(5, {{1, 0, 14},
                              {3, 4, 4},
                              {4, 4, 9},
                              {2, 4, 7},
                              {1, 3, 4},
                              {0, 0, 5},
                              {1, 2, 2},
                              {2, 3, 5},
                              {2, 0, 2},
                              {2, 1, 2},
                              {4, 1, 3},
                              {4, 2, 7},
                              {1, 4, 1},
                              {3, 3, 3},
                              {3, 1, 3}});
  CHECK(Order(run) == std::vector<std::uint32_t>{1, 0, 3, 2, 4});
}

TEST_CASE("functions without calls come last, in order of address", "[function_order]") {
  TestExecution run = Run(8, {{0, 1, 60}, {1, 2, 50}, {2, 3, 40}, {4, 1, 30}, {4, 0, 10}, {7, 4, 10}});
  CHECK(Order(run) == std::vector<std::uint32_t>{4, 0, 1, 2, 3, 5, 6, 7});
}

TEST_CASE("without calls it is the order of the image", "[function_order]") {
  CHECK(Order(Run(3, {})) == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(Order(Run(3, {{1, 2, 0}})) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("functions with the most callers come before all chains, except the last of them, which is omitted",
          "[function_order]") {
  std::vector<std::uint32_t> order = Order(Run(164, TwoHot()));
  CHECK(FirstOf(order, 4) == std::vector<std::uint32_t>{1, 3, 4, 5});
  CHECK(order.size() == 163);
  CHECK(std::ranges::find(order, 2u) == order.end());
}

TEST_CASE("a call between two functions with the most callers brings both back", "[function_order]") {
  std::vector<CallOf> calls = TwoHot();
  calls.push_back({1, 2, 1});
  std::vector<std::uint32_t> order = Order(Run(164, calls));
  CHECK(FirstOf(order, 4) == std::vector<std::uint32_t>{1, 2, 3, 4});
  CHECK(order.size() == 164);
}

TEST_CASE("an uncalled caller of such a function occurs twice", "[function_order]") {
  std::vector<CallOf> calls = TwoHot();
  calls.push_back({162, 2, 7});
  std::vector<std::uint32_t> order = Order(Run(164, calls));
  CHECK(FirstOf(order, 4) == std::vector<std::uint32_t>{1, 162, 2, 3});
  CHECK(std::ranges::count(order, 162u) == 2);
}

TEST_CASE("exactly five uses end the search for functions with many callers", "[function_order]") {
  std::vector<CallOf> calls;
  for (std::size_t f = 2; f < 82; ++f) calls.push_back({0, f, 10});
  for (std::size_t f = 2; f < 7; ++f) calls.push_back({f, 1, 1000});
  calls.push_back({7, 1, 1});
  std::vector<std::uint32_t> five = Order(Run(82, calls));
  CHECK(std::ranges::count(five, 1u) == 1);
  calls[84].count = 4000;  // now fewer than five calls make up 90 % of all calls, and only these count as uses
  std::vector<std::uint32_t> fewer = Order(Run(82, calls));
  CHECK(std::ranges::count(fewer, 1u) == 0);
}

TEST_CASE("functions named by symspecs with a slash are listed besides the others", "[function_order]") {
  TestExecution run = Run(12, {{0, 1, 10}, {1, 2, 5}, {3, 4, 2}, {5, 6, 1}});
  auto order = [&run](std::vector<const char*> texts) {
    std::vector<SymbolSpec> specs;
    for (const char* text : texts) specs.push_back({SpecTable::kArcs, false, text});
    return FirstOf(Order(run, specs), 6);
  };
  CHECK(order({}) == std::vector<std::uint32_t>{1, 2, 4, 6, 0, 3});
  CHECK(order({"f7/f8"}) == std::vector<std::uint32_t>{1, 2, 7, 8, 4, 6});
  CHECK(order({"f9/f8", "f7/f6"}) == std::vector<std::uint32_t>{1, 2, 7, 6, 9, 8});
  CHECK(order({"f8/f8"}) == std::vector<std::uint32_t>{1, 2, 8, 8, 4, 6});
  CHECK(order({"f7/"}) == std::vector<std::uint32_t>{1, 2, 7, 0, 4, 6});
}

TEST_CASE("a call graph printed before decides which caller of a function with many callers comes back",
          "[function_order]") {
  std::vector<CallOf> calls;
  for (std::size_t f = 2; f < 82; ++f) calls.push_back({0, f, 10});
  for (std::size_t f = 2; f < 8; ++f) calls.push_back({f, 1, 1000});
  calls.push_back({82, 1, 1});
  calls.push_back({83, 1, 2});
  TestExecution run = Run(84, calls);  // functions 0, 82 and 83 have no callers
  auto first_of = [&run](const Adjacency* listed) {
    return FindFunctionOrder(run.functions, run.profile, {}, listed).front().value;
  };
  Adjacency listed = IndexArcs(84, run.profile.arcs);
  CHECK(first_of(nullptr) == 83);
  CHECK(first_of(&listed) == 83);
  std::reverse(listed.parents.begin() + listed.first_parent[1], listed.parents.begin() + listed.first_parent[2]);
  CHECK(first_of(&listed) == 82);
}

TEST_CASE("calls through registers lead to no row but are part of the order", "[function_order]") {
  TestExecution run = Run(2, {{0, 1, 5}});
  run.profile.arcs.push_back({FunctionId(1), FunctionId(2), 0});
  for (auto* counts : {&run.profile.calls, &run.profile.self_calls}) counts->push_back(0);
  run.profile.self_ticks.push_back(0);
  std::vector<FunctionId> order = FindFunctionOrder(run.functions, run.profile);
  std::string text;
  WriteFunctionOrder(text, run.functions, order);
  CHECK(text == "f1\n<indirect child>\nf0\n");
}

TEST_CASE("a million calls among a hundred thousand functions are quick", "[function_order]") {
  std::mt19937 random(3);
  FunctionTable table;
  table.functions.resize(100000);
  Profile profile;
  profile.calls.assign(table.size(), 1);
  profile.self_calls.assign(table.size(), 0);
  for (int i = 0; i < 1000000; ++i) {
    profile.arcs.push_back({FunctionId(random() % table.size()), FunctionId(random() % table.size()), random() % 1000});
  }
  CHECK(FindFunctionOrder(table, profile).size() >= table.size() - 1);
}

// gprof adds up the calls of a line in a copy of the line's first function, unless that function is the first one in
// the table.
TEST_CASE("annotated source before the order makes the first function a called one", "[function_order]") {
  ProfileBuilder builder;
  builder.Function("A").At("a.c", 1).Function("B").At("a.c", 1).Function("E").At("a.c", 2).Function("F").At("a.c", 2);
  builder.Call("A", "E", 75).Call("A", "B", 2);
  auto order = [](const TestExecution& run) {
    CallGraph graph;
    Profile profile = ProfileAfterAnnotation({run.functions, run.profile, graph, run.selection});
    std::string text;
    WriteFunctionOrder(text, run.functions, FindFunctionOrder(run.functions, profile));
    return text;
  };
  CHECK(order(builder.Build()) == "A\nE\nB\nF\n");
  builder.Exclude(SpecTable::kAnnotate, "B");
  CHECK(order(builder.Build()) == "B\nE\nA\nF\n");
}

}  // namespace profdiff::function_order_test
