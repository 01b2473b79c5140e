// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for pairing the threads of two executions.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/alignment.h"
#include "support/trace_builder.h"

namespace profdiff {
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

}  // namespace
}  // namespace profdiff
