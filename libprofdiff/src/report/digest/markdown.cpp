// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the report of `egprof diff` as Markdown, for a comment on a change: first the verdict and the conditions, then
// the largest changes, and the others folded.
// Tests: tests/unit/report/digest/markdown_test.cpp, tests/cli/diff/beside.py.
#include "report/format/markdown.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_parts.h"
#include "base/short_name.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/listing.h"
#include "report/digest/columns.h"
#include "report/digest/names.h"
#include "report/digest/sentences.h"

namespace profdiff {
namespace {

constexpr auto kText = MarkdownPlace::kText;
constexpr auto kCell = MarkdownPlace::kCell;

// GitHub takes 65,536 characters. The sum of all limits below, which are in characters too, is less than kMost.
constexpr std::size_t kMost = 60000, kMostLabel = 300, kMostItem = 1500, kMostList = 9000, kTail = 4000;
constexpr std::size_t kFirstRows = 10, kOffenders = 10;

std::string Shorter(const std::string& text, std::size_t most) { return CutToCharacters(text, most, "…"); }

// Appends the items of a list, as far as there is room. `what` names those left out.
void AppendList(std::string& out, const std::vector<std::string>& items, std::string_view what) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    used += CountCharacters(items[i]);
    if (used > kMostList) {
      out += "- and " + std::to_string(items.size() - i) + " more " + std::string(what) + "\n";
      break;
    }
    out += "- " + items[i] + "\n";
  }
  if (!items.empty()) out += "\n";
}

class MarkdownReport {
 public:
  MarkdownReport(std::string& out, const DigestView& view, const Difference& of_functions)
      : out_(out), view_(view), functions_(of_functions) {}

  void Write() {
    out_ += "**" + MarkdownWords(Shorter(ConclusionSentence(view_), kMostItem), kText) + "**\n\n";
    AppendList(out_, Conditions(), "conditions");
    WriteSides();
    WriteRemarks();
    WriteRows();
    WriteTail();
  }

 private:
  std::string FunctionName(FunctionId f) const {
    const FunctionTable& table = functions_.match.functions;
    const std::string readable = DemangledName(table[f].name, view_.names.demangle, table.leading_char);
    return MarkdownCode(view_.full_names ? readable : ShortName(readable), kText);
  }

  std::string Condition(const GateResult& gate) const {
    const bool failed = gate.outcome == GateOutcome::kFailed;
    const bool unknown = gate.outcome == GateOutcome::kUnknown;
    std::string text = failed ? "**failed**: " : unknown ? "**cannot tell**: " : "passed: ";
    text += MarkdownCode(gate.condition, kText, kMostLabel);
    if (unknown) text += ": " + MarkdownWords(Shorter(TextOf(gate.why, view_.words), kMostItem), kText);
    for (std::size_t i = 0; i < std::min(gate.offenders.size(), kOffenders); ++i) {
      text += (i == 0 ? ": " : ", ") + FunctionName(gate.offenders[i]);
    }
    if (gate.offenders.size() <= kOffenders) return text;
    return text + " and " + std::to_string(gate.offenders.size() - kOffenders) + " more";
  }

  std::vector<std::string> Conditions() const {
    std::vector<std::string> items;
    for (const GateResult& gate : view_.conclusion.gates.gates) items.push_back(Condition(gate));
    for (const std::string& name : view_.conclusion.gates.unknown) {
      items.push_back("**cannot tell**: there is no function " + MarkdownCode(name, kText));
    }
    return items;
  }

  void WriteSide(std::string_view name, const SideTotals& side, const RunTable& runs, const std::string& label) {
    out_.append("| ").append(name).append(" | ");
    if (side.has_histogram) out_ += DigestSeconds(view_, side.AllSeconds()) + " " + MarkdownWords(Unit(), kCell);
    out_ += " | ";
    if (runs.runs > 1) out_ += "mean of " + std::to_string(runs.runs) + " runs: ";
    out_ += MarkdownCode(label, kCell, kMostLabel) + " |\n";
  }

  std::string Unit() const { return DigestUnit(view_); }

  void WriteSides() {
    out_ += "| | | |\n|:--|--:|:--|\n";
    WriteSide("base", view_.difference.base, view_.base_runs, view_.labels.base);
    WriteSide("other", view_.difference.other, view_.other_runs, view_.labels.other);
    if (view_.digest.times) {
      out_ += "| base-other | " + DigestSeconds(view_, SecondsOfAll(view_)) + " " + MarkdownWords(Unit(), kCell) +
              " | positive: other takes less |\n";
    }
    out_ += "\n";
  }

  void WriteRemarks() {
    const std::vector<std::string> caveats = CaveatTexts(view_);
    out_ +=
        "Comparable: " + MarkdownWords(Shorter(ComparabilityText(view_, !caveats.empty()), kMostItem), kText) + "\n\n";
    std::vector<std::string> items;
    for (const std::string& caveat : caveats) items.push_back(MarkdownWords(Shorter(caveat, kMostItem), kText));
    for (const std::string& reading : ReadingTexts(view_)) {
      items.push_back("read: " + MarkdownWords(Shorter(reading, kMostItem), kText));
    }
    AppendList(out_, items, "remarks");
    if (const std::string grounds = GroundsText(view_); !grounds.empty()) {
      out_ += "Noise: " + MarkdownWords(Shorter(grounds, kMostItem), kText) + "\n\n";
    }
  }

  // Returns the heading of the table and the line below it.
  std::string Heading() const {
    std::string names, rule;
    for (const NumberColumn& column : columns_) {
      names += "| " + MarkdownWords(column.heading, kCell) + " ";
      rule += "|--:";
    }
    names += "| " + NameHeading(view_) + " ";
    rule += "|:--";
    if (has_callers_) {
      names += "| mostly for ";
      rule += "|:--";
    }
    return names + "|\n" + rule + "|\n";
  }

  std::string Row(std::size_t i) const {
    std::string row;
    for (const NumberColumn& column : columns_) {
      const bool is_noise = i >= within_noise_ && column.heading == "±" && column.cells[i] != kNotJudged;
      row += "| " + std::string(is_noise ? "~" : "") + column.cells[i] + " ";
    }
    const DigestName& name = names_[i];
    row += "| " + MarkdownCode(name.name + name.place, kCell);
    if (!name.mark.empty()) row += " (" + name.mark;
    if (!name.was.empty()) row += " " + MarkdownCode(name.was, kCell);
    if (!name.mark.empty()) row += ")";
    if (has_callers_) row += " | " + (name.caller.empty() ? "" : MarkdownCode(name.caller, kCell));
    return row + " |\n";
  }

  // Appends rows from `begin` on to a text, at most `most` of them and as far as there is room. Returns the index of
  // the first row that is left.
  std::size_t AppendRows(std::string& rows, std::size_t begin, std::size_t most) const {
    std::size_t used = CountCharacters(out_) + CountCharacters(rows) + kTail;
    std::size_t i = begin;
    for (; i < std::min(names_.size(), begin + most); ++i) {
      const std::string row = Row(i);
      used += CountCharacters(row);
      if (used > kMost) break;
      rows += row;
    }
    return i;
  }

  void WriteRows() {
    if (view_.digest.rows.empty()) {
      out_ += NoRowsText(view_) + ".\n\n";
      return;
    }
    if (const std::string shown = RowsText(view_); !shown.empty()) out_ += "Rows: " + shown + "\n\n";
    std::string rows = Heading();
    const std::size_t first = AppendRows(rows, 0, kFirstRows);
    out_ += rows + "\n";
    rows = Heading();
    written_ = AppendRows(rows, first, names_.size());
    if (written_ == first) return;
    const std::size_t more = written_ - first;
    out_ += "<details><summary>" + std::to_string(more) + " more " + (more == 1 ? NameHeading(view_) : view_.rows_are) +
            "</summary>\n\n" + rows + "\n</details>\n\n";
  }

  // Counts the rows that were chosen but do not fit.
  std::string NoRoomText() const {
    const std::vector<Digest::Row>& rows = view_.digest.rows;
    if (written_ >= rows.size()) return "";
    double seconds = 0;
    for (std::size_t i = written_; i < rows.size(); ++i) {
      const Difference::Row& row = view_.difference.functions[rows[i].function.value];
      seconds += SecondsDifference(row.base.self, row.other.self);
    }
    std::string text = std::to_string(rows.size() - written_) + " more do not fit into this text";
    if (view_.digest.times && !view_.digest.totals) {
      text += ", together " + DigestSeconds(view_, seconds) + " " + Unit();
    }
    return text;
  }

  void WriteTail() {
    for (const std::string& text : {NoRoomText(), LeftOutText(view_)}) {
      if (!text.empty()) out_ += MarkdownWords(text, kText) + "\n\n";
    }
    const bool marks = within_noise_ < names_.size() || MarksNoise(view_);
    if (marks) out_ += "\\~: noise explains the difference\n";
  }

  std::string& out_;
  const DigestView& view_;
  const Difference& functions_;
  const std::vector<DigestName> names_ = NameRows(view_);
  const std::vector<NumberColumn> columns_ = NumberColumns(view_);
  const std::size_t within_noise_ = FirstWithinNoise(view_);
  const bool has_callers_ = std::ranges::any_of(names_, [](const DigestName& name) { return !name.caller.empty(); });
  std::size_t written_ = 0;  // number of rows in the text
};

}  // namespace

void WriteMarkdown(std::string& out, const DigestView& view, const Difference& of_functions) {
  std::string text;
  MarkdownReport(text, view, of_functions).Write();
  out += text;
}

}  // namespace profdiff
