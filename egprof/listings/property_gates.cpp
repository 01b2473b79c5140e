// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/property_gates.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "profdiff/error.h"

namespace egprof {
namespace {

constexpr std::string_view kEfficiencies[] = {"loadBalance",
                                              "communicationEfficiency",
                                              "parallelEfficiency",
                                              "serialisation",
                                              "transfer",
                                              "mpiLoadBalance",
                                              "mpiParallelEfficiency",
                                              "mpiCommunicationEfficiency",
                                              "openmpParallelEfficiency",
                                              "computationScaling",
                                              "globalEfficiency",
                                              "instructionScaling",
                                              "ipcScaling",
                                              "frequencyScaling",
                                              "ipc",
                                              "frequency",
                                              "instructionBalance"};

// Returns text such as "66.667%" if the gate's limit was given in per cent, otherwise text such as "0.66667".
std::string ValueText(const PropertyGate& gate, double value, bool has_sign = false) {
  const bool is_percent = gate.text.ends_with('%');
  char text[60];
  std::snprintf(text, sizeof text, has_sign ? "%+.*f" : "%.*f", is_percent ? 3 : 5, is_percent ? 100 * value : value);
  return text + std::string(is_percent ? "%" : "");
}

// The values for which a condition holds. Report() names the worst value first.
class Held {
 public:
  Held(const PropertyGate& gate, std::string label) : gate_(gate), label_(std::move(label)) {}

  void Add(double value, std::string text) {
    if (gate_.Holds(value)) all_.emplace_back(value, std::move(text));
  }

  void Report(const char* noun, const GateLog& log) {
    const bool is_upper = gate_.relation[0] == '>';
    std::ranges::stable_sort(
        all_, [=](const auto& a, const auto& b) { return is_upper ? a.first > b.first : a.first < b.first; });
    log.Fail(gate_.text, noun, all_.size(), [this](std::size_t i) { return label_ + all_[i].second; });
  }

 private:
  const PropertyGate& gate_;
  const std::string label_;
  std::vector<std::pair<double, std::string>> all_;
};

void ReportBlind(const PropertyGate& gate, const std::string& reason, const GateLog& log) {
  log.NoteBlind(gate.text + ": " + reason + ", so this condition checks nothing");
}

// Returns the threshold at which properties are evaluated for a gate. For conditions with < and <=, which hold for low
// severities, the threshold is 0. For other conditions, it is the gate's limit or the threshold of the report,
// whichever is lower. Other requirements, such as min_share, are the same as for the report.
double ThresholdFor(const PropertyGate& gate, double threshold) {
  if (gate.relation[0] == '<') return 0;
  const bool is_included = gate.relation == ">=";
  const double limit = is_included ? std::nextafter(gate.limit, -std::numeric_limits<double>::infinity()) : gate.limit;
  return std::min(threshold, std::max(limit, 0.0));
}

// Evaluates the properties at the threshold of each gate, once for all gates that have the same threshold.
template <class Result>
class Evaluated {
 public:
  using Evaluate = std::function<Result(const profdiff::PropertyOptions&)>;

  Evaluated(const Result& of_report, const profdiff::PropertyOptions& options, Evaluate evaluate)
      : of_report_(of_report), options_(options), evaluate_(std::move(evaluate)) {}

  const Result& For(const PropertyGate& gate) {
    profdiff::PropertyOptions options = options_;
    options.threshold = ThresholdFor(gate, options.threshold);
    if (options.threshold == options_.threshold) return of_report_;
    const auto known = results_.find(options.threshold);
    return known != results_.end() ? known->second
                                   : results_.emplace(options.threshold, evaluate_(options)).first->second;
  }

 private:
  const Result& of_report_;
  const profdiff::PropertyOptions& options_;
  const Evaluate evaluate_;
  std::map<double, Result> results_;  // by threshold
};

void CheckEfficiency(const PropertyGate& gate, const profdiff::Measurements& run, const std::string& label,
                     const GateLog& log) {
  const auto found = std::ranges::find(run.efficiencies, gate.name, &profdiff::Efficiency::name);
  if (found == run.efficiencies.end()) {
    const auto reason = std::ranges::find(run.absent, gate.name, &std::pair<std::string, std::string>::first);
    const std::string why = reason == run.absent.end() ? "" : " (" + reason->second + ")";
    return ReportBlind(gate, run.inputs.front() + " does not contain " + gate.name + why, log);
  }
  Held held(gate, label);
  held.Add(found->value, gate.name + " " + ValueText(gate, found->value));
  held.Report("efficiency", log);
}

void CheckErrors(const PropertyGate& gate, const profdiff::Measurements& run, const std::string& label,
                 const GateLog& log) {
  const auto no_mpi = std::ranges::find(run.absent, "mpi", &std::pair<std::string, std::string>::first);
  if (no_mpi != run.absent.end() || !run.FindMetric("mpi")) {
    return ReportBlind(gate, run.inputs.front() + " has no call of MPI", log);
  }
  Held held(gate, label);
  for (const profdiff::RunError& error : run.errors) held.Add(1, error.text);
  held.Report("error", log);
}

std::size_t CountProperties(const profdiff::PropertySet& set) { return set.properties.size() + set.metas.size(); }

void CheckSeverity(const PropertyGate& gate, const profdiff::PropertySet& set, const profdiff::Measurements& run,
                   const profdiff::Findings& findings, const std::string& label, const GateLog& log) {
  Held held(gate, label);
  for (const profdiff::Finding& finding : findings.properties) {
    if (gate.name != "severity" && gate.name != finding.name) continue;
    held.Add(finding.severity, finding.name + " " + ValueText(gate, finding.severity) + " in " +
                                   profdiff::RegionText(run, finding.region));
  }
  held.Report("finding", log);
  const auto unjudged = findings.unjudged.find(gate.name);
  if (unjudged != findings.unjudged.end()) {
    ReportBlind(gate, "not applicable to " + run.inputs.front() + " (" + unjudged->second + ")", log);
  } else if (gate.name == "severity" && findings.unjudged.size() == CountProperties(set)) {
    ReportBlind(gate, "no property is applicable to " + run.inputs.front(), log);
  }
}

// Checks a condition on growth. Properties that are not applicable on one side are skipped, because their growth is
// unknown.
void CheckGrowth(const PropertyGate& gate, const profdiff::PropertySet& set,
                 const profdiff::PropertyDifferenceView& view, const profdiff::PropertyDifference& difference,
                 const GateLog& log) {
  Held held(gate, "");
  for (const profdiff::PropertyChange& change : difference.changes) {
    if (change.status == profdiff::PropertyChange::Status::kNotApplicable) continue;
    // The severity of a property that exists only on the other side grew from 0.
    const bool is_new = !change.base_region.valid() && change.other.has_value();
    if (!change.difference && !is_new) continue;
    const double growth = is_new ? *change.other : -*change.difference;
    held.Add(growth, change.name + " " + ValueText(gate, growth, true) + " in " + profdiff::RegionText(view, change));
  }
  held.Report("finding", log);
  std::map<std::string, std::string> unjudged = difference.base.unjudged;
  unjudged.insert(difference.other.unjudged.begin(), difference.other.unjudged.end());
  if (unjudged.size() == CountProperties(set)) ReportBlind(gate, "no property is applicable to both sides", log);
}

}  // namespace

bool IsEfficiency(std::string_view name) { return std::ranges::find(kEfficiencies, name) != std::end(kEfficiencies); }

profdiff::PropertySet LoadProperties(const std::vector<std::string>& files) {
  profdiff::PropertySet set = profdiff::BuiltInProperties();
  for (const std::string& file : files) profdiff::AddProperties(set, profdiff::ReadProperties(file));
  profdiff::CheckProperties(set);
  return set;
}

void CheckGateNames(std::span<const PropertyGate> gates, const profdiff::PropertySet& set, bool has_two_sides) {
  for (const PropertyGate& gate : gates) {
    const auto is_it = [&](const auto& each) { return each.head.name == gate.name; };
    const bool is_growth = gate.name == "growth";
    const bool is_known = is_growth || gate.name == "severity" || gate.name == kErrors || IsEfficiency(gate.name) ||
                          std::ranges::any_of(set.properties, is_it) || std::ranges::any_of(set.metas, is_it);
    if (is_known && (has_two_sides || !is_growth)) continue;
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "--fail-if '" + gate.text + "': " +
                              (is_known ? "growth needs two sides: name the other side after --subtract"
                                        : "there is no property '" + gate.name + "'"));
  }
}

void CheckPropertyGates(const FindingOptions& options, const profdiff::PropertySet& set,
                        const profdiff::PropertyView& view, const GateLog& log, bool is_one_of_several) {
  const std::string label = is_one_of_several ? view.measurements.inputs.front() + ": " : "";
  Evaluated<profdiff::Findings> findings(view.findings, options.properties, [&](const auto& properties) {
    return profdiff::FindProperties(view.measurements, set, properties);
  });
  for (const PropertyGate& gate : options.gates) {
    if (gate.name == kErrors) {
      CheckErrors(gate, view.measurements, label, log);
    } else if (IsEfficiency(gate.name)) {
      CheckEfficiency(gate, view.measurements, label, log);
    } else {
      CheckSeverity(gate, set, view.measurements, findings.For(gate), label, log);
    }
  }
}

void CheckPropertyGates(const FindingOptions& options, const profdiff::PropertySet& set,
                        const profdiff::PropertyDifferenceView& view, const GateLog& log) {
  Evaluated<profdiff::PropertyDifference> differences(view.difference, options.properties, [&](const auto& properties) {
    return profdiff::SubtractProperties(view.base, view.other, set, properties);
  });
  for (const PropertyGate& gate : options.gates) {
    if (gate.name == kErrors) {
      CheckErrors(gate, view.other, "", log);
    } else if (IsEfficiency(gate.name)) {
      CheckEfficiency(gate, view.other, "", log);
    } else if (gate.name == "growth") {
      CheckGrowth(gate, set, view, differences.For(gate), log);
    } else {
      CheckSeverity(gate, set, view.other, differences.For(gate).other, "", log);
    }
  }
}

}  // namespace egprof
