// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the report of `egprof diff`: first the verdict, then whether the sides are comparable and the largest changes,
// and finally what was omitted.
//
// Test: tests/unit/report/digest/digest_test.cpp.
#include "profdiff/digest.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "report/digest/names.h"
#include "report/digest/table.h"
#include "report/gprof/amounts.h"

namespace profdiff {
namespace {

constexpr std::size_t kLabel = 13;  // width of the labels at the beginnings of lines
constexpr std::size_t kMostCaveats = 3;
constexpr std::size_t kLinesPerCaveat = 2;

// Appends words as lines of at most `columns` characters. All lines except the first are indented. A word longer than a
// line is shortened.
void AppendWrapped(std::string& out, const std::string& words, std::size_t indent, std::size_t columns) {
  std::size_t column = CountCharacters(std::string_view(out).substr(out.rfind('\n') + 1));
  bool first = true;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    const std::string word = Shortened(words.substr(begin, end - begin), std::max(columns, indent + 2) - indent);
    const std::size_t size = CountCharacters(word);
    if (!first && column + 1 + size > columns) {
      out.append("\n").append(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += size;
    first = false;
    begin = end + 1;
  }
  out += '\n';
}

class Report {
 public:
  Report(std::string& out, const DigestView& view) : out_(out), view_(view) {
    // The three amounts (base, other, difference) are aligned at their decimal points.
    for (double seconds : {Base().seconds, Other().seconds, Seconds()}) {
      time_width_ = std::max(time_width_, DigestSeconds(view, seconds).size());
    }
  }

  void Write() {
    WriteSide("base", Base(), view_.base_runs, view_.labels.base);
    WriteSide("other", Other(), view_.other_runs, view_.labels.other);
    StartLine("difference", view_.digest.times ? DigestSeconds(view_, Seconds()) : "");
    AppendWrapped(out_, VerdictText(), Indent(), view_.columns);
    WriteComparability();
    WriteGrounds();
    out_ += '\n';
    if (view_.digest.rows.empty()) {
      out_ += "None of the " + view_.rows_are + (LeftOutByChoice() ? " that were selected" : "") + " differs.\n";
    } else {
      AppendDigestTable(out_, view_);
    }
    WriteLeftOut();
    const bool judged = view_.significance != nullptr && HasInterval(view_.significance->evidence);
    // If rows are ordered by weight, rows within noise have their own section and need no marks.
    const bool marked = view_.order != DigestOrder::kWeight && judged && view_.digest.times;
    if (marked && !view_.digest.rows.empty()) out_ += "~: noise explains the difference\n";
  }

 private:
  const SideTotals& Base() const { return view_.difference.base; }
  const SideTotals& Other() const { return view_.difference.other; }
  double Seconds() const { return SecondsDifference(Base().seconds, Other().seconds); }
  // True if an option omitted rows. The text "none differs" would then be wrong.
  bool LeftOutByChoice() const { return view_.digest.by_name.rows != 0 || view_.digest.small.rows != 0; }
  std::size_t Indent() const { return kLabel + time_width_ + DigestUnit(view_).size() + 3; }

  // Starts a line with a label and seconds, for example "base         10.94 s  ".
  void StartLine(std::string_view label, const std::string& seconds) {
    AppendLeft(out_, label, static_cast<int>(kLabel));
    AppendRight(out_, seconds, static_cast<int>(time_width_));
    out_ += seconds.empty() ? std::string(DigestUnit(view_).size() + 1, ' ') : " " + DigestUnit(view_);
    out_ += "  ";
  }

  void WriteSide(std::string_view name, const SideTotals& side, const RunTable& runs, const std::string& label) {
    StartLine(name, side.has_histogram ? DigestSeconds(view_, side.seconds) : "");
    std::string text = runs.runs > 1 ? "mean of " + std::to_string(runs.runs) + " runs: " : "";
    text += ForLine(label);
    out_ += Shortened(text, std::max(view_.columns, Indent() + 2) - Indent());
    out_ += '\n';
  }

  // Returns the change of the total time as a percentage of the base and, if there are several runs or samples, its
  // confidence interval.
  std::string VerdictText() const {
    if (!view_.digest.times) return "times cannot be compared";
    const double seconds = Seconds();
    std::string text = AmountsOf(view_.difference).digits == 0 ? "both take the same" : "both take the same time";
    if (seconds != 0) {
      text = "other takes ";
      if (Base().seconds > 0) {
        AppendFixed(text, 100 * std::abs(seconds) / Base().seconds, 0, 1);
        text += " % ";
      }
      text += seconds > 0 ? "less" : "more";
    }
    if (view_.program == nullptr) return text;
    const Verdict& verdict = *view_.program;
    // The interval from 0 to 0 means that there was nothing to estimate.
    if (verdict.low == 0 && verdict.high == 0) return text;
    // If the interval contains 0, the sign of the difference is not certain.
    if (seconds != 0 && verdict.low <= 0 && verdict.high >= 0) text += ", which noise explains";
    return text + " (95 % interval " + DigestSeconds(view_, verdict.low) + " to " + DigestSeconds(view_, verdict.high) +
           " " + DigestUnit(view_) + ")";
  }

  // "Hz" is used only if the histogram measures seconds; it can have another dimension.
  std::string Clock(double rate) const {
    return " at " + GeneralText(rate) + (Base().dimension == "seconds" ? " Hz" : " per " + DigestUnit(view_));
  }

  static std::string Samples(const RunTable& runs) { return FixedText(runs.total_samples, 0); }

  // Returns the number of samples of a side or, for another profiler, a description of its event.
  std::string SamplesText(const SideTotals& side, const RunTable& runs) const {
    if (side.origin) return ForLine(DescribeOrigin(*side.origin, {}));
    return Samples(runs) + " samples" + Clock(side.rate);
  }

  std::string SamplesText() const {
    const bool is_gprof = !Base().origin && !Other().origin;
    const std::string base = SamplesText(Base(), view_.base_runs), other = SamplesText(Other(), view_.other_runs);
    // Both sides share one description if they have the same event.
    if (!is_gprof) return base == other ? base : base + ", and " + other;
    if (Base().rate != Other().rate) return base + " and " + Samples(view_.other_runs) + Clock(Other().rate);
    return Samples(view_.base_runs) + " and " + other;
  }

  // Missing records and unattributed time are detected here; all other caveats were found when the files were read.
  void AddMissing(const SideTotals& side, const std::string& name, std::vector<std::string>& caveats) const {
    if (!side.has_histogram) caveats.push_back("the " + name + " has no histogram, so there are no times");
    if (!side.has_arcs) caveats.push_back("the " + name + " has no call-graph data, so there are no calls");
    constexpr double kMuch = 0.05;  // largest share of the side's time that needs no caveat
    if (side.unattributed_seconds <= kMuch * side.seconds) return;
    caveats.push_back(DigestSeconds(view_, side.unattributed_seconds) + " " + DigestUnit(view_) + " of the " + name +
                      " are in no function: code without symbols");
  }

  void WriteComparability() {
    std::vector<std::string> caveats;
    AddMissing(Base(), "base", caveats);
    AddMissing(Other(), "other side", caveats);
    caveats.insert(caveats.end(), view_.caveats.begin(), view_.caveats.end());
    // The assignment for missing times comes last, because missing times matter more than missing calls.
    std::string text = caveats.empty() ? "yes" : "with care";
    if (!view_.digest.calls) text = "times alone";
    if (!view_.digest.times) text = "calls alone";
    AppendLeft(out_, "comparable", static_cast<int>(kLabel));
    AppendWrapped(out_, view_.digest.times ? text + ": " + SamplesText() : text, kLabel, view_.columns);
    const std::size_t room = RoomOfCaveat();
    for (std::size_t i = 0; i < std::min(caveats.size(), kMostCaveats); ++i) {
      out_.append(kLabel, ' ').append("- ");
      // A caveat may use nine tenths of the characters in its lines, because words do not fill lines completely.
      AppendWrapped(out_, Shortened(ForLine(caveats[i]), room * 9 / 10), kLabel + 2, view_.columns);
    }
    if (caveats.size() <= kMostCaveats) return;
    out_.append(kLabel, ' ');
    out_ += "- and " + std::to_string(caveats.size() - kMostCaveats) + " more, which --side-by-side shows\n";
  }

  // Returns the number of characters that fit into all lines of a caveat, without their indentation.
  std::size_t RoomOfCaveat() const { return (std::max(view_.columns, kLabel + 10) - kLabel - 2) * kLinesPerCaveat; }

  // Writes the line "noise": the measurements on which the verdicts are based.
  void WriteGrounds() {
    if (view_.significance == nullptr || view_.significance->grounds.empty() || !view_.digest.times) return;
    std::string text;
    for (const std::string& ground : view_.significance->grounds) text += (text.empty() ? "" : "; ") + ground;
    AppendLeft(out_, "noise", static_cast<int>(kLabel));
    AppendWrapped(out_, Shortened(text, RoomOfCaveat() * 9 / 10), kLabel, view_.columns);
  }

  std::string Sum(const Digest::LeftOut& left_out) const {
    if (!view_.digest.times) return "";
    return ", together " + DigestSeconds(view_, left_out.seconds) + " " + DigestUnit(view_);
  }

  void WriteLeftOut() {
    struct Reason {
      const Digest::LeftOut& left_out;
      std::string why;
      bool sums;
    };
    // Omitted rows are shown with their sums, so that the reader can check that nothing large is hidden.
    const std::array<Reason, 4> reasons = {{{view_.digest.beyond, " that changed less (--top=0 shows them)", true},
                                            {view_.digest.small, " by --min", true},
                                            {view_.digest.by_name, " by --focus or --ignore", true},
                                            {view_.digest.unchanged, " that did not change", false}}};
    std::string text;
    for (const Reason& reason : reasons) {
      if (reason.left_out.rows == 0) continue;
      const std::size_t rows = reason.left_out.rows;
      std::string count = std::to_string(rows);
      if (text.empty())
        count += " " + (rows == 1 ? view_.rows_are.substr(0, view_.rows_are.size() - 1) : view_.rows_are);
      text += (text.empty() ? "" : "; ") + count + reason.why + (reason.sums ? Sum(reason.left_out) : "");
    }
    if (text.empty()) return;
    out_ += '\n';
    AppendWrapped(out_, "left out: " + text, 10, view_.columns);
  }

  std::string& out_;
  const DigestView& view_;
  std::size_t time_width_ = 0;
};

}  // namespace

void WriteDigest(std::string& out, const DigestView& view) { Report(out, view).Write(); }

}  // namespace profdiff
