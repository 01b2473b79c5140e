// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles a property to formulas: names are resolved, and each used definition becomes a separate step.
// Tests: tests/unit/analyze/property/compile_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_COMPILE_H_
#define PROFDIFF_ANALYZE_PROPERTY_COMPILE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// Variables of formulas: threshold, min_share, phase_lost, phase_severity; m0, m1, … for metrics; v0, v1, … for earlier
// steps.
struct CompiledProperty {
  // A metric of a context. `aggregate`, such as "max", is the function applied to its values at all locations of the
  // context's region; "" selects the value of the context itself.
  struct Metric {
    std::string name, aggregate;
  };
  struct Step {
    std::string text;
    std::string divisor;  // source text of the divisor, if this step divides; otherwise empty
  };

  std::vector<Metric> metrics;
  std::vector<Step> steps;
  // Indices of the steps that compute these values; `lost` is nullopt if the property has no loss.
  std::optional<std::size_t> lost;
  std::size_t condition = 0, confidence = 0, severity = 0;
  std::size_t condition_metrics = 0;  // number of metrics used in the steps up to and including the condition
  std::string lost_metric;            // the first metric in `lost`
};

// Errors: kBadArgument as in CheckProperties.
CompiledProperty CompileProperty(const PropertySet& set, const AslProperty& property);

// True for a built-in function of the language: MIN, MAX, ABS, SQRT, IF.
bool IsKnownFunction(std::string_view name);

// Sorts the metaproperties so that each one comes after the metaproperties that it uses.
// Errors: kBadArgument for unknown names, and for circular uses.
std::vector<const AslMetaProperty*> SortMetas(const PropertySet& set);

// Throws an error with the text "FILE:LINE: REASON". If `line` is 0, uses the line of `place`.
[[noreturn]] void FailAt(const AslPlace& place, std::uint32_t line, const std::string& reason);

template <class Definition>
const Definition* FindDefinition(const std::vector<Definition>& all, std::string_view name) {
  for (const Definition& definition : all) {
    if (definition.head.name == name) return &definition;
  }
  return nullptr;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_COMPILE_H_
