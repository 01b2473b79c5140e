// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a set of properties on the measurements of one run.
// Tests: tests/unit/analyze/property/find_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_EVALUATOR_H_
#define PROFDIFF_ANALYZE_PROPERTY_EVALUATOR_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/expression/formula.h"
#include "analyze/property/compile.h"
#include "analyze/property/unknown_outcomes.h"
#include "profdiff/properties.h"

namespace profdiff {

// A property in a region, or at one location of it.
struct Outcome {
  enum class State : std::uint8_t { kFalse, kTrue, kUnknown } state = State::kFalse;
  double severity = 0, confidence = 1;
  std::optional<double> lost = {}, share = {};
  std::string_view reason = {};  // for kUnknown: why; lives as long as the evaluator
};

// The metrics of a region at all its locations.
using RegionContexts = std::span<const Context>;
// The metrics at one location, or in one instance of the phase: Context::values.
using MetricValues = std::vector<double>;

class PropertyEvaluator {
 public:
  // All references must outlive this object. Errors: those of CheckProperties, and of FormulaEngine.
  PropertyEvaluator(const Measurements& measurements, const PropertySet& set, const PropertyOptions& options);

  // Shape: sorted as in Findings; all are marked as leaves.
  Findings Find();

  // The severity of a property in a region, whether it holds there or not; nothing if it is not applicable, and for
  // metaproperties.
  std::optional<double> SeverityOf(std::string_view property, RegionId region);

 private:
  // The formulas of a property and their variables. These never move, as formulas point to them.
  struct Machine {
    const AslProperty* property = nullptr;
    CompiledProperty compiled;
    std::vector<std::optional<std::size_t>>
        metrics;                      // by CompiledProperty::metrics: which of Measurements; none: absent
    std::deque<double> cells;         // four known names, metrics, steps
    std::vector<Formula> formulas;    // by step
    std::vector<std::string> absent;  // by CompiledProperty::metrics: the reason if it has no value
    std::vector<std::string> zero;    // by step: the reason if its divisor is 0
    // The outcome for all contexts of a region, for the metrics in the cells. Computed again only if these change:
    // most properties have none of their metrics in any region.
    std::optional<Outcome> outcome;

    double& phase_lost() { return cells[2]; }
    double& phase_severity() { return cells[3]; }
    double& metric(std::size_t i) { return cells[4 + i]; }
    double& step(std::size_t i) { return cells[4 + compiled.metrics.size() + i]; }
  };

  void AddMachine(const FormulaEngine& engine, const PropertySet& set, const AslProperty& property);
  RegionContexts ContextsOf(RegionId region) const;
  void Load(Machine& machine, RegionContexts contexts, const MetricValues* one) const;
  static void Run(Machine& machine, std::size_t first, std::size_t end);
  Outcome Evaluate(Machine& machine, RegionContexts contexts, const MetricValues* one) const;
  // `is_part`: evaluates one location or instance, whose severity is computed even if the condition does not hold.
  Outcome Compute(Machine& machine, RegionId region, bool is_part) const;
  // Finds why a value is unknown: the first of `metrics` metrics that is absent, or of `steps` steps that is a divisor
  // of 0.
  static Outcome Unknown(Machine& machine, std::size_t metrics, std::size_t steps);
  std::string WhyAbsent(const Machine& machine, std::size_t metric, bool has_model) const;
  void CheckRange(const Machine& machine, RegionId region, const Outcome& outcome) const;
  Outcome EvaluateMeta(const AslMetaProperty& meta) const;
  void AddOutcome(const AslHead& head, const AslProperty* property, RegionId region, const Outcome& outcome,
                  Findings& found);
  void AddDetails(Machine& machine, RegionContexts contexts, Finding& finding) const;
  void AddInstances(Machine& machine, Finding& finding) const;
  void FindIn(RegionContexts contexts, Findings& found);
  void KeepArrays(Findings& found) const;

  const Measurements& measurements_;
  const PropertyOptions options_;
  std::deque<Machine> machines_;                 // by property
  std::vector<const AslMetaProperty*> metas_;    // each after those that it uses
  std::map<std::string_view, std::size_t> ids_;  // by name: indices of properties, then of metaproperties
  std::vector<Outcome> outcomes_;                // by this index, in the region that is being evaluated
  UnknownOutcomes unknown_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_EVALUATOR_H_
