// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the last lines of each difference: which execution was subtracted from which, the seconds of both sides, and
// how many functions and arcs could be compared.
//
// Test: tests/unit/report/difference/totals_test.cpp.
#include <cmath>
#include <string>
#include <string_view>

#include "base/text.h"
#include "profdiff/listing.h"
#include "report/difference/side_by_side_lines.h"
#include "report/gprof/amounts.h"

namespace profdiff {
namespace {

void AppendPresence(std::string& out, std::string_view what, const Presence& presence) {
  out.append(what).append(": ").append(std::to_string(presence.both)).append(" on both sides, ");
  out.append(std::to_string(presence.only_base)).append(" only in the base, ");
  out.append(std::to_string(presence.only_other)).append(" only in the other\n");
}

// True if an amount is not printed as 0 with this number of decimals.
bool Prints(double amount, int digits) { return std::abs(amount) >= 0.5 * std::pow(10, -digits); }

}  // namespace

void WriteDifferenceLabels(std::string& out, const SideLabels& labels) {
  out += "\ndifference of two executions, base minus other:\n";
  AppendSideLabels(out, labels);
}

void WriteTotals(std::string& out, const Difference& difference, std::string_view conclusion) {
  const SideTotals& base = difference.base;
  const SideTotals& other = difference.other;
  const double seconds = SecondsDifference(base.AllSeconds(), other.AllSeconds());
  const int digits = AmountsOf(difference).digits;
  const std::string unit = " " + WithoutControls(UnitOf(difference));
  out += "\nbase " + FixedText(base.AllSeconds(), digits) + unit + ", other " + FixedText(other.AllSeconds(), digits) +
         unit + ", difference " + FixedText(seconds, digits) + unit;
  out.append(conclusion.empty() ? "" : ": ").append(conclusion).append("\n");
  if (Prints(base.unattributed_seconds, digits) || Prints(other.unattributed_seconds, digits)) {
    out += "samples in no function: base " + FixedText(base.unattributed_seconds, digits) + unit + ", other " +
           FixedText(other.unattributed_seconds, digits) + unit + "\n";
  }
  // Without an image and without counted calls, a function without samples may still have been called.
  const bool lists_all = base.ListsAllFunctions() && other.ListsAllFunctions();
  AppendPresence(out, lists_all ? "functions" : "functions with samples", difference.function_presence);
  AppendPresence(out, "arcs", difference.arc_presence);
}

}  // namespace profdiff
