// SPDX-License-Identifier: GPL-3.0-or-later
// Statistical significance of differences, and what a difference means: one value, which all outputs show.
#ifndef PROFDIFF_SIGNIFICANCE_H_
#define PROFDIFF_SIGNIFICANCE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"
#include "profdiff/property_set.h"

namespace profdiff {

// The statistical test behind a verdict.
enum class Evidence : std::uint8_t {
  kSampling,          // exact conditional binomial test of two numbers of samples, for one run per side
  kNegativeBinomial,  // quasi-likelihood F test over three or more runs
  // no test and no interval: times were counted, not sampled, in one run per side, so every difference between these
  // two runs is real
  kCounted,
  kModerated,  // t test with moderated variances, for three or more runs whose times were counted or are sums
  kNone,       // no test and no interval, for example because times are sums of an unknown number of samples
  kPaired,     // paired t test with moderated variances, for several pairs of sampled runs
};

// True if the interval, p and q of verdicts are valid.
constexpr bool HasInterval(Evidence evidence) { return evidence != Evidence::kCounted && evidence != Evidence::kNone; }

struct Verdict {
  double low = 0, high = 0;    // 95 % interval of the difference, base minus other, in seconds
  double p = 1;                // probability of a difference at least this large by chance alone
  double q = 1;                // p, corrected for the number of functions (Benjamini and Hochberg)
  bool significant = false;    // q <= 0.05, and missing samples cannot explain the difference
  bool loss_explains = false;  // true if q <= 0.05, but missing samples could explain the difference
  // False if the function has so few samples that no change would be significant, not even with all of its samples on
  // one side.
  bool can_be_significant = false;

  // Minimum and maximum number of calls in a run of each side. Calls are counted, not sampled, so numbers of calls
  // differ only if runs behaved differently.
  std::uint64_t base_calls_low = 0, base_calls_high = 0, other_calls_low = 0, other_calls_high = 0;

  // Mean and standard deviation over the runs of each side; the deviation of a single run is 0. Units: seconds.
  double base_mean = 0, other_mean = 0, base_deviation = 0, other_deviation = 0;
};

// Verdicts on self times and, if both sides' inclusive times are exact, on inclusive times. Either can be significant
// without the other.
struct Significance {
  Evidence evidence = Evidence::kSampling;
  std::vector<Verdict> functions;  // by joined FunctionId: verdicts on self times
  // by joined FunctionId: verdicts on inclusive times, corrected separately; empty if these times are propagated
  std::vector<Verdict> totals;
  std::size_t base_runs = 1, other_runs = 1;
  // coefficient of variation between runs of one program; 0 if sampling explains all variation
  double run_variation = 0;
  // Messages: `remarks` describe the limits of the verdicts, `grounds` the data on which the verdicts are based.
  std::vector<Message> remarks, grounds;
};

// True if this build of the library can judge, which requires Boost.Math at compile time.
PROFDIFF_EXPORT bool CanJudge();

// Judges the self time of each joined function and, if both sides' inclusive times are exact, its inclusive time with
// the same test. `scale` is the factor by which the other side's seconds were multiplied (1 unless times were
// normalised). Functions without any samples are not part of the correction; self and inclusive times are corrected
// separately. If p > 0.05, the interval contains 0; if p <= 0.05, it contains 0 at most as an end point. A remark
// reports functions with p <= 0.05 and q > 0.05.
// Errors: kUnsupported in a build that cannot judge.
// Source: for one run per side, binomial test of two Poisson counts (Przyborowski and Wilenski 1940); for more runs,
// negative binomial counts and quasi-likelihood (Lund and others 2012) with moderated variances (Smyth 2004). Intervals
// by MOVER (Zou and Donner 2008) from exact Poisson limits; correction for false discoveries by Benjamini and Hochberg
// (1995).
PROFDIFF_EXPORT Significance Judge(const Difference& difference, const RunTable& base, const RunTable& other,
                                   double scale = 1);

// Gates: conditions under which a change of a program should not be merged.

// A condition that is evaluated for each function, such as "self > +5% and self > 0.05s and significant".
//
//   condition  = all { "or" all }
//   all        = one { "and" one }
//   one        = "not" one | "(" condition ")" | comparison | "significant" | "only-base" | "only-other"
//   comparison = value relation number unit
//   value      = "self" | "total" | "calls" | "program" | "unmatched" | "only-base" | "only-other"
//   relation   = ">" | ">=" | "<" | "<=" | "=" | "!="
//   unit       = "%" | "s" | "ms" | "us" | empty, for calls | " " and the unit of an event, such as "Ir"
//
// "significant" refers to the value that is compared in the same "and": "total > 5% and significant" uses the verdict
// on inclusive time, "self > 5% and significant" the verdict on self time, "program > 1% and significant" the
// conclusion about the program's time. If the "and" compares several of these values, all of their verdicts must be
// significant. If it compares none, the enclosing "and" decides; without an enclosing "and", the verdict on self time
// is used. Propagated inclusive times have no verdict of their own: without a conclusion, the verdict on self time is
// used instead; with one, such a verdict is unknown unless self time is significant.
//
// All values are growth (other minus base). Percentages are relative to the base's value, and infinite if it is 0.
// "program" is the time of all samples, in functions or not; it is the same for every function. "unmatched" is only for
// traces: the number of unmatched calls of both sides as a percentage of all calls. "only-base" and "only-other" with a
// relation are also only for traces: the number of calls that only this side has, as a percentage of its calls. Without
// a relation, they hold if only this side has the function.
class PROFDIFF_EXPORT Gate {
 public:
  // The growth of one value.
  struct Growth {
    double base = 0;  // value in the base, in seconds or calls
    double more = 0;  // value on the other side minus value in the base
  };
  struct Figures {
    Growth self, total, calls, program, unmatched;
    Growth base_alone, other_alone;  // calls that only one side has, in `more`; all of its calls, in `base`
    Growth beyond, change, noise;    // only for conditions on threads; values from 0 to 1, in `more`
    bool only_base = false, only_other = false;
    // verdicts on self time, on inclusive time and on the program's time
    bool significant = false, total_significant = false, program_significant = false;
  };

  // The subject of a condition: functions of a difference or threads of a ranking. The values that a condition can use
  // depend on its subject.
  enum class Subject : std::uint8_t { kFunctions, kThreads };

  // Parses a condition. Errors: kBadArgument; cause() shows the position of the error in the text.
  static Gate Parse(std::string_view text, Subject subject = Subject::kFunctions);

  const std::string& text() const { return text_; }
  bool NeedsSignificance() const;
  // True if a significant change can make the condition hold, because at least one "significant" is not negated.
  bool RisesWithSignificance() const;
  // True if a verdict that the condition uses could be significant for the function.
  bool CanRise(const Significance& significance, FunctionId function) const;
  bool NeedsAlignment() const {
    return Uses(&Figures::unmatched) || Uses(&Figures::base_alone) || Uses(&Figures::other_alone);
  }
  // True if the condition compares the program's time; if it compares numbers of calls; if it uses any time or verdict.
  bool UsesProgram() const { return Uses(&Figures::program); }
  bool UsesCalls() const { return Uses(&Figures::calls); }
  bool UsesTimes() const;
  // True if the condition has the same value for every function.
  bool IsOnlyProgram() const;
  // True if the condition uses the verdict on inclusive time.
  bool UsesVerdictOnTotal() const;
  // Checks the condition's unit. Errors: kBadArgument if it differs from the unit of a side's times. The unit "seconds"
  // is also accepted for times that are not exact.
  void RequireUnit(const SideTotals& totals) const;

  bool Holds(const Figures& figures) const;
  // True if the condition holds for a function. `significance` may be null if NeedsSignificance() returns false.
  bool Holds(const Difference& difference, const Significance* significance, FunctionId function) const;

 private:
  friend class GateParser;

  // A comparison of a value with a number; one of the flags only_base and only_other; or, if it has neither a figure
  // nor a flag, the word "significant".
  struct Condition {
    bool IsVerdict() const { return figure == nullptr && flag == nullptr; }

    Growth Figures::*figure = nullptr;
    ExpressionTerm::Kind relation = ExpressionTerm::Kind::kGreater;
    double number = 0;  // in seconds, calls or percent; for threads, from 0 to 1
    bool percent = false;
    bool Figures::*flag = nullptr;
    // the verdicts that must be significant
    bool of_self = true, of_total = false, of_program = false;
  };

  static double Value(const Condition& condition, const Figures& figures);
  bool Uses(Growth Figures::*figure) const;
  // True if all verdicts that the condition requires are true.
  static bool AreAll(const Condition& condition, bool self, bool total, bool program);

  std::string text_;
  std::vector<Condition> conditions_;  // in the order of the text
  // in postfix order: AND, OR, NOT, and terms whose number is the index of a condition
  std::vector<ExpressionTerm> terms_;
  // unit of the times in the condition; empty if there are none, or if all of them are percentages
  std::string unit_;
};

// Returns the functions for which a gate's condition holds, sorted by growth, descending.
PROFDIFF_EXPORT std::vector<FunctionId> FindOffenders(const Gate& gate, const Difference& difference,
                                                      const Significance* significance);

// The outcome of a gate. A gate is unknown if it could not have failed, or if the numbers do not decide it.
enum class GateOutcome : std::uint8_t { kPassed, kFailed, kUnknown };

// The result of one gate.
struct GateResult {
  std::string condition;              // as written by the user
  std::vector<FunctionId> offenders;  // by growth, descending; empty for a condition on the whole program
  // true if the condition requires significance, but no checked function can be significant; the outcome is kUnknown
  bool blind = false;
  GateOutcome outcome = GateOutcome::kPassed;
  bool is_program = false;  // true if the program's time decides, not that of functions
  Message why;              // why the outcome is kUnknown; otherwise empty
};

struct GateResults {
  std::vector<std::string> unknown;  // names that match no function
  std::vector<GateResult> gates;
};

// Checks gates against the functions with the given names, or against all functions if `names` is empty. If there are
// names but no gates, the functions are checked for a significant slowdown. A name may be a linkage name or the
// demangled name that `name_of` returns. `significance` may be null if GatesNeedSignificance returns false.
// Errors: kBadArgument for a condition whose unit differs from the unit of measured times.
PROFDIFF_EXPORT GateResults CheckGates(std::span<const Gate> gates, std::span<const std::string> names,
                                       const Difference& difference, const Significance* significance,
                                       const std::function<std::string(FunctionId)>& name_of);
PROFDIFF_EXPORT bool GatesNeedSignificance(std::span<const Gate> gates, std::span<const std::string> names);

// Plausibility checks, which are made before any statistics. A check that fails adds a warning.

// Warns if one side has so few samples, compared with the other, that a comparison is hardly meaningful.
PROFDIFF_EXPORT void CheckComparable(const RunTable& base, const RunTable& other, Diagnostics& diagnostics);

// Makes the same check as the overload for RunTable, but for executions with images, and also warns if the images are
// for different machines.
PROFDIFF_EXPORT void CheckComparable(const Image& base, const Image& other, double base_samples, double other_samples,
                                     Diagnostics& diagnostics);

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

// Withdraws the verdicts on functions if a decisive doubt leaves nothing to conclude from their times. The evidence is
// then kNone, as for times without samples; numbers of calls, means and deviations stay.
PROFDIFF_EXPORT void WithdrawVerdicts(const Conclusion& conclusion, Significance& significance);

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

#endif  // PROFDIFF_SIGNIFICANCE_H_
