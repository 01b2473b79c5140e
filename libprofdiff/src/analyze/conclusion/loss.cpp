// SPDX-License-Identifier: GPL-3.0-or-later
// Says what the recordings of both sides lack.
#include "analyze/conclusion/loss.h"

#include <cstdint>
#include <string>
#include <utility>

#include "base/text.h"

namespace profdiff {
namespace {

// Returns text such as "18.5 % of the base's samples (449)".
std::string LostText(const SideTotals& side, const std::string& whose) {
  if (side.loss.samples == 0) return "none of the " + whose;
  const std::string count = std::to_string(side.loss.samples);
  if (!side.origin || side.origin->samples == 0) return count + " of the " + whose + " samples";
  const auto lost = static_cast<double>(side.loss.samples);
  const double share = lost / (lost + static_cast<double>(side.origin->samples));
  return FixedText(100 * share, 1) + " % of the " + whose + " samples (" + count + ")";
}

std::string TimesText(std::uint64_t times) { return std::to_string(times) + (times == 1 ? " time" : " times"); }

void DoubtCut(const SideTotals& side, const std::string& name, std::vector<Doubt>& doubts) {
  if (!side.loss.is_cut) return;
  doubts.push_back({DoubtCode::kLoss, Message("a file of " + name + " ends early: an unknown number of " +
                                              (side.loss.lacks_times ? "samples" : "calls") + " is missing")});
}

}  // namespace

void DoubtLoss(const Difference& difference, std::vector<Doubt>& doubts) {
  const SideTotals &base = difference.base, &other = difference.other;
  const Loss &of_base = base.loss, &of_other = other.loss;
  if (of_base.samples != 0 || of_other.samples != 0) {
    doubts.push_back({DoubtCode::kLoss, Message("the profiler lost " + LostText(base, "base's") + " and " +
                                                LostText(other, "other side's"))});
  }
  if (of_base.throttles != 0 || of_other.throttles != 0) {
    doubts.push_back({DoubtCode::kLoss,
                      Message("sampling was stopped " + TimesText(of_base.throttles) + " in the base and " +
                              TimesText(of_other.throttles) + " on the other side, because samples came too fast")});
  }
  DoubtCut(base, "the base", doubts);
  DoubtCut(other, "the other side", doubts);
}

}  // namespace profdiff
