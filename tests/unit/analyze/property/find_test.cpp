// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for finding where properties hold, which findings are leaves, and where properties are not applicable.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "read/property/asl.h"
#include "support/properties.h"

namespace profdiff::find_test {

using tests::Describe;
using tests::Measure;
using tests::WithCondition;

namespace {

// The header of a metric table; tests append rows.
const std::string kTable = "region,file,line,rank,thread,metric,value\n";

std::string Find(const Measurements& measurements, const std::string& asl, const PropertyOptions& options = {}) {
  const PropertySet set = ParseProperties(asl, "test.asl");
  return Describe(measurements, FindProperties(measurements, set, options));
}

std::string Find(const std::string& rows, const std::string& asl, const PropertyOptions& options = {}) {
  return Find(Measure(kTable + rows), asl, options);
}

std::string ErrorOf(const std::string& rows, const std::string& asl) {
  try {
    Find(rows, asl);
  } catch (const Error& error) {
    return TextOf(error.message());
  }
  return "";
}

}  // namespace

TEST_CASE("A property holds where its condition is true; findings are in order of severity", "[properties]") {
  const std::string rows = "f,,,,,a,3\nf,,,,,b,10\ng,,,,,a,7\ng,,,,,b,10\n,,,,,a,1\n,,,,,b,100\n";
  CHECK(Find(rows, WithCondition("m.a / m.b > 2 * 10%", "m.a / m.b")) == "P function g 0.7 *\nP function f 0.3 *\n");
  CHECK(Find(rows, WithCondition("m.a > 100")) == "");
}

TEST_CASE("Absent and infinite values are not applicable, with the reason", "[properties]") {
  const std::string rows = "f,,,,,a,3\nf,,,,,b,0\ng,,,,,a,3\n,,,,,a,1\n,,,,,b,2\n";
  CHECK(Find(rows, WithCondition("m.a / m.b > 1")) ==
        "P not in function f: division by 0: m.b\nP not in function g: no value of the metric 'b'\n");
  CHECK(Find(rows, WithCondition("m.c > 1")) == "P not in all: no input has the metric 'c'\n");
  CHECK(Find(rows, WithCondition("SQRT(-m.a) > 1")) == "P not in all: a value that is not finite\n");
  CHECK(Find(rows, WithCondition("IF(m.b > 0, m.a / m.b, 5) > 4 AND m.a == 3")) ==
        "P function f 1 *\nP not in function g: no value of the metric 'b'\n");
  CHECK(Find(rows, WithCondition("m.a == 1 OR 1 / (m.a - m.a) > 0", "m.b")) ==
        "P program program 2 *\nP not in function f: division by 0: m.a - m.a\n"
        "P not in function g: division by 0: m.a - m.a\n");
}

TEST_CASE("Confidence and severity out of range are errors with file and line", "[properties]") {
  CHECK(ErrorOf("f,,,,,a,3\n", WithCondition("1", "-m.a")) ==
        "test.asl:2: the severity of P is -3.000000 in program program: it must be 0 or more");
  CHECK(ErrorOf("f,,,,,a,3\n", "CONTEXT M { a; }\n\nPROPERTY P(M m) { CONDITION: 1; CONFIDENCE: m.a; SEVERITY: 1; }") ==
        "test.asl:3: the confidence of P is 3.000000 in program program: it must be from 0 to 1");
}

TEST_CASE("Lost time is a share of the phase's lost time, and conditions can use options", "[properties]") {
  const std::string rows = "f,,,,,a,30\ng,,,,,a,70\nh,,,,,a,0\n";
  const std::string asl =
      "CONTEXT M { a; }\nPROPERTY P(M m) { LET lost = m.a; CONDITION: share >= min_share AND severity > threshold AND "
      "phase_severity > 40; CONFIDENCE: .6; SEVERITY: lost / 2; }";
  PropertyOptions options;
  CHECK(Find(rows, asl, options) == "P program program 50\nP function g 35 *\nP function f 15 *\n");
  options.min_share = 0.5;
  CHECK(Find(rows, asl, options) == "P program program 50\nP function g 35 *\n");
  options.threshold = 40;
  CHECK(Find(rows, asl, options) == "P program program 50 *\n");
  options.min_confidence = 0.7;
  CHECK(Find(rows, asl, options) == "");
  CHECK(Find("f,,,,,a,0\n", asl) == "");  // no time is lost, so shares of the lost time are undefined
}

TEST_CASE("Findings with a small share of the loss come last, whatever their severity", "[properties]") {
  const std::string rows = "f,,,,,a,2\nf,,,,,b,4\ng,,,,,a,98\ng,,,,,b,980\n";
  const std::string asl =
      "CONTEXT M { a; b; }\nPROPERTY P(M m) { LET lost = m.a; CONDITION: 1; CONFIDENCE: 1; SEVERITY: m.a / m.b; }";
  CHECK(Find(rows, asl).starts_with("P program program"));
  CHECK(Find(rows, asl).ends_with("P function g 0.1 *\nP function f 0.5 *\n"));
}

TEST_CASE("A leaf has no refinement in its region, and no findings within it", "[properties]") {
  const std::string rows = "f,x.c,,,,a,30\nf,x.c,7,,,a,20\nf,x.c,8,,,a,1\ng,,,,,a,70\n";
  const std::string asl =
      "CONTEXT M { a; }\nPROPERTY P(M m) { CONDITION: m.a > 10; CONFIDENCE: 1; SEVERITY: m.a; }\n"
      "PROPERTY Q(M m) REFINES P { CONDITION: m.a == 70; CONFIDENCE: 1; SEVERITY: 1; }\n"
      "PROPERTY R(M m) REFINES Q { CONDITION: m.a == 20; CONFIDENCE: 1; SEVERITY: 2; }\n";
  CHECK(Find(rows, asl) ==
        "P program program 100\nP function g 70\nP function f 30\nP line f:7 20\nR line f:7 2 *\nQ function g 1 *\n");
}

TEST_CASE("Recursion does not make a region a part of itself", "[properties]") {
  Measurements measurements = Measure(kTable + "f,,,,,a,3\ng,,,,,a,3\n,,,,,a,1\n");
  measurements.nested.emplace_back(RegionId(std::size_t{1}), RegionId(std::size_t{2}));
  measurements.nested.emplace_back(RegionId(std::size_t{2}), RegionId(std::size_t{1}));
  CHECK(Find(measurements, WithCondition("m.a > 2")) == "P function f 1 *\nP function g 1 *\n");
}

TEST_CASE("Metaproperties join properties that hold, with the smallest confidence and the largest severity",
          "[properties]") {
  const std::string asl =
      "CONTEXT M { a; b; }\nPROPERTY P(M m) { CONDITION: m.a > 1; CONFIDENCE: .9; SEVERITY: 3; }\n"
      "PROPERTY Q(M m) { CONDITION: m.b > 1; CONFIDENCE: .6; SEVERITY: 5; }\n";
  const auto find = [&](const std::string& meta, const std::string& rows) {
    const Measurements measurements = Measure(kTable + rows);
    const PropertySet set = ParseProperties(asl + "METAPROPERTY A(M m) = " + meta + ";", "test.asl");
    const Findings findings = FindProperties(measurements, set);
    std::string out;
    for (const Finding& finding : findings.properties) {
      if (!finding.is_meta || finding.region.value != 1) continue;
      out += std::to_string(finding.severity).substr(0, 3) + " " + std::to_string(finding.confidence).substr(0, 3);
    }
    for (const NotApplicable& each : findings.not_applicable) {
      if (each.name == "A" && each.region.value == 1) out += each.reason;
    }
    return out;
  };
  CHECK(find("P(m) AND Q(m)", "f,,,,,a,2\nf,,,,,b,2\n,,,,,a,0\n,,,,,b,0\n") == "5.0 0.6");
  CHECK(find("P(m) AND Q(m)", "f,,,,,a,2\nf,,,,,b,0\n,,,,,a,0\n") == "");
  CHECK(find("P(m) OR Q(m)", "f,,,,,a,2\nf,,,,,b,0\n,,,,,a,0\n") == "3.0 0.9");
  CHECK(find("P(m) AND NOT Q(m)", "f,,,,,a,2\nf,,,,,b,0\n,,,,,a,0\n") == "3.0 0.9");
  CHECK(find("P(m) AND Q(m)", "f,,,,,a,2\n,,,,,a,0\n,,,,,b,0\n") == "no value of the metric 'b'");
  CHECK(find("P(m) OR Q(m)", "f,,,,,a,2\n,,,,,a,0\n,,,,,b,0\n") == "3.0 0.9");
  CHECK(find("NOT P(m) AND Q(m)", "f,,,,,a,2\n,,,,,a,0\n,,,,,b,0\n") == "");
}

TEST_CASE("Regions at several locations have sums, and a severity at each", "[properties]") {
  const Measurements measurements = Measure(kTable + "f,,,0,,a,1\nf,,,1,,a,5\nf,,,2,,a,3\n");
  const PropertySet set = ParseProperties(
      WithCondition("m.a == m.a.sum AND m.a.max == 5 AND m.a.min == 1 AND m.a.mean == 3 AND m.a.count == 3", "m.a"),
      "test.asl");
  const Findings findings = FindProperties(measurements, set);
  REQUIRE(findings.properties.size() == 2);
  const Finding& finding = findings.properties[1];
  CHECK(finding.severity == 9);
  REQUIRE(finding.locations.size() == 3);
  CHECK(finding.locations[0].location.rank == 1);
  CHECK(finding.locations[0].severity == 5);
  CHECK(finding.locations[2].severity == 1);
}

TEST_CASE("The worst value of a region is that of each location where the property is evaluated there",
          "[properties]") {
  const Measurements measurements = Measure(kTable + "f,,,0,,a,1\nf,,,1,,a,5\nf,,,2,,a,3\n");
  const PropertySet set = ParseProperties(WithCondition("m.a.worst > 0", "MAX(0, m.a.worst - m.a.mean)"), "test.asl");
  const Findings findings = FindProperties(measurements, set);
  REQUIRE(findings.properties.size() == 2);
  const Finding& finding = findings.properties[1];
  CHECK(finding.severity == 2);
  REQUIRE(finding.locations.size() == 3);
  CHECK(finding.locations[0].location.rank == 1);
  CHECK(finding.locations[0].severity == 2);
  CHECK(finding.locations[1].severity == 0);
  CHECK(finding.locations[2].severity == 0);
}

TEST_CASE("Several recordings are the processes of one run", "[properties]") {
  std::vector<Measurements> parts = {Measure(kTable + "f,,,,,a,1\ng,,,,,a,2\n"),
                                     Measure(kTable + "g,,,,,a,5\nh,,,,,b,7\n")};
  const Measurements joined = JoinMeasurements(std::move(parts));
  CHECK(Describe(joined) ==
        "program program @0 a=3\nprogram program @1 a=5 b=7\nfunction f @0 a=1\nfunction g @0 a=2\nfunction g @1 a=5\n"
        "function h @1 b=7\n");
  CHECK(joined.inputs.size() == 2);
}

}  // namespace profdiff::find_test
