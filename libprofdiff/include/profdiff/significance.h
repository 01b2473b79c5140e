// SPDX-License-Identifier: GPL-3.0-or-later
// Which differences are more than noise.
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

// How a verdict was found.
enum class Evidence : std::uint8_t {
  kSampling,          // exact conditional binomial test of the two numbers of samples: one run a side
  kNegativeBinomial,  // quasi-likelihood F test over three runs or more
  kCounted,           // times were counted: every difference is one of these two runs, and there is no interval
  kModerated,         // t test with moderated variances: times were counted or are sums, in three runs or more
  kNone,              // nothing can be judged, as of sums without samples; there is no interval
};

// Else intervals, p and q say nothing.
constexpr bool HasInterval(Evidence evidence) { return evidence != Evidence::kCounted && evidence != Evidence::kNone; }

struct Verdict {
  double low = 0, high = 0;  // 95 % interval of the difference, base minus other, in seconds
  double p = 1;              // probability of a difference at least as large by chance alone
  double q = 1;              // the same, corrected for the number of functions (Benjamini and Hochberg)
  bool significant = false;  // q <= 0.05
  // It would be, if all the function's samples were on one side. Where this is false, no change can be found.
  bool can_be_significant = false;

  // Fewest and most calls in a run of each side; calls are counted, not sampled, so they differ only if runs do.
  std::uint64_t base_calls_low = 0, base_calls_high = 0, other_calls_low = 0, other_calls_high = 0;

  // Over the runs of each side; deviations are 0 for a single run. Units: seconds.
  double base_mean = 0, other_mean = 0, base_deviation = 0, other_deviation = 0;
};

// Verdicts on self times and, where both sides' inclusive times are exact, on these. A function can have either alone.
struct Significance {
  Evidence evidence = Evidence::kSampling;
  std::vector<Verdict> functions;  // by joined FunctionId: of self times
  std::vector<Verdict> totals;     // likewise of inclusive times, a family of its own; empty where these are propagated
  std::size_t base_runs = 1, other_runs = 1;
  double run_variation = 0;  // coefficient of variation between runs of one program; 0 where sampling explains all
  // As lines for people: what limits all verdicts, and what they rest on.
  std::vector<std::string> remarks, grounds;
};

// True if this build of the library can judge: it needs Boost.Math when it is compiled.
PROFDIFF_EXPORT bool CanJudge();

// Judges the self time of each joined function and, where both sides' inclusive times are exact, these as well, by the
// same test. `scale` is what the other side's seconds were multiplied with (1, but with normalised times). Functions
// with samples on neither side are not part of the correction; self and inclusive times are corrected apart. An
// interval never leaves out 0 where p > 0.05, nor holds it, but at an end, where p <= 0.05; where q > 0.05 all the
// same, a remark says so.
// Errors: kUnsupported in a build that cannot judge.
// Source: of one run a side, binomial test of two Poisson counts (Przyborowski and Wilenski 1940); of more, negative
// binomial counts and quasi-likelihood (Lund and others 2012) with moderated variances (Smyth 2004). Intervals by MOVER
// (Zou and Donner 2008) over exact Poisson limits; false discoveries by Benjamini and Hochberg (1995).
PROFDIFF_EXPORT Significance Judge(const Difference& difference, const RunTable& base, const RunTable& other,
                                   double scale = 1);

// Conditions on a difference under which a change should not be merged.

// A condition that is asked of each function, as in "self > +5% and self > 0.05s and significant".
//
//   condition  = all { "or" all }
//   all        = one { "and" one }
//   one        = "not" one | "(" condition ")" | comparison | "significant" | "only-base" | "only-other"
//   comparison = ("self" | "total" | "calls" | "program" | "unmatched") (">" | ">=" | "<" | "<=" | "=" | "!=") number
//   unit unit       = "%" | "s" | "ms" | "us" | nothing, which is for calls | " " and the unit of an event, as "Ir"
//
// "significant" asks for the verdict on the figure that is compared beside it, in the same "and": "total > 5% and
// significant" for that on inclusive times, "self > 5% and significant" for that on self times. With both figures
// beside it both verdicts must hold; with neither the next outer "and" decides, at last the self times. Where inclusive
// times are propagated they have no verdict, and that on self times serves for both.
//
// All figures are growth: what the other execution has more than the base. A percentage is of the base's figure; of
// what the base has not it is without bound. "program" is the self time of all functions, whichever is asked.
// "unmatched" is for traces alone: the calls of both sides that are no partners, a percentage is of all of them.
class PROFDIFF_EXPORT Gate {
 public:
  // What a condition asks of a function.
  struct Growth {
    double base = 0;  // seconds or calls
    double more = 0;  // what the other side has more
  };
  struct Figures {
    Growth self, total, calls, program, unmatched;
    Growth beyond, change, noise;  // of threads: numbers from 0 to 1, in `more`
    bool only_base = false, only_other = false;
    bool significant = false, total_significant = false;  // verdicts on self and on total
  };

  // The subject of a condition. Functions of a difference and threads of a ranking have different figures.
  enum class Subject : std::uint8_t { kFunctions, kThreads };

  // Errors: kBadArgument; message() shows where the text stops making sense.
  static Gate Parse(std::string_view text, Subject subject = Subject::kFunctions);

  const std::string& text() const { return text_; }
  bool NeedsSignificance() const { return needs_significance_; }
  // True if the condition can hold of a function because it is significant: "significant" is not under "not" alone.
  bool RisesWithSignificance() const;
  // True if the function could have a verdict that the condition asks for.
  bool CanRise(const Significance& significance, FunctionId function) const;
  bool NeedsAlignment() const { return needs_alignment_; }
  // Errors: kBadArgument where the condition names another unit than that of a side's times. Estimates may be seconds.
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
  // The verdict that a step of this kind asks for, of those on self and on total.
  static bool Choose(Kind kind, bool self, bool total);

  std::string text_;
  std::vector<Step> steps_;
  bool needs_significance_ = false;
  bool needs_alignment_ = false;
  std::string unit_;  // of its times; empty without any, and where all are per cent
};

// The functions for which a gate's condition holds, those that grew most first.
PROFDIFF_EXPORT std::vector<FunctionId> FindOffenders(const Gate& gate, const Difference& difference,
                                                      const Significance* significance);

// What one gate found.
struct GateResult {
  std::string condition;              // as its user wrote it
  std::vector<FunctionId> offenders;  // those that grew most first; none: the gate is passed, unless it is blind
  bool blind = false;                 // it asks for significance, and no function that it asks could have that
};

struct GateResults {
  std::vector<std::string> unknown;  // names that no function has, so that nothing is guarded
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
// function of the image, the histogram ends at another address than the code, or many calls enter functions elsewhere
// than at their first instruction. The last check needs an image that was read with `all_functions`. `names`: the
// profile's files, for the warning.
PROFDIFF_EXPORT void CheckFit(const Image& image, const Records& records, const std::string& names, bool all_functions,
                              Diagnostics& diagnostics);

// Warns if one side has so many fewer samples that it shows hardly anything.
PROFDIFF_EXPORT void CheckComparable(const RunTable& base, const RunTable& other, Diagnostics& diagnostics);

// The same of executions with images, and warns if these are for different machines.
PROFDIFF_EXPORT void CheckComparable(const Image& base, const Image& other, double base_samples, double other_samples,
                                     Diagnostics& diagnostics);

// The probability that counts of equal means differ at least as much as these, by the chi-square test; 1 for fewer than
// two counts, and where all are 0. Needs CanJudge().
PROFDIFF_EXPORT double ChanceOfUnevenCounts(std::span<const double> counts);

}  // namespace profdiff

#endif  // PROFDIFF_SIGNIFICANCE_H_
