// SPDX-License-Identifier: GPL-3.0-or-later
// Concludes whether the other side takes less or more time: yes; no, by at most what the interval allows; or unknown,
// with the reason. That nothing was found is never taken for evidence that there is nothing.
// Test: tests/unit/analyze/conclusion/conclude_test.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "analyze/conclusion/loss.h"
#include "profdiff/listing.h"
#include "profdiff/significance.h"
#include "values/amount_words.h"
#include "values/evidence.h"
#include "values/unequal_loss.h"

namespace profdiff {
namespace {

constexpr double kMuch = 0.05;  // share of a side's time in no function above which there is a doubt

double ShareInNoFunction(const SideTotals& side) {
  return side.AllSeconds() > 0 ? side.unattributed_seconds / side.AllSeconds() : 0;
}

std::string PercentText(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

struct Sides {
  const Difference& difference;
  const RunTable &base, &other;
  double scale;

  bool IsCounted() const {
    return base.runs == 1 && other.runs == 1 && base.kind == TimesOf::kCounts && other.kind == TimesOf::kCounts;
  }
  const std::string& unit() const { return difference.base.dimension; }
  bool HasTimes() const { return difference.base.has_histogram && difference.other.has_histogram; }
};

void DoubtTimes(const Sides& sides, std::vector<Doubt>& doubts) {
  const SideTotals &base = sides.difference.base, &other = sides.difference.other;
  if (!base.has_histogram || !other.has_histogram) {
    const char* who = base.has_histogram    ? "the other side has"
                      : other.has_histogram ? "the base has"
                                            : "both sides have";
    doubts.push_back({DoubtCode::kNoTimes, Message(std::string(who) + " no times"), true});
    return;
  }
  if (base.dimension != other.dimension) {
    doubts.push_back({DoubtCode::kUnits,
                      Message("the base is measured in " + base.dimension + ", the other side in " + other.dimension),
                      true});
  }
}

// The total includes time in no function. If most of a side is such time and most of the other side is not, something
// else was measured, or one of the programs has no symbols; then there is nothing to compare.
void DoubtFunctions(const Sides& sides, std::vector<Doubt>& doubts) {
  const SideTotals &base = sides.difference.base, &other = sides.difference.other;
  const bool is_decisive = base.IsMostlyInNoFunction() != other.IsMostlyInNoFunction();
  const auto check = [&](const SideTotals& side, const std::string& name) {
    const double share = ShareInNoFunction(side);
    if (share <= kMuch) return;
    doubts.push_back(
        {DoubtCode::kNoFunction,
         Message(PercentText(share) + " of the " + AmountWord(side.dimension) + " of " + name + " " +
                 std::string(IsOrAre(side.dimension)) + " in no function: code without symbols, or another program"),
         is_decisive && side.IsMostlyInNoFunction()});
  };
  check(base, "the base");
  check(other, "the other side");
}

std::vector<Doubt> AllDoubts(const Sides& sides, std::vector<Doubt> doubts) {
  std::vector<Doubt> own;
  DoubtTimes(sides, own);
  if (sides.HasTimes()) DoubtFunctions(sides, own);
  DoubtLoss(sides.difference, own);
  doubts.insert(doubts.end(), own.begin(), own.end());
  std::stable_partition(doubts.begin(), doubts.end(), [](const Doubt& doubt) { return doubt.is_decisive; });
  return doubts;
}

// A kind of conclusion and its reason.
struct Finding {
  ConclusionKind kind;
  DoubtCode code;  // of an unknown conclusion
  Message why;
};

ConclusionKind Direction(double change) {
  return change > 0 ? ConclusionKind::kLess : change < 0 ? ConclusionKind::kMore : ConclusionKind::kEqual;
}

Finding Unknown(DoubtCode code, Message why) { return {ConclusionKind::kUnknown, code, std::move(why)}; }

Finding NothingToEstimate(const Sides& sides, double change) {
  const TimesOf base = sides.base.kind, other = sides.other.kind;
  if (base == TimesOf::kCounts && other == TimesOf::kCounts && change == 0) {
    return {ConclusionKind::kEqual, {}, Message("every event was counted, and the means of the runs are equal")};
  }
  if (base == TimesOf::kSamples && other == TimesOf::kSamples) {
    return Unknown(DoubtCode::kNoSamples, Message("there are too few samples to judge"));
  }
  if (base != other) {
    return Unknown(DoubtCode::kNoise, Message("the " + AmountsWord(sides.unit()) +
                                              " of the sides are of different kinds, sampled, counted or sums: "
                                              "whether noise explains a difference is unknown"));
  }
  return Unknown(DoubtCode::kNoise,
                 Message(AmountsWord(sides.unit()) +
                             " are sums without samples: only several runs of each side show whether noise explains a "
                             "difference",
                         "", {}, {RemedyKind::kKeepRuns, {}}));
}

// Judges the total time. Sets the interval of `conclusion` if there is one.
Finding JudgeTotal(const Sides& sides, Conclusion& conclusion) {
  const double change = conclusion.Change();
  if (sides.scale != 1) {
    return Unknown(DoubtCode::kNormalized,
                   Message("the other side's " + AmountsWord(sides.unit()) +
                           " were multiplied so that both totals are equal: only shares can differ"));
  }
  if (sides.IsCounted()) {
    return {Direction(change), {}, Message("every event was counted, so the difference of these two runs is exact")};
  }
  if (!CanJudge()) {
    return Unknown(DoubtCode::kNoStatistics, Message(ErrorCode::kUnsupported,
                                                     "this build cannot distinguish change from noise: it was compiled "
                                                     "without Boost.Math (Debian: libboost-dev)"));
  }
  const bool are_samples = sides.base.kind == TimesOf::kSamples && sides.other.kind == TimesOf::kSamples;
  if (are_samples && conclusion.base <= 0 && conclusion.other <= 0) {
    return Unknown(DoubtCode::kNoSamples, Message("neither side has samples"));
  }
  const Verdict verdict = JudgeProgram(sides.difference, sides.base, sides.other, sides.scale);
  // Without an interval, and with an interval from 0 to 0, there was nothing to estimate.
  if (verdict.low == 0 && verdict.high == 0) return NothingToEstimate(sides, change);
  conclusion.low = verdict.low;
  conclusion.high = verdict.high;
  if (!verdict.can_be_significant) {
    return Unknown(DoubtCode::kNoSamples, Message("no difference could be significant, even with all samples on one "
                                                  "side: more or longer runs are needed"));
  }
  if (change == 0) return {ConclusionKind::kEqual, {}, Message("both totals are equal, within the 95 % interval")};
  if (verdict.significant || verdict.loss_explains)
    return {Direction(change), {}, Message("the 95 % interval of the difference excludes 0")};
  return {ConclusionKind::kNoise, {}, Message("noise explains the difference: its 95 % interval contains 0")};
}

// Widens the interval by what missing samples could change. Returns true if they could change the conclusion: explain
// the difference, or hide one.
bool WidenByMissing(const Difference& difference, ConclusionKind kind, Conclusion& conclusion) {
  const UnequalLoss possible = PossibleLoss(difference.base, difference.other);
  if (!possible.Any() || kind == ConclusionKind::kUnknown) return false;
  const double change = conclusion.Change();
  const double low = conclusion.low.value_or(change), high = conclusion.high.value_or(change);
  const auto sign = [](double least, double most) { return least > 0 ? 1 : most < 0 ? -1 : 0; };
  const UnequalLoss counted = CountedLoss(difference.base, difference.other);
  const int measured = sign(low, high), widened = sign(low - possible.other, high + possible.base);
  // If a part of unknown size is missing on both sides, nothing bounds the difference, whatever its sign.
  const double shift = std::isinf(counted.base) && std::isinf(counted.other) ? 0 : counted.base - counted.other;
  const bool is_other = measured == 0 ? sign(low + shift, high + shift) != 0 : widened != measured;
  const auto known = [](double end) { return std::isinf(end) ? std::nullopt : std::optional(end); };
  conclusion.low = known(low - possible.other);
  conclusion.high = known(high + possible.base);
  return is_other || (std::isinf(counted.base) && std::isinf(counted.other));
}

Message WhyMissing(const Conclusion& conclusion) {
  const auto loss = std::ranges::find(conclusion.doubts, DoubtCode::kLoss, &Doubt::code);
  const std::string cause = "missing samples could explain the difference, or hide one";
  return loss == conclusion.doubts.end() ? Message(cause)
                                         : Message(cause + ": " + loss->message.cause, "", {}, loss->message.remedy);
}

}  // namespace

std::string_view WordOf(DoubtCode code) {
  constexpr std::array<std::string_view, 11> kNames = {"caveat",       "noTimes",     "units",      "noSamples",
                                                       "misfit",       "noFunction",  "normalized", "noise",
                                                       "noStatistics", "unknownUnit", "loss"};
  return kNames[static_cast<std::size_t>(code)];
}

std::string_view WordOf(ConclusionKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"less", "more", "noise", "equal", "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view WordOf(GateOutcome outcome) {
  constexpr std::array<std::string_view, 3> kNames = {"passed", "failed", "unknown"};
  return kNames[static_cast<std::size_t>(outcome)];
}

const Doubt* Conclusion::Decisive() const {
  const auto found = std::ranges::find(doubts, true, &Doubt::is_decisive);
  return found == doubts.end() ? nullptr : &*found;
}

Conclusion Conclude(const Difference& difference, const RunTable& base, const RunTable& other,
                    std::vector<Doubt> doubts, double scale) {
  const Sides sides{difference, base, other, scale};
  Conclusion conclusion;
  conclusion.base = difference.base.AllSeconds();
  conclusion.other = difference.other.AllSeconds();
  conclusion.samples_per_second = std::max(base.samples_per_second, other.samples_per_second);
  conclusion.doubts = AllDoubts(sides, std::move(doubts));
  if (const Doubt* decisive = conclusion.Decisive()) {
    conclusion.why = decisive->message;
    return conclusion;
  }
  Finding finding = JudgeTotal(sides, conclusion);
  if (finding.kind == ConclusionKind::kUnknown) {
    conclusion.doubts.insert(conclusion.doubts.begin(), Doubt{finding.code, finding.why, false});
  }
  if (WidenByMissing(difference, finding.kind, conclusion)) {
    finding = Unknown(DoubtCode::kLoss, WhyMissing(conclusion));
  }
  conclusion.kind = finding.kind;
  conclusion.why = std::move(finding.why);
  return conclusion;
}

void WithdrawVerdicts(const Conclusion& conclusion, Significance& significance) {
  if (conclusion.Decisive() == nullptr) return;
  significance.evidence = Evidence::kNone;
  significance.remarks.clear();
  significance.grounds.clear();
  for (std::vector<Verdict>* verdicts : {&significance.functions, &significance.totals}) {
    for (Verdict& verdict : *verdicts) {
      verdict.low = verdict.high = 0;
      verdict.p = verdict.q = 1;
      verdict.significant = verdict.loss_explains = verdict.can_be_significant = false;
    }
  }
}

}  // namespace profdiff
