// SPDX-License-Identifier: GPL-3.0-or-later
// gprof always lists seconds, or the unit of its histogram, with two decimals. Other profilers also count instructions
// or bytes. The decimals of such counts would all be zeros, and the numbers can be longer than gprof's columns. Their
// short times have six decimals.
#include "report/gprof/amounts.h"

#include <cmath>

#include "base/text.h"

namespace profdiff {
namespace {

constexpr int kUsualDigits = 2;
// A short trace takes less than a hundredth of a second: with two decimals all of its times would be 0.00 or 0.01.
constexpr double kShort = 0.01;  // in seconds
constexpr int kDigitsOfShort = 6;

}  // namespace

Amounts AmountsOf(const std::optional<ProfileOrigin>& origin, std::string_view unit, double largest, bool has_sign) {
  const bool is_whole = AreWhole(origin, unit);
  const int digits = is_whole ? 0 : origin && largest > 0 && largest < kShort ? kDigitsOfShort : kUsualDigits;
  if (digits == kUsualDigits) return {};
  std::string text;
  // No number of the listing exceeds `largest`, which is always finite for a valid profile. An infinite value or NaN
  // must not produce a huge column.
  AppendFixed(text, std::isfinite(largest) ? largest : 0, 0, digits);
  return {digits, static_cast<int>(text.size()) + (has_sign ? 1 : 0)};
}

Amounts AmountsOf(const Profile& profile) {
  return AmountsOf(profile.origin, profile.dimension, profile.Seconds(profile.total_ticks), false);
}

Amounts AmountsOf(const Difference& difference) {
  const SideTotals& side = HeadingSide(difference);
  // sum_abs_self can exceed the totals of both sides, because it adds up decreases and increases instead of cancelling
  // them.
  double largest = difference.sum_abs_self;
  for (const SideTotals* totals : {&difference.base, &difference.other}) largest = std::max(largest, totals->seconds);
  return AmountsOf(side.origin, side.dimension, largest, true);
}

std::string DescribeOrigin(const ProfileOrigin& origin, std::string_view unit) {
  const std::string text = WithoutControls(origin.event) + " of " + origin.format;
  // The number of samples is omitted if samples are the unit, or if it is unknown because the input contains only sums.
  if (origin.samples == 0 || unit == "samples") return text;
  return text + ", " + Plural(origin.samples, "sample");
}

std::string InUnit(std::string heading, std::string_view unit, const Amounts& amounts) {
  if (unit == "seconds") return heading;
  const bool is_whole = amounts.digits == 0;
  // In gprof's headings, "ms/call" is a thousandth of a second per call; for other units, a thousandth is used as well.
  const std::string thousandth = unit == "ms" ? "us" : unit == "us" ? "ns" : "1e3";
  auto replace = [&heading](std::string_view word, std::string by) {
    // The replacement is padded on the left to the width of the word, so that columns stay in place.
    by.insert(0, word.size() - std::min(word.size(), by.size()), ' ');
    for (std::size_t at = 0; (at = heading.find(word, at)) != std::string::npos; at += by.size()) {
      heading.replace(at, word.size(), by);
    }
  };
  replace("seconds", WithoutControls(std::string(unit.substr(0, 7))));
  replace(" ms/call", is_whole ? "per call" : thousandth + "/call");
  return heading;
}

std::string Widened(std::string heading, std::size_t begin, std::size_t cells, const Amounts& amounts) {
  constexpr std::size_t kCell = 9;
  // Columns are widened from right to left, so that insertions do not move the positions of the remaining columns.
  for (std::size_t cell = cells; cell-- > 0;) {
    heading.insert(begin + cell * kCell, static_cast<std::size_t>(amounts.More(8)), ' ');
  }
  return heading;
}

}  // namespace profdiff
