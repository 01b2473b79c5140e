// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/gates.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/significance.h"

namespace egprof {
namespace {

using profdiff::Difference;
using profdiff::FunctionId;
using profdiff::Gate;

constexpr int kGateStatus = 3;
constexpr int kBlindStatus = 1;  // a gate with a misspelt name, or too few samples, would let everything through
constexpr std::size_t kNamed = 3;

// What --fail-on-function asks without a condition: more time than noise explains.
Gate UsualGate() { return Gate::Parse("self > 0s and significant"); }

bool IsNamed(const std::vector<std::string>& wanted, const std::string& name, std::string_view linkage_name) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const std::string& function) { return function == name || function == linkage_name; });
}

// "sort (+0.52 s, +3 calls)"
std::string Offender(const Difference& difference, FunctionId function, const std::string& name) {
  const Difference::Row& row = difference.functions[function.value];
  char growth[80];
  std::snprintf(growth, sizeof growth, " (%+.2f s, %+lld calls)",
                profdiff::SecondsDifference(row.other.self, row.base.self),
                -static_cast<long long>(profdiff::CountDifference(row.base.calls, row.other.calls)));
  return name + growth;
}

std::string Readable(const ProfileOptions& options, const Difference& difference, FunctionId function) {
  const profdiff::FunctionTable& table = difference.match.functions;
  std::string_view name = table[function].name;
  return profdiff::Demangle(name, options.listing.names.demangle, table.leading_char).value_or(std::string(name));
}

// Keeps those that --fail-on-function names, if it names any.
std::vector<FunctionId> Concerned(const ProfileOptions& options, const Difference& difference,
                                  std::vector<FunctionId> offenders) {
  if (options.gate_functions.empty()) return offenders;
  std::erase_if(offenders, [&](FunctionId f) {
    return !IsNamed(options.gate_functions, Readable(options, difference, f), difference.match.functions[f].name);
  });
  return offenders;
}

// Of too few samples, or of runs that differ too much, no change whatever is significant: a condition that asks for it
// would pass all.
void RefuseBlind(const ProfileOptions& options, const Gate& gate, const Difference& difference,
                 const profdiff::Significance& significance, Output& output) {
  std::vector<FunctionId> guarded;
  for (std::size_t i = 0; i < difference.functions.size(); ++i) guarded.push_back(FunctionId(i));
  guarded = Concerned(options, difference, std::move(guarded));
  if (guarded.empty() && !options.gate_functions.empty()) return;  // refused by its name
  const bool sees = std::any_of(guarded.begin(), guarded.end(), [&significance](FunctionId function) {
    return significance.functions[function.value].can_be_significant;
  });
  if (sees) return;
  output.notes.push_back(gate.text() + ": " + (options.gate_functions.empty() ? "no function" : "no named function") +
                         " could be significant, even with all its samples on one side, so nothing is guarded: " +
                         "more or longer runs are needed");
  if (output.status != kGateStatus) output.status = kBlindStatus;
}

void Check(const ProfileOptions& options, const Gate& gate, const Difference& difference,
           const profdiff::Significance* significance, Output& output) {
  const std::vector<FunctionId> offenders =
      Concerned(options, difference, profdiff::FindOffenders(gate, difference, significance));
  if (offenders.empty()) {
    if (gate.RisesWithSignificance()) RefuseBlind(options, gate, difference, *significance, output);
    return;
  }
  std::string line = "fail: " + gate.text() + ": " + std::to_string(offenders.size()) +
                     (offenders.size() == 1 ? " function: " : " functions: ");
  for (std::size_t i = 0; i < std::min(kNamed, offenders.size()); ++i) {
    line += (i == 0 ? "" : ", ") + Offender(difference, offenders[i], Readable(options, difference, offenders[i]));
  }
  output.notes.push_back(line + (offenders.size() > kNamed ? ", ..." : ""));
  output.status = kGateStatus;
}

void RefuseUnknown(const ProfileOptions& options, const Difference& difference, Output& output) {
  for (const std::string& wanted : options.gate_functions) {
    bool known = false;
    for (std::size_t i = 0; i < difference.functions.size() && !known; ++i) {
      known =
          IsNamed({wanted}, Readable(options, difference, FunctionId(i)), difference.match.functions.functions[i].name);
    }
    if (known) continue;
    output.notes.push_back("--fail-on-function=" + wanted + ": no function of that name, so nothing is guarded");
    output.status = kBlindStatus;
  }
}

}  // namespace

bool GatesNeedSignificance(const GateOptions& options) {
  if (options.gates.empty()) return !options.gate_functions.empty();
  return std::any_of(options.gates.begin(), options.gates.end(),
                     [](const Gate& gate) { return gate.NeedsSignificance(); });
}

void CheckGates(const ProfileOptions& options, const Difference& difference, const profdiff::Significance* significance,
                Output& output) {
  RefuseUnknown(options, difference, output);
  for (const Gate& gate : options.gates) Check(options, gate, difference, significance, output);
  if (options.gates.empty() && !options.gate_functions.empty()) {
    Check(options, UsualGate(), difference, significance, output);
  }
}

}  // namespace egprof
