// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the properties of two runs, base minus other.
#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <string>

#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "read/property/asl.h"
#include "support/properties.h"

namespace profdiff::difference_test {

using tests::Measure;
using tests::WithCondition;

namespace {

std::string Subtract(const Measurements& base, const Measurements& other, const std::string& asl) {
  const PropertyDifference difference = SubtractProperties(base, other, ParseProperties(asl, "test.asl"));
  std::ostringstream out;
  for (const PropertyChange& change : difference.changes) {
    const Measurements& side = change.base_region.valid() ? base : other;
    const RegionId region = change.base_region.valid() ? change.base_region : change.other_region;
    const char* const status[] = {"both", "onlyBase", "onlyOther", "notApplicable"};
    out << change.name << " " << side.regions[region.value].name << " ";
    change.base ? out << *change.base : out << "-";
    out << " ";
    change.other ? out << *change.other : out << "-";
    out << " " << status[static_cast<std::size_t>(change.status)];
    out << (change.reason.empty() ? "" : ": ") << change.reason << "\n";
  }
  return out.str();
}

const std::string kTable = "region,file,line,metric,value\n";

}  // namespace

TEST_CASE("Findings that vanished, appeared or grew have the severity of both sides", "[properties]") {
  const Measurements a = Measure(kTable + "f,,,a,30\ng,,,a,12\nh,,,a,5\nx,,,a,20\n,,,a,0\n");
  const Measurements b = Measure(kTable + "f,,,a,31\ng,,,a,2\nh,,,a,15\ny,,,a,40\n,,,a,0\n");
  const std::string asl = WithCondition("m.a > 10", "m.a");
  CHECK(Subtract(a, b, asl) ==
        "P g 12 2 onlyBase\nP h 5 15 onlyOther\nP f 30 31 both\nP x 20 - onlyBase\nP y - 40 onlyOther\n");
  CHECK(Subtract(b, a, asl) ==
        "P g 2 12 onlyOther\nP h 15 5 onlyBase\nP f 31 30 both\nP x - 20 onlyOther\nP y 40 - onlyBase\n");
  CHECK(Subtract(a, a, asl) == "P f 30 30 both\nP g 12 12 both\nP x 20 20 both\n");
}

TEST_CASE("Lines match by function, file and line, regardless of directories", "[properties]") {
  const Measurements a = Measure(kTable + "f,/v1/x.c,7,a,30\nf,/v1/x.c,8,a,12\n,,,a,0\n");
  const Measurements b = Measure(kTable + "f,/v2/x.c,7,a,20\n,,,a,0\n");
  CHECK(Subtract(a, b, WithCondition("m.a > 10", "m.a")) == "P f 30 20 both\nP f 12 - onlyBase\n");
}

TEST_CASE("A property that cannot be judged on one side has neither vanished nor appeared", "[properties]") {
  const std::string asl = WithCondition("m.a / m.b > 10", "m.a / m.b");
  const Measurements a = Measure(kTable + "f,,,a,30\nf,,,b,1\ng,,,a,24\ng,,,b,2\n,,,a,0\n,,,b,1\n");
  const Measurements divided = Measure(kTable + "f,,,a,30\nf,,,b,0\ng,,,a,1\ng,,,b,1\n,,,a,0\n,,,b,1\n");
  CHECK(Subtract(a, divided, asl) == "P g 12 1 onlyBase\nP f 30 - notApplicable: division by 0: m.b\n");
  CHECK(Subtract(divided, a, asl) == "P g 1 12 onlyOther\nP f - 30 notApplicable: division by 0: m.b\n");
  // Without metric 'b', the property cannot be applied on the other side. It is therefore not judged for g either,
  // although only the base has this region.
  const Measurements counted = Measure(kTable + "f,,,a,30\n,,,a,0\n");
  const std::string reason = " notApplicable: no input has the metric 'b'\n";
  CHECK(Subtract(a, counted, asl) == "P f 30 -" + reason + "P g 12 -" + reason);
  const PropertyDifference difference = SubtractProperties(a, counted, ParseProperties(asl, "test.asl"));
  CHECK(difference.base.unjudged.empty());
  CHECK(difference.other.unjudged == std::map<std::string, std::string>{{"P", "no input has the metric 'b'"}});
}

TEST_CASE("Runs without a kind of metric in common are not subtracted", "[properties]") {
  const std::string asl = "CONTEXT N { x; y; }\n" + WithCondition("m.a > 10", "m.a");
  Measurements a = Measure(kTable + "f,,,a,30\n"), b = Measure(kTable + "f,,,x,30\n");
  a.inputs = {"A"};
  b.inputs = {"B"};
  CHECK_THROWS_WITH(Subtract(a, b, asl), "has metrics of N, but A of M: record both sides with the same events");
  b = Measure(kTable + "f,,,x,30\nf,,,b,3\n");
  CHECK(Subtract(a, b, asl).ends_with(" - notApplicable: no input has the metric 'a'\n"));
  a = b = Measure(kTable + "f,,,unknown,30\n");
  CHECK(Subtract(a, b, asl) == "");
  CHECK_THROWS_WITH(Subtract(a, Measure(kTable + "f,,,a,30\n"), asl), Catch::Contains(" of no CONTEXT"));
}

TEST_CASE("Runs on different machines are not subtracted", "[properties]") {
  Measurements a = Measure(kTable + "f,,,a,30\n"), b = a;
  a.machine = "D1 cache: 32768 B";
  b.machine = "D1 cache: 16384 B";
  try {
    Subtract(a, b, WithCondition("1"));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kIncompatible);
    CHECK(TextOf(error.message()).find("recorded with different caches: D1 cache: 32768 B and D1 cache: 16384 B") !=
          std::string::npos);
  }
}

}  // namespace profdiff::difference_test
