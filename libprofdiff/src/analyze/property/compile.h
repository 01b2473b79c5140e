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

#include "analyze/expression/formula.h"
#include "profdiff/properties.h"

namespace profdiff {

// Cells of formulas: first the options, then those of the phase, then metrics and earlier steps in the order in which
// they are used.
struct CompiledProperty {
  enum Cell : std::size_t { kThreshold, kMinShare, kPhaseLost, kPhaseSeverity, kFirstFree };

  // A metric of a context. `aggregate`, such as "max", is the function applied to its values at all locations of the
  // context's region; "" selects the value of the context itself.
  struct Metric {
    std::string name, aggregate;
    std::size_t cell;
  };
  struct Step {
    Formula formula;
    std::string divisor;  // source text, if this step is the divisor of another step; otherwise empty
    std::size_t cell;
  };

  std::vector<Metric> metrics;
  std::vector<Step> steps;
  std::size_t cells = kFirstFree;  // their number
  // Cells of these values; `lost` and `share` are nullopt if the property has no loss.
  std::optional<std::size_t> lost, share;
  std::size_t condition = 0, confidence = 0, severity = 0;
  // Numbers of steps up to and including the condition, and of metrics that they use.
  std::size_t condition_steps = 0, condition_metrics = 0;
  std::string lost_metric;  // the first metric in `lost`
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
