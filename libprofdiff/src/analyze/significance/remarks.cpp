// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/remarks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "analyze/significance/significance_tests.h"
#include "base/text.h"
#include "values/amount_words.h"

namespace profdiff {
namespace {

Message NoSamples(std::string_view unit) {
  return Message("no samples on one side: nothing can be said about " + AmountsWord(unit));
}

std::string Format(const char* form, double value) {
  char text[160];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

// Returns the smallest difference that can be significant for any function: the smallest count that is significant if
// the other side has no samples at all. p is multiplied by the number of functions (Bonferroni), which is equivalent to
// the smallest threshold of Benjamini and Hochberg's method. The loop ends after a few steps, as p is 2^(1 - count) at
// equal exposures.
double SmallestDifference(double weight, std::size_t judged) {
  for (double count = 1;; ++count) {
    if (BinomialP(count, 1, 0, 1) * static_cast<double>(judged) <= kLevel) return count / weight;
  }
}

void RemarkOnSamples(const ObservedSides& sides, std::size_t judged, std::string_view unit, Significance& result) {
  const double fewer = std::min(sides.base.table().total_samples, sides.other.table().total_samples);
  if (fewer <= 0) {
    result.remarks.push_back(NoSamples(unit));
    return;
  }
  // Omits the remark if both sides have a hundred samples or more: their intervals then show more clearly which
  // differences are noise.
  if (fewer >= 100) return;
  const double weight = std::min(sides.base.Weight(), sides.other.Weight());
  result.remarks.emplace_back(
      Plural(static_cast<std::uint64_t>(std::llround(fewer)), "sample") +
      " in all on one side: " + Format("differences below %.2g ", SmallestDifference(weight, judged)) +
      std::string(unit == "seconds" ? "s" : unit) + " cannot be told from noise");
}

constexpr std::string_view kTimesNames[] = {"samples", "counted", "sums without samples"};  // indexed by TimesOf

bool IsWithoutSamples(const RunTable& side) { return side.kind == TimesOf::kSamples && side.total_samples <= 0; }

// Returns the reason why there are no verdicts.
Message NothingToJudge(TimesOf base, TimesOf other, std::string_view unit) {
  const std::string amounts = AmountsWord(unit);
  if (base == other) {
    return Message(
        amounts + " are sums without samples: only several runs of each side show whether noise explains a difference",
        "", {}, {RemedyKind::kKeepRuns, {}});
  }
  const auto name_of = [](TimesOf kind) { return std::string(kTimesNames[static_cast<std::size_t>(kind)]); };
  return Message(amounts + " of the base are " + name_of(base) + ", " + amounts + " of the other side are " +
                 name_of(other) + ": whether noise explains a difference is unknown");
}

}  // namespace

void RemarkOnTimes(const ObservedSides& sides, std::size_t judged, std::string_view unit, Significance& result) {
  switch (result.evidence) {
    case Evidence::kSampling:
      RemarkOnSamples(sides, judged, unit, result);
      result.grounds.emplace_back("one run per side: sampling noise is known, but not the variation between runs");
      return;
    case Evidence::kNegativeBinomial:
    case Evidence::kPaired:
      return RemarkOnSamples(sides, judged, unit, result);
    case Evidence::kModerated:
      return;
    case Evidence::kCounted:
      result.grounds.emplace_back(
          "every event was counted, so each difference is exact for these two runs; only several runs of each side "
          "show whether it is typical",
          "", Place(), Remedy{RemedyKind::kKeepRuns, {}});
      return;
    case Evidence::kNone: {
      const RunTable &base = sides.base.table(), &other = sides.other.table();
      const bool has_none = IsWithoutSamples(base) || IsWithoutSamples(other);
      result.remarks.push_back(has_none ? NoSamples(unit) : NothingToJudge(base.kind, other.kind, unit));
      return;
    }
  }
}

void RemarkOnRuns(const RunsRemark& runs, Significance& result) {
  if (!runs.is_known) return;
  result.run_variation = runs.variation;
  if (runs.is_poor) {
    result.remarks.emplace_back(
        "fewer than three functions have five samples per run on both sides: the variation between runs is hardly "
        "known");
  }
  // Shows two significant digits below 10 % and no decimals above: the estimate is no more precise than that.
  if (runs.variation > 0) {
    result.grounds.emplace_back(Format(runs.variation < 0.1 ? "runs of the same program differ by %.2g %%"
                                                            : "runs of the same program differ by %.0f %%",
                                       100 * runs.variation));
  } else if (result.evidence == Evidence::kNegativeBinomial) {
    result.grounds.emplace_back("runs of the same program differ by no more than sampling explains");
  } else {
    result.grounds.emplace_back("most functions take the same in all runs of the same program");
  }
}

void RemarkOnMany(std::span<const Verdict> verdicts, std::size_t judged, std::string_view kind, Significance& result) {
  const auto lost = std::ranges::count(verdicts, true, &Verdict::loss_explains);
  if (lost != 0) {
    result.grounds.emplace_back("what one side lost could explain " + std::to_string(lost) + " " + std::string(kind) +
                                (lost == 1 ? "difference" : "differences") + " that noise does not explain");
  }
  const auto alone = std::ranges::count_if(
      verdicts, [](const Verdict& v) { return v.p <= kLevel && !v.significant && !v.loss_explains; });
  if (alone == 0) return;
  result.grounds.emplace_back(std::to_string(alone) + " " + std::string(kind) +
                              (alone == 1 ? "difference" : "differences") +
                              " would be significant alone (the interval excludes 0), but not among the " +
                              std::to_string(judged) + " functions that are judged together");
}

}  // namespace profdiff
