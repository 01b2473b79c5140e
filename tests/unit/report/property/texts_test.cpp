// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for writing findings as text for people, as tables and as documents.
#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "profdiff/formats.h"
#include "profdiff/properties.h"
#include "read/property/asl.h"
#include "support/properties.h"

namespace profdiff::texts_test {

using tests::Measure;

namespace {

const std::string kAsl =
    "CONTEXT M { a; b; c; }\n"
    "PROPERTY P(M m) HINT \"mend it\" { LET lost = m.a; CONDITION: severity > .1; CONFIDENCE: 1; SEVERITY: m.a / 10; "
    "}\n"
    "PROPERTY Q(M m) { CONDITION: m.c > 1; CONFIDENCE: 1; SEVERITY: 1; }\n";

const std::string kTable = "region,file,line,metric,value\n";

std::string TextOf(const Measurements& measurements, const char* format = "text") {
  const Findings findings = FindProperties(measurements, ParseProperties(kAsl, "test.asl"));
  const PropertyView view{measurements, findings};
  std::string text;
  WriteFindings(text, *FindTableFormat(format), view);
  return text;
}

Measurements RunOf(const std::string& rows) {
  Measurements run = Measure(kTable + rows);
  run.inputs = {"run"};
  return run;
}

std::string Text(const std::string& rows) { return TextOf(RunOf(rows)); }
std::string As(const char* format, const std::string& rows) { return TextOf(RunOf(rows), format); }

std::string DifferenceText(const std::string& base, const std::string& other, const char* format = "text") {
  Measurements a = Measure(kTable + base), b = Measure(kTable + other);
  a.inputs = {"A"};
  b.inputs = {"B"};
  const PropertyDifference difference = SubtractProperties(a, b, ParseProperties(kAsl, "test.asl"));
  std::string text;
  const PropertyDifferenceView view{a, b, difference};
  WriteFindings(text, *FindTableFormat(format), view);
  return text;
}

}  // namespace

TEST_CASE("The result comes first, then the table, hints, and properties that are not applicable", "[properties]") {
  CHECK(Text("f,x.c,7,a,3\n,,,a,4\n") ==
        "run: 1 property holds in 2 regions of the whole program. Most specific findings:\n"
        "  0.30000  P, line 7 of x.c (f): 75.0 % of all\n"
        "\n"
        "severity conf.  share         lost unit             property\n"
        "                                                             region\n"
        " 0.40000  1.00 1.0000            4                  P        the whole program\n"
        " 0.30000  1.00 0.7500            3                * P        line 7 of x.c (f)\n"
        "\n* most specific: no refinement holds here, and no inner region has the property\n"
        "\nHints\n  P: mend it\n"
        "\nNot applicable\n  no input has the metric 'c':\n    Q\n");
  CHECK(Text("f,,,a,0\n").starts_with("run: no property holds in the whole program\n"));
}

TEST_CASE("Regions without a file are distinguished by their lines", "[properties]") {
  Measurements run = Measure(kTable + "f,,,a,3\nf,,7,a,3\n");
  Region& function = run.regions[1];
  CHECK(RegionText(run, RegionId(std::size_t{1})) == "function f");
  CHECK(RegionText(run, RegionId(std::size_t{2})) == "line 7 (f)");
  function.kind = RegionKind::kCall;
  CHECK(RegionText(run, RegionId(std::size_t{1})) == "call of f");
  function.line = 12;
  CHECK(RegionText(run, RegionId(std::size_t{1})) == "call of f at line 12");
  function.kind = RegionKind::kLoop;
  CHECK(RegionText(run, RegionId(std::size_t{1})) == "loop f (line 12)");
  function.file = "dir/x.c";
  CHECK(RegionText(run, RegionId(std::size_t{1})) == "loop f (x.c:12)");
}

TEST_CASE("Findings are tables and documents for programs", "[properties]") {
  CHECK(As("csv", "f,x.c,7,a,3\n,,,a,0\n") ==
        "severity,confidence,share,lost,unit,leaf,location,instance,instanceSeverity,callee,"
        "dataStructure,kind,line,file,"
        "property,refines,path,region\r\n"
        "0.3,1,,3,,true,,,,,,line,7,x.c,P,,program;x.c:7,f\r\n"
        "\r\nkind,line,file,property,reason,path,region\r\n,,,Q,no input has the metric 'c',,\r\n");
  const std::string document = As("json", "f,x.c,7,a,3\n,,,a,3\n");
  CHECK(document.find("\"kind\": \"properties\"") != std::string::npos);
  CHECK(document.find(
            "\"region\":{\"kind\":\"line\",\"name\":\"f\",\"file\":\"x.c\",\"line\":7,\"path\":\"program;x.c:7\"}") !=
        std::string::npos);
  CHECK(document.find("{\"name\":\"Q\",\"region\":null,\"reason\":\"no input has the metric 'c'\"}") !=
        std::string::npos);
}

TEST_CASE("Ranks without a recording have no offset", "[properties]") {
  Measurements run = RunOf("f,,,a,0\n");
  const auto text_in = [&](const char* format) { return TextOf(run, format); };
  CHECK(text_in("json").find("\"clock\": {\"corrected\":false,\"offsets\":[],\"halfWidth\":null}") !=
        std::string::npos);
  run.clocks = {{0, std::nullopt, -700}, 70};
  CHECK(text_in("csv").ends_with("\r\n\r\nrank,clockOffset,halfWidth\r\n0,0,70\r\n2,-700,70\r\n"));
  CHECK(text_in("json").find("\"clock\": {\"corrected\":true,\"offsets\":[0,null,-700],\"halfWidth\":70}") !=
        std::string::npos);
}

TEST_CASE("Efficiencies that are unknown have the reason, in every format", "[properties]") {
  Measurements run = RunOf("f,,,a,0\n");
  const auto text_in = [&](const char* format) { return TextOf(run, format); };
  const auto has = [&](const char* format, const char* part) {
    return text_in(format).find(part) != std::string::npos;
  };
  run.absent = {{"serialisation", "a cycle"}, {"b", "other"}, {"transfer", "a cycle"}};
  CHECK_FALSE(has("text", "a cycle"));  // reasons are not printed for a recording without any efficiencies
  CHECK_FALSE(has("csv", "a cycle"));
  CHECK(has("json", "\"efficiencyReasons\": {},"));
  run.efficiencies = {{"loadBalance", 0.5}};
  CHECK(has("text", "  0.50000  loadBalance\n  unknown  serialisation, transfer: a cycle\n\n"));
  CHECK(
      has("csv", ",,,serialisation,a cycle,,\r\n,,,transfer,a cycle,,\r\n\r\nvalue,efficiency\r\n0.5,loadBalance\r\n"));
  CHECK(has("json", "\"efficiencyReasons\": {\"serialisation\":\"a cycle\",\"transfer\":\"a cycle\"},"));
  run.efficiencies.push_back({"transfer", 0.9});  // this efficiency is known from another recording of the run
  CHECK(has("json", "\"efficiencyReasons\": {\"serialisation\":\"a cycle\"},"));
}

TEST_CASE("A difference lists findings that vanished, appeared, grew and shrank", "[properties]") {
  const std::string text = DifferenceText("f,,,a,9\ng,,,a,2\nh,,,a,3\n,,,a,0\n", "f,,,a,1\ng,,,a,6\nk,,,a,4\n,,,a,0\n");
  CHECK(
      text.starts_with("A minus B: 2 vanished, 1 appeared, 1 on both sides. The largest changes of severity:\n"
                       "  vanished 0.90000 -> 0.10000  P, function f\n"
                       "  grew   0.20000 -> 0.60000  P, function g\n"
                       "  vanished 0.30000 -> ?  P, function h: the other side has no such region\n"
                       "  appeared ? -> 0.40000  P, function k: the base has no such region\n"));
  CHECK(DifferenceText("f,,,a,9\n", "f,,,a,9\n").starts_with("A minus B: the same properties, equally severe\n"));
  CHECK(DifferenceText("f,,,a,0\n", "f,,,a,0\n") ==
        "A minus B: no property holds on either side\n"
        "\nNot applicable on either side\n  no input has the metric 'c':\n    Q\n");
}

TEST_CASE("A difference lists what could be judged on one side only", "[properties]") {
  CHECK(DifferenceText("f,,,a,9\nf,,,c,3\n,,,a,0\n,,,c,0\n", "f,,,a,9\n,,,a,0\n") ==
        "A minus B: 0 vanished, 0 appeared, 1 on both sides, 1 not applicable on one side, with no change\n"
        "\n    base    other     diff holds in      property\n"
        "                                                  region\n"
        " 0.90000  0.90000  0.00000 both          P        function f\n"
        " 1.00000                   notApplicable Q        function f\n"
        "\nNot applicable on the other side\n  no input has the metric 'c':\n    Q\n");
  const std::string csv = DifferenceText("f,,,a,9\nf,,,c,3\n,,,a,0\n,,,c,0\n", "f,,,a,9\n,,,a,0\n", "csv");
  CHECK(csv ==
        "base,other,diff,baseLost,otherLost,diffLost,unit,status,callee,dataStructure,kind,line,file,property,reason,"
        "path,region\r\n"
        "0.9,0.9,0,9,9,0,,both,,,function,,,P,,program;f,f\r\n"
        "1,,,,,,,notApplicable,,,function,,,Q,no input has the metric 'c',program;f,f\r\n"
        "\r\nside,kind,line,file,property,reason,path,region\r\nother,,,,Q,no input has the metric 'c',,\r\n");
  const std::string json = DifferenceText("f,,,a,9\nf,,,c,3\n,,,a,0\n,,,c,0\n", "f,,,a,9\n,,,a,0\n", "json");
  CHECK(json.find("\"base\":1.0,\"other\":null,\"diff\":null,\"baseLost\":null,\"otherLost\":null,\"diffLost\":null,"
                  "\"unit\":null,\"status\":\"notApplicable\","
                  "\"reason\":\"no input has the metric 'c'\"}") != std::string::npos);
  CHECK(json.find("{\"side\":\"other\",\"name\":\"Q\",\"region\":null,") != std::string::npos);
}

TEST_CASE("Parts of a region in a difference have the routine or the array", "[properties]") {
  Measurements run = Measure(kTable + "f,,,a,9\ng,,,a,8\n,,,a,0\n");
  run.regions[1].callee = "MPI_Barrier";
  run.regions[2].name = "f";
  run.regions[2].data_structure = "un";
  run.regions[2].parent = RegionId(std::size_t{1});
  const PropertyDifference difference = SubtractProperties(run, run, ParseProperties(kAsl, "test.asl"));
  std::string text;
  WriteFindings(text, *FindTableFormat("csv"), PropertyDifferenceView{run, run, difference});
  CHECK(text.find("\r\n0.9,0.9,0,9,9,0,,both,MPI_Barrier,,function,") != std::string::npos);
  CHECK(text.find("\r\n0.8,0.8,0,8,8,0,,both,,un,function,") != std::string::npos);
}

TEST_CASE("Lost times and rates have tables of their own", "[properties]") {
  Measurements run = Measure(kTable + "f,,,a,5\ng,,,b,4\n,,,a,0\n");
  run.units = {"misses", "s"};
  const std::string body = " CONDITION: severity > 0; CONFIDENCE: 1; SEVERITY: lost / 10; }\n";
  const Findings findings =
      FindProperties(run, ParseProperties("CONTEXT M { a; b; }\nPROPERTY P(M m) { LET lost = m.a;" + body +
                                              "PROPERTY T(M m) { LET lost = m.b;" + body,
                                          "test.asl"));
  std::string text;
  WriteFindings(text, *FindTableFormat("text"), PropertyView{run, findings});
  const auto at = [&](const char* words) { return text.find(words); };
  CHECK((at("\nTime\nseverity") < at("* T") && at("* T") < at("\nRates\nseverity") && at("\nRates\n") < at("* P") &&
         at("* P") != std::string::npos));
  text.clear();
  WriteFindings(text, *FindTableFormat("text"), PropertyView{run, findings}, 1);
  CHECK((at("\nRates\n") == std::string::npos && at("* P") != std::string::npos && at("* T") == std::string::npos));
}

TEST_CASE("A limit applies to rows, in every format", "[properties]") {
  const Measurements run = Measure(kTable + "f,,,a,9\ng,,,a,8\nh,,,a,7\n,,,a,0\n");
  const PropertySet set = ParseProperties(kAsl, "test.asl");
  const Findings findings = FindProperties(run, set);
  const PropertyDifference difference = SubtractProperties(run, run, set);
  std::string csv, json, difference_json;
  WriteFindings(csv, *FindTableFormat("csv"), PropertyView{run, findings}, 2);
  WriteFindings(json, *FindTableFormat("json"), PropertyView{run, findings}, 2);
  WriteFindings(difference_json, *FindTableFormat("json"), PropertyDifferenceView{run, run, difference}, 1);
  CHECK((csv.find(",g\r\n") != std::string::npos && csv.find(",h\r\n") == std::string::npos));
  CHECK(json.find("\"leftOut\": 1") != std::string::npos);
  CHECK(json.find("\"name\":\"h\"") == std::string::npos);
  CHECK(difference_json.find("\"leftOut\": 2") != std::string::npos);
}

TEST_CASE("Tables of text are aligned, however long names and locations are", "[properties]") {
  const std::string rows = "region,rank,thread,metric,value\nf,10,11,a,5\nf,3,4,a,4\n,10,11,a,0\n,3,4,a,0\n";
  const std::string asl =
      "CONTEXT M { a; }\nPROPERTY ImbalanceDueToUnevenSectionDistribution(M m) { LET lost = m.a; CONDITION: m.a > 1; "
      "CONFIDENCE: 1; SEVERITY: m.a / 10; }\n"
      "PROPERTY P(M m) { CONDITION: m.a > 1; CONFIDENCE: 1; SEVERITY: m.a / 10; }\n";
  const Measurements run = Measure(rows);
  const PropertySet set = ParseProperties(asl, "test.asl");
  const Findings findings = FindProperties(run, set);
  std::string text;
  WriteFindings(text, *FindTableFormat("text"), PropertyView{run, findings});
  WriteFindings(text, *FindTableFormat("text"), PropertyDifferenceView{run, run, SubtractProperties(run, run, set)});
  // In all rows of a table, the cell of the region begins in the same column as the heading "region".
  std::size_t tables = 0;
  for (std::size_t at = text.find(" region\n"); at != std::string::npos; at = text.find(" region\n", at + 1)) {
    const std::size_t column = at - text.rfind('\n', at);
    std::size_t line = text.find('\n', at + 1) + 1;
    for (; text[line] != '\n' && line < text.size(); line = text.find('\n', line) + 1) {
      CHECK(text.substr(line + column, 10) == "function f");
    }
    ++tables;
  }
  CHECK(tables == 2);
}

TEST_CASE("A table has properties and programs", "[properties]") {
  std::vector<Measurements> runs = {Measure(kTable + "f,,,a,3\ng,,,a,3\n"), Measure(kTable + "f,,,a,0\n")};
  std::vector<Findings> findings;
  std::vector<PropertyView> views;
  for (const Measurements& run : runs) findings.push_back(FindProperties(run, ParseProperties(kAsl, "test.asl")));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].inputs = {"dir/run" + std::to_string(i)};
    views.push_back({runs[i], findings[i]});
  }
  std::string text;
  WritePropertyTable(text, *FindTableFormat("text"), views);
  CHECK(text == " run0 run1\n           property\n    2      P\n");
}

TEST_CASE("A table distinguishes properties that are not applicable from those that were not found", "[properties]") {
  std::vector<Measurements> runs = {Measure(kTable + "f,,,a,3\nf,,,c,3\n"), Measure(kTable + "f,,,a,0\n")};
  std::vector<Findings> findings;
  std::vector<PropertyView> views;
  for (const Measurements& run : runs) findings.push_back(FindProperties(run, ParseProperties(kAsl, "test.asl")));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].inputs = {"dir/run" + std::to_string(i)};
    views.push_back({runs[i], findings[i]});
  }
  std::string text, csv, json;
  WritePropertyTable(text, *FindTableFormat("text"), views);
  CHECK(text ==
        " run0 run1\n           property\n    1      P\n    1    - Q\n"
        "\n- not applicable\n  run1: no input has the metric 'c':\n    Q\n");
  WritePropertyTable(csv, *FindTableFormat("csv"), views);
  CHECK(csv ==
        "dir/run0,dir/run1,property\r\n1,0,P\r\n1,,Q\r\n"
        "\r\ninput,property,reason\r\ndir/run1,Q,no input has the metric 'c'\r\n");
  WritePropertyTable(json, *FindTableFormat("json"), views);
  CHECK(json.find("{\"name\":\"P\",\"found\":[1,0]}") != std::string::npos);
  CHECK(json.find("{\"name\":\"Q\",\"found\":[1,null]}") != std::string::npos);
  CHECK(json.find("{\"input\":\"dir/run1\",\"name\":\"Q\",\"reason\":\"no input has the metric 'c'\"}") !=
        std::string::npos);
}

TEST_CASE("References by address have a table for each structure", "[properties]") {
  Measurements run = Measure(kTable + "f,,,a,1\n");
  std::string text;
  CHECK_THROWS_WITH(WriteHistogram(text, *FindTableFormat("text"), run),
                    "no references by address: they need an address trace of lackey");
  run.inputs = {"trace"};
  AddressBucket first;
  first.data_structure = "un";
  first.address = 0x4000;
  first.end = 64;
  first.reads = 6;
  first.read_misses = 2;
  AddressBucket second = first;
  second.begin = 64;
  second.end = 100;
  second.writes = 4;
  second.write_misses = 2;
  AddressBucket heap = first;
  heap.data_structure = "heap";
  heap.location.rank = 1;
  heap.read_misses = 0;
  run.histogram = {heap, first, second};
  WriteHistogram(text, *FindTableFormat("text"), run);
  CHECK(text ==
        "trace: 22 references and 6 misses of the whole program, by address in 2 data structures:\n"
        "  un at 0x4000: 100.0 % of the misses, 72.7 % of the references\n"
        "  heap at 0x4000, rank 1: 0.0 % of the misses, 27.3 % of the references\n"
        "\nun at 0x4000, 100 bytes: 16 references, 6 misses\n"
        "      begin        end         Dr         Dw       D1mr       D1mw\n"
        "       byte       byte                                              misses\n"
        "          0         64          6          0          2          0  ######\n"
        "         64        100          6          4          2          2  ############\n"
        "\nheap at 0x4000, rank 1, 64 bytes: 6 references, 0 misses\n"
        "      begin        end         Dr         Dw       D1mr       D1mw\n"
        "       byte       byte                                              misses\n"
        "          0         64          6          0          0          0  \n");
  const TableFormat& csv = *FindTableFormat("csv");
  text.clear();
  WriteHistogram(text, csv, run);
  CHECK(
      text.starts_with("begin,end,Dr,Dw,D1mr,D1mw,D1compulsory,D1capacity,D1conflict,address,rank,dataStructure\r\n"
                       "0,64,6,0,0,0,0,0,0,16384,1,heap\r\n"));
}

}  // namespace profdiff::texts_test
