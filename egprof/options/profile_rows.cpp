// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/egprof/gprof/options_test.cpp, tests/unit/egprof/diff/options_test.cpp.
#include "egprof/options/profile_rows.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/options/stack_rows.h"
#include "egprof/options/values.h"
#include "profdiff/listing.h"

namespace egprof {
namespace {

using profdiff::SpecTable;

constexpr auto kBoth = InDifference::kBothSides;

void SetFileFormat(CommandLine& line, FileOptions& options, const char* name) {
  using profdiff::GmonFormat;
  options.prof_format = *name == 'p';
  options.bsd_sum = *name == 'b' || *name == '4';
  constexpr std::pair<char, GmonFormat> kFormats[] = {{'a', GmonFormat::kAuto},
                                                      {'p', GmonFormat::kAuto},
                                                      {'m', GmonFormat::kMagic},
                                                      {'b', GmonFormat::kBsd},
                                                      {'4', GmonFormat::kBsd44}};
  for (const auto& [letter, format] : kFormats) {
    if (*name != letter) continue;
    options.format = format;
    return;
  }
  // The format comes first and the program last, although the message should have the opposite order: gprof 2.40
  // exchanges the two names.
  line.task = CommandLine::Task::kFail;
  line.failure = std::string(name) + ": unknown file format " + line.program + "\n";
}

// Reads "auto", or a number in any base of C.
void SetShift(CommandLine& line, FileOptions& options, const char* value) {
  options.finds_shift = std::string_view(value) == "auto";
  char* end = nullptr;
  errno = 0;
  options.shift = options.finds_shift ? 0 : std::strtoull(value, &end, 0);
  if (options.finds_shift || (end != value && *end == '\0' && errno == 0)) return;
  FailWithUsage(line, std::string("option '--shift' needs 'auto' or a number such as 0x10000, not '") + value + "'");
}

void AddGate(CommandLine& line, GateOptions& options, const char* text) {
  Try(line, [&] { options.gates.push_back(profdiff::Gate::Parse(text)); });
  if (line.task == CommandLine::Task::kRun && options.gates.back().NeedsAlignment())
    Fail(line, std::string("condition '") + text + "': only traces have unmatched calls");
}

// Returns the names of all columns, with a comma between them.
std::string NamesOfColumns() {
  std::string names;
  for (const profdiff::Column& column : profdiff::DifferenceColumns()) {
    names.append(names.empty() ? "" : ", ").append(column.name);
  }
  return names;
}

void SetColumns(CommandLine& line, DifferenceOptions& options, std::string_view list) {
  const std::vector<profdiff::Column> columns = profdiff::DifferenceColumns();
  options.side_by_side = true;
  options.columns.emplace();
  for (bool more = true; more;) {
    const std::size_t comma = list.find(',');
    const std::string name(list.substr(0, comma));
    more = comma != std::string_view::npos;
    if (more) list.remove_prefix(comma + 1);
    if (std::ranges::find(columns, name, &profdiff::Column::name) == columns.end()) {
      FailWithUsage(line, "option '--columns': there is no column '" + name + "'; columns are " + NamesOfColumns());
    }
    options.columns->push_back(name);
  }
}

void SetRanks(CommandLine& line, SideOptions& options, const char* pair) {
  options.ranks = true;
  if (pair == nullptr) return;
  options.rank_pair = ParsePair<std::size_t>(pair, ',');
  if (options.rank_pair) return;
  FailWithUsage(line, std::string("option '--ranks' needs two numbers such as 0,7, not '") + pair + "'");
}

}  // namespace

// clang-format off
constexpr OptionRow kFlatRow = {
  .letter = 'p', .name = "flat-profile", .value = kMay, .metavar = "SPEC",
  .help = "flat profile; with SPEC, only its functions",
  .gprof = true, .place = 1, .in_difference = kBoth,
  .act = [](OutputOptions& o, FunctionOptions& f, const char* v) { ChooseWithSpec(o, f, Style::kFlat, SpecTable::kFlat, true, v); }};

constexpr OptionRow kGraphRow = {
  .letter = 'q', .name = "graph", .value = kMay, .metavar = "SPEC",
  .help = "call graph; with SPEC, only its functions and what they call",
  .gprof = true, .in_difference = kBoth,
  .act = [](OutputOptions& o, FunctionOptions& f, const char* v) { ChooseGraph(o, f, true, v); }};

constexpr OptionRow kCountsRow = {
  .letter = 'C', .name = "exec-counts", .value = kMay, .metavar = "SPEC",
  .help = "how often each function was called",
  .gprof = true, .place = 2, .in_difference = kBoth,
  .act = [](OutputOptions& o, FunctionOptions& f, const char* v) { ChooseWithSpec(o, f, Style::kExecCounts, SpecTable::kExec, true, v); }};

constexpr OptionRow kTreeRow = {
  .name = "tree", .value = kMay, .metavar = "down|up",
  .help = "whole stacks as a tree, expanded where the most time is spent: down from the outermost callers, or up from "
          "the functions that spend it",
  .excludes = &kAllRanks,
  .act = [](CommandLine& line, OutputOptions& o, const char* v) {
    Choose(o, Style::kTree, true);
    o.tree = v == nullptr || IsFirst(line, "--tree", v, "down", "up") ? profdiff::TreeDirection::kDown
                                                                     : profdiff::TreeDirection::kUp;
  }};

constexpr OptionRow kSymbolsRow = {
  .name = "symbols", .value = kMust, .metavar = "all|gprof",
  .help = "all functions, or gprof's choice without clones such as f.cold; default: gprof for a listing, all for a "
          "difference",
  .in_difference = kBoth,
  .act = [](CommandLine& line, FunctionOptions& o, const char* v) {
     o.symbols = IsFirst(line, "--symbols", v, "all", "gprof") ? profdiff::SymbolPolicy::kAll
                                                            : profdiff::SymbolPolicy::kGprof;
   }};

constexpr OptionRow kSideBySideRow = {
  .name = "side-by-side",
  .help = "both executions and their difference next to each other",
  .needs = &kOtherExecution,
  .act = [](DifferenceOptions& o, const char*) { o.side_by_side = true; }};

constexpr OptionRow kColumns = {
  .name = "columns", .value = kMust, .metavar = "LIST",
  .help = "",
  .needs = &kOtherExecution, .excludes = &kAllRanks,
  .act = [](CommandLine& line, DifferenceOptions& o, const char* v) { SetColumns(line, o, v); }};

constexpr OptionRow kNormalizeRow = {
  .name = "normalize",
  .help = "scale the other side's times as if both sides had taken equally long",
  .needs = &kOtherExecution, .excludes = &kAllRanks,
  .act = [](DifferenceOptions& o, const char*) { o.normalize = true; }};

constexpr OptionRow kBaselineRow = {
  .name = "baseline", .value = kMust, .metavar = "FILE:PATH",
  .help = "take the base from a store of 'egprof db': a trial, or the trials of an experiment since its last change",
  .needs = &kOtherExecution, .excludes = &kAllRanks,
  .act = [](SideOptions& o, const char* v) { o.baseline = v; }};

constexpr OptionRow kRanksRow = {
  .name = "ranks", .value = kMay, .metavar = "A,B",
  .help = "each profile is one process: show how evenly they share the work; with A,B, the difference of these two, "
          "counted from 0",
  .act = [](CommandLine& line, SideOptions& o, const char* v) { SetRanks(line, o, v); }};

constexpr OptionRow kSuggestRow = {
  .name = "suggest-renames",
  .help = "likely matches for functions that only one side has, as a file of rules",
  .needs = &kOtherExecution, .excludes = &kAllRanks,
  .act = [](OutputOptions& o, const char*) { Choose(o, Style::kSuggestions, true); }};

constexpr OptionRow kExplainMatchesRow = {
  .name = "explain-matches",
  .help = "which functions were matched, and by which rule",
  .needs = &kOtherExecution, .excludes = &kAllRanks,
  .act = [](OutputOptions& o, const char*) { Choose(o, Style::kMatches, true); }};

constexpr OptionRow kGateRows[2] = {
  {.name = "fail-if", .value = kMust, .metavar = "CONDITION",
   .help = "exit status 3 if it holds, for example 'self > 5% and self > 0.05s and significant'; repeatable",
   .needs = &kOtherExecution, .excludes = &kAllRanks,
   .act = [](CommandLine& line, GateOptions& o, const char* v) { AddGate(line, o, v); }},
  {.name = "fail-on-function", .value = kMust, .metavar = "NAME",
   .help = "check only this function; without --fail-if, check if it got slower by more than noise; repeatable",
   .needs = &kOtherExecution, .excludes = &kAllRanks,
   .act = [](GateOptions& o, const char* v) { o.gate_functions.emplace_back(v); }},
};

constexpr OptionRow kGmlRows[2] = {
  {.name = "gml-size", .value = kMust, .metavar = "time|label",
   .help = "size boxes by their time or by their label",
   .act = [](CommandLine& line, OutputOptions& o, const char* v) { o.gml.size_by_time = IsFirst(line, "--gml-size", v, "time", "label"); }},
  {.name = "gml-nodes", .value = kMust, .metavar = "N",
   .help = "show the N functions that matter most; default: 500; 0: all",
   .act = [](CommandLine& line, OutputOptions& o, const char* v) { o.gml.max_nodes = Count(line, "--gml-nodes", v); }},
};

constexpr OptionRow kPageRows[2] = {
  {.name = "html", .value = kMust, .metavar = "FILE",
   .help = "write one HTML page with table, callers and callees, flame graph and call graph",
   .act = [](OutputOptions& o, const char* v) { Choose(o, Style::kPage, true); o.page = v; }},
  {.name = "html-size", .value = kMust, .metavar = "N",
   .help = "put the N functions that matter most on that page, and twice as many paths; default: 100000; 0: all",
   .act = [](CommandLine& line, PageOptions& o, const char* v) { o.page_size = Count(line, "--html-size", v); }},
};

constexpr OptionRow kBesideRows[2] = {
  {.name = "json", .value = kMust, .metavar = "FILE",
   .help = "write the difference to FILE, too, as one document for programs",
   .needs = &kOtherExecution, .excludes = &kAllRanks, .later = true,
   .act = [](BesideOptions& o, const char* v) { o.json = v; }},
  {.name = "markdown", .value = kMay, .metavar = "FILE",
   .help = "write the report to FILE, too, for a comment on a change; without FILE to standard output, instead of it",
   .needs = &kOtherExecution, .excludes = &kAllRanks, .later = true,
   .act = [](BesideOptions& o, const char* v) { o.markdown = v == nullptr ? "" : v; }},
};

constexpr OptionRow kFileFormatRow = {
  .letter = 'O', .name = "file-format", .value = kMust, .metavar = "auto|magic|bsd|4.4bsd",
  .help = "the format of profiles",
  .gprof = true, .place = 5, .in_difference = kBoth,
  .act = [](CommandLine& line, FileOptions& o, const char* v) { SetFileFormat(line, o, v); }};

constexpr OptionRow kShiftRow = {
  .name = "shift", .value = kMust, .metavar = "auto|N",
  .help = "subtract N from the addresses in the profiles, or the shift that makes each profile fit its image",
  .needs = &kAddresses, .excludes = &kAllRanks, .later = true,
  .act = [](CommandLine& line, FileOptions& o, const char* v) { SetShift(line, o, v); }};

constexpr OptionRow kKeepGoingRow = {
  .name = "keep-going",
  .help = "leave out profiles that cannot be used, name them, and end with status 2",
  .act = [](FileOptions& o, const char*) { o.keep_going = true; }};
// clang-format on

OptionRow ColumnsRow() {
  static const std::string help = "columns of --side-by-side, separated by commas: " + NamesOfColumns();
  return WithHelp(help.c_str(), kColumns);
}

OptionRow OfDifference(const OptionRow& row) {
  OptionRow result = Needing(kOtherExecution, row);
  result.excludes = &kAllRanks;
  return result;
}

}  // namespace egprof
