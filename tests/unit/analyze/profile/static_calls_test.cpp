// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for static calls as arcs of count 0.
#include "values/static_calls.h"

#include <catch2/catch.hpp>

#include "profdiff/listing.h"
#include "support/profile_builder.h"
#include "support/tables.h"

namespace profdiff::static_calls_test {
namespace {

FunctionTable Table() { return tests::TableOf({{"a", 0x1000}, {"b", 0x1010}, {"c", 0x1021}, {"d", 0x1030}}, 0x1040); }

Records WithHistograms(std::initializer_list<std::pair<std::uint64_t, std::uint64_t>> ranges) {
  Records records;
  for (auto [low, high] : ranges) {
    Histogram histogram;
    histogram.low = low;
    histogram.high = high;
    records.histograms.push_back(histogram);
  }
  return records;
}

// Adds static calls to a profile and returns its arcs with their counts, such as "a>b 5, b>c 0".
std::string ArcsAfter(Profile profile, const Records& records, const std::vector<StaticCall>& calls,
                      CodeRules rules = CodeRules::kGprof) {
  FunctionTable table = Table();
  AddStaticCalls(profile, table, records, calls, rules);
  std::string text;
  for (const Arc& arc : profile.arcs) {
    text += (text.empty() ? "" : ", ") + std::string(table[arc.caller].name) + ">" +
            std::string(table[arc.callee].name) + " " + std::to_string(arc.count);
  }
  return text;
}

Profile Empty() {
  Profile profile;
  profile.self_ticks.assign(4, 0);
  profile.calls.assign(4, 0);
  profile.self_calls.assign(4, 0);
  return profile;
}

const Records kWhole = WithHistograms({{0x1000, 0x1040}});

}  // namespace

TEST_CASE("each call to a function's first byte is an arc, once, after the recorded arcs", "[static_calls]") {
  Profile profile = Empty();
  profile.arcs = {{FunctionId(std::size_t{1}), FunctionId(std::size_t{3}), 7}};
  CHECK(ArcsAfter(profile, kWhole,
                  {{0x1001, 0x1021},
                   {0x1002, 0x1010},
                   {0x1003, 0x1021},
                   {0x1004, 0x1011},
                   {0x1011, 0x1030},
                   {0x1012, 0x1000}}) == "b>d 7, a>c 0, a>b 0, b>a 0");
}

TEST_CASE("only calls in the first histogram of a function count", "[static_calls]") {
  std::vector<StaticCall> calls = {{0x1002, 0x1010}, {0x100a, 0x1021}, {0x1012, 0x1021}};
  CHECK(ArcsAfter(Empty(), WithHistograms({}), calls).empty());
  CHECK(ArcsAfter(Empty(), WithHistograms({{0x1000, 0x1008}, {0x1008, 0x1040}}), calls) == "a>b 0, b>c 0");
  CHECK(ArcsAfter(Empty(), WithHistograms({{0x1008, 0x1040}, {0x1000, 0x1008}}), calls) == "a>c 0, b>c 0");
  CHECK(ArcsAfter(Empty(), WithHistograms({{0x1000, 0x1020}}), calls) == "a>b 0");
}

TEST_CASE("odd addresses are valid starts, and the last function is never searched", "[static_calls]") {
  CHECK(ArcsAfter(Empty(), kWhole, {{0x1020, 0x1000}, {0x1021, 0x1010}, {0x1031, 0x1000}}) == "b>a 0, c>b 0");
}

TEST_CASE("only the rules of gprof 2.44 require that a function continues after a call", "[static_calls]") {
  const auto call_at = [](std::uint64_t site) { return StaticCall{.site = site, .target = 0x1000, .reach = 5}; };
  const std::vector<StaticCall> calls = {call_at(0x100a), call_at(0x101c)};
  CHECK(ArcsAfter(Empty(), kWhole, calls, CodeRules::kGprof244) == "a>a 0");
  CHECK(ArcsAfter(Empty(), kWhole, calls) == "a>a 0, b>a 0");
  CHECK(ArcsAfter(Empty(), kWhole, {call_at(0x101b)}, CodeRules::kGprof244) == "b>a 0");
  CHECK(ArcsAfter(Empty(), WithHistograms({{0x1000, 0x1020}}), {call_at(0x101b)}, CodeRules::kGprof244).empty());
}

TEST_CASE("the lower half of a callee's address is compared with the histograms", "[static_calls]") {
  CHECK(ArcsAfter(Empty(), kWhole, {{0x1002, 0x100001010}}).empty());
}

TEST_CASE("exact rules use all code and whole addresses", "[static_calls]") {
  CHECK(ArcsAfter(Empty(), WithHistograms({}), {{0x1020, 0x1000}, {0x1031, 0x1000}, {0x1032, 0x1030}},
                  CodeRules::kExact) == "b>a 0, d>a 0, d>d 0");
}

TEST_CASE("exact rules distinguish lines from functions", "[static_calls]") {
  FunctionTable table = tests::TableOf({{"a", 0x1000}, {"b", 0x1010}, {"b", 0x1014, "b.c", 2, false, false}}, 0x1020);
  auto arcs_by_rules = [&table](CodeRules rules) {
    Profile profile = Empty();
    AddStaticCalls(profile, table, kWhole, {{0x1001, 0x1010}, {0x1002, 0x1014}}, rules);
    return profile.arcs.size();
  };
  CHECK(arcs_by_rules(CodeRules::kExact) == 2);  // a label counts as a function
  table.by_line = true;
  CHECK(arcs_by_rules(CodeRules::kExact) == 1);
  CHECK(arcs_by_rules(CodeRules::kGprof) == 2);
}

TEST_CASE("calls through registers lead to no row of the table", "[static_calls]") {
  std::vector<StaticCall> calls = {{0x1000, 0, 0, true}, {0x1004, 0, 0, true}, {0x1010, 0, 0, true}};
  CHECK(ArcsAfter(Empty(), kWhole, calls) == "a><indirect child> 0, b><indirect child> 0");
  CHECK(ArcsAfter(Empty(), kWhole, calls, CodeRules::kExact).empty());
  Profile profile = Empty();
  AddStaticCalls(profile, Table(), kWhole, calls, CodeRules::kGprof);
  CHECK(profile.calls.size() == 5);
  CHECK(profile.self_ticks.size() == 5);
}

TEST_CASE("a call may skip a function's prologue where the machine has one", "[static_calls]") {
  CHECK(ArcsAfter(Empty(), kWhole, {{0x1000, 0x1018, 8}, {0x1004, 0x102c, 8}, {0x1008, 0x1018}}) == "a>b 0");
}

TEST_CASE("a listing shows calls through registers without a number", "[static_calls]") {
  TestExecution run = ProfileBuilder().Function("a", 1).Function("b").Call("a", "b", 2).Build();
  FunctionTable& table = run.functions;
  AddStaticCalls(run.profile, table, WithHistograms({{0x1000, 0x9000}}), {{table.functions[0].address, 0, 0, true}},
                 CodeRules::kGprof);
  CallGraph graph = MakeCallGraph(run.profile, run.selection);
  Execution execution{table, run.profile, graph, run.selection};
  EntryOrder order = NumberEntries(execution);
  CHECK(order.entries.size() == 2);
  std::string text;
  ListingOptions options;
  options.brief = true;
  WriteCallGraph(text, execution, order, options);
  CHECK(text.find("       0/0           <indirect child>\n") != std::string::npos);
}

}  // namespace profdiff::static_calls_test
