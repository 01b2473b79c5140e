// SPDX-License-Identifier: GPL-3.0-or-later
// Properties and a recording, with a zero between them. What is read is written and read again; properties are
// evaluated, and subtracted from themselves. The first byte: 1 salvage, 2 a phase.
#include <string>
#include <vector>

#include "fuzz/input.h"
#include "profdiff/properties.h"

namespace {

using namespace profdiff;

const char* const kModel =
    "CONTEXT M { Ir; Dr; D1mr; selfIr; } PROPERTY P(M m) { LET lost = m.D1mr; CONDITION: share > 0; "
    "CONFIDENCE: 1; SEVERITY: ABS(m.Ir) / ABS(m.Dr); }";

PropertySet ReadAgain(const std::string& text) {
  PropertySet set = ParseProperties(text, "input");
  std::string printed;
  WriteProperties(printed, set);
  fuzz::Require(ParseProperties(printed, "printed") == set);
  return set;
}

void RequireSound(const Measurements& measurements) {
  const std::size_t regions = measurements.regions.size();
  fuzz::Require(measurements.phase.value < regions && measurements.units.size() == measurements.metrics.size());
  for (const auto& [outer, inner] : measurements.nested) fuzz::Require(outer.value < regions && inner.value < regions);
  for (const Context& context : measurements.contexts) {
    fuzz::Require(context.region.value < regions && context.values.size() == measurements.metrics.size());
  }
}

void Use(const Measurements& measurements, const PropertySet& set) {
  const Findings findings = FindProperties(measurements, set);
  for (const Finding& finding : findings.properties) fuzz::Require(finding.region.value < measurements.regions.size());
  std::string text;
  WriteFindings(text, PropertyView{measurements, findings});
  const PropertyDifference difference = SubtractProperties(measurements, measurements, set);
  for (const PropertyChange& change : difference.changes) fuzz::Require(change.difference.value_or(0) == 0);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  fuzz::Input input(data, size);
  const std::uint8_t choices = input.Byte();
  const std::string asl = input.Until('\0');
  PropertySet set = ParseProperties(kModel, "model");
  const bool is_good = fuzz::Accepts([&] {
    PropertySet all = set;
    AddProperties(all, ReadAgain(asl));
    CheckProperties(all);
    if (all.properties.size() < 20) set = std::move(all);
  });
  fuzz::Accepts([&] {
    MeasureOptions options;
    options.phase = (choices & 2) != 0 ? "f" : "";
    options.salvage = (choices & 1) != 0;
    const Measurements measurements = ReadMeasurements(file.Fill(input.Rest()), options);
    RequireSound(measurements);
    if (is_good && CanEvaluate()) Use(measurements, set);
    RequireSound(JoinMeasurements({measurements, measurements}));
  });
  return 0;
}
