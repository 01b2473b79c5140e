// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the option table and what each of them does. gprof's options are those of gprof 2.40.
// Test: tests/unit/egprof/cli/options_test.cpp.
#include "egprof/cli/option_table.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "egprof/cli/option_values.h"
#include "profdiff/listing.h"

namespace egprof {
namespace {

using profdiff::SpecTable;

void Choose(Options& options, Style style, bool wanted) {
  options.mentioned.Add(style);
  wanted ? options.styles.Add(style) : options.styles.Remove(style);
}

void AddSpec(Options& options, SpecTable table, bool include, const char* text) {
  options.specs.push_back({table, include, text});
}

// -p and its like. "-P main" wants a flat profile, of everything but main.
void ChooseWithSpec(Options& options, Style style, SpecTable table, bool include, const char* spec) {
  Choose(options, style, include || spec != nullptr);
  if (spec != nullptr) AddSpec(options, table, include, spec);
}

void ChooseGraph(Options& options, bool include, const char* spec) {
  bool arcs = spec != nullptr && std::strchr(spec, '/') != nullptr;
  ChooseWithSpec(options, Style::kGraph, arcs ? SpecTable::kArcs : SpecTable::kGraph, include, spec);
}

void SetDebugLevel(Options& options, const char* value) {
  unsigned level = options.debug_levels.empty() ? 0 : options.debug_levels.back();
  level |= value == nullptr ? ~0U : static_cast<unsigned>(std::atoi(value)) | 1U;
  options.debug_levels.push_back(level);
}

void SetFormat(Options& options, const char* name) {
  using profdiff::GmonFormat;
  options.prof_format = *name == 'p';
  options.bsd_sum = *name == 'b' || *name == '4';
  switch (*name) {
    case 'a':
    case 'p':
      options.format = GmonFormat::kAuto;
      break;
    case 'm':
      options.format = GmonFormat::kMagic;
      break;
    case 'b':
      options.format = GmonFormat::kBsd;
      break;
    case '4':
      options.format = GmonFormat::kBsd44;
      break;
    default:  // the two words stand where gprof 2.40 puts them
      options.task = Options::Task::kFail;
      options.failure = std::string(name) + ": unknown file format " + options.program + "\n";
  }
}

void AddGate(Options& options, const char* text) {
  Try(options, [&] { options.gates.push_back(profdiff::Gate::Parse(text)); });
  if (options.task == Options::Task::kRun && options.gates.back().NeedsAlignment())
    Fail(options, std::string("condition '") + text + "': unmatched calls are known of traces alone");
}

void SetOutputFormat(Options& options, std::string_view name) {
  if (name == "text") {
    options.output_format = Options::Format::kText;
  } else if (name == "csv") {
    options.output_format = Options::Format::kCsv;
  } else if (name == "json") {
    options.output_format = Options::Format::kJson;
  } else {
    FailWithUsage(options, "option '--format' needs 'text', 'csv' or 'json', not '" + std::string(name) + "'");
  }
}

void SetColumns(Options& options, const char* list) {
  options.columns = profdiff::ParseColumns(list);
  if (options.columns) return;
  FailWithUsage(options, std::string("option '--columns' has no column of that name in '") + list +
                             "'; there are impact, self, interval, deviation, total, share, ratio, per-call and calls");
}

void SetRanks(Options& options, const char* pair) {
  options.ranks = true;
  if (pair == nullptr) return;
  std::size_t first = 0, second = 0;
  const char* end = pair + std::strlen(pair);
  auto result = std::from_chars(pair, end, first);
  bool good = result.ec == std::errc() && result.ptr != end && *result.ptr == ',';
  if (good) {
    result = std::from_chars(result.ptr + 1, end, second);
    good = result.ec == std::errc() && result.ptr == end;
  }
  if (!good)
    return FailWithUsage(options, std::string("option '--ranks' needs two numbers, as 0,7, not '") + pair + "'");
  options.rank_pair = {first, second};
}

// Options whose place among the files decides: ChooseSides sees to them.
void LeaveToSides(Options&, const char*) {}

constexpr auto kNo = Value::kNone;
constexpr auto kMay = Value::kOptional;
constexpr auto kMust = Value::kRequired;
constexpr auto kSame = InDifference::kSame;
constexpr auto kBoth = InDifference::kBothSides;
constexpr auto kNoEffect = InDifference::kNoEffect;
constexpr auto kError = InDifference::kError;
constexpr bool kGnu = true;
constexpr bool kOurs = false;

// clang-format off
constexpr OptionRow kTable[] = {
  {'p', "flat-profile", kMay, "SPEC", Group::kListings, kGnu, 1, kBoth,
   "flat profile; of the functions of SPEC",
   [](Options& o, const char* v) { ChooseWithSpec(o, Style::kFlat, SpecTable::kFlat, true, v); }},
  {'P', "no-flat-profile", kMay, "SPEC", Group::kListings, kGnu, 3, kBoth,
   "no flat profile; with SPEC one without its functions",
   [](Options& o, const char* v) { ChooseWithSpec(o, Style::kFlat, SpecTable::kFlat, false, v); }},
  {'q', "graph", kMay, "SPEC", Group::kListings, kGnu, 0, kBoth,
   "call graph; of the functions of SPEC and what they call",
   [](Options& o, const char* v) { ChooseGraph(o, true, v); }},
  {'Q', "no-graph", kMay, "SPEC", Group::kListings, kGnu, 4, kBoth,
   "no call graph; with SPEC one without its functions",
   [](Options& o, const char* v) { ChooseGraph(o, false, v); }},
  {'B', nullptr, kNo, nullptr, Group::kListings, kGnu, 0, kBoth,
   "call graph, as -q",
   [](Options& o, const char*) { Choose(o, Style::kGraph, true); }},
  {'C', "exec-counts", kMay, "SPEC", Group::kListings, kGnu, 2, kBoth,
   "how often each function was called",
   [](Options& o, const char* v) { ChooseWithSpec(o, Style::kExecCounts, SpecTable::kExec, true, v); }},
  {'Z', "no-exec-counts", kMay, "SPEC", Group::kListings, kGnu, 5, kBoth,
   "no counts; with SPEC those of all but its functions",
   [](Options& o, const char* v) { ChooseWithSpec(o, Style::kExecCounts, SpecTable::kExec, false, v); }},
  {'A', "annotated-source", kMay, "SPEC", Group::kListings, kGnu, 1, kError,
   "source files with the calls of each line",
   [](Options& o, const char* v) { ChooseWithSpec(o, Style::kAnnotatedSource, SpecTable::kAnnotate, true, v); }},
  {'J', "no-annotated-source", kMay, "SPEC", Group::kListings, kGnu, 2, kNoEffect,
   "no source files; with SPEC all but its functions",
   [](Options& o, const char* v) { ChooseWithSpec(o, Style::kAnnotatedSource, SpecTable::kAnnotate, false, v); }},
  {'x', "all-lines", kNo, nullptr, Group::kListings, kGnu, 2, kError,
   "-A: a count before every line of a block",
   [](Options& o, const char*) { o.all_lines = true; }},
  {'y', "separate-files", kNo, nullptr, Group::kListings, kGnu, 2, kError,
   "-A: into files of their own, FILE-ann",
   [](Options& o, const char*) { o.separate_files = true; }},
  {'m', "min-count", kMust, "N", Group::kListings, kGnu, 0, kError,
   "-A: ##### before lines that ran less than N times",
   [](Options& o, const char* v) { o.min_count = std::strtoul(v, nullptr, 10); }},
  {'t', "table-length", kMust, "N", Group::kListings, kGnu, 1, kError,
   "-A: the N lines that ran most",
   [](Options& o, const char* v) { o.table_length = std::max(std::atoi(v), 0); }},
  {'r', "function-ordering", kNo, nullptr, Group::kListings, kGnu, 2, kError,
   "an order of functions for the linker",
   [](Options& o, const char*) { Choose(o, Style::kFunctionOrder, true); }},
  {'R', "file-ordering", kMust, "MAP", Group::kListings, kGnu, 3, kError,
   "an order of object files; MAP has lines FILE: FUNCTION",
   [](Options& o, const char* v) { Choose(o, Style::kFileOrder, true); o.order_map = v; }},
  {'i', "file-info", kNo, nullptr, Group::kListings, kGnu, 4, kSame,
   "what each profile file holds",
   [](Options& o, const char*) { Choose(o, Style::kFileInfo, true); }},
  {'s', "sum", kNo, nullptr, Group::kListings, kGnu, 1, kError,
   "writes the sum of the profiles to gmon.sum",
   LeaveToSides},

  {'a', "no-static", kNo, nullptr, Group::kFunctions, kGnu, 1, kBoth,
   "no static functions: their time goes to the function before them",
   [](Options& o, const char*) { o.image.omit_statics = true; }},
  {'D', "ignore-non-functions", kNo, nullptr, Group::kFunctions, kGnu, 1, kBoth,
   "no local labels that are not functions",
   [](Options& o, const char*) { o.image.omit_non_functions = true; }},
  {'\0', "symbols", kMust, "all|gprof", Group::kFunctions, kOurs, 0, kBoth,
   "all functions, or gprof's choice without clones such as f.cold; gprof's is usual for a listing, all for a difference",
   [](Options& o, const char* v) {
     o.symbols = IsFirst(o, "--symbols", v, "all", "gprof") ? profdiff::SymbolPolicy::kAll
                                                            : profdiff::SymbolPolicy::kGprof;
   }},
  {'S', "external-symbol-table", kMust, "FILE", Group::kFunctions, kGnu, 1, kSame,
   "functions from FILE, in the form that nm prints",
   [](Options& o, const char* v) { o.symbol_file = v; }},
  {'l', "line", kNo, nullptr, Group::kFunctions, kGnu, 0, kBoth,
   "source lines instead of functions",
   [](Options& o, const char*) { o.lines = true; }},
  {'c', "static-call-graph", kNo, nullptr, Group::kFunctions, kGnu, 3, kBoth,
   "calls found in the machine code as well, with count 0",
   [](Options& o, const char*) { o.static_arcs = true; }},
  {'e', "", kMust, "SPEC", Group::kFunctions, kGnu, 0, kBoth,
   "no entry in the call graph for SPEC",
   [](Options& o, const char* v) { AddSpec(o, SpecTable::kGraph, false, v); }},
  {'E', "", kMust, "SPEC", Group::kFunctions, kGnu, 0, kBoth,
   "as -e, and its time does not count there",
   [](Options& o, const char* v) {
     AddSpec(o, SpecTable::kGraph, false, v);
     AddSpec(o, SpecTable::kTime, false, v);
   }},
  {'f', "", kMust, "SPEC", Group::kFunctions, kGnu, 0, kBoth,
   "entries in the call graph only for SPEC and what it calls",
   [](Options& o, const char* v) { AddSpec(o, SpecTable::kGraph, true, v); }},
  {'F', "", kMust, "SPEC", Group::kFunctions, kGnu, 0, kBoth,
   "as -f, and only their time counts there",
   [](Options& o, const char* v) {
     AddSpec(o, SpecTable::kGraph, true, v);
     AddSpec(o, SpecTable::kTime, true, v);
   }},
  {'k', "", kMust, "FROM/TO", Group::kFunctions, kGnu, 0, kBoth,
   "calls from FROM to TO do not count",
   [](Options& o, const char* v) { AddSpec(o, SpecTable::kArcs, false, v); }},
  {'n', "time", kMust, "SPEC", Group::kFunctions, kGnu, 2, kBoth,
   "only the time of SPEC and what it calls counts in the graph",
   [](Options& o, const char* v) { AddSpec(o, SpecTable::kTime, true, v); }},
  {'N', "no-time", kMust, "SPEC", Group::kFunctions, kGnu, 7, kBoth,
   "the time of SPEC does not count in the graph",
   [](Options& o, const char* v) { AddSpec(o, SpecTable::kTime, false, v); }},
  {'z', "display-unused-functions", kNo, nullptr, Group::kFunctions, kGnu, 3, kBoth,
   "functions without time and calls as well",
   [](Options& o, const char*) { o.listing.show_unused = true; o.gml.show_unused = true; }},

  {'\0', "base", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "the files that follow belong to the base",
   LeaveToSides},
  {'\0', "subtract", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "the files that follow are subtracted from the base; -s is short for it where a sum cannot be meant",
   LeaveToSides},
  {'\0', "side-by-side", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "both executions and their difference next to each other",
   [](Options& o, const char*) { o.side_by_side = true; }},
  {'\0', "growth", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "only what the other execution takes more, as an ordinary profile without negative numbers",
   [](Options& o, const char*) { SetDirection(o, profdiff::Direction::kGrowth); }},
  {'\0', "shrink", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "only what it takes less, likewise",
   [](Options& o, const char*) { SetDirection(o, profdiff::Direction::kShrink); }},
  {'\0', "columns", kMust, "LIST", Group::kDifference, kOurs, 0, kSame,
   "side by side: which of impact, self, interval, deviation, total, share, ratio, per-call, calls, with commas",
   [](Options& o, const char* v) { SetColumns(o, v); o.side_by_side = true; }},
  {'\0', "normalize", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "the other side's times as if both had taken equally long",
   [](Options& o, const char*) { o.normalize = true; }},
  {'\0', "runs", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "each profile is one run; times and calls are means, and --significance measures how much runs differ",
   [](Options& o, const char*) { o.runs = true; }},
  {'\0', "significance", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "side by side, with the 95 % interval of each difference and ~ where noise explains it",
   [](Options& o, const char*) { o.significance = true; o.side_by_side = true; }},

  {'\0', "ranks", kMay, "A,B", Group::kDifference, kOurs, 0, kSame,
   "each profile is one process: how evenly they share the work; with A,B the difference of these two, from 0",
   [](Options& o, const char* v) { SetRanks(o, v); }},

  {'\0', "rename", kMust, "REGEX=NEW", Group::kMatching, kOurs, 0, kSame,
   "functions of the base that have another name in the other; repeatable",
   [](Options& o, const char* v) { AddRename(o, v, false); }},
  {'\0', "rename-demangled", kMust, "REGEX=NEW", Group::kMatching, kOurs, 0, kSame,
   "the same with readable names",
   [](Options& o, const char* v) { AddRename(o, v, true); }},
  {'\0', "rename-file", kMust, "FILE", Group::kMatching, kOurs, 0, kSame,
   "such rules, one a line",
   [](Options& o, const char* v) { o.rename_files.emplace_back(v); }},
  {'\0', "suggest-renames", kNo, nullptr, Group::kMatching, kOurs, 0, kSame,
   "likely partners for functions of one side, as a file of rules",
   [](Options& o, const char*) { Choose(o, Style::kSuggestions, true); }},
  {'\0', "explain-matches", kNo, nullptr, Group::kMatching, kOurs, 0, kSame,
   "which function was taken for which, and by which rule",
   [](Options& o, const char*) { Choose(o, Style::kMatches, true); }},
  {'\0', "explain-cycles", kNo, nullptr, Group::kMatching, kOurs, 0, kSame,
   "the functions of each cycle that a side alone has not, though its inclusive times treat it as one function",
   [](Options& o, const char*) { Choose(o, Style::kCycles, true); }},

  {'\0', "fail-if", kMust, "CONDITION", Group::kGate, kOurs, 0, kSame,
   "exit status 3 if it holds, as 'self > 5% and self > 0.05s and significant'; repeatable",
   [](Options& o, const char* v) { AddGate(o, v); }},
  {'\0', "fail-on-function", kMust, "NAME", Group::kGate, kOurs, 0, kSame,
   "asks only this function; without --fail-if whether it got slower than noise explains; repeatable",
   [](Options& o, const char* v) { o.gate_functions.emplace_back(v); }},

  {'\0', "classic", kNo, nullptr, Group::kDifference, kOurs, 0, kSame,
   "-s is always gprof's sum, never the short form of --subtract",
   [](Options& o, const char*) { o.short_form = false; }},

  {'b', "brief", kNo, nullptr, Group::kLayout, kGnu, 0, kSame,
   "no explanations",
   [](Options& o, const char*) { o.listing.brief = true; }},
  {'T', "traditional", kNo, nullptr, Group::kLayout, kGnu, 3, kSame,
   "the layout of BSD's gprof",
   [](Options& o, const char*) { o.listing.traditional = true; }},
  {'w', "width", kMust, "N", Group::kLayout, kGnu, 0, kSame,
   "width of the index of functions; 80",
   [](Options& o, const char* v) { o.listing.index_width = std::max(std::atoi(v), 1); }},
  {'L', "print-path", kNo, nullptr, Group::kLayout, kGnu, 0, kSame,
   "source files with their whole path",
   [](Options& o, const char*) { o.listing.names.full_paths = true; }},
  {'\0', "demangle", kMay, "auto|gnu-v3|java|gnat|dlang|rust|none", Group::kLayout, kGnu, 1, kSame,
   "readable names, which is usual",
   [](Options& o, const char* v) { SetDemangling(o, v); }},
  {'\0', "no-demangle", kNo, nullptr, Group::kLayout, kGnu, 6, kSame,
   "names as the linker knows them",
   [](Options& o, const char*) { o.listing.names.demangle = profdiff::DemangleStyle::kNone; }},
  {'\0', "inline-file-names", kNo, nullptr, Group::kLayout, kGnu, 2, kSame,
   "(file:line) after every name",
   [](Options& o, const char*) { o.listing.names.source_lines = true; }},
  {'\0', "limit", kMust, "N", Group::kLayout, kOurs, 0, kSame,
   "only the first N rows or entries of a listing; 0 is all",
   [](Options& o, const char* v) { o.listing.limit = Count(o, "--limit", v); }},

  {'\0', "gml", kMay, "FILE", Group::kGraphFile, kOurs, 0, kSame,
   "call graph in GML, for yEd and others, to FILE or standard output; alone it is all that is written",
   [](Options& o, const char* v) { Choose(o, Style::kGml, true); o.gml_file = v == nullptr ? "" : v; }},
  {'\0', "gml-size", kMust, "time|label", Group::kGraphFile, kOurs, 0, kSame,
   "boxes as large as their time, or as their label",
   [](Options& o, const char* v) { o.gml.size_by_time = IsFirst(o, "--gml-size", v, "time", "label"); }},
  {'\0', "gml-nodes", kMust, "N", Group::kGraphFile, kOurs, 0, kSame,
   "the N functions that matter most; 500, 0 is all",
   [](Options& o, const char* v) { o.gml.max_nodes = Count(o, "--gml-nodes", v); }},

  {'\0', "format", kMust, "text|csv|json", Group::kMachine, kOurs, 0, kSame,
   "the listings for people, or as tables or one document for programs",
   [](Options& o, const char* v) { SetOutputFormat(o, v); }},
  {'\0', "callgrind", kMay, "FILE", Group::kMachine, kOurs, 0, kSame,
   "a file for KCachegrind and callgrind_annotate; of a difference with --growth or --shrink",
   [](Options& o, const char* v) { Choose(o, Style::kCallgrind, true); o.callgrind_file = v == nullptr ? "" : v; }},
  {'\0', "folded", kMay, "FILE", Group::kMachine, kOurs, 0, kSame,
   "caller;callee stacks for flame graphs; deeper ones cannot be known",
   [](Options& o, const char* v) { Choose(o, Style::kFolded, true); o.folded_file = v == nullptr ? "" : v; }},

  {'I', "directory-path", kMust, "DIRS", Group::kFiles, kGnu, 2, kSame,
   "where source files are, separated by colons",
   [](Options& o, const char* v) { AddSourcePath(o, v); }},
  {'O', "file-format", kMust, "auto|magic|bsd|4.4bsd", Group::kFiles, kGnu, 5, kBoth,
   "the format of profiles",
   [](Options& o, const char* v) { SetFormat(o, v); }},
  {'\0', "salvage", kNo, nullptr, Group::kFiles, kOurs, 0, kSame,
   "of a damaged profile use what is whole, and say what is missing",
   [](Options& o, const char*) { o.salvage = true; }},
  {'\0', "keep-going", kNo, nullptr, Group::kFiles, kOurs, 0, kSame,
   "leave out profiles that cannot be used, name them, and end with status 2",
   [](Options& o, const char*) { o.keep_going = true; }},
  {'\0', "threads", kMust, "N", Group::kFiles, kOurs, 0, kSame,
   "how many threads share the work; as many as there are processors for it",
   [](Options& o, const char* v) { SetThreads(o, v); }},

  {'\0', "timing", kNo, nullptr, Group::kOther, kOurs, 0, kSame,
   "seconds of each stage, memory and sizes of the input, on standard error",
   [](Options& o, const char*) { o.timing = true; }},
  {'d', "debug", kMay, "N", Group::kOther, kGnu, 4, kSame,
   "accepted; prints the level alone",
   [](Options& o, const char* v) { SetDebugLevel(o, v); }},
  {'h', "help", kNo, nullptr, Group::kOther, kGnu, 0, kSame,
   "this text",
   [](Options& o, const char*) { o.task = Options::Task::kHelp; }},
  {'v', "version", kNo, nullptr, Group::kOther, kGnu, 0, kSame,
   "version and licence",
   [](Options& o, const char*) { o.task = Options::Task::kVersion; }},
};
// clang-format on

}  // namespace

std::span<const OptionRow> OptionTable() { return kTable; }

std::string OptionName(const OptionRow& row) {
  return row.letter != '\0' ? std::string("-") + row.letter : std::string("--") + row.name;
}

void AddSourcePath(Options& options, std::string_view list) {
  for (std::size_t colon; (colon = list.find(':')) != std::string_view::npos; list.remove_prefix(colon + 1)) {
    options.source_path.emplace_back(list.substr(0, colon));
  }
  options.source_path.emplace_back(list);
}

}  // namespace egprof
