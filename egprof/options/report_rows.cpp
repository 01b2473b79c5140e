// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/egprof/diff/options_test.cpp, tests/cli/db/run.py.
#include "egprof/options/report_rows.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "egprof/cli/values.h"
#include "egprof/options/values.h"

namespace egprof {
namespace {

using ReportRows = ReportOptions::Rows;

void SetRows(CommandLine& line, ReportOptions& options, FunctionOptions& functions, const char* value) {
  struct Word {
    std::string_view text;
    ReportRows rows;
  };
  constexpr Word kWords[] = {{"function", ReportRows::kFunctions},
                             {"line", ReportRows::kLines},
                             {"file", ReportRows::kFiles},
                             {"namespace", ReportRows::kNamespaces},
                             {"library", ReportRows::kLibraries}};
  const auto* word = std::ranges::find(kWords, std::string_view(value), &Word::text);
  if (word == std::end(kWords)) {
    return FailWithUsage(
        line, std::string("option '--by' needs function, line, file, namespace or library, not '") + value + "'");
  }
  options.rows = word->rows;
  functions.lines = word->rows == ReportRows::kLines;
  functions.positions =
      word->rows == ReportRows::kFiles ? profdiff::SourcePositions::kAll : profdiff::SourcePositions::kNone;
}

void SetOrder(CommandLine& line, ReportOptions& options, const char* value) {
  if (const auto order = profdiff::ParseDigestOrder(value)) {
    options.digest.order = *order;
  } else {
    FailWithUsage(
        line, std::string("option '--sort' needs base, other, difference, calls, name or total, not '") + value + "'");
  }
}

void SetLeast(CommandLine& line, ReportOptions& options, const char* value) {
  options.digest.least = static_cast<double>(Time(line, "--min", value)) / 1e9;
}

// Sets --top, which limits the report and all other listings. Without --top, the other listings are complete.
void SetTop(CommandLine& line, ReportOptions& options, LayoutOptions& layout, const char* value) {
  options.digest.top = Count(line, "--top", value);
  layout.listing.limit = options.digest.top;
  layout.has_limit = true;
}

// Requires that no other output replaces the report; used by options that affect only the report.
constexpr Condition kReport = {"is only for the report, which another output replaces"};

bool HasFile(const std::string& file) { return !file.empty() && file != "-"; }

}  // namespace

// clang-format off
constexpr OptionRow kReportRows[7] = {
  {.name = "top", .value = kMust, .metavar = "N",
   .help = "show at most N rows; default: 20 for the report, all for other outputs; 0: all",
   .act = [](CommandLine& l, ReportOptions& o, LayoutOptions& y, const char* v) { SetTop(l, o, y, v); }},
  {.name = "sort", .value = kMust, .metavar = "base|other|difference|calls|name|total",
   .help = "sort by this column only, or show inclusive times; default: rows beyond noise first, then the largest "
           "difference",
   .needs = &kReport,
   .act = [](CommandLine& l, ReportOptions& o, const char* v) { SetOrder(l, o, v); }},
  {.name = "by", .value = kMust, .metavar = "function|line|file|namespace|library",
   .help = "what each row shows; gprof profiles have no libraries, other profiles no lines and files",
   .act = [](CommandLine& l, ReportOptions& o, FunctionOptions& f, const char* v) { SetRows(l, o, f, v); }},
  {.name = "focus", .value = kMust, .metavar = "REGEX",
   .help = "show only rows whose name matches; repeatable",
   .needs = &kReport,
   .act = [](CommandLine& l, ReportOptions& o, const char* v) { AddExpression(l, o.digest.focus, v); }},
  {.name = "ignore", .value = kMust, .metavar = "REGEX",
   .help = "leave out rows whose name matches; repeatable",
   .needs = &kReport,
   .act = [](CommandLine& l, ReportOptions& o, const char* v) { AddExpression(l, o.digest.ignore, v); }},
  {.name = "min", .value = kMust, .metavar = "TIME",
   .help = "show only rows that differ by at least this time, in s, ms, us or ns",
   .needs = &kReport,
   .act = [](CommandLine& l, ReportOptions& o, const char* v) { SetLeast(l, o, v); }},
  {.name = "full-names",
   .help = "print names in full, with template arguments and parameters",
   .needs = &kReport,
   .act = [](ReportOptions& o, const char*) { o.full_names = true; }},
};
// clang-format on

bool WritesReport(const OutputOptions& outputs, const SideOptions& sides, const ComparisonOptions& comparison) {
  if (comparison.side_by_side || !outputs.WritesText()) return false;
  if (sides.ranks && !sides.rank_pair) return false;
  Styles styles = outputs.styles;
  if (std::ranges::all_of(outputs.graphs, HasFile, &GraphOutput::file)) styles.Remove(Style::kGraphFile);
  if (outputs.page && HasFile(*outputs.page)) styles.Remove(Style::kPage);
  if (!styles.empty()) return false;
  // --growth and --shrink without a style write an ordinary profile instead of the report
  return !comparison.direction || !outputs.styles.empty();
}

void RequireTotals(CommandLine& line, const ReportOptions& options) {
  const bool has_totals = options.rows == ReportRows::kFunctions || options.rows == ReportRows::kLines;
  if (has_totals || options.digest.order != profdiff::DigestOrder::kTotal) return;
  Fail(line,
       "--sort=total: the inclusive times of functions cannot be added up to those of files, namespaces or "
       "libraries");
}

void RefuseReportRows(CommandLine& line, ReportOptions::Rows rows) {
  if (rows != ReportRows::kFunctions && rows != ReportRows::kLines) {
    Fail(line, "--by=file, --by=namespace and --by=library are only for the report, which another output replaces");
  }
  Try(line, [&] { RefuseThoseThatNeed(line, kReport); });
}

}  // namespace egprof
