// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the results of gates as lines and an exit status.
#include "egprof/listings/gates.h"

#include <cstdio>
#include <string>
#include <vector>

#include "base/name_parts.h"
#include "egprof/console/remedies.h"

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

// Returns text such as "sort (+0.52 s, +3 calls)", or "sort (self +0.52, total +0.71 s, +3 calls)" if the condition
// compares inclusive times: a function may be slower only with its callees.
std::string Offender(const Difference& difference, FunctionId function, const std::string& name, bool has_total) {
  const Difference::Row& row = difference.functions[function.value];
  if (has_total || (difference.base.is_exact && difference.other.is_exact)) return name + ExactGrowth(difference, row);
  char growth[80];
  std::snprintf(growth, sizeof growth, " (%+.2f s, %+lld calls)",
                profdiff::SecondsDifference(row.other.self, row.base.self),
                -static_cast<long long>(profdiff::CountDifference(row.base.calls, row.other.calls)));
  return name + growth;
}

std::string Readable(profdiff::DemangleStyle demangle, const Difference& difference, FunctionId function) {
  const profdiff::FunctionTable& table = difference.match.functions;
  return profdiff::DemangledName(table[function].name, demangle, table.leading_char);
}

// Returns text such as "program +1.7 %"; the growth is in the unit of times if the base has no time.
std::string ProgramGrowth(const profdiff::Conclusion& conclusion, const Difference& difference) {
  const double growth = -conclusion.Change();
  const bool seconds = difference.base.dimension == "seconds";
  char text[120];
  if (conclusion.base > 0) {
    std::snprintf(text, sizeof text, "program %+.1f %%", 100 * growth / conclusion.base);
    return text;
  }
  std::snprintf(text, sizeof text, "program %+.*f ", seconds ? 2 : 0, growth);
  return text + (seconds ? "s" : difference.base.dimension);
}

}  // namespace

void CheckGates(const GateOptions& options, profdiff::DemangleStyle demangle,
                const profdiff::Significance* significance, Comparison& comparison) {
  const Difference& difference = comparison.difference;
  comparison.conclusion.gates =
      profdiff::CheckGates(options.gates, options.gate_functions, difference, significance, comparison.conclusion,
                           [&](FunctionId function) { return Readable(demangle, difference, function); });
}

void ReportGates(profdiff::DemangleStyle demangle, const Comparison& comparison, const GateLog& log) {
  const Difference& difference = comparison.difference;
  for (const std::string& name : comparison.conclusion.gates.unknown) {
    log.NoteBlind("--fail-on-function=" + name + ": there is no function of that name, so this option checks nothing");
  }
  for (const profdiff::GateResult& result : comparison.conclusion.gates.gates) {
    if (result.outcome == profdiff::GateOutcome::kUnknown) {
      log.NoteBlind(result.condition + ": " + profdiff::TextOf(result.why, WordsForRemedy));
    } else if (result.outcome == profdiff::GateOutcome::kFailed && result.is_program) {
      log.Fail(result.condition, ProgramGrowth(comparison.conclusion, difference));
    } else {
      const bool has_total = result.condition.find("total") != std::string::npos;
      log.Fail(result.condition, "function", result.offenders.size(), [&](std::size_t i) {
        const FunctionId function = result.offenders[i];
        return Offender(difference, function, Readable(demangle, difference, function), has_total);
      });
    }
  }
}

}  // namespace egprof
