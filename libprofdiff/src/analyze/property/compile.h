// SPDX-License-Identifier: GPL-3.0-or-later
// From a property to formulas: names are looked up, and each definition that is used becomes a step of its own.
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

// Variables of formulas: threshold, min_share, phase_lost, phase_severity; m0, m1, … for metrics; v0, v1, … for steps
// before.
struct CompiledProperty {
  struct Metric {
    std::string name, aggregate;  // "" of the context, else over all locations of its region
  };
  struct Step {
    std::string text;
    std::string divisor;  // source text of the divisor, if this step divides; otherwise empty
  };

  std::vector<Metric> metrics;
  std::vector<Step> steps;
  std::optional<std::size_t> lost;  // a step, as the next three are
  std::size_t condition = 0, confidence = 0, severity = 0;
  std::size_t condition_metrics = 0;  // how many metrics the steps up to the condition use
  std::string lost_metric;            // the first one in `lost`
};

// Errors: kBadArgument, as CheckProperties.
CompiledProperty CompileProperty(const PropertySet& set, const AslProperty& property);

// True for a function of the language: MIN, MAX, ABS, SQRT, IF.
bool IsKnownFunction(std::string_view name);

// The metaproperties, each after the ones it uses.
// Errors: kBadArgument for names that are none of these, and for circles.
std::vector<const AslMetaProperty*> SortMetas(const PropertySet& set);

// "FILE:LINE: REASON".
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
