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
  kSampling,          // exact conditional binomial test of two numbers of samples, for one run per side
  kNegativeBinomial,  // quasi-likelihood F test over three or more runs
  // no test and no interval: times were counted, not sampled, in one run per side, so every difference between these
  // two runs is real
  kCounted,
  kModerated,  // t test with moderated variances, for three or more runs whose times were counted or are sums
  kNone,       // no test and no interval, for example because times are sums of an unknown number of samples
};

// True if the interval, p and q of verdicts are valid.
constexpr bool HasInterval(Evidence evidence) { return evidence != Evidence::kCounted && evidence != Evidence::kNone; }

struct Verdict {
  double low = 0, high = 0;  // 95 % interval of the difference, base minus other, in seconds
  double p = 1;              // probability of a difference at least this large by chance alone
  double q = 1;              // p, corrected for the number of functions (Benjamini and Hochberg)
  bool significant = false;  // q <= 0.05
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
  std::vector<std::string> remarks, grounds;
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
//   value      = "self" | "total" | "calls" | "program" | "unmatched"
//   relation   = ">" | ">=" | "<" | "<=" | "=" | "!="
//   unit       = "%" | "s" | "ms" | "us" | empty, for calls | " " and the unit of an event, such as "Ir"
//
// "significant" refers to the value that is compared in the same "and": "total > 5% and significant" uses the verdict
// on inclusive time, "self > 5% and significant" the verdict on self time. If the "and" compares both values, both
// verdicts must be significant. If it compares neither, the enclosing "and" decides; without an enclosing "and", the
// verdict on self time is used. Propagated inclusive times have no verdict, so the verdict on self time is used
// instead.
//
// All values are growth (other minus base). Percentages are relative to the base's value, and infinite if it is 0.
// "program" is the self time of all functions; it is the same for every function. "unmatched" is only for traces: the
// number of unmatched calls of both sides as a percentage of all calls.
class PROFDIFF_EXPORT Gate {
 public:
  // The growth of one value.
  struct Growth {
    double base = 0;  // value in the base, in seconds or calls
    double more = 0;  // value on the other side minus value in the base
  };
  struct Figures {
    Growth self, total, calls, program, unmatched;
    Growth beyond, change, noise;  // only for conditions on threads; values from 0 to 1, in `more`
    bool only_base = false, only_other = false;
    bool significant = false, total_significant = false;  // verdicts on self time and on inclusive time
  };

  // The subject of a condition: functions of a difference or threads of a ranking. The values that a condition can use
  // depend on its subject.
  enum class Subject : std::uint8_t { kFunctions, kThreads };

  // Parses a condition. Errors: kBadArgument; message() shows the position of the error in the text.
  static Gate Parse(std::string_view text, Subject subject = Subject::kFunctions);

  const std::string& text() const { return text_; }
  bool NeedsSignificance() const { return needs_significance_; }
  // True if a significant change can make the condition hold, because at least one "significant" is not negated.
  bool RisesWithSignificance() const;
  // True if a verdict that the condition uses could be significant for the function.
  bool CanRise(const Significance& significance, FunctionId function) const;
  bool NeedsAlignment() const { return needs_alignment_; }
  // Checks the condition's unit. Errors: kBadArgument if it differs from the unit of a side's times. The unit "seconds"
  // is also accepted for times that are not exact.
  void RequireUnit(const SideTotals& totals) const;

  bool Holds(const Figures& figures) const;
  // True if the condition holds for a function. `significance` may be null if NeedsSignificance() returns false.
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

  // A step of a condition. Steps are in postfix order, operands first.
  struct Step {
    Kind kind = Kind::kCompare;
    Figure figure = Figure::kSelf;
    Relation relation = Relation::kMore;
    // in seconds, calls or percent; for threads, from 0 to 1
    double number = 0;
    bool percent = false;
  };

  static bool Compare(const Step& step, const Figures& figures);
  static bool AsksVerdict(Kind kind);
  // Returns `self`, `total`, or `self && total`, depending on the verdict that the kind requires.
  static bool Choose(Kind kind, bool self, bool total);

  std::string text_;
  std::vector<Step> steps_;
  bool needs_significance_ = false;
  bool needs_alignment_ = false;
  // unit of the times in the condition; empty if there are none, or if all of them are percentages
  std::string unit_;
};

// Returns the functions for which a gate's condition holds, sorted by growth, descending.
PROFDIFF_EXPORT std::vector<FunctionId> FindOffenders(const Gate& gate, const Difference& difference,
                                                      const Significance* significance);

// The result of one gate.
struct GateResult {
  std::string condition;              // as written by the user
  std::vector<FunctionId> offenders;  // by growth, descending; a gate without offenders is passed, unless it is blind
  // true if the condition requires significance, but no checked function can be significant
  bool blind = false;
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

// Warns if a profile seems to belong to a different program or build than the image: no sample or call is inside a
// function of the image, the histogram does not end at the same address as the code, or many calls enter functions at
// an address other than their first instruction. The last check is made only if `all_functions` is true, that is, if
// the image was read with all its functions. The warning contains `names`, the names of the profile's files.
PROFDIFF_EXPORT void CheckFit(const Image& image, const Records& records, const std::string& names, bool all_functions,
                              Diagnostics& diagnostics);

// Warns if one side has so few samples, compared with the other, that a comparison is hardly meaningful.
PROFDIFF_EXPORT void CheckComparable(const RunTable& base, const RunTable& other, Diagnostics& diagnostics);

// Makes the same check as the overload for RunTable, but for executions with images, and also warns if the images are
// for different machines.
PROFDIFF_EXPORT void CheckComparable(const Image& base, const Image& other, double base_samples, double other_samples,
                                     Diagnostics& diagnostics);

// Returns the probability that counts with the same expected value differ at least as much as `counts`, by the
// chi-square test; 1 if there are fewer than two counts, or if all counts are 0. Needs CanJudge().
PROFDIFF_EXPORT double ChanceOfUnevenCounts(std::span<const double> counts);

}  // namespace profdiff

#endif  // PROFDIFF_SIGNIFICANCE_H_
