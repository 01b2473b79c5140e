// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <string>

#include "profdiff/alignment.h"
#include "profdiff/difference.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "profdiff/trace.h"
#include "support/trace_builder.h"

namespace profdiff::profile_test {
namespace {

// Describes functions, ordered by name, as "name self calls+self_calls", and arcs in their order as "caller>callee
// count".
std::string Describe(const TraceProfile& made) {
  std::string text;
  for (std::size_t f = 0; f < made.functions.size(); ++f) {
    text += std::string(made.functions.functions[f].name) + " " +
            std::to_string(static_cast<long long>(made.profile.self_ticks[f])) + " " +
            std::to_string(made.profile.calls[f]) + "+" + std::to_string(made.profile.self_calls[f]) + "\n";
  }
  for (const Arc& arc : made.profile.arcs) {
    text += std::string(made.functions[arc.caller].name) + ">" + std::string(made.functions[arc.callee].name) + " " +
            std::to_string(arc.count) + "\n";
  }
  return text;
}

Selection SelectAll(const TraceProfile& made) {
  Selection all;
  all.bits.resize(made.functions.size());
  return all;
}

Difference SubtractProfiles(const TraceProfile& a, const TraceProfile& b) {
  const Selection select_a = SelectAll(a), select_b = SelectAll(b);
  Diagnostics diagnostics;
  return Subtract({a.functions, a.profile, select_a}, {b.functions, b.profile, select_b},
                  MatchFunctions(a.functions, b.functions, false), diagnostics);
}

}  // namespace

TEST_CASE("a trace as a profile: self time, calls and arcs", "[trace_profile]") {
  const Trace trace = TraceBuilder().Thread("m:10(c:5(a:3,a:4),a)").Build();
  CHECK(Describe(ProfileOfTrace(trace)) == "a 8 3+0\nc 5 1+0\nm 10 1+0\nm>c 1\nc>a 2\nm>a 1\n");
}

TEST_CASE("threads are added up; calls of a function by itself are counted separately", "[trace_profile]") {
  const Trace trace = TraceBuilder().Names({"never called"}).Thread("f:2(f:3(f,g))").Thread("g:7,f", 1).Build();
  const TraceProfile made = ProfileOfTrace(trace);
  CHECK(Describe(made) == "f 7 2+2\ng 8 2+0\nf>f 2\nf>g 1\n");
  CHECK(made.profile.total_ticks == 15);
  CHECK(made.profile.Seconds(15) == 15e-9);
}

TEST_CASE("a trace without calls is a profile without functions", "[trace_profile]") {
  const TraceProfile made = ProfileOfTrace(Trace());
  CHECK(made.functions.size() == 0);
  CHECK(made.profile.total_ticks == 0);
}

TEST_CASE("self times of random traces sum to their total, calls and arcs are those of the tree", "[trace_profile]") {
  RandomTraces random(7);
  for (int round = 0; round < 100; ++round) {
    const Trace trace = random.Make(200).a;
    const TraceProfile made = ProfileOfTrace(trace);
    const CallTree& tree = trace.threads[0].calls;
    double total = 0;
    std::map<std::string, std::int64_t> self;
    std::map<std::pair<std::string, std::string>, std::uint64_t> arcs;
    for (std::uint32_t row = 0; row < tree.size(); ++row) {
      const CallId call(std::size_t{row});
      const std::vector<CallId> path = CallPath(tree, call);
      auto name = [&](CallId c) { return trace.names[tree.function[c.value].value]; };
      self[name(call)] += SelfTime(tree, call);
      if (path.size() == 1) {
        total += static_cast<double>(tree.duration[row]);
      } else {
        ++arcs[{name(path[path.size() - 2]), name(call)}];
      }
    }
    CHECK(made.profile.total_ticks == total);
    CHECK(std::accumulate(made.profile.self_ticks.begin(), made.profile.self_ticks.end(), 0.0) == total);
    std::uint64_t calls = 0;
    for (std::size_t f = 0; f < made.functions.size(); ++f) {
      CHECK(made.profile.self_ticks[f] == static_cast<double>(self[std::string(made.functions.functions[f].name)]));
      calls += made.profile.calls[f] + made.profile.self_calls[f];
    }
    CHECK(calls == tree.size());
    REQUIRE(made.profile.arcs.size() == arcs.size());
    for (const Arc& arc : made.profile.arcs) {
      const std::pair<std::string, std::string> ends{made.functions[arc.caller].name, made.functions[arc.callee].name};
      CHECK(arc.count == arcs[ends]);
    }
  }
}

TEST_CASE("profiles of traces are matched, subtracted and listed", "[trace_profile]") {
  const TraceProfile a = ProfileOfTrace(TraceBuilder().Thread("m:1000000(c:30000000(a:20000000),a)").Build());
  const TraceProfile b = ProfileOfTrace(TraceBuilder().Thread("m:1000000(c:10000000(a:20000000,b:5000000))").Build());
  const Difference difference = SubtractProfiles(a, b);
  REQUIRE(difference.functions.size() == 4);
  const Difference::Row& of_c = difference.functions[2];
  CHECK(difference.match.functions.functions[2].name == "c");
  CHECK(of_c.base.self == 0.03);
  CHECK(of_c.other.self == 0.01);
  CHECK(of_c.base.total == Approx(0.0400000005));  // one of the two calls of a is made by c
  CHECK_FALSE(difference.functions[1].base.present);

  std::string text;
  WriteFlatSideBySide(text, difference, {"A", "B"}, {});
  CHECK(text.find("c") != std::string::npos);
  text.clear();
  WriteFlatDifference(text, difference, {});
  CHECK(text.find("c\n") != std::string::npos);
  text.clear();
  WriteGraphDifference(text, difference, {});
  CHECK(text.find("c [") != std::string::npos);
  text.clear();
  WriteGml(text, difference, {});
  CHECK(text.find("label \"c") != std::string::npos);
}

TEST_CASE("a profile minus itself is zero everywhere", "[trace_profile]") {
  const TraceProfile a = ProfileOfTrace(TraceBuilder().Thread("m:10(c:5(a:3,a:4),a)").Build());
  const Difference difference = SubtractProfiles(a, a);
  for (const Difference::Row& row : difference.functions) {
    CHECK(row.base.self == row.other.self);
    CHECK(row.base.total == row.other.total);
    CHECK(row.base.calls == row.other.calls);
  }
}

}  // namespace profdiff::profile_test
