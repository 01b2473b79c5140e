// SPDX-License-Identifier: GPL-3.0-or-later
// Writes trees of stacks as text: numbers in columns, then names, indented by depth. A chain of calls without branches
// and without time of its own is one line. If the indentation would not fit on the screen, the depth is printed as a
// number.
//
// Tests: tests/unit/report/tree/text_test.cpp.
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profdiff/listing.h"
#include "profdiff/significance.h"
#include "report/difference/side_by_side_lines.h"
#include "report/format/quoting.h"
#include "report/format/text_table.h"
#include "report/gprof/names.h"
#include "report/machine/contexts.h"
#include "values/amount_words.h"
#include "values/context_paths.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kMostIndented = 60;
constexpr std::size_t kIndent = 2;
constexpr std::uint32_t kMostNames = 20;  // in one line; more only occur in deep recursion

// Adjacent rows that share a line, because each is the only path below the one before it and has the same numbers.
struct TreeLine {
  std::uint32_t first = 0, last = 0;  // indices of rows
  std::uint32_t depth = 0;            // number of lines above it that lead to it
};

bool HasSameTotals(const ContextRow& a, const ContextRow& b) {
  return a.base.present == b.base.present && a.other.present == b.other.present && a.base.total == b.base.total &&
         a.other.total == b.other.total;
}

// Divides the rows into lines. is_alike(a, b) is true if two paths may share a line.
template <class IsAlike>
std::vector<TreeLine> LinesOf(const std::vector<ContextRow>& rows, const IsAlike& is_alike) {
  std::vector<std::uint32_t> children(rows.size()), line_of(rows.size());
  for (const ContextRow& row : rows) {
    if (row.parent != ContextRow::kNone) ++children[row.parent];
  }
  std::vector<TreeLine> lines;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const ContextRow& row = rows[i];
    const std::uint32_t parent = row.parent;
    const bool is_joined = parent != ContextRow::kNone && children[parent] == 1 && row.function.valid() &&
                           HasSameTotals(rows[parent], row) && is_alike(rows[parent], row);
    if (is_joined) {
      lines.back().last = i;
    } else {
      lines.push_back({i, i, parent == ContextRow::kNone ? 0 : lines[line_of[parent]].depth + 1});
    }
    line_of[i] = static_cast<std::uint32_t>(lines.size() - 1);
  }
  return lines;
}

// The rows of a tree and the lines that they fill.
struct TreeLines {
  ContextRows rows;
  std::vector<TreeLine> lines;
};

// Chooses rows that fill at most `limit` lines; 0 for all rows. choose(limit) returns at most that many rows. A row
// never takes more than a line, so a limit for rows is safe, but leaves room for more of them where they share lines.
template <class Choose, class IsAlike>
TreeLines FillLines(std::size_t limit, const Choose& choose, const IsAlike& is_alike) {
  constexpr int kMostTries = 24;  // each doubles the number of rows at best
  const auto filled = [&](std::size_t rows) {
    TreeLines tree{choose(rows), {}};
    tree.lines = LinesOf(tree.rows.rows, is_alike);
    return tree;
  };
  TreeLines best = filled(limit);
  std::size_t rows = limit, step = 0;
  for (int tries = 0; tries < kMostTries && limit != 0 && best.rows.left_out != 0; ++tries) {
    const std::size_t room = limit - std::min(limit, best.lines.size());
    step = std::max(room, 2 * step);
    TreeLines more = filled(rows + step);
    if (room == 0 || more.rows.rows.size() == best.rows.rows.size()) break;
    if (more.lines.size() > limit) {
      step = 0;
      continue;
    }
    best = std::move(more);
    rows += step;
  }
  return best;
}

// Formats the rows of a tree, either of one execution or of a difference.
class Text {
 public:
  Text(const FunctionTable& functions, const TreeLines& tree, TreeDirection direction, const ListingOptions& options,
       std::string_view unit)
      : rows_(tree.rows),
        arrow_(direction == TreeDirection::kDown ? " → " : " ← "),
        names_(functions, options.names),
        options_(options),
        unit_(WithoutControls(std::string(unit))) {
    for (const TreeLine& line : tree.lines) line_of_[line.last] = line;
    const ContextRows& rows = tree.rows;
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

  // Returns the names of the line that ends with a row.
  std::string NameOf(std::uint32_t last) {
    const TreeLine& line = line_of_.at(last);
    std::string name(kIndent * std::min(line.depth, kMostIndented), ' ');
    // Deep recursion would push names past the edge of any window, so indentation ends at kMostIndented levels, and the
    // depth of deeper lines is printed in brackets.
    if (line.depth > kMostIndented) name += "[" + std::to_string(line.depth) + "] ";
    const std::uint32_t names = last - line.first + 1;
    for (std::uint32_t i = line.first; i <= last; ++i) {
      const ContextRow& row = rows_.rows[i];
      if (i != line.first) name += arrow_;
      if (!row.function.valid()) return name + std::to_string(row.paths) + " more";
      if (names > kMostNames && i == line.first + kMostNames / 2) {
        name += "(" + std::to_string(names - kMostNames) + " more)";
        i = last - kMostNames / 2;
        continue;
      }
      name.append(names_.Display(row.function));
    }
    return name;
  }

  // Returns the number of rows that were left out.
  std::size_t Write(std::string& out, const ContextFields& fields, std::span<const TableColumn> columns) const {
    TextTableWriter writer(out, options_.drain);
    WriteRows(writer, "tree", columns, fields.fields, fields.numbers);
    return rows_.left_out;
  }

 private:
  const ContextRows& rows_;
  const std::string_view arrow_;
  std::unordered_map<std::uint32_t, TreeLine> line_of_;  // by the last row
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

std::vector<std::uint32_t> LastRows(const std::vector<TreeLine>& lines) {
  std::vector<std::uint32_t> rows;
  for (const TreeLine& line : lines) rows.push_back(line.last);
  return rows;
}

}  // namespace

std::size_t WriteContextTree(std::string& out, const Execution& execution, TreeDirection direction,
                             const ListingOptions& options) {
  const TreeLines tree = FillLines(
      options.limit,
      [&](std::size_t limit) {
        return ChooseContexts(RequireContexts(execution), {direction, limit, /*adds_up=*/true});
      },
      [](const ContextRow&, const ContextRow&) { return true; });
  const ContextRows& rows = tree.rows;
  StartSection(out);
  const FunctionTexts texts(execution.functions, options.names.demangle);
  ContextFields fields(execution, rows, texts);
  fields.numbers = LastRows(tree.lines);
  Text text(execution.functions, tree, direction, options, execution.profile.dimension);
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
  const TreeLines tree = FillLines(
      options.limit,
      [&](std::size_t limit) {
        return ChooseContexts(RequireContexts(difference), difference.match, {direction, limit, /*adds_up=*/true});
      },
      [significance](const ContextRow& a, const ContextRow& b) {
        return IsNoise(a, significance) == IsNoise(b, significance);
      });
  const ContextRows& rows = tree.rows;
  StartSection(out);
  if (!options.brief) AppendSideLabels(out, labels);
  const FunctionTexts texts(difference.match.functions, options.names.demangle);
  ContextFields fields(difference, rows, texts);
  fields.numbers = LastRows(tree.lines);
  Text text(difference.match.functions, tree, direction, options, difference.base.dimension);
  fields.fields.AddForTables("display", [&](std::uint32_t row) {
    return (IsNoise(rows.rows[row], significance) ? "~  " : "   ") + text.NameOf(row);
  });
  const TableColumn columns[] = {text.Number("base", "base.total", 0),
                                 text.Number("other", "other.total"),
                                 text.Number("diff", "difference.total"),
                                 {.heading = "   function", .key = "display"}};
  return text.Write(out, fields, columns);
}

std::optional<Message> DescribeUncommonContexts(const Difference& difference) {
  if (difference.contexts == nullptr) return {};
  const CommonContexts common = FindCommonContexts(*difference.contexts, difference.match);
  // If the common stacks account for less than half of the time, the tree mainly shows that stacks differ, not that
  // their times differ.
  if (common.share >= 0.5) return {};
  std::string text = "stacks common to both sides account for ";
  AppendFixed(text, 100 * common.share, 0, 0);
  text += " % of the " + AmountWord(difference.base.dimension);
  if (common.wrappers.empty()) return Message(text);
  // Quotes each name for a regular expression, and the whole expression for the shell, so that users can paste the
  // option.
  std::string expression;
  for (FunctionId f : common.wrappers) {
    expression += (expression.empty() ? "" : "|") + QuotedForExpression(difference.match.functions[f].name);
  }
  return Message(text + "; functions that only one side has are above the others", "", {},
                 {RemedyKind::kHideFrames, QuotedForShell("^(" + expression + ")$")});
}

}  // namespace profdiff
