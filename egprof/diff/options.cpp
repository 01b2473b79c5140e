// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of `egprof diff`, and the walk over its command line.
#include "egprof/diff/options.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/cli/argument_scanner.h"
#include "egprof/cli/option_values.h"
#include "egprof/trace/options.h"

namespace egprof {
namespace {

using Rows = DiffChoices::Rows;

void SetRows(Options& options, const char* value) {
  struct Word {
    std::string_view text;
    Rows rows;
  };
  constexpr Word kWords[] = {
      {"function", Rows::kFunctions}, {"line", Rows::kLines}, {"file", Rows::kFiles}, {"namespace", Rows::kNamespaces}};
  if (std::string_view(value) == "library") {
    return Fail(options, "--by=library: a profile of gprof's knows one library alone, the program itself");
  }
  const auto* word = std::ranges::find(kWords, std::string_view(value), &Word::text);
  if (word == std::end(kWords)) {
    return FailWithUsage(
        options, std::string("option '--by' needs function, line, file, namespace or library, not '") + value + "'");
  }
  options.diff->rows = word->rows;
  options.lines = word->rows == Rows::kLines;
}

void SetOrder(Options& options, const char* value) {
  if (const auto order = profdiff::ParseDigestOrder(value)) {
    options.diff->digest.order = *order;
  } else {
    FailWithUsage(options,
                  std::string("option '--sort' needs base, other, difference, calls or name, not '") + value + "'");
  }
}

void SetLeast(Options& options, const char* value) {
  if (const std::optional<std::uint64_t> time = ParseTime(value)) {
    options.diff->digest.least = static_cast<double>(*time) / 1e9;
  } else {
    FailWithUsage(options, std::string("option '--min' needs a time, as 0.5s or 20ms, not '") + value + "'");
  }
}

void AddExpression(Options& options, const char* text, std::vector<std::string> profdiff::DigestChoice::*list) {
  Try(options, [&] { profdiff::CheckExpressions({text}); });
  (options.diff->digest.*list).emplace_back(text);
}

// Also the limit of other listings, which are whole otherwise.
void SetTop(Options& options, const char* value) {
  options.diff->digest.top = Count(options, "--top", value);
  options.listing.limit = options.diff->digest.top;
}

constexpr auto kNo = Value::kNone;
constexpr auto kMust = Value::kRequired;
constexpr auto kSame = InDifference::kSame;

// clang-format off
constexpr OptionRow kOwn[] = {
  {'\0', "top", kMust, "N", Group::kReport, false, 0, kSame,
   "how many rows; 20, 0 is all, which is usual for other outputs",
   SetTop},
  {'\0', "sort", kMust, "base|other|difference|calls|name", Group::kReport, false, 0, kSame,
   "by this column alone; usually what is more than noise comes first, then the largest difference",
   SetOrder},
  {'\0', "by", kMust, "function|line|file|namespace|library", Group::kReport, false, 0, kSame,
   "what a row is; profiles of gprof's know no libraries",
   SetRows},
  {'\0', "focus", kMust, "REGEX", Group::kReport, false, 0, kSame,
   "only rows whose name it matches; repeatable",
   [](Options& o, const char* v) { AddExpression(o, v, &profdiff::DigestChoice::focus); }},
  {'\0', "ignore", kMust, "REGEX", Group::kReport, false, 0, kSame,
   "no rows whose name it matches; repeatable",
   [](Options& o, const char* v) { AddExpression(o, v, &profdiff::DigestChoice::ignore); }},
  {'\0', "min", kMust, "TIME", Group::kReport, false, 0, kSame,
   "only rows that differ by at least that, in s, ms, us or ns",
   SetLeast},
  {'\0', "full-names", kNo, nullptr, Group::kReport, false, 0, kSame,
   "names whole, with template arguments and parameters, however long",
   [](Options& o, const char*) { o.diff->full_names = true; }},

  {'\0', "subtract", kNo, nullptr, Group::kSides, false, 0, kSame,
   "the files that follow are the other side; so does --. Two profiles need neither",
   [](Options& o, const char*) { o.operands.push_back({Operand::Kind::kSubtract, "", 0, true}); }},
  {'\0', "add", kNo, nullptr, Group::kSides, false, 0, kSame,
   "several profiles of a side are added up; usually each is a run, and what they differ by is noise",
   [](Options& o, const char*) { o.diff->add = true; }},
};
// clang-format on

// A row of the gprof form that `diff` has as well, and its heading here.
struct Shared {
  std::string_view name;
  Group group;
};
constexpr Shared kShared[] = {
    {"normalize", Group::kSides},
    {"ranks", Group::kSides},
    {"rename", Group::kMatching},
    {"rename-demangled", Group::kMatching},
    {"rename-file", Group::kMatching},
    {"suggest-renames", Group::kMatching},
    {"explain-matches", Group::kMatching},
    {"symbols", Group::kMatching},
    {"fail-if", Group::kGate},
    {"fail-on-function", Group::kGate},
    {"format", Group::kOutputs},
    {"gml", Group::kOutputs},
    {"gml-size", Group::kOutputs},
    {"gml-nodes", Group::kOutputs},
    {"callgrind", Group::kOutputs},
    {"folded", Group::kOutputs},
    {"growth", Group::kOutputs},
    {"shrink", Group::kOutputs},
    {"flat-profile", Group::kOutputs},
    {"graph", Group::kOutputs},
    {"exec-counts", Group::kOutputs},
    {"side-by-side", Group::kOutputs},
    {"columns", Group::kOutputs},
    {"demangle", Group::kOther},
    {"no-demangle", Group::kOther},
    {"file-format", Group::kOther},
    {"salvage", Group::kOther},
    {"keep-going", Group::kOther},
    {"threads", Group::kOther},
    {"timing", Group::kOther},
    {"help", Group::kOther},
};

std::vector<OptionRow> MakeTable() {
  std::vector<OptionRow> table(std::begin(kOwn), std::end(kOwn));
  const std::span<const OptionRow> all = OptionTable();
  for (const Shared& shared : kShared) {
    const auto row =
        std::ranges::find_if(all, [&](const OptionRow& r) { return r.HasName() && r.name == shared.name; });
    if (row == all.end()) continue;  // never: a test looks at each
    table.push_back(*row);
    table.back().group = shared.group;
    if (shared.name == "gml") table.back().help = "call graph in GML, for yEd and others, to FILE or standard output";
    table.back().gprof = false;  // every abbreviation is as good as any other here
  }
  return table;
}

bool IsFile(const std::string& path) { return !path.empty() && path != "-"; }

// "--" and, where operands end the options, "--subtract" are operands for the scanner.
bool IsSeparator(std::string_view word) { return word == "--" || word == "--subtract"; }

void Act(Options& options, const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::kOption:
      options.used.push_back(argument.option);
      return argument.option->act(options, argument.value);
    case Argument::Kind::kOperand:
      options.operands.push_back({IsSeparator(argument.value) ? Operand::Kind::kSubtract : Operand::Kind::kFile,
                                  argument.value, argument.place, true});
      return;
    case Argument::Kind::kMistake:
      return FailWithUsage(options, argument.mistake);
  }
}

// What says how the report looks is of no use where there is none.
void CheckReport(Options& options) {
  if (WritesReport(options)) return;
  for (const char* name : {"sort", "focus", "ignore", "min", "full-names"}) {
    if (!options.Used(name)) continue;
    return Fail(options, std::string("--") + name + " is for the report, and another output takes its place");
  }
  if (options.diff->rows == Rows::kFiles || options.diff->rows == Rows::kNamespaces) {
    Fail(options, "--by=file and --by=namespace are for the report, and another output takes its place");
  }
}

}  // namespace

std::span<const OptionRow> DiffOptionTable() {
  static const std::vector<OptionRow> table = MakeTable();
  return table;
}

Options ParseDiffOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  Options options;
  options.program = arguments[0];
  options.diff.emplace();
  std::vector<const char*> words(arguments.begin() + 1, arguments.end());
  std::ranges::replace_if(
      words, [](const char* word) { return std::strcmp(word, "--") == 0; }, "--subtract");
  ArgumentScanner scanner(words, DiffOptionTable(), rules);
  while (options.task == Options::Task::kRun) {
    const std::optional<Argument> argument = scanner.Next();
    if (!argument) break;
    Act(options, *argument);
  }
  const bool any =
      std::ranges::any_of(options.operands, [](const Operand& o) { return o.kind == Operand::Kind::kFile; });
  if (options.task == Options::Task::kRun && !any) FailWithUsage(options, "which profiles?");
  if (options.task == Options::Task::kRun) CheckReport(options);
  return options;
}

bool WritesReport(const Options& options) {
  if (options.side_by_side || options.output_format != Options::Format::kText) return false;
  if (options.ranks && !options.rank_pair) return false;
  Styles styles = options.styles;
  if (IsFile(options.gml_file)) styles.Remove(Style::kGml);
  if (IsFile(options.callgrind_file)) styles.Remove(Style::kCallgrind);
  if (IsFile(options.folded_file)) styles.Remove(Style::kFolded);
  if (!styles.empty()) return false;
  return !options.direction || !options.styles.empty();  // --growth alone is an ordinary profile
}

}  // namespace egprof
