// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for functions that have different names in the two traces.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"
#include "support/trace_builder.h"

namespace profdiff {
namespace {

Trace OneThread(const std::string& calls) { return TraceBuilder().Thread(calls).Build(); }

// Describes the calls of trace A after the rules are applied.
std::string Renamed(const std::string& a_calls, const std::string& b_calls, const std::vector<RenameRule>& rules) {
  Trace a = OneThread(a_calls);
  RenameCalls(a, OneThread(b_calls), Renames(rules));
  return DescribeCalls(a, a.threads[0].calls);
}

TEST_CASE("a function of A has its name in B, and its calls are matched", "[trace_rename]") {
  Trace a = OneThread("main(index2addr(x),index2addr,y)");
  const Trace b = OneThread("main(index2value(x),index2value,y)");
  CHECK(RenameCalls(a, b, Renames({{"index2addr=index2value", false}})) == 1);
  CHECK(DescribeCalls(a, a.threads[0].calls) == DescribeCalls(b, b.threads[0].calls));
  CHECK(a.threads[0].calls.shape == b.threads[0].calls.shape);
  CHECK(Align(a, b).threads[0].blocks == std::vector<AlignmentBlock>{{Mark::kEqual, 0, 5, 0, 5}});
}

TEST_CASE("rules act one after the other, with groups", "[trace_rename]") {
  CHECK(Renamed("m(old_a,old_b)", "m(a_new,b_new)", {{"^old_(.*)=$1_now", false}, {"now$=new", false}}) ==
        "m(a_new,b_new)");
}

TEST_CASE("a function that B has keeps its name", "[trace_rename]") {
  CHECK(Renamed("m(f,g)", "m(f,h)", {{"^f$=h", false}}) == "m(f,g)");
  CHECK(Renamed("m(f,g)", "m(g)", {{"^f$=g", false}}) == "m(f,g)");
}

TEST_CASE("a name that B does not have is not used, and no name is used for two functions", "[trace_rename]") {
  CHECK(Renamed("m(f)", "m(g)", {{"^f$=h", false}}) == "m(f)");
  CHECK(Renamed("m(x1,x2)", "m(x)", {{"[0-9]=", false}}) == "m(x1,x2)");
}

TEST_CASE("names may be swapped", "[trace_rename]") {
  CHECK(Renamed("m(a1,b1)", "m(b2,a2)", {{"a1=b2", false}, {"b1=a2", false}}) == "m(b2,a2)");
}

TEST_CASE("demangled names are matched with demangled names", "[trace_rename]") {
  CHECK(Renamed("m(_ZN2v14SortEi,_ZN2v13GetEi)", "m(_ZN2v24SortEi,_ZN2v23GetEi)", {{"v1::=v2::", true}}) ==
        "m(_ZN2v24SortEi,_ZN2v23GetEi)");
  CHECK(Renamed("m(_ZN2v14SortEi)", "m(_ZN2v24SortEi)", {{"v1::=v2::", false}}) == "m(_ZN2v14SortEi)");
}

TEST_CASE("without a matching rule, nothing changes", "[trace_rename]") {
  Trace a = OneThread("m(f(x),g)");
  const std::vector<std::uint64_t> shapes = a.threads[0].calls.shape;
  CHECK(RenameCalls(a, OneThread("m(h)"), Renames()) == 0);
  CHECK(RenameCalls(a, OneThread("m(h)"), Renames({{"nothing=h", false}})) == 0);
  CHECK(a.threads[0].calls.shape == shapes);
}

TEST_CASE("shapes equal those that a reader would have found", "[trace_rename]") {
  RandomTraces random(11);
  for (int round = 0; round < 200; ++round) {
    Trace a = random.Make(100).a;
    for (std::size_t i = 1; i < a.names.size(); ++i) a.names[i] += "_old";
    const Trace b = random.Make(100).b;
    const Renames renames({{"_old$=", false}});
    REQUIRE(RenameCalls(a, b, renames) == 5);
    const Trace again = OneThread(DescribeCalls(a, a.threads[0].calls));
    REQUIRE(again.threads[0].calls.shape == a.threads[0].calls.shape);
  }
}

TEST_CASE("a rule that never ends for a name is refused", "[trace_rename]") {
  Trace a = OneThread(std::string(60, 'a') + "!");
  CHECK_THROWS_AS(RenameCalls(a, OneThread("b"), Renames({{"(a*)*b=c", false}})), Error);
}

}  // namespace
}  // namespace profdiff
