// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the report of `egprof diff`: first the verdict, then whether the sides are comparable and the largest changes,
// and finally what was omitted.
//
// Test: tests/unit/report/digest/digest_test.cpp.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/listing.h"
#include "report/digest/columns.h"
#include "report/digest/names.h"
#include "report/digest/sentences.h"
#include "report/digest/table.h"
#include "report/format/message.h"
#include "report/format/styles.h"

namespace profdiff {
namespace {

constexpr std::size_t kLabel = 13;  // width of the labels at the beginnings of lines
constexpr std::size_t kMostCaveats = 3;

// Appends words as lines of at most `columns` characters. All lines except the first are indented. A word longer than a
// line is a name and is shortened, unless it is an option, which users copy.
void AppendWrapped(std::string& out, const std::string& words, std::size_t indent, std::size_t columns) {
  std::size_t column = CountCharacters(std::string_view(out).substr(out.rfind('\n') + 1));
  bool first = true;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    std::string word = words.substr(begin, end - begin);
    if (!word.starts_with('-')) word = Shortened(word, std::max(columns, indent + 2) - indent);
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
    for (double seconds : {Base().AllSeconds(), Other().AllSeconds(), SecondsOfAll(view)}) {
      time_width_ = std::max(time_width_, DigestSeconds(view, seconds).size());
    }
  }

  void Write() {
    WriteSide("base", Base(), view_.base_runs, view_.labels.base);
    WriteSide("other", Other(), view_.other_runs, view_.labels.other);
    StartLine("difference", view_.digest.times ? DigestSeconds(view_, SecondsOfAll(view_)) : "");
    WriteVerdict();
    WriteComparability();
    bool is_first = true;
    for (const std::string& reading : ReadingTexts(view_)) {
      WriteLabelled(is_first ? "read" : "", reading);
      is_first = false;
    }
    if (const std::string grounds = GroundsText(view_); !grounds.empty()) WriteLabelled("noise", grounds);
    out_ += '\n';
    WriteRows();
    if (const std::string left_out = LeftOutText(view_); !left_out.empty()) {
      out_ += '\n';
      AppendWrapped(out_, left_out, 10, view_.columns);
    }
    if (MarksNoise(view_)) out_ += "~: noise" + LossWords(*view_.significance) + " explains the difference\n";
  }

 private:
  const SideTotals& Base() const { return view_.difference.base; }
  const SideTotals& Other() const { return view_.difference.other; }
  std::size_t Indent() const { return kLabel + time_width_ + DigestUnit(view_).size() + 3; }

  void WriteVerdict() {
    const std::size_t begin = out_.size();
    AppendWrapped(out_, ConclusionSentence(view_), Indent(), view_.columns);
    const TextStyles& styles = view_.styles;
    const ConclusionKind kind = view_.digest.times ? view_.conclusion.kind : ConclusionKind::kUnknown;
    const std::string& hue = kind == ConclusionKind::kMore ? styles.more : styles.less;
    const bool has_hue = kind == ConclusionKind::kMore || kind == ConclusionKind::kLess;
    ApplyStyle(out_, begin, has_hue ? styles.verdict + hue : styles.verdict, styles);
  }

  // Starts a line with a label and seconds, for example "base         10.94 s  ".
  void StartLine(std::string_view label, const std::string& seconds) {
    AppendLeft(out_, label, static_cast<int>(kLabel));
    AppendRight(out_, seconds, static_cast<int>(time_width_));
    out_ += seconds.empty() ? std::string(DigestUnit(view_).size() + 1, ' ') : " " + DigestUnit(view_);
    out_ += "  ";
  }

  void WriteSide(std::string_view name, const SideTotals& side, const RunTable& runs, const std::string& label) {
    StartLine(name, side.has_histogram ? DigestSeconds(view_, side.AllSeconds()) : "");
    const std::string runs_text = runs.runs > 1 ? "mean of " + std::to_string(runs.runs) + " runs: " : "";
    const std::size_t before = Indent() + runs_text.size();
    out_ += runs_text + Shortened(ForLine(label), std::max(view_.columns, before + 2) - before) + '\n';
  }

  void WriteLabelled(std::string_view label, const std::string& words) {
    AppendLeft(out_, label, static_cast<int>(kLabel));
    AppendWrapped(out_, words, kLabel, view_.columns);
  }

  void WriteComparability() {
    const std::vector<std::string> caveats = CaveatTexts(view_);
    WriteLabelled("comparable", ComparabilityText(view_, !caveats.empty()));
    for (std::size_t i = 0; i < std::min(caveats.size(), kMostCaveats); ++i) {
      out_.append(kLabel, ' ').append("- ");
      AppendWrapped(out_, caveats[i], kLabel + 2, view_.columns);
    }
    if (caveats.size() <= kMostCaveats) return;
    out_.append(kLabel, ' ');
    const std::string more = "- and " + std::to_string(caveats.size() - kMostCaveats) + " more";
    out_ += WithRemedy(more, {RemedyKind::kShowNotes, {}}, view_.words) + "\n";
  }

  void WriteRows() {
    if (view_.digest.rows.empty()) {
      out_ += NoRowsText(view_) + ".\n";
      return;
    }
    if (const std::string shown = RowsText(view_); !shown.empty()) AppendWrapped(out_, shown + ":", 0, view_.columns);
    AppendDigestTable(out_, view_);
  }

  std::string& out_;
  const DigestView& view_;
  std::size_t time_width_ = 0;
};

}  // namespace

void WriteDigest(std::string& out, const DigestView& view) { Report(out, view).Write(); }

}  // namespace profdiff
