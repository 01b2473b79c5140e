// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates all properties in each region. A property is a sequence of steps (formulas). The steps up to the condition
// are always computed; the other steps are computed only if the condition holds. Absent metrics are NaN and make
// results NaN. A property whose result is NaN is not applicable. The reason for a NaN is looked up after the
// evaluation, because most results are not NaN.
#include "analyze/property/evaluator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "analyze/property/combine.h"
#include "base/fold_postfix.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

using State = Outcome::State;
using Kind = ExpressionTerm::Kind;

// The aggregate that is the own value at a location, and the maximum for all locations together.
constexpr std::string_view kWorst = "worst";

// Findings with a smaller share of what is lost come last: a high rate there costs less than a low one elsewhere.
constexpr double kSmallShare = 0.05;

// Returns the sum of a metric over the contexts that have it, or its maximum (also for "worst"), minimum, mean or
// count, depending on `aggregate`.
double Aggregate(RegionContexts contexts, std::size_t metric, std::string_view aggregate) {
  double sum = 0, most = -std::numeric_limits<double>::infinity(), least = -most;
  std::size_t count = 0;
  for (const Context& context : contexts) {
    const double value = context.values[metric];
    if (std::isnan(value)) continue;
    sum += value;
    most = std::max(most, value);
    least = std::min(least, value);
    ++count;
  }
  if (count == 0) return kMissing;
  if (aggregate == "count") return static_cast<double>(count);
  if (aggregate == "mean") return sum / static_cast<double>(count);
  if (aggregate == "max" || aggregate == kWorst) return most;
  return aggregate == "min" ? least : sum;
}

// Three-valued logic: NOT of unknown is unknown.
State Negated(State state) {
  if (state == State::kUnknown) return state;
  return state == State::kTrue ? State::kFalse : State::kTrue;
}

// Joins two outcomes in three-valued logic, with the smallest confidence and the largest severity of the operands that
// hold. An operand whose state is `decides` (true for OR, false for AND) determines the result even if the other
// operand is unknown.
Outcome Joined(const Outcome& a, const Outcome& b, State decides) {
  Outcome joined = b.state == State::kTrue && a.state != State::kTrue ? b : a;
  if (a.state == State::kTrue && b.state == State::kTrue) {
    joined.severity = std::max(a.severity, b.severity);
    joined.confidence = std::min(a.confidence, b.confidence);
  }
  const bool is_decided = a.state == decides || b.state == decides;
  const bool is_unknown = a.state == State::kUnknown || b.state == State::kUnknown;
  joined.state = is_decided ? decides : is_unknown ? State::kUnknown : a.state;
  joined.reason = a.reason.empty() ? b.reason : a.reason;
  return joined;
}

std::string RegionText(const Region& region) {
  std::string text = std::string(RegionKindName(region.kind)) + " " + region.name;
  if (!region.file.empty())
    text += " (" + region.file + (region.line == 0 ? "" : ":" + std::to_string(region.line)) + ")";
  return text;
}

}  // namespace

PropertyEvaluator::PropertyEvaluator(const Measurements& measurements, const PropertySet& set,
                                     const PropertyOptions& options)
    : measurements_(measurements), options_(options) {
  CheckProperties(set);
  metas_ = SortMetas(set);
  for (const AslProperty& property : set.properties) AddMachine(set, property);
  for (const AslProperty& property : set.properties) ids_.emplace(property.head.name, ids_.size());
  for (const AslMetaProperty* meta : metas_) ids_.emplace(meta->head.name, ids_.size());
}

void PropertyEvaluator::AddMachine(const PropertySet& set, const AslProperty& property) {
  Machine& machine = machines_.emplace_back();
  machine.property = &property;
  machine.compiled = CompileProperty(set, property);
  const CompiledProperty& compiled = machine.compiled;
  for (const CompiledProperty::Metric& metric : compiled.metrics) {
    machine.metrics.push_back(measurements_.FindMetric(metric.name));
    const std::vector<std::string>& incomplete = measurements_.incomplete_metrics;
    if (std::ranges::find(incomplete, metric.name) != incomplete.end()) machine.may_be_incomplete = true;
  }
  const AslModel* const model = FindDefinition(set.models, property.head.type);
  const bool has_model = model == nullptr || std::ranges::any_of(model->metrics, [&](const std::string& name) {
                           return measurements_.FindMetric(name).has_value();
                         });
  for (std::size_t i = 0; i < compiled.metrics.size(); ++i) machine.absent.push_back(WhyAbsent(machine, i, has_model));
  for (const CompiledProperty::Step& step : compiled.steps) machine.zero.push_back("division by 0: " + step.divisor);
  machine.cells.assign(compiled.cells, kMissing);
  machine.cells[CompiledProperty::kThreshold] = options_.threshold;
  machine.cells[CompiledProperty::kMinShare] = options_.min_share;
  // Computes the values of the whole phase first, as conditions in other regions may use them.
  Load(machine, ContextsOf(measurements_.phase), nullptr);
  Run(machine, 0, compiled.steps.size());
  if (compiled.lost) machine.cells[CompiledProperty::kPhaseLost] = machine.cells[*compiled.lost];
  machine.cells[CompiledProperty::kPhaseSeverity] = machine.cells[compiled.severity];
}

RegionContexts PropertyEvaluator::ContextsOf(RegionId region) const {
  const std::vector<Context>& all = measurements_.contexts;
  const auto first = std::ranges::lower_bound(all, region, {}, &Context::region);
  const auto last = std::ranges::upper_bound(all, region, {}, &Context::region);
  return {first, last};
}

// Loads the metrics of one location or instance, or of all contexts together if `one` is null. Aggregates in the
// property, such as .max, cover all contexts in either case, except for kWorst.
void PropertyEvaluator::Load(Machine& machine, RegionContexts contexts, const MetricValues* one) const {
  bool is_same = true;
  for (std::size_t i = 0; i < machine.metrics.size(); ++i) {
    const std::optional<std::size_t> metric = machine.metrics[i];
    if (!metric) continue;
    const std::string& aggregate = machine.compiled.metrics[i].aggregate;
    const bool is_of_one = one != nullptr && (aggregate.empty() || aggregate == kWorst);
    const double value = is_of_one ? (*one)[*metric] : Aggregate(contexts, *metric, aggregate);
    // Two absent values (NaN) count as equal.
    double& cell = machine.metric(i);
    is_same = is_same && (cell == value || (std::isnan(cell) && std::isnan(value)));
    cell = value;
  }
  if (!is_same) machine.outcome.reset();
}

void PropertyEvaluator::Run(Machine& machine, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) {
    const CompiledProperty::Step& step = machine.compiled.steps[i];
    machine.cells[step.cell] = step.formula.Value(machine.cells);
  }
}

// Returns the reason why a metric is missing. The recording may give a reason itself. Otherwise, the reason is that the
// recording lacks a value, the metric, or all metrics of this data model.
std::string PropertyEvaluator::WhyAbsent(const Machine& machine, std::size_t metric, bool has_model) const {
  const std::string& name = machine.compiled.metrics[metric].name;
  const auto known = std::ranges::find(measurements_.absent, name, &std::pair<std::string, std::string>::first);
  if (known != measurements_.absent.end()) return known->second;
  if (machine.metrics[metric]) return "no value of the metric '" + name + "'";
  if (!has_model) return "no input has metrics of " + machine.property->head.type;
  return "no input has the metric '" + name + "'";
}

Outcome PropertyEvaluator::Unknown(Machine& machine, std::size_t metrics, std::size_t steps) {
  Outcome outcome;
  outcome.state = State::kUnknown;
  outcome.reason = "a value that is not finite";
  for (std::size_t i = 0; i < metrics; ++i) {
    if (!std::isnan(machine.metric(i))) continue;
    outcome.reason = machine.absent[i];
    return outcome;
  }
  for (std::size_t i = 0; i < steps; ++i) {
    const CompiledProperty::Step& step = machine.compiled.steps[i];
    if (step.divisor.empty() || machine.cells[step.cell] != 0) continue;
    outcome.reason = machine.zero[i];
    return outcome;
  }
  return outcome;
}

void PropertyEvaluator::CheckRange(const Machine& machine, RegionId region, const Outcome& outcome) const {
  // Out-of-range values are errors in the property's definition, not in the data.
  const bool is_confidence = outcome.confidence < 0 || outcome.confidence > 1;
  if (!is_confidence && outcome.severity >= 0) return;
  const AslHead& head = machine.property->head;
  const std::string value = std::to_string(is_confidence ? outcome.confidence : outcome.severity);
  FailAt(head.place, 0,
         "the " + std::string(is_confidence ? "confidence" : "severity") + " of " + head.name + " is " + value +
             " in " + RegionText(measurements_.regions[region.value]) +
             (is_confidence ? ": it must be from 0 to 1" : ": it must be 0 or more"));
}

bool PropertyEvaluator::IsIncomplete(const Machine& machine, RegionId region) const {
  return machine.may_be_incomplete && !measurements_.regions[region.value].incomplete.empty();
}

Outcome PropertyEvaluator::Evaluate(Machine& machine, RegionContexts contexts, const MetricValues* one) const {
  const RegionId region = contexts.front().region;
  if (IsIncomplete(machine, region)) {
    return {.state = State::kUnknown, .reason = measurements_.regions[region.value].incomplete};
  }
  Load(machine, contexts, one);
  if (one != nullptr) return Compute(machine, contexts.front().region, true);
  if (!machine.outcome) machine.outcome = Compute(machine, contexts.front().region, false);
  return *machine.outcome;
}

Outcome PropertyEvaluator::Compute(Machine& machine, RegionId region, bool is_part) const {
  const CompiledProperty& compiled = machine.compiled;
  const std::vector<double>& cells = machine.cells;
  Run(machine, 0, compiled.condition_steps);
  const double condition = cells[compiled.condition];
  if (std::isnan(condition)) return Unknown(machine, compiled.condition_metrics, compiled.condition_steps);
  Outcome outcome;
  if (condition == 0 && !is_part) return outcome;
  Run(machine, compiled.condition_steps, compiled.steps.size());
  outcome.severity = cells[compiled.severity];
  outcome.confidence = cells[compiled.confidence];
  if (compiled.lost) {
    outcome.lost = cells[*compiled.lost];
    const double share = cells[*compiled.share];
    // A part can lose more than the whole, for example an imbalance that another function evens out.
    if (!std::isnan(share)) outcome.share = std::min(share, 1.0);
  }
  if (std::isnan(outcome.severity) || std::isnan(outcome.confidence) || std::isnan(outcome.lost.value_or(0))) {
    return Unknown(machine, compiled.metrics.size(), compiled.steps.size());
  }
  CheckRange(machine, region, outcome);
  const bool holds = condition != 0 && outcome.confidence >= options_.min_confidence;
  outcome.state = holds ? State::kTrue : State::kFalse;
  return outcome;
}

Outcome PropertyEvaluator::EvaluateMeta(const AslMetaProperty& meta) const {
  const auto outcome_of = [this](const ExpressionTerm& term, std::span<Outcome> operands) -> Outcome {
    if (term.kind == Kind::kCall) return outcomes_[ids_.at(term.name)];
    if (term.kind == Kind::kName) return {};  // the context, which is the operand of a call
    if (term.kind == Kind::kNot) return {.state = Negated(operands[0].state), .reason = operands[0].reason};
    return Joined(operands[0], operands[1], term.kind == Kind::kOr ? State::kTrue : State::kFalse);
  };
  return FoldPostfix<Outcome>(meta.value, outcome_of);
}

// Appends an outcome to the outcomes of the region, and adds a finding if the property holds.
void PropertyEvaluator::AddOutcome(const AslHead& head, const AslProperty* property, RegionId region,
                                   const Outcome& outcome, Findings& found) {
  // Does not report properties that are not applicable to an array.
  const bool is_whole = measurements_.regions[region.value].data_structure.empty();
  if (outcome.state == State::kUnknown && is_whole) unknown_.Add(outcomes_.size(), outcome.reason);
  outcomes_.push_back(outcome);
  if (outcome.state != State::kTrue) return;
  Finding& finding = found.properties.emplace_back();
  finding.name = head.name;
  finding.is_meta = property == nullptr;
  if (property != nullptr) {
    finding.refines = property->refines;
    finding.hint = property->hint;
    finding.lost = outcome.lost;
    finding.share = outcome.share;
  }
  finding.region = region;
  finding.severity = outcome.severity;
  finding.confidence = outcome.confidence;
}

// Adds the unit of the loss, which is the unit of its first metric, and the severity at each location.
void PropertyEvaluator::AddDetails(Machine& machine, RegionContexts contexts, Finding& finding) const {
  const std::optional<std::size_t> metric = measurements_.FindMetric(machine.compiled.lost_metric);
  if (finding.lost && metric) finding.unit = measurements_.units[*metric];
  AddInstances(machine, finding);
  // Sorts locations by severity, then by the metric: a severity that is a difference between locations, such as maximum
  // minus mean, is the same at all locations.
  std::vector<std::pair<double, LocatedSeverity>> order;
  for (const Context& context : contexts) {
    if (context.location == Location()) continue;  // the values of a whole process, as from Callgrind
    const Outcome outcome = Evaluate(machine, contexts, &context.values);
    if (outcome.state == State::kUnknown) continue;
    order.push_back({metric ? context.values[*metric] : 0, {context.location, outcome.severity, outcome.lost}});
  }
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [](const auto& each) { return std::pair(each.second.severity, each.first); });
  for (const auto& [value, located] : order) finding.locations.push_back(located);
}

// Adds the severity in each instance of the phase. Instances in which the property is not applicable, such as those
// without memory references, are left out. Metrics of an instance are stored as sums over locations, so an aggregate
// over locations, such as .max, is equal to the sum.
void PropertyEvaluator::AddInstances(Machine& machine, Finding& finding) const {
  const std::vector<InstanceContext>& all = measurements_.instance_contexts;
  auto at = std::ranges::lower_bound(all, finding.region, {}, &InstanceContext::region);
  for (; at != all.end() && at->region == finding.region; ++at) {
    const std::vector<Context> alone = {{at->region, {}, at->values}};
    const Outcome outcome = Evaluate(machine, {alone.begin(), alone.end()}, nullptr);
    if (outcome.state != State::kUnknown) finding.instances.push_back({at->instance, outcome.severity});
  }
}

void PropertyEvaluator::FindIn(RegionContexts contexts, Findings& found) {
  const RegionId region = contexts.front().region;
  // Skips a part of a region for one array: such parts do not count among the regions in which a property is not
  // applicable.
  if (measurements_.regions[region.value].data_structure.empty()) unknown_.StartRegion(region);
  outcomes_.clear();
  for (Machine& machine : machines_) {
    AddOutcome(machine.property->head, machine.property, region, Evaluate(machine, contexts, nullptr), found);
    if (outcomes_.back().state == State::kTrue) AddDetails(machine, contexts, found.properties.back());
  }
  for (const AslMetaProperty* meta : metas_) AddOutcome(meta->head, nullptr, region, EvaluateMeta(*meta), found);
}

// Drops findings for arrays that account for less than kNearlyAll of their region's loss: an array is named only if it
// is almost the sole cause.
void PropertyEvaluator::KeepArrays(Findings& found) const {
  constexpr double kNearlyAll = 0.8;
  const auto is_part = [&](RegionId region) { return !measurements_.regions[region.value].data_structure.empty(); };
  std::map<std::pair<RegionId, std::string>, double> lost;  // keys copy the names, since erasing moves findings
  for (const Finding& finding : found.properties) lost[{finding.region, finding.name}] = finding.lost.value_or(0);
  std::erase_if(found.properties, [&](const Finding& finding) {
    if (!is_part(finding.region)) return false;
    const auto whole = lost.find({measurements_.regions[finding.region.value].parent, finding.name});
    return whole == lost.end() || !finding.lost || *finding.lost < kNearlyAll * whole->second;
  });
}

Findings PropertyEvaluator::Find() {
  Findings found;
  const std::vector<Context>& contexts = measurements_.contexts;
  for (std::size_t i = 0; i < contexts.size();) {
    std::size_t end = i;
    // Contexts are sorted by region.
    while (end < contexts.size() && contexts[end].region == contexts[i].region) ++end;
    FindIn({contexts.data() + i, end - i}, found);
    i = end;
  }
  KeepArrays(found);
  const auto is_small = [](const Finding& finding) { return finding.share.value_or(1) < kSmallShare; };
  std::ranges::stable_sort(found.properties, [&](const Finding& a, const Finding& b) {
    return std::tuple(is_small(a), -a.severity, a.region, std::string_view(a.name)) <
           std::tuple(is_small(b), -b.severity, b.region, std::string_view(b.name));
  });
  std::vector<std::string_view> names(ids_.size());
  for (const auto& [name, id] : ids_) names[id] = name;
  found.not_applicable = unknown_.Find(names);
  found.unjudged = unknown_.FindEverywhere(names);
  return found;
}

std::string PropertyEvaluator::WhyIncomplete(std::string_view property, std::string_view function) const {
  const auto machine =
      std::ranges::find_if(machines_, [&](const Machine& each) { return each.property->head.name == property; });
  if (machine == machines_.end() || !machine->may_be_incomplete) return "";
  const auto region = std::ranges::find_if(
      measurements_.regions, [&](const Region& each) { return each.name == function && !each.incomplete.empty(); });
  return region == measurements_.regions.end() ? "" : region->incomplete;
}

std::optional<Outcome> PropertyEvaluator::OutcomeOf(std::string_view property, RegionId region) {
  const auto machine =
      std::ranges::find_if(machines_, [&](const Machine& each) { return each.property->head.name == property; });
  const RegionContexts contexts = ContextsOf(region);
  if (machine == machines_.end() || contexts.empty() || IsIncomplete(*machine, region)) return std::nullopt;
  Load(*machine, contexts, nullptr);
  Run(*machine, 0, machine->compiled.steps.size());
  Outcome outcome;
  outcome.severity = machine->cells[machine->compiled.severity];
  if (std::isnan(outcome.severity)) return std::nullopt;
  const double lost = machine->compiled.lost ? machine->cells[*machine->compiled.lost] : kMissing;
  if (!std::isnan(lost)) outcome.lost = lost;
  return outcome;
}

}  // namespace profdiff
