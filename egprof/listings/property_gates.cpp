// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/property_gates.h"

#include <algorithm>
#include <iterator>

#include "profdiff/error.h"

namespace egprof {
namespace {

constexpr std::size_t kNamed = 5;  // properties in the line of a gate

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
                                              "frequencyScaling"};

// Findings for which a condition holds.
class Held {
 public:
  void Add(const std::string& name) {
    ++count_;
    if (named_.size() < kNamed && std::ranges::find(named_, name) == named_.end()) named_.push_back(name);
  }
  void Report(const PropertyGate& gate, Output& output) const {
    if (count_ > 0) output.FailGate(gate.text, count_, "finding", named_);
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::string> named_;
};

void AddFindings(const PropertyGate& gate, const profdiff::Findings& findings, Held& held) {
  for (const profdiff::Finding& finding : findings.properties) {
    const bool is_meant = gate.name == "severity" || gate.name == finding.name;
    if (is_meant && gate.Holds(finding.severity)) held.Add(finding.name);
  }
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
    const bool is_known = is_growth || gate.name == "severity" || IsEfficiency(gate.name) ||
                          std::ranges::any_of(set.properties, is_it) || std::ranges::any_of(set.metas, is_it);
    if (is_known && (has_two_sides || !is_growth)) continue;
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "--fail-if '" + gate.text + "': " +
                              (is_known ? "growth needs two sides: name the other one after --subtract"
                                        : "there is no property '" + gate.name + "'"));
  }
}

void CheckEfficiencyGates(std::span<const PropertyGate> gates, const profdiff::Measurements& run, Output& output) {
  for (const PropertyGate& gate : gates) {
    if (!IsEfficiency(gate.name)) continue;
    const auto found = std::ranges::find(run.efficiencies, gate.name, &profdiff::Efficiency::name);
    if (found == run.efficiencies.end()) {
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                            "--fail-if '" + gate.text + "': the recording does not show " + gate.name);
    }
    if (gate.Holds(found->value)) output.FailGate(gate.text, 1, "efficiency", {gate.name});
  }
}

void CheckPropertyGates(std::span<const PropertyGate> gates, const profdiff::Findings& findings, Output& output) {
  for (const PropertyGate& gate : gates) {
    Held held;
    AddFindings(gate, findings, held);
    held.Report(gate, output);
  }
}

void CheckPropertyGates(std::span<const PropertyGate> gates, const profdiff::PropertyDifference& difference,
                        Output& output) {
  for (const PropertyGate& gate : gates) {
    Held held;
    if (gate.name != "growth") AddFindings(gate, difference.other, held);
    for (const profdiff::PropertyChange& change : difference.changes) {
      if (gate.name != "growth") break;
      // A property that the other side alone has grew from nothing.
      const bool is_new = !change.base_region.valid() && change.other.has_value();
      if (!change.difference && !is_new) continue;
      if (gate.Holds(is_new ? *change.other : -*change.difference)) held.Add(change.name);
    }
    held.Report(gate, output);
  }
}

}  // namespace egprof
