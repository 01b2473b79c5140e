// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for attributing samples and arcs to functions, and for propagating time to callers.
#include "profdiff/profile.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "profdiff/listing.h"
#include "tests/support/tables.h"

namespace profdiff::profile_test {

using tests::TableOf;

namespace {

FunctionTable Sample() {
  return TableOf({{"main", 0x100},
                  {"even", 0x110},
                  {"odd", 0x120},
                  {"leaf", 0x130},
                  {"label", 0x140, "", 0, false, false},
                  {"end", 0x150}},
                 0x160);
}

Histogram HistogramOf(std::uint64_t low, std::uint64_t high, Bins bins) {
  Histogram histogram;
  histogram.low = low;
  histogram.high = high;
  histogram.rate = 100;
  histogram.dimension = "seconds";
  histogram.bins = std::move(bins);
  return histogram;
}

Records RecordsOf(std::vector<Histogram> histograms, std::vector<ArcRecord> arcs) {
  Records records;
  records.has_histogram = !histograms.empty();
  records.has_arcs = !arcs.empty();
  records.histograms = std::move(histograms);
  records.arcs = std::move(arcs);
  return records;
}

Profile ProfileOf(const Records& records, const std::vector<SymbolSpec>& specs = {}) {
  FunctionTable table = Sample();
  return MakeProfile(table, records, Select(table, specs, SpecRules::kGprof));
}

}  // namespace

TEST_CASE("the last function gets samples up to its end only if that end is a bound", "[attribute]") {
  FunctionTable table = Sample();
  const Records records = RecordsOf({HistogramOf(0x140, 0x180, {1, 2, 3, 4})}, {});
  CHECK(MakeProfile(table, records, Select(table, {}, SpecRules::kGprof)).self_ticks.back() == 0);
  table.bounds_last = true;
  const Profile profile = MakeProfile(table, records, Select(table, {}, SpecRules::kExact));
  CHECK(profile.self_ticks == std::vector<double>{0, 0, 0, 0, 1, 2});
  CHECK(profile.total_ticks == 10);
  CHECK(profile.unattributed_ticks == 7);
  table.functions.back().end = 0x14f;  // a label at the end of the code
  CHECK(MakeProfile(table, records, Select(table, {}, SpecRules::kExact)).self_ticks.back() == 0);
}

TEST_CASE("samples go to the function whose addresses the bin covers", "[attribute]") {
  // There is one bin of 16 bytes for each function from main on.
  Profile profile = ProfileOf(RecordsOf({HistogramOf(0x100, 0x150, {1, 2, 3, 4, 5})}, {}));
  CHECK(profile.self_ticks == std::vector<double>{1, 2, 3, 4, 5, 0});
  CHECK(profile.total_ticks == 15);
  CHECK(profile.unattributed_ticks == 0);
  CHECK(profile.rate == 100);
  CHECK(profile.scale == 8);
}

TEST_CASE("a bin across functions is divided by overlap", "[attribute]") {
  Profile profile = ProfileOf(RecordsOf({HistogramOf(0x108, 0x128, {8})}, {}));
  CHECK(profile.self_ticks == std::vector<double>{2, 4, 2, 0, 0, 0});
}

TEST_CASE("samples below the first function and in the last one are only in the total", "[attribute]") {
  Profile profile = ProfileOf(RecordsOf({HistogramOf(0x0f0, 0x170, {1, 0, 0, 0, 0, 0, 4, 2})}, {}));
  CHECK(profile.self_ticks == std::vector<double>{0, 0, 0, 0, 0, 0});
  CHECK(profile.total_ticks == 7);
  CHECK(profile.unattributed_ticks == 7);
}

TEST_CASE("functions left out of the flat profile take their time out of the total", "[attribute]") {
  Profile profile =
      ProfileOf(RecordsOf({HistogramOf(0x100, 0x150, {1, 2, 3, 4, 5})}, {}), {{SpecTable::kFlat, false, "leaf"}});
  CHECK(profile.self_ticks[3] == 0);
  CHECK(profile.total_ticks == 11);
}

TEST_CASE("several histograms, in any order of address", "[attribute]") {
  Profile profile = ProfileOf(RecordsOf({HistogramOf(0x120, 0x130, {3}), HistogramOf(0x100, 0x110, {1})}, {}));
  CHECK(profile.self_ticks == std::vector<double>{1, 0, 3, 0, 0, 0});
}

TEST_CASE("arcs are added up by pair of functions, in order of creation", "[attribute]") {
  Profile profile =
      ProfileOf(RecordsOf({}, {{0x104, 0x110, 2}, {0x124, 0x110, 5}, {0x108, 0x110, 3}, {0x114, 0x110, 7}}));
  REQUIRE(profile.arcs.size() == 3);
  CHECK(profile.arcs[0].count == 5);
  CHECK(profile.arcs[1].caller == FunctionId(std::size_t{2}));
  CHECK(profile.calls[1] == 10);
  CHECK(profile.self_calls[1] == 7);
}

TEST_CASE("arcs are added up in any order", "[attribute]") {
  std::mt19937 random(1);
  const FunctionTable table = Sample();
  for (int round = 0; round < 200; ++round) {
    std::vector<ArcRecord> records;
    for (int i = 0; i < 30; ++i) {
      const auto address = [&] { return 0xf0 + random() % 0x80; };  // some addresses are outside all functions
      records.push_back({address(), address() & ~std::uint64_t{15}, random() % 9});
    }
    if (round % 2 == 0) std::ranges::stable_sort(records, {}, &ArcRecord::from);
    std::vector<Arc> expected;
    for (const ArcRecord& record : records) {
      const FunctionId caller = table.Find(record.from);
      FunctionId callee = table.Find(record.self);
      if (!caller.valid() || !callee.valid()) continue;
      if (!table[callee].is_function) callee = FunctionId(callee.value - std::size_t{1});
      auto known =
          std::ranges::find_if(expected, [&](const Arc& a) { return a.caller == caller && a.callee == callee; });
      if (known == expected.end()) known = expected.insert(known, {caller, callee, 0});
      known->count += record.count;
    }
    const std::vector<Arc> arcs = ProfileOf(RecordsOf({}, records)).arcs;
    REQUIRE(std::ranges::equal(arcs, expected, [](const Arc& a, const Arc& b) {
      return a.caller == b.caller && a.callee == b.callee && a.count == b.count;
    }));
  }
}

TEST_CASE("a call to a bare label is a call to the function before it", "[attribute]") {
  Profile profile = ProfileOf(RecordsOf({}, {{0x104, 0x140, 2}}));
  CHECK(profile.calls[3] == 2);
}

TEST_CASE("arcs from or to nowhere are dropped", "[attribute]") {
  CHECK(ProfileOf(RecordsOf({}, {{0x10, 0x110, 1}, {0x104, 0x1000, 1}})).arcs.empty());
}

TEST_CASE("calls that add up to more than 64 bits hold are refused", "[attribute]") {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  CHECK(ProfileOf(RecordsOf({}, {{0x104, 0x110, kMost - 5}, {0x114, 0x130, 5}})).arcs.size() == 2);
  CHECK_THROWS_WITH(ProfileOf(RecordsOf({}, {{0x104, 0x110, kMost - 5}, {0x114, 0x130, 6}})),
                    "calls add up to more than 64 bits can hold");
}

TEST_CASE("time is propagated in proportion to calls", "[propagate]") {
  FunctionTable table = Sample();
  Selection selection = Select(table, {}, SpecRules::kGprof);
  Records records = RecordsOf({HistogramOf(0x100, 0x150, {10, 20, 0, 40, 0})},
                              {{0x104, 0x110, 1}, {0x104, 0x130, 1}, {0x114, 0x130, 3}});
  Profile profile = MakeProfile(table, records, selection);
  CallGraph graph = MakeCallGraph(profile, selection);
  CHECK(graph.functions[1].child == 30);
  CHECK(graph.functions[0].Total() == 70);
  CHECK(graph.total_ticks == 70);
  CHECK(graph.TimeOf(profile.arcs[1]).self == 10);
}

TEST_CASE("a cycle propagates as one function", "[propagate]") {
  FunctionTable table = Sample();
  Selection selection = Select(table, {}, SpecRules::kGprof);
  Records records = RecordsOf({HistogramOf(0x100, 0x150, {0, 20, 30, 50, 0})},
                              {{0x104, 0x110, 4}, {0x114, 0x120, 9}, {0x124, 0x110, 5}, {0x124, 0x130, 1}});
  Profile profile = MakeProfile(table, records, selection);
  CallGraph graph = MakeCallGraph(profile, selection);
  REQUIRE(graph.cycles.size() == 1);
  CHECK(graph.cycles[0].calls == 4);
  CHECK(graph.cycle_inner_calls[0] == 14);
  CHECK(graph.cycles[0].Total() == 100);
  CHECK(graph.functions[0].child == 100);
}

TEST_CASE("excluded time is not propagated, excluded entries are not shown", "[propagate]") {
  FunctionTable table = Sample();
  Records records = RecordsOf({HistogramOf(0x100, 0x150, {10, 20, 0, 40, 0})}, {{0x104, 0x110, 1}, {0x104, 0x130, 1}});
  Selection selection =
      Select(table, {{SpecTable::kTime, false, "leaf"}, {SpecTable::kGraph, false, "leaf"}}, SpecRules::kGprof);
  Profile profile = MakeProfile(table, records, selection);
  CallGraph graph = MakeCallGraph(profile, selection);
  CHECK(graph.functions[3].fraction == 0);
  CHECK_FALSE(graph.functions[3].shown);
  CHECK(graph.functions[0].Total() == 30);
}

TEST_CASE("entries are numbered by time, then cycles, names and calls", "[entry_order]") {
  FunctionTable table = Sample();
  Selection selection = Select(table, {}, SpecRules::kGprof);
  Records records = RecordsOf({HistogramOf(0x100, 0x150, {0, 20, 0, 40, 0})}, {{0x104, 0x110, 1}, {0x104, 0x130, 1}});
  Profile profile = MakeProfile(table, records, selection);
  CallGraph graph = MakeCallGraph(profile, selection);
  EntryOrder order = NumberEntries({table, profile, graph, selection});
  // The entries in order: main (60), leaf (40), even (20), and then end, label and odd by name.
  CHECK(order.function_number == std::vector<std::uint32_t>{1, 3, 6, 2, 5, 4});
}

}  // namespace profdiff::profile_test
