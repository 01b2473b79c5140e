// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/report/digest/digest_test.cpp, tests/unit/report/digest/markdown_test.cpp.
#include "report/digest/sentences.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "report/digest/columns.h"
#include "report/digest/names.h"
#include "report/format/message.h"
#include "report/gprof/amounts.h"
#include "values/amount_words.h"

namespace profdiff {
namespace {

std::string SampleCount(const RunTable& runs) { return FixedText(runs.total_samples + runs.unattributed_samples, 0); }

// "Hz" is used only if the histogram measures seconds; it can have another dimension.
std::string ClockText(const DigestView& view, double rate) {
  const bool is_time = view.difference.base.dimension == "seconds";
  return " at " + GeneralText(rate) + (is_time ? " Hz" : " per " + DigestUnit(view));
}

// Returns what the numbers of a report are: times, or what was counted instead.
std::string AmountsText(const DigestView& view) { return ForLine(AmountsWord(UnitOf(view.difference))); }
std::string AmountText(const DigestView& view) { return ForLine(AmountWord(UnitOf(view.difference))); }

// Returns the number of samples of a side or, for another profiler, a description of its event.
std::string SamplesOfSide(const DigestView& view, const SideTotals& side, const RunTable& runs) {
  if (side.origin) return ForLine(DescribeOrigin(*side.origin, {}));
  return SampleCount(runs) + " samples" + ClockText(view, side.rate);
}

std::string SamplesOfBoth(const DigestView& view) {
  const SideTotals &base = view.difference.base, &other = view.difference.other;
  const std::string of_base = SamplesOfSide(view, base, view.base_runs);
  const std::string of_other = SamplesOfSide(view, other, view.other_runs);
  // Both sides share one description if they have the same event.
  if (base.origin || other.origin) return of_base == of_other ? of_base : of_base + ", and " + of_other;
  if (base.rate != other.rate) {
    return of_base + " and " + SampleCount(view.other_runs) + ClockText(view, other.rate);
  }
  return SampleCount(view.base_runs) + " and " + of_other;
}

// Missing records are detected here; all other caveats were found when the files were read or compared.
void AddMissing(const SideTotals& side, const std::string& name, std::vector<Message>& caveats) {
  if (!side.has_histogram) caveats.emplace_back("the " + name + " has no histogram, so there are no times");
  if (!side.has_arcs) caveats.emplace_back("the " + name + " has no call-graph data, so there are no calls");
}

// Adds the doubts about the conclusion that are not its reason.
void AddDoubts(const Conclusion& conclusion, std::vector<Message>& caveats) {
  for (const Doubt& doubt : conclusion.doubts) {
    const bool is_told = doubt.code == DoubtCode::kNoTimes || doubt.message == conclusion.why;
    if (!is_told) caveats.push_back(doubt.message);
  }
}

std::vector<std::string> TextsOf(const std::vector<Message>& messages, const DigestView& view) {
  std::vector<std::string> texts;
  for (const Message& message : messages) texts.push_back(ForLine(TextOf(message, view.words)));
  return texts;
}

std::string SumOf(const DigestView& view, const Digest::LeftOut& left_out) {
  if (!view.digest.times || view.digest.totals) return "";
  return ", together " + DigestSeconds(view, left_out.seconds) + " " + DigestUnit(view);
}

// Returns what the sides have in no function; empty if neither has anything.
std::string OutsideText(const DigestView& view) {
  const double base = view.difference.base.unattributed_seconds, other = view.difference.other.unattributed_seconds;
  if (!view.digest.times || (base <= 0 && other <= 0)) return "";
  return DigestSeconds(view, SecondsDifference(base, other)) + " " + DigestUnit(view) + " in no function";
}

// True if an option omitted rows. The text "none differs" would then be wrong.
bool IsPartLeftOut(const Digest& digest) { return digest.by_name.rows != 0 || digest.small.rows != 0; }

}  // namespace

double SecondsOfAll(const DigestView& view) {
  return SecondsDifference(view.difference.base.AllSeconds(), view.difference.other.AllSeconds());
}

std::string ConclusionSentence(const DigestView& view) { return TextOf(view.conclusion, view.difference, view.words); }

std::vector<std::string> CaveatTexts(const DigestView& view) {
  std::vector<Message> caveats;
  AddMissing(view.difference.base, "base", caveats);
  AddMissing(view.difference.other, "other side", caveats);
  AddDoubts(view.conclusion, caveats);
  // Notes can repeat what other lines of the report say.
  const auto is_ground = [&view](const Message& caveat) {
    return view.significance != nullptr && std::ranges::any_of(view.significance->grounds, [&](const Message& ground) {
             return TextOf(ground, view.words) == caveat.cause;
           });
  };
  for (const Message& caveat : view.caveats) {
    const bool is_known = std::ranges::find(caveats, caveat) != caveats.end() || is_ground(caveat);
    if (!is_known) caveats.push_back(caveat);
  }
  return TextsOf(caveats, view);
}

std::string ComparabilityText(const DigestView& view, bool has_caveats) {
  // Missing times matter more than missing calls.
  if (!view.digest.times) return "calls alone";
  const bool is_sure = !has_caveats && view.conclusion.kind != ConclusionKind::kUnknown;
  const std::string text = !view.digest.calls ? AmountsText(view) + " alone" : is_sure ? "yes" : "with care";
  return text + ": " + SamplesOfBoth(view);
}

std::vector<std::string> ReadingTexts(const DigestView& view) { return TextsOf(view.readings, view); }

std::string GroundsText(const DigestView& view) {
  if (view.significance == nullptr || !view.digest.times) return "";
  std::string text;
  for (const Message& ground : view.significance->grounds) {
    text += (text.empty() ? "" : "; ") + TextOf(ground, view.words);
  }
  return ForLine(text);
}

std::string RowsText(const DigestView& view) {
  if (!view.digest.totals || view.digest.rows.empty()) return "";
  const bool is_chosen = view.order == DigestOrder::kTotal;
  const char* const differ = IsOrAre(UnitOf(view.difference)) == "is" ? " differs" : " differ";
  const std::string why = ", because no self " + AmountText(view) + differ + " by more than noise";
  return "inclusive " + AmountsText(view) + ", of functions with all that they call" + (is_chosen ? "" : why);
}

std::string NoRowsText(const DigestView& view) {
  if (view.difference.base.IsMostlyInNoFunction() || view.difference.other.IsMostlyInNoFunction()) {
    return "Nothing can be said about " + view.rows_are;
  }
  return "None of the " + view.rows_are + (IsPartLeftOut(view.digest) ? " that were selected" : "") + " differs" +
         (view.digest.faint.rows != 0 ? " by more than noise" : "");
}

bool MarksNoise(const DigestView& view) {
  return view.order != DigestOrder::kWeight && VerdictsOnRows(view) != nullptr && !view.digest.rows.empty();
}

std::string LeftOutText(const DigestView& view) {
  struct Reason {
    const Digest::LeftOut& left_out;
    std::string why;
    bool sums;
  };
  // Names the program's option for a filter, or describes what the filter left out.
  const auto by_option = [&view](RemedyKind kind, const char* otherwise) {
    const std::string text = WithRemedy("", {kind, {}}, view.words);
    return text.empty() ? otherwise : text;
  };
  const std::string lesser = WithRemedy(" that changed less", {RemedyKind::kShowAll, {}}, view.words);
  const std::string faint =
      WithRemedy(" within noise and under 0.1 % of the " + AmountText(view), {RemedyKind::kShowAll, {}}, view.words);
  const std::array<Reason, 5> reasons = {
      {{view.digest.beyond, lesser, true},
       {view.digest.faint, faint, true},
       {view.digest.small, by_option(RemedyKind::kShowSmall, " that are small"), true},
       {view.digest.by_name, by_option(RemedyKind::kShowNames, " by name"), true},
       {view.digest.unchanged, " that did not change", false}}};
  std::string text;
  for (const Reason& reason : reasons) {
    if (reason.left_out.rows == 0) continue;
    const std::size_t rows = reason.left_out.rows;
    std::string count = std::to_string(rows);
    if (text.empty()) count += " " + (rows == 1 ? view.rows_are.substr(0, view.rows_are.size() - 1) : view.rows_are);
    text += (text.empty() ? "" : "; ") + count + reason.why + (reason.sums ? SumOf(view, reason.left_out) : "");
  }
  const std::string outside = OutsideText(view);
  if (!outside.empty()) text += (text.empty() ? "" : "; ") + outside;
  return text.empty() ? text : "left out: " + text;
}

}  // namespace profdiff
