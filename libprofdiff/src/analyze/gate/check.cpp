// SPDX-License-Identifier: GPL-3.0-or-later
// Checks all gates. A gate that cannot fail is worse than none, so two cases are reported and do not count as passed: a
// name that matches no function, and a condition on significance with too few samples for any verdict.
// Test: tests/unit/analyze/gate/check_test.cpp.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/significance.h"

namespace profdiff {
namespace {

using Names = std::span<const std::string>;
using NameOf = std::function<std::string(FunctionId)>;

// Returns the default condition, for names without a gate: a significant slowdown. Counted events have no seconds, so
// their limit of 0 has no unit.
Gate UsualGate(const SideTotals& totals) {
  const bool is_event = totals.is_exact && totals.dimension != "seconds";
  return Gate::Parse(is_event ? "self > 0 and significant" : "self > 0s and significant");
}

bool IsNamed(Names wanted, const std::string& name, std::string_view linkage_name) {
  return std::ranges::any_of(wanted,
                             [&](const std::string& function) { return function == name || function == linkage_name; });
}

// Returns the functions with a wanted name; all of them if no names are wanted.
std::vector<FunctionId> Concerned(Names wanted, const Difference& difference, const NameOf& name_of,
                                  std::vector<FunctionId> functions) {
  if (wanted.empty()) return functions;
  std::erase_if(functions,
                [&](FunctionId f) { return !IsNamed(wanted, name_of(f), difference.match.functions[f].name); });
  return functions;
}

std::vector<FunctionId> AllOf(const Difference& difference) {
  std::vector<FunctionId> all;
  for (std::size_t i = 0; i < difference.functions.size(); ++i) all.push_back(FunctionId(i));
  return all;
}

// True if the gate requires significance but no guarded function can reach it, because there are too few samples or the
// runs differ too much. Such a gate would let every change pass.
bool IsBlind(const Gate& gate, Names wanted, const Difference& difference, const Significance& significance,
             const NameOf& name_of) {
  const std::vector<FunctionId> guarded = Concerned(wanted, difference, name_of, AllOf(difference));
  if (guarded.empty() && !wanted.empty()) return false;  // no function has the name
  return std::ranges::none_of(guarded, [&](FunctionId function) { return gate.CanRise(significance, function); });
}

std::vector<std::string> Unknown(Names wanted, const Difference& difference, const NameOf& name_of) {
  std::vector<std::string> unknown;
  for (const std::string& name : wanted) {
    if (Concerned({&name, 1}, difference, name_of, AllOf(difference)).empty()) unknown.push_back(name);
  }
  return unknown;
}

}  // namespace

GateResults CheckGates(std::span<const Gate> gates, Names names, const Difference& difference,
                       const Significance* significance, const NameOf& name_of) {
  GateResults results;
  results.unknown = Unknown(names, difference, name_of);
  const auto check = [&](const Gate& gate) {
    gate.RequireUnit(difference.base);
    GateResult result{gate.text(),
                      Concerned(names, difference, name_of, FindOffenders(gate, difference, significance))};
    result.blind = result.offenders.empty() && gate.RisesWithSignificance() &&
                   IsBlind(gate, names, difference, *significance, name_of);
    results.gates.push_back(std::move(result));
  };
  for (const Gate& gate : gates) check(gate);
  if (gates.empty() && !names.empty()) check(UsualGate(difference.base));
  return results;
}

bool GatesNeedSignificance(std::span<const Gate> gates, Names names) {
  if (gates.empty()) return !names.empty();
  return std::ranges::any_of(gates, [](const Gate& gate) { return gate.NeedsSignificance(); });
}

}  // namespace profdiff
