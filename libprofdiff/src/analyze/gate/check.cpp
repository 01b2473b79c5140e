// SPDX-License-Identifier: GPL-3.0-or-later
// Checks all gates, the conditions of --fail-if. A gate that cannot fail is worse than none. Two cases are therefore
// reported and do not count as passed: a name that matches no function, and a condition on significance if there are
// too few samples for any verdict.
// Test: tests/unit/analyze/gate/check_test.cpp.
#include <algorithm>
#include <string>
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

// Returns by FunctionId whether gates guard a function: true if its demangled or linkage name is in `names`, or if
// `names` is empty. Appends the names that no function has to `unknown`.
std::vector<bool> FindGuarded(Names names, const Difference& difference, const NameOf& name_of,
                              std::vector<std::string>& unknown) {
  std::vector<bool> is_guarded(difference.functions.size(), names.empty()), is_known(names.size());
  for (std::size_t f = 0; f < is_guarded.size() && !names.empty(); ++f) {
    const std::string name = name_of(FunctionId(f));
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != name && names[i] != difference.match.functions.functions[f].name) continue;
      is_guarded[f] = is_known[i] = true;
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!is_known[i]) unknown.push_back(names[i]);
  }
  return is_guarded;
}

}  // namespace

GateResults CheckGates(std::span<const Gate> gates, Names names, const Difference& difference,
                       const Significance* significance, const NameOf& name_of) {
  GateResults results;
  const std::vector<bool> is_guarded = FindGuarded(names, difference, name_of, results.unknown);
  // True if the gate requires significance, but none of the guarded functions can be significant, because there are too
  // few samples or the runs differ too much. Such a gate would accept every change.
  const auto is_blind = [&](const Gate& gate) {
    if (!names.empty() && results.unknown.size() == names.size()) return false;  // no function has any of the names
    for (std::size_t f = 0; f < is_guarded.size(); ++f) {
      if (is_guarded[f] && gate.CanRise(*significance, FunctionId(f))) return false;
    }
    return true;
  };
  const auto check = [&](const Gate& gate) {
    gate.RequireUnit(difference.base);
    GateResult result{gate.text(), FindOffenders(gate, difference, significance)};
    std::erase_if(result.offenders, [&](FunctionId f) { return !is_guarded[f.value]; });
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
