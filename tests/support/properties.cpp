// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/properties.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "profdiff/error.h"
#include "read/property/asl.h"
#include "support/temporary_file.h"

using namespace profdiff;

namespace tests {
namespace {

std::string Number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string NameOf(const Region& region) {
  std::string text = std::string(RegionKindName(region.kind)) + " " + region.name;
  return region.line == 0 ? text : text + ":" + std::to_string(region.line);
}

// Returns an error's message, with the name of the temporary file replaced by "FILE".
template <class Act>
std::string MessageOf(const std::string& path, const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    std::string message = TextOf(error.message());
    for (std::size_t at = message.find(path); !path.empty() && at != std::string::npos; at = message.find(path)) {
      message.replace(at, path.size(), "FILE");
    }
    return message;
  }
  return "";
}

}  // namespace

Measurements Measure(std::string_view text, const MeasureOptions& options) {
  const TemporaryFile file{std::string(text)};
  return ReadMeasurements(file.path(), options);
}

std::string MeasureError(std::string_view text, const MeasureOptions& options) {
  const TemporaryFile file{std::string(text)};
  return MessageOf(file.path(), [&] { ReadMeasurements(file.path(), options); });
}

std::string Describe(const Measurements& measurements) {
  std::string out;
  for (const Context& context : measurements.contexts) {
    out += NameOf(measurements.regions[context.region.value]);
    if (context.location.rank) out += " @" + std::to_string(*context.location.rank);
    for (std::size_t i = 0; i < context.values.size(); ++i) {
      if (!std::isnan(context.values[i])) out += " " + measurements.metrics[i] + "=" + Number(context.values[i]);
    }
    out += "\n";
  }
  return out;
}

std::string Describe(const Measurements& measurements, const Findings& findings) {
  std::string out;
  for (const Finding& finding : findings.properties) {
    out += finding.name + " " + NameOf(measurements.regions[finding.region.value]) + " " + Number(finding.severity) +
           (finding.leaf ? " *\n" : "\n");
  }
  for (const NotApplicable& each : findings.not_applicable) {
    out += each.name + " not in " + (each.region.valid() ? NameOf(measurements.regions[each.region.value]) : "all") +
           ": " + each.reason + "\n";
  }
  return out;
}

std::string AslError(std::string_view text) {
  return MessageOf("", [&] { CheckProperties(ParseProperties(text, "test.asl")); });
}

std::string WithCondition(const std::string& condition, const std::string& severity) {
  return "CONTEXT M { a; b; c; }\nPROPERTY P(M m) { CONDITION: " + condition +
         "; CONFIDENCE: 1; SEVERITY: " + severity + "; }\n";
}

}  // namespace tests
