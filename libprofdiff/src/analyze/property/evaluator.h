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

#include "analyze/property/compile.h"
#include "analyze/property/unknown_outcomes.h"
#include "profdiff/properties.h"

namespace profdiff {

// The result of a property in a region, or at one location of the region.
struct Outcome {
  enum class State : std::uint8_t { kFalse, kTrue, kUnknown } state = State::kFalse;
  double severity = 0, confidence = 1;
  std::optional<double> lost = {}, share = {};
  std::string_view reason = {};  // for kUnknown: the reason; valid as long as the evaluator exists
};

// The metrics of a region at all its locations.
using RegionContexts = std::span<const Context>;
// The metrics at one location, or in one instance of the phase; the type of Context::values.
using MetricValues = std::vector<double>;

class PropertyEvaluator {
 public:
  // All references must outlive this object. Errors: as in CheckProperties.
  PropertyEvaluator(const Measurements& measurements, const PropertySet& set, const PropertyOptions& options);

  // Returns the findings, sorted as described for Findings. Finding::leaf is true in all of them.
  Findings Find();

  // Returns the severity and the loss of a property in a region, whether or not it holds there; nullopt if it is not
  // applicable or is a metaproperty.
  std::optional<Outcome> OutcomeOf(std::string_view property, RegionId region);

  // Returns the reason why a property is unknown in all regions of a function; empty if it is not.
  std::string WhyIncomplete(std::string_view property, std::string_view function) const;

 private:
  // A property with the values of its cells.
  struct Machine {
    const AslProperty* property = nullptr;
    CompiledProperty compiled;
    // Index of each metric in Measurements::metrics, in the order of CompiledProperty::metrics; nullopt if the metric
    // is absent.
    std::vector<std::optional<std::size_t>> metrics;
    std::vector<double> cells;
    // Indexed like CompiledProperty::metrics: the reason to report if the metric has no value.
    std::vector<std::string> absent;
    // Indexed by step: the message to report if the step's divisor is 0.
    std::vector<std::string> zero;
    // True if the property uses one of Measurements::incomplete_metrics.
    bool may_be_incomplete = false;
    // The outcome for all contexts of a region, kept until the metrics in the cells change. The metrics of most
    // properties never change, because they are absent in every region.
    std::optional<Outcome> outcome;

    double& metric(std::size_t i) { return cells[compiled.metrics[i].cell]; }
  };

  void AddMachine(const PropertySet& set, const AslProperty& property);
  RegionContexts ContextsOf(RegionId region) const;
  void Load(Machine& machine, RegionContexts contexts, const MetricValues* one) const;
  static void Run(Machine& machine, std::size_t first, std::size_t end);
  // True if the property uses a metric that lacks events in this region.
  bool IsIncomplete(const Machine& machine, RegionId region) const;
  Outcome Evaluate(Machine& machine, RegionContexts contexts, const MetricValues* one) const;
  // Evaluates a property. If `is_part` is true, the metrics are those of one location or instance, whose severity is
  // computed even if the condition does not hold.
  Outcome Compute(Machine& machine, RegionId region, bool is_part) const;
  // Returns an unknown outcome with its reason: the first absent metric among the first `metrics` metrics, or else the
  // first divisor that is 0 among the first `steps` steps.
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
  std::deque<Machine> machines_;               // indexed by property
  std::vector<const AslMetaProperty*> metas_;  // sorted so that each one follows the metaproperties that it uses
  // Index of each property and metaproperty by name; metaproperties follow properties.
  std::map<std::string_view, std::size_t> ids_;
  std::vector<Outcome> outcomes_;  // outcomes in the region being evaluated, by the index in `ids_`
  UnknownOutcomes unknown_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_EVALUATOR_H_
