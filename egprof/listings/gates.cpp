// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the results of gates as lines and an exit status.
#include "egprof/listings/gates.h"

#include <cstdio>
#include <string>
#include <vector>

#include "base/name_parts.h"

namespace egprof {
namespace {

using profdiff::Difference;
using profdiff::FunctionId;

// Formats the growth of exact measurements, with inclusive times if they were measured, and with calls if they are
// known.
std::string ExactGrowth(const Difference& difference, const Difference::Row& row) {
  const bool seconds = difference.base.dimension == "seconds";
  const std::string unit = seconds ? "s" : difference.base.dimension;
  const int digits = seconds ? 2 : 0;
  char numbers[120], calls[40] = "";
  std::snprintf(numbers, sizeof numbers, "self %+.*f, total %+.*f ", digits,
                profdiff::SecondsDifference(row.other.self, row.base.self), digits,
                profdiff::SecondsDifference(row.other.total, row.base.total));
  if (difference.base.calls_known && difference.other.calls_known) {
    std::snprintf(calls, sizeof calls, ", %+lld calls",
                  -static_cast<long long>(profdiff::CountDifference(row.base.calls, row.other.calls)));
  }
  return " (" + (numbers + unit) + calls + ")";
}

// Returns text such as "sort (+0.52 s, +3 calls)".
std::string Offender(const Difference& difference, FunctionId function, const std::string& name) {
  const Difference::Row& row = difference.functions[function.value];
  if (difference.base.is_exact && difference.other.is_exact) return name + ExactGrowth(difference, row);
  char growth[80];
  std::snprintf(growth, sizeof growth, " (%+.2f s, %+lld calls)",
                profdiff::SecondsDifference(row.other.self, row.base.self),
                -static_cast<long long>(profdiff::CountDifference(row.base.calls, row.other.calls)));
  return name + growth;
}

std::string Readable(const ProfileOptions& options, const Difference& difference, FunctionId function) {
  const profdiff::FunctionTable& table = difference.match.functions;
  return profdiff::DemangledName(table[function].name, options.listing.names.demangle, table.leading_char);
}

std::string BlindnessOf(const ProfileOptions& options, const profdiff::GateResult& result,
                        const profdiff::Significance& significance) {
  if (significance.evidence == profdiff::Evidence::kNone) {
    return result.condition + ": change cannot be distinguished from noise, so this condition checks nothing";
  }
  return result.condition + ": " + (options.gate_functions.empty() ? "no function" : "no named function") +
         " could be significant, even with all its samples on one side, so this condition checks nothing: " +
         "more or longer runs are needed";
}

}  // namespace

profdiff::GateResults CheckGates(const ProfileOptions& options, const Difference& difference,
                                 const profdiff::Significance* significance, Output& output) {
  profdiff::GateResults results =
      profdiff::CheckGates(options.gates, options.gate_functions, difference, significance,
                           [&](FunctionId function) { return Readable(options, difference, function); });
  for (const std::string& name : results.unknown) {
    output.NoteBlindGate("--fail-on-function=" + name +
                         ": there is no function of that name, so this option checks nothing");
  }
  for (const profdiff::GateResult& result : results.gates) {
    const std::vector<FunctionId>& offenders = result.offenders;
    output.FailGate(result.condition, "function", offenders.size(), [&](std::size_t i) {
      return Offender(difference, offenders[i], Readable(options, difference, offenders[i]));
    });
    if (offenders.empty() && result.blind) output.NoteBlindGate(BlindnessOf(options, result, *significance));
  }
  return results;
}

}  // namespace egprof
