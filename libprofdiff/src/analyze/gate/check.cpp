// SPDX-License-Identifier: GPL-3.0-or-later
// Checks all gates, the conditions of --fail-if. A gate that cannot fail is worse than none. Two cases are therefore
// reported and do not count as passed: a name that matches no function, and a condition on significance if there are
// too few samples for any verdict.
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

// Returns the default condition, which is used if names but no gates are given: a significant slowdown. Event counts
// are not in seconds, so their limit of 0 has no unit.
Gate UsualGate(const SideTotals& totals) {
  const bool is_event = totals.is_exact && totals.dimension != "seconds";
  return Gate::Parse(is_event ? "self > 0 and significant" : "self > 0s and significant");
}

// Returns the functions whose demangled or linkage name is in `wanted`, or all functions if `wanted` is empty.
std::vector<FunctionId> Concerned(Names wanted, const Difference& difference, const NameOf& name_of,
                                  std::vector<FunctionId> functions) {
  if (wanted.empty()) return functions;
  std::erase_if(functions, [&](FunctionId f) {
    const std::string name = name_of(f);
    const std::string_view linkage_name = difference.match.functions[f].name;
    return std::ranges::none_of(wanted, [&](const std::string& each) { return each == name || each == linkage_name; });
  });
  return functions;
}

std::vector<FunctionId> AllOf(const Difference& difference) {
  std::vector<FunctionId> all;
  for (std::size_t i = 0; i < difference.functions.size(); ++i) all.push_back(FunctionId(i));
  return all;
}

}  // namespace

GateResults CheckGates(std::span<const Gate> gates, Names names, const Difference& difference,
                       const Significance* significance, const NameOf& name_of) {
  GateResults results;
  for (const std::string& name : names) {
    if (Concerned({&name, 1}, difference, name_of, AllOf(difference)).empty()) results.unknown.push_back(name);
  }
  // True if the gate requires significance, but none of the checked functions can be significant, because there are too
  // few samples or the runs differ too much. Such a gate would accept every change.
  const auto is_blind = [&](const Gate& gate) {
    const std::vector<FunctionId> guarded = Concerned(names, difference, name_of, AllOf(difference));
    if (guarded.empty() && !names.empty()) return false;  // no function has any of the names
    return std::ranges::none_of(guarded, [&](FunctionId f) { return gate.CanRise(*significance, f); });
  };
  const auto check = [&](const Gate& gate) {
    gate.RequireUnit(difference.base);
    GateResult result{gate.text(),
                      Concerned(names, difference, name_of, FindOffenders(gate, difference, significance))};
    result.blind = result.offenders.empty() && gate.RisesWithSignificance() && is_blind(gate);
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
