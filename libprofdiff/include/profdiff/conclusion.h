// SPDX-License-Identifier: GPL-3.0-or-later
// What a difference of two executions means: one value, which all outputs show.
#ifndef PROFDIFF_CONCLUSION_H_
#define PROFDIFF_CONCLUSION_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/doubt.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"

namespace profdiff {

// What the other side takes, compared with the base.
enum class ConclusionKind : std::uint8_t {
  kLess,
  kMore,
  kNoise,    // the difference is not 0, but noise explains it: it is at most what the interval allows
  kEqual,    // both totals are equal; times that are not counted can still differ by what the interval allows
  kUnknown,  // `why` says what prevents a conclusion
};

// The conclusion about the time of all samples of each side, in functions or not. Units: those of the difference.
struct Conclusion {
  ConclusionKind kind = ConclusionKind::kUnknown;
  double base = 0, other = 0;  // total of each side; in several runs, their mean
  // 95 % interval of `base` minus `other`; nullopt if it is not known, or if times were counted, not sampled. If
  // samples may be missing, it includes what they could add.
  std::optional<double> low, high;
  Message why;
  double samples_per_second = 0;  // of the side with more, all runs together
  std::vector<Doubt> doubts;      // about either side, the decisive ones first
  GateResults gates;              // results of CheckGates, if there are gates

  double Change() const { return SecondsDifference(base, other); }
  // Returns the first decisive doubt; null if there is none.
  const Doubt* Decisive() const;
};

// Concludes whether the other side takes less or more time than the base. `base` and `other` are the runs of the two
// sides, `scale` is the factor by which the other side's seconds were multiplied. `doubts` are those about either side
// (LoadedExecution::doubts); those that follow from the values themselves are added.
//
// - Differences that were counted, not sampled, are real. Other differences are judged by JudgeProgram; kUnknown if
//   there is nothing to judge by.
// - kUnknown if more than half of a side's time is in no function, but at most half of the other side's.
// - Missing time (SideTotals::missing_seconds): kUnknown if the conclusion would be another one with this time added.
PROFDIFF_EXPORT Conclusion Conclude(const Difference& difference, const RunTable& base, const RunTable& other,
                                    std::vector<Doubt> doubts, double scale = 1);

// Returns the name of a kind, for example "noise"; of an outcome, for example "failed".
PROFDIFF_EXPORT std::string_view WordOf(ConclusionKind kind);
PROFDIFF_EXPORT std::string_view WordOf(GateOutcome outcome);

// Returns the conclusion as a sentence, for example "other takes 3.4 % more (95 % interval -0.41 to -0.12 s)".
PROFDIFF_EXPORT std::string TextOf(const Conclusion& conclusion, const Difference& difference,
                                   const RemedyWords& words = {});
// Returns the sentence without interval and reason.
PROFDIFF_EXPORT std::string BriefTextOf(const Conclusion& conclusion, const Difference& difference);

// Checks gates as CheckGates does without a conclusion, with the conclusion's view of the program's time and of missing
// samples. Results are kUnknown where nothing can be concluded.
PROFDIFF_EXPORT GateResults CheckGates(std::span<const Gate> gates, std::span<const std::string> names,
                                       const Difference& difference, const Significance* significance,
                                       const Conclusion& conclusion,
                                       const std::function<std::string(FunctionId)>& name_of);

}  // namespace profdiff

#endif  // PROFDIFF_CONCLUSION_H_
