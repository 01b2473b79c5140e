// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the difference in time between two aligned executions.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "support/trace_builder.h"
#include "values/trace_changes.h"

namespace profdiff::difference_test {
namespace {

Trace OneThread(const std::string& calls) { return TraceBuilder().Thread(calls).Build(); }

TraceDifference Subtract(const Trace& a, const Trace& b, const AlignOptions& align = {},
                         const TraceDifferenceOptions& options = {}) {
  return SubtractTraces(a, b, Align(a, b, align), options);
}

// Describes the paths of the first pair of threads in order: mark, path, calls in A and B, part in A and in B, and the
// row of the call that differs most, for example "= m.c.a 1 1 3 1 2".
std::vector<std::string> Paths(const Trace& a, const Trace& b, const TraceDifference& difference) {
  std::vector<std::string> lines, open;
  for (const PathDifference& path : difference.paths) {
    const bool is_a = path.a.valid();
    const Trace& trace = is_a ? a : b;
    const CallId call = is_a ? path.a : path.b;
    open.resize(path.depth);
    open.push_back(trace.names[trace.threads[0].calls.function[call.value].value]);
    std::string line = std::string(1, "=!-+"[static_cast<std::size_t>(path.mark)]) + " ";
    for (std::size_t i = 0; i < open.size(); ++i) line += (i == 0 ? "" : ".") + open[i];
    line += " " + std::to_string(path.calls_a) + " " + std::to_string(path.calls_b);
    line += " " + std::to_string(path.part_a) + " " + std::to_string(path.part_b) + " " + std::to_string(call.value);
    lines.push_back(line);
  }
  return lines;
}

std::string Describe(const Trace& a, const Trace& b, const FunctionDifference& f) {
  std::string line = f.a.valid() ? a.names[f.a.value] : b.names[f.b.value];
  for (std::int64_t number : {f.self_a, f.self_b, f.inclusive_a, f.inclusive_b}) line += " " + std::to_string(number);
  line += " |";
  for (std::uint64_t number : {f.calls_a, f.calls_b, f.matched, f.different_a, f.different_b, f.only_a, f.only_b}) {
    line += " " + std::to_string(number);
  }
  return line;
}

TEST_CASE("the paper's example: calls that are equal, different, or only in B") {
  const Trace a = OneThread("m:10(c:5(a:3),a:4)"), b = OneThread("m:11(c:5(a:1,b:2),b:7)");
  const TraceDifference difference = Subtract(a, b);
  const TraceTotals& all = difference.all;
  CHECK((all.equal_a == MarkedCalls{3, 18} && all.equal_b == MarkedCalls{3, 17}));
  CHECK((all.different_a == MarkedCalls{1, 4} && all.different_b == MarkedCalls{1, 7}));
  CHECK((all.only_a == MarkedCalls{} && all.only_b == MarkedCalls{1, 2}));
  CHECK((all.total_a == 22 && all.total_b == 26));
  CHECK(all.Residual() == 0);
  REQUIRE(difference.threads.size() == 1);
  CHECK(difference.threads[0] == all);
  std::vector<std::string> lines;
  for (const FunctionDifference& f : difference.functions) lines.push_back(Describe(a, b, f));
  CHECK(lines == std::vector<std::string>{"a 7 1 7 1 | 2 1 1 1 0 0 0", "b 0 9 0 9 | 0 2 0 0 1 0 1",
                                          "c 5 5 8 8 | 1 1 1 0 0 0 0", "m 10 11 22 26 | 1 1 1 0 0 0 0"});
  CHECK(Paths(a, b, difference) == std::vector<std::string>{"= m 1 1 10 11 0", "= m.c 1 1 5 5 1", "= m.c.a 1 1 3 1 2",
                                                            "+ m.c.b 0 1 0 2 3", "! m.a 1 1 4 7 3"});
  CHECK(SumOfChanges(difference) == 8);
}

TEST_CASE("the paper's example as sequences: activations have their own times") {
  const Trace a = OneThread("m:10(c:5(a:3),a:4)"), b = OneThread("m:11(c:5(a:1,b:2),b:7)");
  AlignOptions flat;
  flat.flat = true;
  const TraceDifference difference = Subtract(a, b, flat);
  CHECK((difference.all.equal_a == MarkedCalls{6, 18} && difference.all.equal_b == MarkedCalls{6, 17}));
  CHECK((difference.all.different_a == MarkedCalls{1, 4} && difference.all.different_b == MarkedCalls{1, 7}));
  CHECK((difference.all.only_b == MarkedCalls{2, 2} && difference.all.Residual() == 0));
  REQUIRE(difference.largest.size() == 2);
  CHECK((difference.largest[0].position_a == 2 && difference.largest[0].difference == 2));
}

TEST_CASE("one call that is delayed is the largest of its path") {
  const Trace a = OneThread("m:9(f:5(g:5),f:5(g:1000005),f:5(g:5),h:3)"),
              b = OneThread("m:5(f:5(g:5),f:5(g:5),f:4(g:5),h:3)");
  const TraceDifference there = Subtract(a, b), back = Subtract(b, a);
  CHECK(Paths(a, b, there) ==
        std::vector<std::string>{"= m 1 1 9 5 0", "= m.f 3 3 15 14 5", "= m.f.g 3 3 1000015 15 4", "= m.h 1 1 3 3 7"});
  CHECK((there.paths[2].largest == 1000000 && there.paths[2].place_a == 2 && back.paths[2].largest == -1000000));
}

TEST_CASE("the call of a path that differs most by inclusive time") {
  const Trace a = OneThread("m:1(f:2(g:9),f:1(g:1))"), b = OneThread("m:1(f:2(g:4),f:7(g:1))");
  TraceDifferenceOptions options;
  CHECK(Subtract(a, b, {}, options).paths[1].largest == -6);
  options.top_by = CallTime::kInclusive;
  const TraceDifference difference = Subtract(a, b, {}, options);
  CHECK((difference.paths[1].largest == -6 && difference.paths[1].inclusive_a == 13));
  CHECK(difference.paths[2].largest == 5);
}

TEST_CASE("the parts of paths add up to the totals") {
  RandomTraces random(11);
  for (int round = 0; round < 100; ++round) {
    const RandomTraces::Pair pair = random.Make(200);
    const TraceDifference difference = Subtract(pair.a, pair.b);
    std::int64_t a = 0, b = 0;
    std::uint64_t calls_a = 0, calls_b = 0;
    for (const PathDifference& path : difference.paths) {
      a += path.part_a, b += path.part_b;
      calls_a += path.calls_a + path.below_a, calls_b += path.calls_b + path.below_b;
    }
    CHECK((a == difference.all.total_a && b == difference.all.total_b));
    CHECK((calls_a == pair.a.threads[0].calls.size() && calls_b == pair.b.threads[0].calls.size()));
  }
}

TEST_CASE("inclusive time counts nested calls of one function once") {
  const Trace trace = OneThread("f:1(g:2(f:4)),f:8");
  const TraceDifference difference = Subtract(trace, trace);
  CHECK(Describe(trace, trace, difference.functions[0]) == "f 13 13 15 15 | 3 3 3 0 0 0 0");
  CHECK(Describe(trace, trace, difference.functions[1]) == "g 2 2 6 6 | 1 1 1 0 0 0 0");
}

TEST_CASE("self time and call path") {
  const Trace trace = OneThread("m:7(c:5(a:3),a:4),n:2(x)");
  const CallTree& calls = trace.threads[0].calls;
  CHECK(SelfTime(calls, CallId(std::size_t{0})) == 7);
  CHECK(SelfTime(calls, CallId(std::size_t{1})) == 5);
  CHECK(SelfTime(calls, CallId(std::size_t{3})) == 4);
  CHECK(CallPath(calls, CallId(std::size_t{3})) == std::vector<CallId>{CallId(std::size_t{0}), CallId(std::size_t{3})});
  CHECK(CallPath(calls, CallId(std::size_t{5})) == std::vector<CallId>{CallId(std::size_t{4}), CallId(std::size_t{5})});
}

// Returns the self time of each function of a trace, added up call by call.
std::map<std::string, std::int64_t> SelfTimes(const Trace& trace) {
  std::map<std::string, std::int64_t> times;
  const CallTree& calls = trace.threads[0].calls;
  for (std::size_t row = 0; row < calls.size(); ++row) {
    times[trace.names[calls.function[row].value]] += SelfTime(calls, CallId(row));
  }
  return times;
}

// Checks that the differences account for all time, by function and in total, and that exchanging the traces exchanges
// the numbers.
void CheckConserved(const Trace& a, const Trace& b, const AlignOptions& align) {
  const TraceDifference difference = Subtract(a, b, align), mirrored = Subtract(b, a, align);
  REQUIRE(difference.all.Residual() == 0);
  REQUIRE(mirrored.all.only_a == difference.all.only_b);
  REQUIRE(mirrored.all.equal_a == difference.all.equal_b);
  REQUIRE(mirrored.all.different_b == difference.all.different_a);
  std::map<std::string, std::int64_t> a_times = SelfTimes(a), b_times = SelfTimes(b);
  for (const FunctionDifference& f : difference.functions) {
    const std::string name = f.a.valid() ? a.names[f.a.value] : b.names[f.b.value];
    REQUIRE((f.self_a == a_times[name] && f.self_b == b_times[name]));
    if (align.flat) continue;
    REQUIRE(f.calls_a == f.matched + f.different_a + f.only_a);
    REQUIRE(f.calls_b == f.matched + f.different_b + f.only_b);
  }
}

TEST_CASE("random trees: nothing is lost, as trees and as sequences") {
  RandomTraces random(7);
  for (int round = 0; round < 1000; ++round) {
    const RandomTraces::Pair pair = random.Make(200);
    for (bool flat : {false, true}) {
      AlignOptions align;
      align.flat = flat;
      CheckConserved(pair.a, pair.b, align);
      const TraceDifference same = Subtract(pair.a, pair.a, align);
      REQUIRE((same.all.equal_a == same.all.equal_b && SumOfChanges(same) == 0));
      REQUIRE((same.all.only_a == MarkedCalls{} && same.all.different_a == MarkedCalls{}));
    }
  }
}

TEST_CASE("times that make no sense are still conserved") {
  RandomTraces random(8);
  for (int round = 0; round < 100; ++round) {
    RandomTraces::Pair pair = random.Make(60);
    CallTree& calls = pair.a.threads[0].calls;
    for (std::size_t row = 0; row < calls.size(); ++row) {
      if (row % 3 == 0) calls.duration[row] = row * 7919 % 1000;
    }
    AlignOptions align;
    for (bool flat : {false, true}) {
      align.flat = flat;
      REQUIRE(Subtract(pair.a, pair.b, align).all.Residual() == 0);
    }
  }
}

TEST_CASE("several threads, some of them without a match, on any number of threads") {
  const Trace a = TraceBuilder().Thread("m:5(x:3)").Thread("w:4,w:2").Thread("v:9", 1).Build();
  const Trace b = TraceBuilder().Thread("m:4(x:3)").Thread("v:9", 1).Thread("v:1", 1).Build();
  const TraceDifference difference = Subtract(a, b);
  REQUIRE(difference.threads.size() == 4);
  CHECK(difference.threads[1].only_a == MarkedCalls{2, 6});
  CHECK(difference.threads[3].only_b == MarkedCalls{1, 1});
  CHECK((difference.all.total_a == 23 && difference.all.total_b == 17 && difference.all.Residual() == 0));
  TraceDifferenceOptions options;
  options.threads = 3;
  CHECK(Subtract(a, b, {}, options).all == difference.all);
}

TEST_CASE("an alignment of other traces is refused") {
  const Trace a = OneThread("m(x,y)"), b = OneThread("m(x)");
  Alignment alignment = Align(a, b);
  CHECK_THROWS_AS(SubtractTraces(b, a, alignment), Error);
  alignment.threads[0].blocks.pop_back();
  CHECK_THROWS_AS(SubtractTraces(a, b, alignment), Error);
  alignment.threads[0].a = ThreadId(std::size_t{5});
  CHECK_THROWS_AS(SubtractTraces(a, b, alignment), Error);
}

}  // namespace
}  // namespace profdiff::difference_test
