// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for pairing the threads of two executions.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "support/trace_builder.h"

namespace profdiff::pair_threads_test {
namespace {

std::string Pairs(const Trace& a, const Trace& b, PairBy by) {
  std::string text;
  for (const auto& [x, y] : PairThreads(a, b, by)) {
    if (!text.empty()) text += ' ';
    text += (x.valid() ? std::to_string(x.value) : "-") + (y.valid() ? std::to_string(y.value) : "-");
  }
  return text;
}

TEST_CASE("threads are paired by rank, and by their order in each") {
  const Trace a = TraceBuilder().Thread("m", 0).Thread("w", 0).Thread("m", 1).Thread("m", 3).Build();
  const Trace b = TraceBuilder().Thread("m", 0).Thread("m", 1).Thread("w", 1).Thread("m", 2).Thread("m", 3).Build();
  CHECK(Pairs(a, b, PairBy::kRank) == "00 1- 21 34 -2 -3");
  CHECK(Pairs(b, a, PairBy::kRank) == "00 12 2- 3- 43 -1");
  CHECK(Pairs(Trace(), b, PairBy::kRank) == "-0 -1 -2 -3 -4");
}

TEST_CASE("threads are paired by what they called") {
  const Trace a = TraceBuilder().Thread("m(a,a,a)").Thread("w(x,y)").Thread("w(x,x,x)").Build();
  const Trace b = TraceBuilder().Names({"q"}).Thread("w(x,x)").Thread("w(x,y,y)").Thread("m(a,a)").Build();
  CHECK(Pairs(a, b, PairBy::kSimilarity) == "02 11 20");
  CHECK(Pairs(b, a, PairBy::kSimilarity) == "02 11 20");
}

TEST_CASE("who called counts, not only what was called") {
  const Trace a = TraceBuilder().Thread("p(x),q(y)").Build();
  const Trace b = TraceBuilder().Thread("q(x),p(y)").Thread("p(x,x),q(y)").Build();
  CHECK(Pairs(a, b, PairBy::kSimilarity) == "01 -0");
}

TEST_CASE("threads with nothing in common are not paired, equal threads stay in order") {
  CHECK(Pairs(TraceBuilder().Thread("a").Build(), TraceBuilder().Thread("b").Build(), PairBy::kSimilarity) == "0- -0");
  const Trace same = TraceBuilder().Thread("a", 0).Thread("a", 0).Thread("a", 1).Thread("a", 1).Build();
  CHECK(Pairs(same, same, PairBy::kSimilarity) == "00 11 22 33");
}

// Gives the threads of a trace names.
Trace Named(Trace trace, const std::vector<std::string>& names) {
  for (std::size_t t = 0; t < names.size(); ++t) trace.threads[t].name = names[t];
  return trace;
}

TEST_CASE("threads with names are paired by them, whatever their order") {
  const Trace three = TraceBuilder().Thread("m").Thread("m").Thread("w").Build();
  const Trace a = Named(three, {"Browser/main", "Renderer/main", "Renderer/io"});
  CHECK(Pairs(a, Named(three, {"Renderer/io", "Gpu/main", "Browser/main"}), PairBy::kRank) == "02 11 20");
  CHECK(Pairs(a,
              Named(TraceBuilder().Thread("m").Thread("m").Thread("x").Thread("y").Build(),
                    {"Gpu/main", "Gpu/io", "Browser/main", "Renderer/main"}),
              PairBy::kRank) == "02 13 2- -0 -1");
  CHECK(Pairs(a, Named(three, {"", "Renderer/main", "Browser/main"}), PairBy::kRank) == "02 11 20");
}

TEST_CASE("numbers in names do not count, and equal names pair in order of the first call") {
  const Trace two = TraceBuilder().Thread("m").Thread("w").Build();
  CHECK(Pairs(Named(two, {"/pool 71", "/main 70"}), Named(two, {"/main 700", "/pool 701"}), PairBy::kRank) == "01 10");
  Trace a = Named(two, {"/pool", "/pool"}), b = a;
  a.threads[0].calls.start[0] += 100;
  CHECK(Pairs(a, b, PairBy::kRank) == "01 10");
}

TEST_CASE("numbers in the names of threads count before those of processes") {
  const Trace a = Named(TraceBuilder().Thread("x").Thread("y").Build(), {"trainer:0/stream 7", "trainer:0/stream 25"});
  const Trace b = Named(TraceBuilder().Thread("y").Thread("x").Build(), {"trainer:1/stream 25", "trainer:1/stream 7"});
  CHECK(Pairs(a, b, PairBy::kRank) == "01 10");
}

TEST_CASE("thousands of threads are paired by what they called") {
  constexpr std::size_t kThreads = 2000;
  TraceBuilder a_builder, b_builder;
  for (std::size_t t = 0; t < kThreads; ++t) {
    std::string calls = "m(a";
    for (std::size_t i = 0; i < t; i += 50) calls += ",a";
    a_builder.Thread(calls + ",f" + std::to_string(t) + ")");
    b_builder.Thread(calls + ",f" + std::to_string(t) + (t % 100 == 0 ? ",b)" : ")"));
  }
  const Trace a = a_builder.Build(), b = b_builder.Build();
  const auto pairs = PairThreads(a, b, PairBy::kSimilarity);
  REQUIRE(pairs.size() == kThreads);
  for (const auto& [x, y] : pairs) CHECK(x == y);
}

}  // namespace
}  // namespace profdiff::pair_threads_test
