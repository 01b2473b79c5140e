// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates conditions as for differences of profiles, but with values from traces.
//
// Test: tests/cli/trace/run.py.
#include "egprof/trace/gates.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/name_parts.h"
#include "profdiff/significance.h"

namespace egprof {
namespace {

using profdiff::FunctionDifference;
using profdiff::Gate;
using profdiff::TraceComparison;

double Seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

// Returns the base's value, and the increase on the other side, in seconds.
Gate::Growth TimeGrowth(std::int64_t a, std::int64_t b) { return {Seconds(a), Seconds(b - a)}; }

Gate::Figures FiguresOf(const FunctionDifference& function, const profdiff::TraceTotals& all) {
  Gate::Figures figures;
  figures.self = TimeGrowth(function.self_a, function.self_b);
  figures.total = TimeGrowth(function.inclusive_a, function.inclusive_b);
  const auto calls_a = static_cast<double>(function.calls_a), calls_b = static_cast<double>(function.calls_b);
  figures.calls = {calls_a, calls_b - calls_a};
  figures.program = TimeGrowth(all.total_a, all.total_b);
  const std::uint64_t unmatched = function.different_a + function.different_b + function.only_a + function.only_b;
  figures.unmatched = {calls_a + calls_b, static_cast<double>(unmatched)};
  figures.base_alone = {calls_a, static_cast<double>(function.only_a)};
  figures.other_alone = {calls_b, static_cast<double>(function.only_b)};
  figures.only_base = function.calls_b == 0;
  figures.only_other = function.calls_a == 0;
  return figures;
}

std::string NameOf(const TraceOptions& options, const TraceComparison& comparison, const FunctionDifference& function) {
  const std::string& name =
      function.a.valid() ? comparison.a.trace.names[function.a.value] : comparison.b.trace.names[function.b.value];
  return profdiff::DemangledName(name, options.listing.names.demangle);
}

// Returns text such as "sort (+0.520000 s, +3 calls)".
std::string Offender(const std::string& name, const FunctionDifference& function) {
  char growth[100];
  std::snprintf(growth, sizeof growth, " (%+.6f s, %+lld calls)", Seconds(function.self_b - function.self_a),
                static_cast<long long>(function.calls_b - function.calls_a));
  return name + growth;
}

// Returns the functions for which a condition holds, sorted by growth, largest first.
std::vector<const FunctionDifference*> FindOffenders(const Gate& gate, const profdiff::TraceDifference& difference) {
  std::vector<const FunctionDifference*> offenders;
  for (const FunctionDifference& function : difference.functions) {
    if (gate.Holds(FiguresOf(function, difference.all))) offenders.push_back(&function);
  }
  std::ranges::stable_sort(offenders, std::greater<>(),
                           [](const FunctionDifference* f) { return f->self_b - f->self_a; });
  return offenders;
}

}  // namespace

std::vector<TraceGateResult> FindTraceOffenders(const TraceOptions& options, const TraceComparison& comparison) {
  std::vector<TraceGateResult> results;
  for (const Gate& gate : options.gates) results.push_back({gate.text(), FindOffenders(gate, comparison.difference)});
  return results;
}

void CheckTraceGates(const TraceOptions& options, const TraceComparison& comparison, const GateLog& log) {
  for (const TraceGateResult& gate : FindTraceOffenders(options, comparison)) {
    log.Fail(gate.condition, "function", gate.offenders.size(), [&](std::size_t i) {
      return Offender(NameOf(options, comparison, *gate.offenders[i]), *gate.offenders[i]);
    });
  }
}

}  // namespace egprof
