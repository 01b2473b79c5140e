// SPDX-License-Identifier: GPL-3.0-or-later
// The closing lines of differences: what was subtracted from what, seconds of both sides, and how much of them could be
// compared.
// Test: tests/unit/report/difference/totals_test.cpp.
#include <cmath>
#include <string>
#include <string_view>

#include "base/text.h"
#include "profdiff/difference_listing.h"
#include "report/difference/side_by_side_lines.h"

namespace profdiff {
namespace {

std::string Fixed(double value, int precision) {
  std::string text;
  AppendFixed(text, value, 0, precision);
  return text;
}

std::string Verdict(double base, double difference) {
  if (difference == 0) return "both take the same time";
  std::string percent = base > 0 ? Fixed(100.0 * std::abs(difference) / base, 1) + " % " : "";
  return "other takes " + percent + (difference > 0 ? "less" : "more");
}

void AppendPresence(std::string& out, std::string_view what, const Presence& presence) {
  out.append(what).append(": ");
  AppendCount(out, std::uint64_t{presence.both});
  out += " on both sides, ";
  AppendCount(out, std::uint64_t{presence.only_base});
  out += " only in the base, ";
  AppendCount(out, std::uint64_t{presence.only_other});
  out += " only in the other\n";
}

// Less than this prints as 0.00.
bool Prints(double seconds) { return std::abs(seconds) >= 0.005; }

}  // namespace

void WriteDifferenceLabels(std::string& out, const SideLabels& labels) {
  out += "\ndifference of two executions, base minus other:\n";
  AppendSideLabels(out, labels);
}

void WriteTotals(std::string& out, const Difference& difference) {
  const SideTotals& base = difference.base;
  const SideTotals& other = difference.other;
  double seconds = SecondsDifference(base.seconds, other.seconds);
  std::string unit = " " + base.dimension;
  out += "\nbase " + Fixed(base.seconds, 2) + unit + ", other " + Fixed(other.seconds, 2) + unit + ", difference " +
         Fixed(seconds, 2) + unit + ": " + Verdict(base.seconds, seconds) + "\n";
  if (Prints(base.unattributed_seconds) || Prints(other.unattributed_seconds)) {
    out += "samples in no function: base " + Fixed(base.unattributed_seconds, 2) + unit + ", other " +
           Fixed(other.unattributed_seconds, 2) + unit + "\n";
  }
  AppendPresence(out, "functions", difference.function_presence);
  AppendPresence(out, "arcs", difference.arc_presence);
}

}  // namespace profdiff
