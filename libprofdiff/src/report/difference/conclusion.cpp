// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a conclusion, which are the same in all outputs.
// Test: tests/unit/analyze/conclusion/conclude_test.cpp.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/significance.h"
#include "report/gprof/amounts.h"

namespace profdiff {
namespace {

// The number of decimals as in the report: a third decimal is noise at 100 samples per second, and superfluous from
// 1000 seconds on.
int DigitsOf(const Conclusion& conclusion, const Difference& difference) {
  constexpr double kDefaultRate = 100, kMany = 1000;
  const int digits = AmountsOf(difference).digits;
  const bool is_short = std::max(conclusion.base, conclusion.other) < kMany;
  return digits == 2 && conclusion.samples_per_second > kDefaultRate && is_short ? 3 : digits;
}

// Returns what was measured, for example "other takes 3.4 % more". The percentage is relative to the base; it is left
// out if the base has no time.
std::string MeasuredText(const Conclusion& conclusion, const Difference& difference) {
  const double change = conclusion.Change();
  if (change == 0) return AmountsOf(difference).digits == 0 ? "both take the same" : "both take the same time";
  std::string text = "other takes ";
  if (conclusion.base > 0) text += FixedText(100 * std::abs(change) / conclusion.base, 1) + " % ";
  return text + (change > 0 ? "less" : "more");
}

std::string IntervalText(const Conclusion& conclusion, const Difference& difference) {
  if (!conclusion.low || !conclusion.high) return "";
  const int digits = DigitsOf(conclusion, difference);
  const std::string unit = UnitOf(difference);
  return " (95 % interval " + FixedText(*conclusion.low, digits) + " to " + FixedText(*conclusion.high, digits) + " " +
         (unit == "seconds" ? "s" : WithoutControls(AsUtf8(unit.substr(0, 15)))) + ")";
}

}  // namespace

std::string TextOf(const Conclusion& conclusion, const Difference& difference, const RemedyWords& words) {
  const std::string interval = IntervalText(conclusion, difference);
  switch (conclusion.kind) {
    case ConclusionKind::kNoise:
      return MeasuredText(conclusion, difference) + ", which noise explains" + interval;
    case ConclusionKind::kUnknown:
      break;
    default:
      return MeasuredText(conclusion, difference) + interval;
  }
  const std::string why = "cannot tell: " + WithoutControls(AsUtf8(profdiff::TextOf(conclusion.why, words)));
  const Doubt* const decisive = conclusion.Decisive();
  // Figures that cannot be compared are not shown as a change.
  if (decisive != nullptr && decisive->code != DoubtCode::kUnknownUnit) return why;
  return why + "; measured: " + MeasuredText(conclusion, difference) + interval;
}

std::string BriefTextOf(const Conclusion& conclusion, const Difference& difference) {
  if (conclusion.kind == ConclusionKind::kUnknown) return "cannot tell which takes more";
  return MeasuredText(conclusion, difference) +
         (conclusion.kind == ConclusionKind::kNoise ? ", which noise explains" : "");
}

}  // namespace profdiff
