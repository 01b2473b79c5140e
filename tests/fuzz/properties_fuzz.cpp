// SPDX-License-Identifier: GPL-3.0-or-later
// Reads properties and a recording, separated by a zero byte. Writes everything that was read, and reads it again;
// evaluates the properties, and subtracts the findings from themselves. Bits of the first byte: 1 salvage, 2 a phase,
// 4 a loop as the phase, 8 instances, 16 the structure of a program instead of properties. Address traces belong to a
// small program with the functions main and f.
#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/input.h"
#include "profdiff/formats.h"
#include "profdiff/properties.h"
#include "read/property/asl.h"
#include "read/property/structure.h"
#include "support/elf_bytes.h"
#include "support/write_properties.h"

namespace {

using namespace profdiff;

const char* const kModel =
    "CONTEXT M { Ir; Dr; D1mr; selfIr; } PROPERTY P(M m) { LET lost = m.D1mr; CONDITION: share > 0; "
    "CONFIDENCE: 1; SEVERITY: ABS(m.Ir) / ABS(m.Dr); }";

PropertySet ReadAgain(const std::string& text) {
  PropertySet set = ParseProperties(text, "input");
  std::string printed;
  tests::WriteProperties(printed, set);
  fuzz::Require(ParseProperties(printed, "printed") == set);
  return set;
}

// Returns the path of the small program to which address traces belong.
const std::string& ImagePath() {
  static fuzz::MemoryFile file;
  static const std::string path = file.Fill(tests::ElfBytes()
                                                .Local("main", tests::ElfBytes::kTextBegin)
                                                .Local("f", tests::ElfBytes::kTextBegin + 64)
                                                .bytes());
  return path;
}

// True if XML needs no escapes for the text.
bool IsPlain(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// Checks that a structure is the same after writing and reading it.
void UseStructure(const std::string& text, Measurements& measurements) {
  static fuzz::MemoryFile file;
  fuzz::Accepts([&] { ApplyStructure(ReadStructure(file.Fill(text)), measurements); });
  std::string written;
  WriteStructure(written, measurements);
  if (!CanReadStructure()) return;
  ProgramStructure again;
  if (!fuzz::Accepts([&] { again = ReadStructure(file.Fill(written)); })) return;  // refused if a region has no name
  const std::size_t regions = measurements.regions.size();
  ApplyStructure(again, measurements);
  const bool is_plain = std::all_of(measurements.regions.begin(), measurements.regions.end(),
                                    [](const Region& region) { return IsPlain(region.name) && IsPlain(region.file); });
  fuzz::Require(!is_plain || measurements.regions.size() == regions);
}

void RequireSound(const Measurements& measurements) {
  const std::size_t regions = measurements.regions.size();
  fuzz::Require(measurements.phase.value < regions && measurements.units.size() == measurements.metrics.size());
  for (const auto& [outer, inner] : measurements.nested) fuzz::Require(outer.value < regions && inner.value < regions);
  for (const Context& context : measurements.contexts) {
    fuzz::Require(context.region.value < regions && context.values.size() == measurements.metrics.size());
  }
  for (const InstanceContext& context : measurements.instance_contexts) {
    fuzz::Require(context.region.value < regions && context.values.size() == measurements.metrics.size());
  }
}

// Checks that the buckets of each array are contiguous, and that their misses add up.
void RequireOrder(const std::vector<AddressBucket>& histogram) {
  const AddressBucket* previous = nullptr;
  for (const AddressBucket& bucket : histogram) {
    fuzz::Require(bucket.begin < bucket.end && bucket.misses() <= bucket.references());
    fuzz::Require(bucket.misses() == bucket.compulsory + bucket.capacity + bucket.conflict);
    fuzz::Require(bucket.begin == 0 || (previous != nullptr && previous->end == bucket.begin));
    previous = &bucket;
  }
  if (histogram.empty()) return;
  Measurements shown;
  shown.histogram = histogram;
  shown.phase = RegionId(shown.regions.size());
  shown.regions.emplace_back();
  std::string text;
  WriteHistogram(text, *FindTableFormat("text"), shown);
}

void Use(const Measurements& measurements, const PropertySet& set) {
  const Findings findings = FindProperties(measurements, set);
  for (const Finding& finding : findings.properties) fuzz::Require(finding.region.value < measurements.regions.size());
  std::string text;
  WriteFindings(text, *FindTableFormat("text"), PropertyView{measurements, findings});
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
    options.phase_line = (choices & 4) != 0 ? 7 : 0;
    options.salvage = (choices & 1) != 0;
    options.instances = (choices & 8) != 0;
    options.image = ImagePath();
    options.cache_size = 512;
    options.cache_ways = 2;
    options.buckets = choices % 4;
    Measurements measurements = ReadMeasurements(file.Fill(input.Rest()), options);
    RequireSound(measurements);
    RequireOrder(measurements.histogram);
    if ((choices & 16) != 0) UseStructure(asl, measurements);
    RequireSound(measurements);
    if (is_good) Use(measurements, set);
    RequireSound(JoinMeasurements({measurements, measurements}));
  });
  return 0;
}
