// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what is wrong with a run recorded by Callgrind or a tracer: each property that holds, in its innermost
// regions.
//   find_properties CALLGRIND-FILE|TRACE
#include <profdiff/error.h>
#include <profdiff/input.h>
#include <profdiff/parts.h>
#include <profdiff/properties.h>
#include <profdiff/property_set.h>

#include <iostream>
#include <string>

using namespace profdiff;

// Reads one rank after another.
Measurements MeasureRankByRank(const std::string& path) {
  MeasuredParts parts;
  LoadMeasuredParts({path}, {}, {}, parts);
  return parts.Measure();
}

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  const Measurements measurements =
      Input(argv[1]).kind() == InputKind::kTrace ? MeasureRankByRank(argv[1]) : ReadMeasurements(argv[1]);
  const PropertySet set = BuiltInProperties();
  const Findings findings = FindProperties(measurements, set);
  for (const Finding& finding : findings.properties) {
    if (!finding.leaf) continue;
    const Region& region = measurements.regions[finding.region.value];
    std::cout << finding.name << ' ' << RegionKindName(region.kind) << ' ' << region.name << ' ' << region.file << ':'
              << region.line << ' ' << finding.severity << '\n';
  }
} catch (const Error& error) {
  std::cerr << TextOf(error.message()) << '\n';
  return 1;
}
