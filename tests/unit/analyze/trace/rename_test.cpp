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

namespace profdiff::rename_test {
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

TEST_CASE("names that differ in generated parts are one name", "[trace_rename]") {
  CHECK(Renamed("m(_ZN3app1f17h0123456789abcdefE)", "m(_ZN3app1f17hfedcba9876543210E)", {}) ==
        "m(_ZN3app1f17hfedcba9876543210E)");
  CHECK(Renamed("m(x.func1,y.func1)", "m(x.func2,y.func1,y.func3)", {}) == "m(x.func2,y.func1)");
  CHECK(Renamed("m(x.func1,x.func2)", "m(x.func3)", {}) == "m(x.func1,x.func2)");
  CHECK(Renamed("m(x.func1,x.func2)", "m(x.func1,x.func3)", {}) == "m(x.func1,x.func2)");
}

TEST_CASE("substitutions make names one in both traces", "[trace_rename]") {
  Trace a = OneThread("m(f_1(x),f_2(x),g)");
  const Trace b = OneThread("m(f(x),f(x),g)");
  CHECK_FALSE(SubstituteNames(a, Substitutions({"s/nothing/x/"})));
  REQUIRE(SubstituteNames(a, Substitutions({"s/_[0-9]//"})));
  CHECK(DescribeCalls(a, a.threads[0].calls) == DescribeCalls(b, b.threads[0].calls));
  CHECK(a.threads[0].calls.shape == b.threads[0].calls.shape);
  CHECK(a.names.size() == b.names.size());
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

TEST_CASE("a rule with nested repetitions ends for each name", "[trace_rename]") {
  Trace a = OneThread(std::string(60, 'a') + "!");
  CHECK(RenameCalls(a, OneThread("b"), Renames({{"(a*)*b=c", false}})) == 0);
}

// Describes the names of trace A after those that differ only in places have their names in B.
std::string RenamedByPlaces(std::vector<std::string> a, std::vector<std::string> b) {
  Trace of_a = TraceBuilder().Names(a).Build();
  RenameByPlaces(of_a, TraceBuilder().Names(b).Build());
  std::string text;
  for (const std::string& name : of_a.names) text += (text.empty() ? "" : " | ") + name;
  return text;
}

TEST_CASE("lines in names do not tell functions apart", "[trace_rename]") {
  CHECK(RenamedByPlaces({"solve (/app.py:12)", "main (/app.py:30)"}, {"main (/app.py:31)", "solve (/app.py:13)"}) ==
        "solve (/app.py:13) | main (/app.py:31)");
  CHECK(RenamedByPlaces({"app.py(12): f"}, {"app.py(7): f"}) == "app.py(7): f");
  CHECK(RenamedByPlaces({"ProfilerStep#12", "ProfilerStep#9"}, {"ProfilerStep#109", "ProfilerStep#108"}) ==
        "ProfilerStep#109 | ProfilerStep#108");
  CHECK(RenamedByPlaces({"<Net at 0x7f0123>"}, {"<Net at 0x7fabcd>"}) == "<Net at 0x7fabcd>");
}

TEST_CASE("functions that only lines tell apart match in order, if none is missing", "[trace_rename]") {
  CHECK(RenamedByPlaces({"<lambda> (a.py:9)", "<lambda> (a.py:3)"}, {"<lambda> (a.py:9)", "<lambda> (a.py:15)"}) ==
        "<lambda> (a.py:15) | <lambda> (a.py:9)");
  CHECK(RenamedByPlaces({"<lambda> (a.py:9)"}, {"<lambda> (a.py:9)", "<lambda> (a.py:15)"}) == "<lambda> (a.py:9)");
  CHECK(RenamedByPlaces({"<Net at 0x7f01>", "<Net at 0x7f02>"}, {"<Net at 0x7f03>", "<Net at 0x7f04>"}) ==
        "<Net at 0x7f01> | <Net at 0x7f02>");
  CHECK(RenamedByPlaces({"f(a.py:1)", "sha1", "g#1x", "(3)"}, {"f(b.py:2)", "sha2", "g#2x", "(4)"}) ==
        "f(a.py:1) | sha1 | g#1x | (3)");
}

TEST_CASE("paths may have slashes or backslashes", "[trace_rename]") {
  CHECK(RenamedByPlaces({"Source: src/a.h", "f/g"}, {"Source: src\\a.h", "h"}) == "Source: src\\a.h | f/g");
  CHECK(RenamedByPlaces({"Source: C:\\a.h", "C:/a.h"}, {"C:\\a.h"}) == "Source: C:\\a.h | C:\\a.h");
  CHECK(RenamedByPlaces({"a/b", "a\\b"}, {"a\\b"}) == "a/b | a\\b");
}

}  // namespace
}  // namespace profdiff::rename_test
