// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for tables and documents of other profilers' measurements. tests/properties/machine validates whole documents.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "support/measured_runs.h"

namespace profdiff::stacks_test {
namespace {

constexpr MachineListings kGraphAlone{false, true, false}, kFlatAlone{true, false, false};

std::string Written(const char* format, const TestExecution& run, MachineListings listings) {
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WriteListings(out, *FindTableFormat(format), {run.functions, run.profile, graph, run.selection}, "a", listings, {});
  return out;
}

std::string Written(const char* format, const Difference& difference, MachineListings listings) {
  std::string out;
  WriteListings(out, *FindTableFormat(format), difference, {"a", "b"}, nullptr, listings, {});
  return out;
}

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("CSV of stacks: empty calls, samples, and images", "[stacks]") {
  CHECK(Written("csv", tests::StacksBase(), kFlatAlone) ==
        "percent,self,total,calls,selfCalls,samples,totalSamples,cycle,id,address,line,file,image,linkageName,name\r\n"
        "69.3069306930693,70,70,,,70,70,,4,,,,,scan,scan\r\n"
        "20.792079207920793,21,51,,,21,51,,3,,,,,parse,parse\r\n"
        "9.900990099009901,10,10,,,10,10,,1,,,,,init,init\r\n"
        "0,0,101,,,0,101,,2,,,,,main,main\r\n");
  CHECK(Has(Written("csv", tests::StacksBase(), kGraphAlone), "arc,,30,30,,,,,,,4,3,,,,parse,scan,parse,scan\r\n"));
}

TEST_CASE("CSV of counted calls: images and integers, and no samples", "[stacks]") {
  const std::string graph = Written("csv", tests::CountedBase(), kGraphAlone);
  CHECK(Has(graph, "arc,,,3500000000,3,,,,2,1,,,/lib/libw.so.1,main,work,main,work\r\n"));
  CHECK_FALSE(Has(graph, "amples"));
}

TEST_CASE("CSV of a difference of stacks", "[stacks]") {
  const std::string flat = Written("csv", SubtractTests(tests::StacksBase(), tests::StacksOther()), kFlatAlone);
  CHECK(Has(flat,
            ",diffSelfCalls,baseSamples,otherSamples,diffSamples,baseTotalSamples,otherTotalSamples,diffTotalSamples,"
            "status,match,cycle,id,line,file,image,linkageName,name\r\n"));
  CHECK(Has(flat, "\r\n40,21,5,16,51,20,31,,,,,,,21,5,16,51,20,31,changed,name,,3,,,,parse,parse\r\n"));
  CHECK(Has(flat, "\r\n25,10,,10,10,,10,,,,,,,10,,10,10,,10,onlyBase,,,1,,,,init,init\r\n"));
}

TEST_CASE("JSON of stacks describes them, with null for uncounted values", "[stacks]") {
  const std::string one = Written("json", tests::StacksBase(), kGraphAlone);
  CHECK(Has(one, R"("samplesPerSecond":null,"hasHistogram":true,"hasCallGraph":true,"format":"folded",)"
                 R"("event":"samples","events":["samples"],"samples":101,"inclusive":"exact","callsKnown":false})"));
  CHECK(Has(one, R"("calls":null,"selfCalls":null,"samples":21,"totalSamples":51})"));
  CHECK(Has(one, R"({"caller":3,"callee":4,"numbers":{"self":30,"total":30,"calls":null}})"));
  const std::string two = Written("json", SubtractTests(tests::StacksBase(), tests::StacksOther()), kGraphAlone);
  CHECK(Has(two, R"("difference":{"self":16,"total":31,"graphSelf":16,"graphTotal":31,"calls":null,"selfCalls":null,)"
                 R"("samples":16,"totalSamples":31})"));
  CHECK(Has(two, R"("other":null,"difference":{"self":10,"total":10,"calls":null}})"));
}

TEST_CASE("JSON of counts has images, and null for the self cost of a call", "[stacks]") {
  const std::string one = Written("json", tests::CountedBase(), kGraphAlone);
  CHECK(Has(one, R"("file":null,"image":"/lib/libw.so.1","line":null)"));
  CHECK(Has(one, R"("numbers":{"self":null,"total":3500000000,"calls":3}})"));
  CHECK(Has(one, R"("samples":null,"inclusive":"exact","callsKnown":true})"));
  const std::string two = Written("json", SubtractTests(tests::CountedBase(), tests::CountedOther()), kGraphAlone);
  CHECK(Has(two, R"("difference":{"self":null,"total":1500000000,"calls":1}})"));
}

TEST_CASE("a side with known calls keeps them, and equal times are unchanged", "[stacks]") {
  const Difference difference = SubtractTests(
      tests::TimedStacksBase(),
      ProfileBuilder(1000).Function("scan", 0.07).Function("main", 0.061).Call("main", "scan", 7).Build());
  const std::string flat = Written("csv", difference, kFlatAlone);
  CHECK(Has(flat, "0,0.07,0.07,0,0.07,0.07,0,,7,,,0,,unchanged,name,,"));
  const std::string document = Written("json", difference, kFlatAlone);
  // The member "origin" is absent for this side, which is a gprof profile.
  CHECK(Has(document, R"("hasCallGraph":true},)"));
  CHECK(Has(document, R"("calls":7,"selfCalls":0},"difference":)"));
}

}  // namespace profdiff::stacks_test
