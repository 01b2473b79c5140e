// SPDX-License-Identifier: GPL-3.0-or-later
// Writes findings, or the difference of two runs' findings, as a comment in Markdown: first what the report begins
// with, then the most specific findings or the largest changes, then what was left out. Tests:
// tests/cli/markdown/run.py.
#include "report/property/comment.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/format/markdown_table.h"
#include "report/property/rows.h"

namespace profdiff {
namespace {

// Returns the sentences of the report up to its table. Lines that begin with blanks are findings, which have rows here.
template <class View>
std::string HeadOf(const View& view) {
  std::string report, head;
  WriteFindingsText(report, view, 1);
  std::string_view rest = report;
  while (!rest.empty() && rest.front() != '\n') {
    const std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
    if (!line.starts_with("  ")) head += line;
    rest.remove_prefix(line.size());
  }
  return head;
}

void AppendLeftOut(std::string& out, std::size_t count, std::string_view noun, std::string_view which) {
  if (count != 0) AppendParagraph(out, "Left out: " + Plural(count, noun).append(which));
}

}  // namespace

void WriteFindingsComment(std::string& out, const PropertyView& view) {
  AppendCommentHead(out, HeadOf(view));
  std::vector<Finding> leaves;
  for (const Finding& finding : view.findings.properties) {
    if (finding.leaf && !finding.is_meta) leaves.push_back(finding);
  }
  const TableColumn columns[] = {{.heading = "severity", .width = 8, .digits = 5},
                                 {.heading = "share", .width = 6, .digits = 4},
                                 {.heading = "lost", .key = "lostText", .width = 12},
                                 {.heading = "unit", .width = 14, .left = true},
                                 {.heading = "worst at", .key = "location", .width = 8, .left = true},
                                 {.heading = "property", .key = "name"},
                                 {.heading = "region", .key = "where"}};
  const std::size_t more = AppendCommentTable(out, columns, FindingFields(view.measurements), leaves);
  AppendLeftOut(out, more, "other finding", " as specific as these");
  AppendLeftOut(out, view.findings.properties.size() - leaves.size(), "finding",
                ", which others refine, or whose inner regions have the property");
  std::set<std::string_view> names;
  for (const NotApplicable& each : view.findings.not_applicable) names.insert(each.name);
  AppendLeftOut(out, names.size(), "property", ", which could not be evaluated in some region or in any");
}

void WriteFindingsComment(std::string& out, const PropertyDifferenceView& view) {
  AppendCommentHead(out, HeadOf(PropertyDifferenceView{view.base, view.other, view.difference}));  // without styles
  const TableColumn columns[] = {
      {.heading = "base", .width = 8, .digits = 5}, {.heading = "other", .width = 8, .digits = 5},
      {.heading = "diff", .width = 8, .digits = 5}, {.heading = "holds in", .key = "status", .width = 8, .left = true},
      {.heading = "property", .key = "name"},       {.heading = "region", .key = "where"}};
  AppendLeftOut(out, AppendCommentTable(out, columns, ChangeFields(view), view.difference.changes), "other row",
                ", which changed less");
}

void WriteSearchComment(std::string& out, const Search& search) {
  WriteFindingsComment(out, PropertyView{search.measurements, search.findings});
  const auto is_run = [](const SearchStep& step) { return step.run != 0; };
  const auto runs = static_cast<std::size_t>(std::ranges::count_if(search.steps, is_run));
  AppendParagraph(
      out, "The search made " + Plural(runs, "run") + "; it ended because " + std::string(StopText(search.stopped)));
}

}  // namespace profdiff
