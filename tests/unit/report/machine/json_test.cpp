// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for JSON; short documents are compared byte for byte. tests/properties/machine validates whole documents
// against the schema.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "profdiff/significance.h"
#include "support/example_runs.h"

namespace profdiff::json_test {
namespace {

constexpr MachineListings kAll{true, true, true};

std::string JsonOf(const TestExecution& run, MachineListings listings, const ListingOptions& options = {}) {
  CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WriteListings(out, *FindTableFormat("json"), {run.functions, run.profile, graph, run.selection}, "a.out, gmon.out",
                listings, options);
  return out;
}

std::string JsonOf(const Difference& difference, MachineListings listings, const Significance* significance = nullptr,
                   const ListingOptions& options = {}) {
  std::string out;
  WriteListings(out, *FindTableFormat("json"), difference, {"old, 1", "new, 2"}, significance, listings, options);
  return out;
}

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("one execution as JSON") {
  TestExecution run = ProfileBuilder().Function("main", 0.5).Function("leaf", 1.5).Call("main", "leaf", 3).Build();
  std::string expected = R"({
"schema": "egprof-1",
"version": "1.1",
"kind": "profile",
"profile": {"label":"a.out, gmon.out","unit":"seconds","seconds":2.0,"unattributed":0.0,"samplesPerSecond":100.0,"hasHistogram":true,"hasCallGraph":true},
"listings": {"flat":{"leftOut":0,"functions":[2,1]},"graph":{"leftOut":0,"entries":[{"number":1,"function":1},{"number":2,"function":2}]},"counts":{"leftOut":0,"functions":[2]}},
"functions": [
  {"id":2,"name":"leaf","linkageName":"leaf","file":null,"line":null,"address":"0x1010","cycle":null,"percent":75.0,"graphPercent":75.0,"numbers":{"self":1.5,"total":1.5,"graphSelf":1.5,"graphTotal":1.5,"calls":3,"selfCalls":0}},
  {"id":1,"name":"main","linkageName":"main","file":null,"line":null,"address":"0x1000","cycle":null,"percent":25.0,"graphPercent":100.0,"numbers":{"self":0.5,"total":2.0,"graphSelf":0.5,"graphTotal":2.0,"calls":0,"selfCalls":0}}
],
"cycles": [],
"arcs": [
  {"caller":1,"callee":2,"numbers":{"self":1.5,"total":1.5,"calls":3}}
],
"blocks": []
}
)";
  CHECK(JsonOf(run, kAll) == expected);
}

TEST_CASE("a document of a difference has its conclusion") {
  const Difference difference = SubtractTests(PaperBase(), PaperOther());
  Conclusion conclusion;
  conclusion.kind = ConclusionKind::kNoise;
  conclusion.base = 10;
  conclusion.other = 9;
  conclusion.low = -0.5;
  conclusion.high = 1.5;
  conclusion.why = Message("a reason");
  conclusion.doubts = {{DoubtCode::kNoFunction, Message("a doubt"), false}};
  conclusion.gates.unknown = {"nobody"};
  GateResult& gate = conclusion.gates.gates.emplace_back();
  gate.condition = "self > 5%";
  gate.outcome = GateOutcome::kFailed;
  gate.offenders = {FunctionId(1)};
  std::string out;
  WriteListings(out, *FindTableFormat("json"), difference, {}, nullptr, {.flat = true}, {}, &conclusion);
  const std::string sentence = TextOf(conclusion, difference);
  CHECK(sentence == "other takes 10.0 % less, which noise explains (95 % interval -0.50 to 1.50 s)");
  CHECK(
      Has(out, R"("verdict": {"kind":"noise","text":")" + sentence + R"(","low":-0.5,"high":1.5,"why":"a reason"},)"));
  CHECK(Has(out, R"({"text":"self > 5%","result":"failed","why":"","functions":[2]})"));
  CHECK(Has(out, R"({"text":"nobody","result":"unknown","why":"there is no function of that name","functions":[]})"));
  CHECK(Has(out, R"("doubts": [{"code":"noFunction","text":"a doubt"}])"));
  conclusion.low = conclusion.high = std::nullopt;
  out.clear();
  WriteListings(out, *FindTableFormat("csv"), difference, {}, nullptr, {.flat = true}, {}, &conclusion);
  CHECK(
      out.ends_with("\r\n\r\nrow,result,low,high,functions,text,why\r\n"
                    "verdict,noise,,,,\"other takes 10.0 % less, which noise explains\",a reason\r\n"
                    "condition,failed,,,2,self > 5%,\r\n"
                    "condition,unknown,,,,nobody,there is no function of that name\r\n"
                    "doubt,noFunction,,,,a doubt,\r\n"));
}

TEST_CASE("a difference as JSON") {
  TestExecution base = ProfileBuilder().Function("gone", 0.5).Function("main", 1).Call("main", "gone", 1).Build();
  TestExecution other = ProfileBuilder().Function("main", 0.5).Build();
  std::string json = JsonOf(SubtractTests(base, other), {true, false, false});
  std::string expected = R"({
"schema": "egprof-1",
"version": "1.1",
"kind": "difference",
"base": {"label":"old, 1","unit":"seconds","seconds":1.5,"unattributed":0.0,"samplesPerSecond":100.0,"hasHistogram":true,"hasCallGraph":true},
"other": {"label":"new, 2","unit":"seconds","seconds":0.5,"unattributed":0.0,"samplesPerSecond":100.0,"hasHistogram":true,"hasCallGraph":false},
"difference": {"seconds":1.0,"percent":66.66666666666667,"sumOfChanges":1.0},
"presence": {"functions":{"both":1,"onlyBase":1,"onlyOther":0},"arcs":{"both":0,"onlyBase":1,"onlyOther":0}},
"joinedCycles": [],
"listings": {"flat":{"leftOut":0,"functions":[1,2]}},
"functions": [
  {"id":1,"name":"gone","linkageName":"gone","file":null,"line":null,"cycle":null,"match":null,"status":"onlyBase","impact":50.0,"graphImpact":50.0,"base":{"self":0.5,"total":0.5,"graphSelf":0.5,"graphTotal":0.5,"calls":1,"selfCalls":0},"other":null,"difference":{"self":0.5,"total":0.5,"graphSelf":0.5,"graphTotal":0.5,"calls":1,"selfCalls":0}},
  {"id":2,"name":"main","linkageName":"main","file":null,"line":null,"cycle":null,"match":"name","status":"changed","impact":50.0,"graphImpact":100.0,"base":{"self":1.0,"total":1.5,"graphSelf":1.0,"graphTotal":1.5,"calls":0,"selfCalls":0},"other":{"self":0.5,"total":0.5,"graphSelf":0.5,"graphTotal":0.5,"calls":0,"selfCalls":0},"difference":{"self":0.5,"total":1.0,"graphSelf":0.5,"graphTotal":1.0,"calls":0,"selfCalls":0}}
],
"cycles": []
}
)";
  CHECK(json == expected);
}

TEST_CASE("cycles, and members that no listing contains") {
  ListingOptions options;
  options.limit = 1;
  std::string json = JsonOf(SubtractTests(CycleBase(), CycleOther()), {true, false, false}, nullptr, options);
  CHECK(Has(json, R"("listings": {"flat":{"leftOut":4,"functions":[2]}})"));
  CHECK(Has(json, R"({"id":1,"name":"a",)"));
  CHECK(Has(json, R"({"cycle":1,"members":[)"));
  CHECK(Has(json, R"("calls":2,"selfCalls":4},"other":)"));
  CHECK_FALSE(Has(json, R"("name":"leaf")"));
}

TEST_CASE("values that are not numbers are null, and names are UTF-8") {
  TestExecution run =
      ProfileBuilder().Function("a\xff\"\x01\\").Call("main", "a\xff\"\x01\\", 2).WithoutHistogram().Build();
  std::string json = JsonOf(run, {false, true, false});
  CHECK(Has(json, R"("self":null,"total":null)"));
  CHECK(Has(json, "\"name\":\"a\xc3\xbf\\\"\\u0001\\\\\""));
  CHECK_FALSE(Has(json, "nan"));
}

TEST_CASE("verdicts as JSON") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  Significance significance;
  significance.functions.resize(difference.functions.size());
  significance.functions[0].p = 0.25;
  significance.remarks = {Message("few samples")};
  std::string json = JsonOf(difference, kAll, &significance);
  CHECK(Has(
      json,
      R"("significance": {"evidence":"sampling","baseRuns":1,"otherRuns":1,"runVariation":null,"remarks":["few samples"]})"));
  CHECK(Has(json, R"("significance":{"low":0.0,"high":0.0,"p":0.25,"q":1.0,"significant":false,)"));
  CHECK_FALSE(Has(JsonOf(difference, kAll), "significance"));
  CHECK_FALSE(Has(json, "totalSignificance"));
  significance.totals = significance.functions;
  significance.totals[0].q = 0.75;
  CHECK(Has(JsonOf(difference, kAll, &significance),
            R"("totalSignificance":{"low":0.0,"high":0.0,"p":0.25,"q":0.75,"significant":false,)"));
  for (const auto& [evidence, name] : {std::pair(Evidence::kCounted, "counted"), std::pair(Evidence::kNone, "none")}) {
    significance.evidence = evidence;
    json = JsonOf(difference, kAll, &significance);
    CHECK(Has(json, std::string(R"("evidence":")") + name));
    CHECK(Has(json, R"("totalSignificance":{"low":null,"high":null,"p":null,"q":null,"significant":false,)"));
  }
}

}  // namespace profdiff::json_test
