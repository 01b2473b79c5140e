// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof diff` and what each of them does.
#include "egprof/diff/options.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/profile_rows.h"
#include "egprof/options/shared_rows.h"
#include "egprof/options/stack_rows.h"

namespace egprof {
namespace {

using Rows = DiffOptions::Rows;

void SetRows(DiffOptions& options, const char* value) {
  struct Word {
    std::string_view text;
    Rows rows;
  };
  constexpr Word kWords[] = {{"function", Rows::kFunctions},
                             {"line", Rows::kLines},
                             {"file", Rows::kFiles},
                             {"namespace", Rows::kNamespaces},
                             {"library", Rows::kLibraries}};
  const auto* word = std::ranges::find(kWords, std::string_view(value), &Word::text);
  if (word == std::end(kWords)) {
    return FailWithUsage(
        options, std::string("option '--by' needs function, line, file, namespace or library, not '") + value + "'");
  }
  options.rows = word->rows;
  options.lines = word->rows == Rows::kLines;
  options.positions = word->rows == Rows::kFiles ? profdiff::SourcePositions::kAll : profdiff::SourcePositions::kNone;
}

void SetOrder(DiffOptions& options, const char* value) {
  if (const auto order = profdiff::ParseDigestOrder(value)) {
    options.digest.order = *order;
  } else {
    FailWithUsage(options,
                  std::string("option '--sort' needs base, other, difference, calls or name, not '") + value + "'");
  }
}

void SetLeast(DiffOptions& options, const char* value) {
  options.digest.least = static_cast<double>(Time(options, "--min", value)) / 1e9;
}

void AddExpression(DiffOptions& options, const char* text, std::vector<std::string> profdiff::DigestChoice::*list) {
  Try(options, [&] { profdiff::CheckExpressions({text}); });
  (options.digest.*list).emplace_back(text);
}

// Also the limit of other listings, which are whole otherwise.
void SetTop(DiffOptions& options, const char* value) {
  options.digest.top = Count(options, "--top", value);
  options.listing.limit = options.digest.top;
  options.has_limit = true;
}

constexpr auto kMust = Value::kRequired;

// The report, without which it is of no use to say how that looks.
constexpr Condition kReport = {"is for the report, and another output takes its place"};

// clang-format off
constexpr OptionRow kReportRows[] = {
  {.name = "top", .value = kMust, .metavar = "N",
   .help = "how many rows; 20, 0 is all, which is usual for other outputs",
   .act = [](DiffOptions& o, const char* v) { SetTop(o, v); }},
  {.name = "sort", .value = kMust, .metavar = "base|other|difference|calls|name",
   .help = "by this column alone; usually what is more than noise comes first, then the largest difference",
   .needs = &kReport,
   .act = [](DiffOptions& o, const char* v) { SetOrder(o, v); }},
  {.name = "by", .value = kMust, .metavar = "function|line|file|namespace|library",
   .help = "what a row is; profiles of gprof's know no libraries, others no lines and files",
   .act = [](DiffOptions& o, const char* v) { SetRows(o, v); }},
  {.name = "focus", .value = kMust, .metavar = "REGEX",
   .help = "only rows whose name it matches; repeatable",
   .needs = &kReport,
   .act = [](DiffOptions& o, const char* v) { AddExpression(o, v, &profdiff::DigestChoice::focus); }},
  {.name = "ignore", .value = kMust, .metavar = "REGEX",
   .help = "no rows whose name it matches; repeatable",
   .needs = &kReport,
   .act = [](DiffOptions& o, const char* v) { AddExpression(o, v, &profdiff::DigestChoice::ignore); }},
  {.name = "min", .value = kMust, .metavar = "TIME",
   .help = "only rows that differ by at least that, in s, ms, us or ns",
   .needs = &kReport,
   .act = [](DiffOptions& o, const char* v) { SetLeast(o, v); }},
  {.name = "full-names",
   .help = "names whole, with template arguments and parameters, however long",
   .needs = &kReport,
   .act = [](DiffOptions& o, const char*) { o.full_names = true; }},
};

constexpr OptionRow kSideRows[] = {
  {.name = "subtract",
   .help = "the files that follow are the other side; so does --. Two profiles need neither",
   .marks = Operand::Kind::kSubtract},
  {.name = "add",
   .help = "several profiles of a side are added up; usually each is a run, and what they differ by is noise",
   .act = [](DiffOptions& o, const char*) { o.add = true; }},
};
// clang-format on

OptionRows MakeRows() {
  return WithoutGprof(Join({
      Under("The report", {kReportRows}),
      Under("The sides", {kSideRows, kNormalizeRow, kRanksRow}),
      Under("Which function is which",
            {kRenameRow, kRenameDemangledRow, kRenameFileRow, kSuggestRow, kExplainMatchesRow, kSymbolsRow}),
      Under("A gate for changes", {kGateRows}),
      Under("Other outputs; those for standard output take the place of the report",
            {kPageRows, TableFormatRow(), GmlRow(), kGmlRows, OtherGraphRows(), OfDifference(kGrowthRow),
             OfDifference(kShrinkRow), kFlatRow, kGraphRow, kCountsRow, kTreeRow, kSideBySideRow, kColumnsRow}),
      Under("Profiles of other profilers", {kStackRows}),
      Under("Other", {kDemangleRow, kNoDemangleRow, kFileFormatRow, kSalvageRow, kKeepGoingRow, kThreadsRow, kTimingRow,
                      kHelpRow}),
  }));
}

bool HasFile(const std::string& file) { return !file.empty() && file != "-"; }

// "--" and, where operands end the options, "--subtract" are operands for the scanner.
void FindSeparators(DiffOptions& options) {
  for (Operand& operand : options.operands) {
    if (operand.text == "--" || operand.text == "--subtract") operand.kind = Operand::Kind::kSubtract;
  }
}

// What says how the report looks is of no use where there is none.
void CheckReport(DiffOptions& options) {
  if (WritesReport(options)) return;
  if (const OptionRow* row = FirstThatNeeds(options, kReport)) {
    return Fail(options, LongOptionName(*row) + " " + kReport.reminder);
  }
  if (options.rows != Rows::kFunctions && options.rows != Rows::kLines) {
    Fail(options, "--by=file, --by=namespace and --by=library are for the report, and another output takes its place");
  }
}

}  // namespace

std::span<const OptionRow> DiffRows() {
  static const OptionRows rows = MakeRows();
  return rows;
}

DiffOptions ParseDiffOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  DiffOptions options;
  options.program = arguments[0];
  std::vector<const char*> words(arguments.begin() + 1, arguments.end());
  std::ranges::replace_if(
      words, [](const char* word) { return std::strcmp(word, "--") == 0; }, "--subtract");
  Walk(words, DiffRows(), rules, options);
  FindSeparators(options);
  const bool any =
      std::ranges::any_of(options.operands, [](const Operand& o) { return o.kind == Operand::Kind::kFile; });
  if (options.task == CommandLine::Task::kRun && !any) FailWithUsage(options, "which profiles?");
  if (options.task == CommandLine::Task::kRun) CheckReport(options);
  return options;
}

bool WritesReport(const DiffOptions& options) {
  if (options.side_by_side || options.table_format != nullptr) return false;
  if (options.ranks && !options.rank_pair) return false;
  Styles styles = options.styles;
  if (std::ranges::all_of(options.graphs, HasFile, &GraphOutput::file)) styles.Remove(Style::kGraphFile);
  if (options.page && HasFile(*options.page)) styles.Remove(Style::kPage);
  if (!styles.empty()) return false;
  return !options.direction || !options.styles.empty();  // --growth alone is an ordinary profile
}

}  // namespace egprof
