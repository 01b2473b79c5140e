// SPDX-License-Identifier: GPL-3.0-or-later
// Statistical significance of differences.
#ifndef PROFDIFF_SIGNIFICANCE_H_
#define PROFDIFF_SIGNIFICANCE_H_

#include <cstdint>
#include <functional>
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

namespace profdiff {

// The statistical test behind a verdict.
enum class Evidence : std::uint8_t {
  kSampling,          // exact conditional binomial test of the two numbers of samples, for one run per side
  kNegativeBinomial,  // quasi-likelihood F test over three runs or more
  kCounted,    // times were counted, one run per side: every difference is real for these two runs; without an interval
  kModerated,  // t test with moderated variances: times were counted or are sums, in three runs or more
  kNone,       // no test is possible, as for sums without samples; without an interval
};

// True if the interval, p and q are valid.
constexpr bool HasInterval(Evidence evidence) { return evidence != Evidence::kCounted && evidence != Evidence::kNone; }

struct Verdict {
  double low = 0, high = 0;  // 95 % interval of the difference, base minus other, in seconds
  double p = 1;              // probability of a difference at least as large by chance alone
  double q = 1;              // the same, corrected for the number of functions (Benjamini and Hochberg)
  bool significant = false;  // q <= 0.05
  // Significant if all the function's samples were on one side. If false, no change of the function can be detected.
  bool can_be_significant = false;

  // Minimum and maximum of calls in a run of each side. Calls are counted, not sampled, so that they differ only
  // between different runs.
  std::uint64_t base_calls_low = 0, base_calls_high = 0, other_calls_low = 0, other_calls_high = 0;

  // Mean and standard deviation over the runs of each side; deviations are 0 for a single run. Units: seconds.
  double base_mean = 0, other_mean = 0, base_deviation = 0, other_deviation = 0;
};

// Verdicts on self times and, if both sides' inclusive times are exact, on inclusive times. One of them can be
// significant without the other.
struct Significance {
  Evidence evidence = Evidence::kSampling;
  std::vector<Verdict> functions;  // by joined FunctionId: of self times
  // the same for inclusive times, corrected as a family of tests of its own; empty if these are propagated
  std::vector<Verdict> totals;
  std::size_t base_runs = 1, other_runs = 1;
  double run_variation = 0;  // coefficient of variation between runs of one program; 0 where sampling explains all
  // Messages: limits of all verdicts, and the data that they are based on.
  std::vector<std::string> remarks, grounds;
};

// True if this build of the library can judge: it needs Boost.Math when it is compiled.
PROFDIFF_EXPORT bool CanJudge();

// Judges the self time of each joined function and, if both sides' inclusive times are exact, the inclusive time by the
// same test. `scale` is the factor of the other side's seconds (1 unless times were normalised). Functions without any
// samples are not part of the correction; self and inclusive times are corrected separately. The interval contains 0 if
// p > 0.05, and does not contain it, except as an end point, if p <= 0.05; a remark reports functions with p <= 0.05
// and q > 0.05.
// Errors: kUnsupported in a build that cannot judge.
// Source: for one run per side, binomial test of two Poisson counts (Przyborowski and Wilenski 1940); for more,
// negative binomial counts and quasi-likelihood (Lund and others 2012) with moderated variances (Smyth 2004). Intervals
// by MOVER (Zou and Donner 2008) over exact Poisson limits; false discoveries by Benjamini and Hochberg (1995).
PROFDIFF_EXPORT Significance Judge(const Difference& difference, const RunTable& base, const RunTable& other,
                                   double scale = 1);

// Conditions on a difference under which a change should not be merged.

// A condition that is evaluated for each function, such as "self > +5% and self > 0.05s and significant".
//
//   condition  = all { "or" all }
//   all        = one { "and" one }
//   one        = "not" one | "(" condition ")" | comparison | "significant" | "only-base" | "only-other"
//   comparison = value relation number unit
//   value      = "self" | "total" | "calls" | "program" | "unmatched"
//   relation   = ">" | ">=" | "<" | "<=" | "=" | "!="
//   unit       = "%" | "s" | "ms" | "us" | nothing, which is for calls | " " and the unit of an event, such as "Ir"
//
// "significant" is the verdict on the value that is compared in the same "and": "total > 5% and significant" uses the
// verdict on inclusive times, "self > 5% and significant" that on self times. With both values in the same "and" both
// verdicts must hold; with neither the next outer "and" decides, and without any the verdict on self times is used.
// Propagated inclusive times have no verdict, so that the verdict on self times is used for both.
//
// All values are growth: other minus base. Percentages relate to the base's value, and are infinite if that is 0.
// "program" is the self time of all functions, for every function. "unmatched" is for traces only: the number of
// unmatched calls of both sides, as a percentage of all calls.
class PROFDIFF_EXPORT Gate {
 public:
  // The values of a function in a condition.
  struct Growth {
    double base = 0;  // seconds or calls
    double more = 0;  // other minus base
  };
  struct Figures {
    Growth self, total, calls, program, unmatched;
    Growth beyond, change, noise;  // for threads: numbers from 0 to 1, in `more`
    bool only_base = false, only_other = false;
    bool significant = false, total_significant = false;  // verdicts on self and on total
  };

  // The subject of a condition. Functions of a difference and threads of a ranking have different values.
  enum class Subject : std::uint8_t { kFunctions, kThreads };

  // Errors: kBadArgument; message() shows the position of the error in the text.
  static Gate Parse(std::string_view text, Subject subject = Subject::kFunctions);

  const std::string& text() const { return text_; }
  bool NeedsSignificance() const { return needs_significance_; }
  // True if significance can make the condition hold: not every "significant" is negated.
  bool RisesWithSignificance() const;
  // True if a verdict used by the condition could be significant for the function.
  bool CanRise(const Significance& significance, FunctionId function) const;
  bool NeedsAlignment() const { return needs_alignment_; }
  // Errors: kBadArgument if the condition's unit is not the unit of a side's times. Times that are not exact are also
  // accepted with the unit "seconds".
  void RequireUnit(const SideTotals& totals) const;

  bool Holds(const Figures& figures) const;
  // `significance` may be null if it is not needed.
  bool Holds(const Difference& difference, const Significance* significance, FunctionId function) const;

 private:
  friend class GateParser;

  enum class Kind : std::uint8_t {
    kAnd,
    kOr,
    kNot,
    kSignificant,       // self time
    kTotalSignificant,  // inclusive time
    kBothSignificant,
    kOnlyBase,
    kOnlyOther,
    kCompare
  };
  enum class Figure : std::uint8_t { kSelf, kTotal, kCalls, kProgram, kUnmatched, kBeyond, kChange, kNoise };
  enum class Relation : std::uint8_t { kMore, kAtLeast, kLess, kAtMost, kEqual, kUnequal };

  // A step of a condition in postfix order: operands first.
  struct Step {
    Kind kind = Kind::kCompare;
    Figure figure = Figure::kSelf;
    Relation relation = Relation::kMore;
    double number = 0;  // seconds, calls, percent, or from 0 to 1
    bool percent = false;
  };

  static bool Compare(const Step& step, const Figures& figures);
  static bool AsksVerdict(Kind kind);
  // Selects the verdict for a step of this kind from those on self and on total.
  static bool Choose(Kind kind, bool self, bool total);

  std::string text_;
  std::vector<Step> steps_;
  bool needs_significance_ = false;
  bool needs_alignment_ = false;
  std::string unit_;  // unit of its times; empty without times, and if all are percentages
};

// The functions for which a gate's condition holds, sorted by growth, descending.
PROFDIFF_EXPORT std::vector<FunctionId> FindOffenders(const Gate& gate, const Difference& difference,
                                                      const Significance* significance);

// The result of one gate.
struct GateResult {
  std::string condition;              // as written by the user
  std::vector<FunctionId> offenders;  // sorted by growth, descending; if empty, the gate is passed, unless it is blind
  bool blind = false;                 // it requires significance, which no checked function can reach
};

struct GateResults {
  std::vector<std::string> unknown;  // names that match no function, so that nothing is guarded
  std::vector<GateResult> gates;
};

// Checks gates against the functions with the given names, or against all functions if `names` is empty. Names without
// any gate are checked for a significant slowdown. A name may be a linkage name or the demangled name, which `name_of`
// returns. `significance` may be null if GatesNeedSignificance is false.
// Errors: kBadArgument for a condition in another unit than that of measured times.
PROFDIFF_EXPORT GateResults CheckGates(std::span<const Gate> gates, std::span<const std::string> names,
                                       const Difference& difference, const Significance* significance,
                                       const std::function<std::string(FunctionId)>& name_of);
PROFDIFF_EXPORT bool GatesNeedSignificance(std::span<const Gate> gates, std::span<const std::string> names);

// Plausibility checks, before any statistics. Each adds a warning if it fails.

// Warns if a profile seems to come from another program or another build than the image: no sample or call is inside a
// function of the image, the histogram ends at another address than the code, or many calls enter functions at another
// address than their first instruction. The last check is made only if `all_functions`: the image was read with all its
// functions. `names`: the profile's files, for the warning.
PROFDIFF_EXPORT void CheckFit(const Image& image, const Records& records, const std::string& names, bool all_functions,
                              Diagnostics& diagnostics);

// Warns if one side has so many fewer samples that it shows hardly anything.
PROFDIFF_EXPORT void CheckComparable(const RunTable& base, const RunTable& other, Diagnostics& diagnostics);

// The same for executions with images; also warns if the images are for different machines.
PROFDIFF_EXPORT void CheckComparable(const Image& base, const Image& other, double base_samples, double other_samples,
                                     Diagnostics& diagnostics);

// The probability that counts with equal expectation differ at least as much as these, by the chi-square test; 1 for
// fewer than two counts, and if all are 0. Needs CanJudge().
PROFDIFF_EXPORT double ChanceOfUnevenCounts(std::span<const double> counts);

}  // namespace profdiff

#endif  // PROFDIFF_SIGNIFICANCE_H_
