// SPDX-License-Identifier: GPL-3.0-or-later
// Writes trees of stacks as text: numbers in columns, then names, indented by depth. If the indentation would not fit
// on the screen, the depth is printed as a number.
//
// Tests: tests/unit/report/tree/text_test.cpp.
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "profdiff/context_listing.h"
#include "profdiff/significance.h"
#include "report/difference/side_by_side_lines.h"
#include "report/format/quoting.h"
#include "report/format/text_table.h"
#include "report/gprof/names.h"
#include "report/machine/contexts.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kMostIndented = 60;
constexpr std::size_t kIndent = 2;

// Formats the rows of a tree, either of one execution or of a difference.
class Text {
 public:
  Text(const FunctionTable& functions, const ContextRows& rows, const ListingOptions& options, std::string_view unit)
      : rows_(rows), names_(functions, options.names), options_(options), unit_(WithoutControls(std::string(unit))) {
    // All columns have the width of the largest number with a sign, so that they stay aligned in every row.
    double largest = 0;
    for (const ContextRow& row : rows.rows) {
      largest = std::max({largest, std::abs(row.base.total), std::abs(row.other.total)});
    }
    // Times have three decimals if all totals are below 10 s, otherwise two; other units have none.
    digits_ = unit != "seconds" ? 0 : largest < 10 ? 3 : 2;
    std::string widest;
    AppendFixed(widest, -largest, 0, digits_);
    width_ = std::max(8, static_cast<int>(widest.size()));
    unit_.resize(std::min(unit_.size(), static_cast<std::size_t>(width_)));
  }

  // Returns a column of numbers. `gap` is the number of blanks before the column, 0 for the first one.
  TableColumn Number(std::string_view heading, std::string_view key, int gap = 1) const {
    return {
        .heading = heading, .key = key, .zero = true, .unit = unit_, .width = width_, .gap = gap, .digits = digits_};
  }

  std::string NameOf(std::uint32_t number) {
    const ContextRow& row = rows_.rows[number];
    std::string name(kIndent * std::min(row.depth, kMostIndented), ' ');
    // Deep recursion would push names past the edge of any window, so indentation ends at kMostIndented levels, and the
    // depth of deeper rows is printed in brackets.
    if (row.depth > kMostIndented) name += "[" + std::to_string(row.depth) + "] ";
    if (row.function.valid()) return name.append(names_.Display(row.function));
    return name + std::to_string(row.paths) + " more";
  }

  // Returns the number of rows that were left out.
  std::size_t Write(std::string& out, const ContextFields& fields, std::span<const TableColumn> columns) const {
    TextTableWriter writer(out, options_.drain);
    WriteRows(writer, "tree", columns, fields.fields, fields.numbers);
    return rows_.left_out;
  }

 private:
  const ContextRows& rows_;
  FunctionNames names_;
  const ListingOptions& options_;
  std::string unit_;
  int digits_ = 2, width_ = 8;
};

// True if noise explains the difference of the function's inclusive values. Verdicts exist for functions, not for
// paths.
bool IsNoise(const ContextRow& row, const Significance* significance) {
  if (significance == nullptr || significance->totals.empty() || !row.function.valid()) return false;
  return SecondsDifference(row.base.total, row.other.total) != 0 &&
         !significance->totals[row.function.value].significant;
}

}  // namespace

std::size_t WriteContextTree(std::string& out, const Execution& execution, TreeDirection direction,
                             const ListingOptions& options) {
  const ContextRows rows = ChooseContexts(RequireContexts(execution), {direction, options.limit, /*adds_up=*/true});
  StartSection(out);
  const FunctionTexts texts(execution.functions, options.names.demangle);
  ContextFields fields(execution, rows, texts);
  Text text(execution.functions, rows, options, execution.profile.dimension);
  fields.fields.AddForTables("display", [&text](std::uint32_t row) { return text.NameOf(row); });
  std::vector<TableColumn> columns;
  // Upward trees have no column of self times. The self time of a path would be the time of the stacks that consist of
  // exactly this path, from the innermost to the outermost function. Readers would expect something else under "self".
  if (direction == TreeDirection::kDown) columns.push_back(text.Number("self", "numbers.self", 0));
  columns.push_back(text.Number("total", "numbers.total", columns.empty() ? 0 : 1));
  columns.push_back({.heading = "%", .key = "percent", .unit = "", .width = 6});
  columns.push_back({.heading = "function", .key = "display", .gap = 2});
  return text.Write(out, fields, columns);
}

std::size_t WriteContextTree(std::string& out, const Difference& difference, const SideLabels& labels,
                             const Significance* significance, TreeDirection direction, const ListingOptions& options) {
  const ContextRows rows =
      ChooseContexts(RequireContexts(difference), difference.match, {direction, options.limit, /*adds_up=*/true});
  StartSection(out);
  if (!options.brief) AppendSideLabels(out, labels);
  const FunctionTexts texts(difference.match.functions, options.names.demangle);
  ContextFields fields(difference, rows, texts);
  Text text(difference.match.functions, rows, options, difference.base.dimension);
  fields.fields.AddForTables("display", [&](std::uint32_t row) {
    return (IsNoise(rows.rows[row], significance) ? "~  " : "   ") + text.NameOf(row);
  });
  const TableColumn columns[] = {text.Number("base", "base.total", 0),
                                 text.Number("other", "other.total"),
                                 text.Number("diff", "difference.total"),
                                 {.heading = "   function", .key = "display"}};
  return text.Write(out, fields, columns);
}

std::string DescribeUncommonContexts(const Difference& difference) {
  if (difference.contexts == nullptr) return {};
  const CommonContexts common = FindCommonContexts(*difference.contexts, difference.match);
  // If the common stacks account for less than half of the time, the tree mainly shows that stacks differ, not that
  // their times differ.
  if (common.share >= 0.5) return {};
  std::string text = "stacks common to both sides account for ";
  AppendFixed(text, 100 * common.share, 0, 0);
  text += " % of the time";
  if (common.wrappers.empty()) return text;
  // Quotes each name for a regular expression, and the whole expression for the shell, so that users can paste the
  // option.
  std::string expression;
  for (FunctionId f : common.wrappers) {
    expression += (expression.empty() ? "" : "|") + QuotedForExpression(difference.match.functions[f].name);
  }
  return text +
         "; functions that only one side has are above the others: --hide=" + QuotedForShell("^(" + expression + ")$") +
         " leaves them out";
}

}  // namespace profdiff
