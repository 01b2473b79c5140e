// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the structures of programs: nesting that is known from one run is added to another run.
#include "read/property/structure.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/properties.h"
#include "read/property/asl.h"
#include "support/properties.h"
#include "support/temporary_folder.h"

namespace profdiff::structure_test {

using tests::Measure;

namespace {

ProgramStructure Structure(const std::vector<std::pair<Region, int>>& regions) {
  ProgramStructure structure;
  for (const auto& [region, outer] : regions) {
    structure.regions.push_back(region);
    if (outer >= 0) structure.regions.back().parent = RegionId(static_cast<std::size_t>(outer));
  }
  return structure;
}

Region Named(RegionKind kind, const std::string& name, const std::string& file = "", std::uint32_t line = 0) {
  Region region{.kind = kind, .name = name};
  region.file = file;
  region.line = line;
  return region;
}

// Describes each region on a line of its own, such as "function f:0 in call:2".
std::string Nesting(const Measurements& measurements) {
  std::string text;
  for (const Region& region : measurements.regions) {
    text += std::string(RegionKindName(region.kind)) + " " + region.name + ":" + std::to_string(region.line);
    if (region.parent.valid()) {
      const Region& outer = measurements.regions[region.parent.value];
      text += " in " + std::string(RegionKindName(outer.kind)) + ":" + std::to_string(outer.line);
    }
    for (const std::string& array : region.arrays) text += " " + array;
    text += "\n";
  }
  return text;
}

const std::string kTable =
    "region,file,line,metric,value\n,,,a,9\nf,/x/a.c,,a,5\nf,/x/a.c,12,a,3\nf,/x/a.c,13,a,2\ng,,,a,4\n";

}  // namespace

TEST_CASE("A structure adds nesting, kinds and arrays to the regions that it names", "[properties]") {
  Measurements measurements = Measure(kTable);
  Region line = Named(RegionKind::kLine, "f", "/y/a.c", 12);
  line.arrays = {"un", "vn"};
  ApplyStructure(Structure({{Named(RegionKind::kFunction, "f", "a.c"), -1},
                            {Named(RegionKind::kLoop, "f", "a.c", 12), 0},
                            {line, 1},
                            {Named(RegionKind::kWorksharing, "f", "a.c", 13), 1},
                            {Named(RegionKind::kLoop, "f", "a.c", 40), 0},
                            {Named(RegionKind::kLine, "f", "other.c", 12), 4}}),
                 measurements);
  CHECK(Nesting(measurements) ==
        "program program:0\nfunction f:0 in program:0\nline f:12 in loop:12 un vn\nworksharing f:13 in loop:12\n"
        "function g:0 in program:0\nloop f:12 in function:0\n");
  CHECK(measurements.contexts.size() == 5);
  const Findings findings = FindProperties(
      measurements,
      ParseProperties("CONTEXT M { a; } PROPERTY P(M m) { CONDITION: m.a > 0; CONFIDENCE: 1; SEVERITY: 1; }", "a"));
  CHECK(findings.properties.size() == 5);
}

TEST_CASE("A structure removes no region from the call below which it was measured", "[properties]") {
  const std::string run =
      "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=1 5\n2 7\ncfn=f\ncalls=1 5\n3 8\nfn=f\n5 15\n";
  const auto given = [&](const std::vector<std::pair<Region, int>>& regions) {
    Measurements measurements = Measure(run);
    ApplyStructure(Structure(regions), measurements);
    const PropertySet set = ParseProperties(
        "CONTEXT M { Ir; } PROPERTY P(M m) { CONDITION: m.Ir > 0; CONFIDENCE: 1; SEVERITY: m.Ir; }", "a");
    std::string leaves;
    for (const Finding& finding : FindProperties(measurements, set).properties) {
      const Region& region = measurements.regions[finding.region.value];
      if (finding.leaf) leaves += std::string(RegionKindName(region.kind)) + " " + region.name + "\n";
    }
    CHECK(leaves == "line f\nline main\n");
    return Nesting(measurements);
  };
  const std::string measured =
      "function main:0\nfunction f:0 in call:2\ncall f:2 in function:0\ncall f:3 in function:0\nline f:5 in "
      "function:0\nline main:1 in function:0\n";
  const Region main = Named(RegionKind::kFunction, "main", "a.c"), f = Named(RegionKind::kFunction, "f", "a.c");
  // In a recording without calls, f is directly in main.
  CHECK(given({{main, -1}, {f, 0}}) == measured);
  // There is a loop around f, but it is unknown whether the calls of f are in the loop.
  CHECK(given({{main, -1}, {Named(RegionKind::kLoop, "main", "a.c", 9), 0}, {f, 1}}) ==
        measured + "loop main:9 in function:0\n");
}

TEST_CASE("No region ends up within itself", "[properties]") {
  Measurements measurements = Measure(kTable);
  const std::string before = Nesting(measurements);
  ApplyStructure(Structure({{Named(RegionKind::kLine, "f", "a.c", 12), -1},
                            {Named(RegionKind::kFunction, "f"), 0},
                            {Named(RegionKind::kProgram, "program"), 1}}),
                 measurements);
  CHECK(Nesting(measurements) == before);
}

// The function g is measured. In the structure, it is nested in 5000 regions without measurements.
TEST_CASE("A deep structure nests all of its regions", "[properties]") {
  constexpr std::size_t kLevels = 5000;
  Measurements measurements = Measure("region,metric,value\n,a,1\ng,a,1\n");
  const std::size_t before = measurements.regions.size();
  ProgramStructure structure;
  for (std::size_t i = 0; i <= kLevels; ++i) {
    const std::string name = i == kLevels ? "g" : "f" + std::to_string(i);
    structure.regions.push_back({.kind = RegionKind::kFunction, .name = name});
    if (i > 0) structure.regions.back().parent = RegionId(i - 1);
  }
  ApplyStructure(structure, measurements);
  CHECK(measurements.regions.size() == before + kLevels);
  const auto g = std::ranges::find(measurements.regions, "g", &Region::name);
  REQUIRE(g != measurements.regions.end());
  std::size_t depth = 0;
  for (RegionId outer = g->parent; outer.valid() && depth <= 2 * kLevels; ++depth) {
    outer = measurements.regions[outer.value].parent;
  }
  CHECK(depth == kLevels + 1);  // the added regions and the phase
}

TEST_CASE("Names with invisible characters and invalid UTF-8 match those in a structure", "[properties]") {
  if (!CanReadStructure()) return;
  const tests::TemporaryFolder folder;
  Measurements measurements = Measure("region,file,line,metric,value\n,,,a,1\nf,x.c,7,a,1\ng,y.c,8,a,1\n");
  for (Region& region : measurements.regions) {
    if (region.kind != RegionKind::kLine) continue;
    region.name += "\n\xff\x7f";
    region.file += "\t";
    region.number = 3;
  }
  std::string text;
  WriteStructure(text, measurements);
  CHECK(text.find("name=\"fU+000A\xc3\xbfU+007F\" file=\"x.cU+0009\"") != std::string::npos);
  Measurements again = measurements;
  for (Region& region : again.regions) region.number = 0;
  const std::size_t regions = again.regions.size();
  ApplyStructure(ReadStructure(folder.Write("s.xml", text)), again);
  CHECK(again.regions.size() == regions);
  for (std::size_t i = 0; i < regions; ++i) CHECK(again.regions[i].number == measurements.regions[i].number);
}

TEST_CASE("A written structure describes the measured regions", "[properties]") {
  Measurements measurements = Measure("region,file,line,metric,value\n\"a<b&\"\"c\"\"\",x.c,7,a,1\n,,,a,1\n");
  measurements.regions[1].arrays = {"u'n"};
  std::string text;
  WriteStructure(text, measurements);
  CHECK(text ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sir>\n  <region kind=\"program\" name=\"program\">\n"
        "    <region kind=\"line\" name=\"a&lt;b&amp;&quot;c&quot;\" file=\"x.c\" line=\"7\">\n"
        "      <array name=\"u&#39;n\"/>\n    </region>\n  </region>\n</sir>\n");
}

}  // namespace profdiff::structure_test
