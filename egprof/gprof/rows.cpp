// SPDX-License-Identifier: GPL-3.0-or-later
// The options of the gprof-compatible form and their effects. gprof's own options are the same as in gprof 2.40.
// Test: tests/unit/egprof/gprof/options_test.cpp.
#include <algorithm>
#include <cstdlib>

#include "egprof/gprof/options.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/profile_rows.h"
#include "egprof/options/shared_rows.h"
#include "egprof/options/stack_rows.h"
#include "egprof/options/values.h"

namespace egprof {
namespace {

using profdiff::SpecTable;

void AddSpec(FunctionOptions& options, SpecTable table, bool include, const char* text) {
  options.specs.push_back({table, include, text});
}

void AddDebugLevel(std::vector<unsigned>& levels, const char* value) {
  unsigned level = levels.empty() ? 0 : levels.back();
  level |= value == nullptr ? ~0U : static_cast<unsigned>(std::atoi(value)) | 1U;
  levels.push_back(level);
}

constexpr auto kBoth = InDifference::kBothSides;
constexpr auto kNoEffect = InDifference::kNoEffect;
constexpr auto kError = InDifference::kError;

// clang-format off
constexpr OptionRow kNoFlatRow = {
  .letter = 'P', .name = "no-flat-profile", .value = kMay, .metavar = "SPEC",
  .help = "no flat profile; with SPEC, a flat profile without its functions",
  .gprof = true, .place = 3, .in_difference = kBoth,
  .act = [](GprofOptions& o, const char* v) { ChooseWithSpec(o, o, Style::kFlat, SpecTable::kFlat, false, v); }};

constexpr OptionRow kNoGraphRows[] = {
  {.letter = 'Q', .name = "no-graph", .value = kMay, .metavar = "SPEC",
   .help = "no call graph; with SPEC, a call graph without its functions",
   .gprof = true, .place = 4, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) { ChooseGraph(o, o, false, v); }},
  {.letter = 'B',
   .help = "call graph, like -q",
   .gprof = true, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char*) { Choose(o, Style::kGraph, true); }},
};

constexpr OptionRow kOtherListingRows[] = {
  {.letter = 'Z', .name = "no-exec-counts", .value = kMay, .metavar = "SPEC",
   .help = "no counts; with SPEC, the counts of all other functions",
   .gprof = true, .place = 5, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) { ChooseWithSpec(o, o, Style::kExecCounts, SpecTable::kExec, false, v); }},
  {.letter = 'A', .name = "annotated-source", .value = kMay, .metavar = "SPEC",
   .help = "source files with the calls of each line",
   .needs = &kAddresses, .gprof = true, .place = 1, .in_difference = kError,
   .act = [](GprofOptions& o, const char* v) { ChooseWithSpec(o, o, Style::kAnnotatedSource, SpecTable::kAnnotate, true, v); }},
  {.letter = 'J', .name = "no-annotated-source", .value = kMay, .metavar = "SPEC",
   .help = "no source files; with SPEC, source files without its functions",
   .gprof = true, .place = 2, .in_difference = kNoEffect,
   .act = [](GprofOptions& o, const char* v) { ChooseWithSpec(o, o, Style::kAnnotatedSource, SpecTable::kAnnotate, false, v); }},
  {.letter = 'x', .name = "all-lines",
   .help = "-A: print a count before every line of a block",
   .needs = &kAddresses, .gprof = true, .place = 2, .in_difference = kError,
   .act = [](GprofOptions& o, const char*) { o.annotation.all_lines = true; }},
  {.letter = 'y', .name = "separate-files",
   .help = "-A: write each source file to its own file, FILE-ann",
   .needs = &kAddresses, .gprof = true, .place = 2, .in_difference = kError,
   .act = [](GprofOptions& o, const char*) { o.separate_files = true; }},
  {.letter = 'm', .name = "min-count", .value = kMust, .metavar = "N",
   .help = "-A: print ##### before lines that ran less than N times",
   .needs = &kAddresses, .gprof = true, .in_difference = kError,
   .act = [](GprofOptions& o, const char* v) { o.annotation.min_count = std::strtoul(v, nullptr, 10); }},
  {.letter = 't', .name = "table-length", .value = kMust, .metavar = "N",
   .help = "-A: list the N lines that ran most often",
   .needs = &kAddresses, .gprof = true, .place = 1, .in_difference = kError,
   .act = [](GprofOptions& o, const char* v) { o.annotation.table_length = std::max(std::atoi(v), 0); }},
  {.letter = 'r', .name = "function-ordering",
   .help = "an order of functions for the linker",
   .needs = &kAddresses, .gprof = true, .place = 2, .in_difference = kError,
   .act = [](GprofOptions& o, const char*) { Choose(o, Style::kFunctionOrder, true); }},
  {.letter = 'R', .name = "file-ordering", .value = kMust, .metavar = "MAP",
   .help = "an order of object files; MAP has lines FILE: FUNCTION",
   .needs = &kAddresses, .gprof = true, .place = 3, .in_difference = kError,
   .act = [](GprofOptions& o, const char* v) { Choose(o, Style::kFileOrder, true); o.order_map = v; }},
  {.letter = 'i', .name = "file-info",
   .help = "what each profile file contains",
   .gprof = true, .place = 4,
   .act = [](GprofOptions& o, const char*) { Choose(o, Style::kFileInfo, true); }},
  {.letter = 's', .name = "sum",
   .help = "writes the sum of the profiles to gmon.sum",
   .marks = Operand::Kind::kSum, .gprof = true, .place = 1, .in_difference = kError},
};

constexpr OptionRow kStaticRows[] = {
  {.letter = 'a', .name = "no-static",
   .help = "no static functions: their time goes to the function before them",
   .gprof = true, .place = 1, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char*) { o.image.omit_statics = true; }},
  {.letter = 'D', .name = "ignore-non-functions",
   .help = "no local labels that are not functions",
   .gprof = true, .place = 1, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char*) { o.image.omit_non_functions = true; }},
};

constexpr OptionRow kSelectionRows[] = {
  {.letter = 'S', .name = "external-symbol-table", .value = kMust, .metavar = "FILE",
   .help = "functions from FILE, in the output format of nm",
   .needs = &kAddresses, .gprof = true, .place = 1,
   .act = [](GprofOptions& o, const char* v) { o.symbol_file = v; }},
  {.letter = 'l', .name = "line",
   .help = "source lines instead of functions",
   .needs = &kAddresses, .excludes = &kAllRanks, .gprof = true, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char*) { o.lines = true; }},
  {.letter = 'c', .name = "static-call-graph",
   .help = "also calls found in the machine code, with count 0",
   .needs = &kAddresses, .gprof = true, .place = 3, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char*) { o.static_arcs = true; }},
  {.letter = 'e', .name = "", .value = kMust, .metavar = "SPEC",
   .help = "no entry in the call graph for SPEC",
   .gprof = true, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) { AddSpec(o, SpecTable::kGraph, false, v); }},
  {.letter = 'E', .name = "", .value = kMust, .metavar = "SPEC",
   .help = "like -e, and its time does not count there",
   .gprof = true, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) {
     AddSpec(o, SpecTable::kGraph, false, v);
     AddSpec(o, SpecTable::kTime, false, v);
   }},
  {.letter = 'f', .name = "", .value = kMust, .metavar = "SPEC",
   .help = "entries in the call graph only for SPEC and what it calls",
   .gprof = true, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) { AddSpec(o, SpecTable::kGraph, true, v); }},
  {.letter = 'F', .name = "", .value = kMust, .metavar = "SPEC",
   .help = "like -f, and only their time counts there",
   .gprof = true, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) {
     AddSpec(o, SpecTable::kGraph, true, v);
     AddSpec(o, SpecTable::kTime, true, v);
   }},
  {.letter = 'k', .name = "", .value = kMust, .metavar = "FROM/TO",
   .help = "calls from FROM to TO do not count",
   .gprof = true, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) { AddSpec(o, SpecTable::kArcs, false, v); }},
  {.letter = 'n', .name = "time", .value = kMust, .metavar = "SPEC",
   .help = "only the time of SPEC and what it calls counts in the graph",
   .gprof = true, .place = 2, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) { AddSpec(o, SpecTable::kTime, true, v); }},
  {.letter = 'N', .name = "no-time", .value = kMust, .metavar = "SPEC",
   .help = "the time of SPEC does not count in the graph",
   .gprof = true, .place = 7, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char* v) { AddSpec(o, SpecTable::kTime, false, v); }},
  {.letter = 'z', .name = "display-unused-functions",
   .help = "also functions without time and calls",
   .gprof = true, .place = 3, .in_difference = kBoth,
   .act = [](GprofOptions& o, const char*) { o.listing.show_unused = true; o.gml.show_unused = true; }},
};

constexpr OptionRow kSideRows[] = {
  {.name = "base",
   .help = "the files that follow belong to the base",
   .marks = Operand::Kind::kBase},
  {.name = "subtract",
   .help = "the files that follow are subtracted from the base; -s is a short form where it cannot mean a sum",
   .marks = Operand::Kind::kSubtract},
};

constexpr OptionRow kRunsRows[] = {
  {.name = "runs",
   .help = "each profile is one run; times and calls are means, and --significance measures how much runs differ",
   .needs = &kOtherExecution, .excludes = &kAllRanks,
   .act = [](GprofOptions& o, const char*) { o.runs = true; }},
  {.name = "significance",
   .help = "side by side, with the 95 % interval of each difference and ~ where noise explains it",
   .needs = &kOtherExecution, .excludes = &kAllRanks,
   .act = [](GprofOptions& o, const char*) { o.significance = true; o.side_by_side = true; }},
};

constexpr OptionRow kClassicRow = {
  .name = "classic",
  .help = "-s is always gprof's sum, never the short form of --subtract",
  .act = [](GprofOptions& o, const char*) { o.short_form = false; }};

constexpr OptionRow kExplainCyclesRow = {
  .name = "explain-cycles",
  .help = "the functions of each cycle that at least one side lacks, although inclusive times of both sides treat it "
          "as one function",
  .needs = &kOtherExecution, .excludes = &kAllRanks,
  .act = [](GprofOptions& o, const char*) { Choose(o, Style::kCycles, true); }};

constexpr OptionRow kLayoutRows[] = {
  {.letter = 'b', .name = "brief",
   .help = "no explanations",
   .marks = Operand::Kind::kBrief, .gprof = true,
   .act = [](GprofOptions& o, const char*) { o.listing.brief = true; }},
  {.letter = 'T', .name = "traditional",
   .help = "the layout of BSD's gprof",
   .gprof = true, .place = 3,
   .act = [](GprofOptions& o, const char*) { o.listing.traditional = true; }},
  {.letter = 'w', .name = "width", .value = kMust, .metavar = "N",
   .help = "width of the index of functions; default: 80",
   .gprof = true,
   .act = [](GprofOptions& o, const char* v) { o.listing.index_width = std::max(std::atoi(v), 1); }},
  {.letter = 'L', .name = "print-path",
   .help = "source files with their full paths",
   .gprof = true,
   .act = [](GprofOptions& o, const char*) { o.listing.names.full_paths = true; }},
};

constexpr OptionRow kInlineNamesRow = {
  .name = "inline-file-names",
  .help = "(file:line) after every name",
  .gprof = true, .place = 2,
  .act = [](GprofOptions& o, const char*) { o.listing.names.source_lines = true; }};

constexpr OptionRow kSourcePathRow = {
  .letter = 'I', .name = "directory-path", .value = kMust, .metavar = "DIRS",
  .help = "where source files are, separated by colons",
  .gprof = true, .place = 2,
  .act = [](GprofOptions& o, const char* v) { AddSourcePath(o, v); }};

constexpr OptionRow kDebugRow = {
  .letter = 'd', .name = "debug", .value = kMay, .metavar = "N",
  .help = "accepted, but only prints the level",
  .gprof = true, .place = 4,
  .act = [](GprofOptions& o, const char* v) { AddDebugLevel(o.debug_levels, v); }};

// clang-format on

}  // namespace

// The rows are in the order of --help and of the manual. Rows with the same `place` are also in the order in which
// getopt lists these options in its message about an ambiguous abbreviation.
std::span<const OptionRow> GprofRows() {
  static const OptionRows rows = Join({
      UnderHeading("Which listings (default: flat profile and call graph)",
                   {kFlatRow, kNoFlatRow, kGraphRow, kNoGraphRows, kCountsRow, kTreeRow, kOtherListingRows}),
      UnderHeading("Which functions and calls", {kStaticRows, kSymbolsRow, kSelectionRows}),
      UnderHeading("Differences", {kSideRows, kSideBySideRow, OfDifference(kGrowthRow), OfDifference(kShrinkRow),
                                   ColumnsRow(), kBaselineRow, kNormalizeRow, kRunsRows, kRanksRow, kClassicRow}),
      UnderHeading("Differences: which function is which",
                   {Needing(kOtherExecution, kRenameRow), Needing(kOtherExecution, kRenameDemangledRow),
                    Needing(kOtherExecution, kRenameFileRow), Needing(kOtherExecution, kSubstituteRow), kSuggestRow,
                    kExplainMatchesRow, kExplainCyclesRow}),
      UnderHeading("Differences: a gate for changes", {kGateRows}),
      UnderHeading("How listings look", {kLayoutRows, kDemangleRow, kNoDemangleRow, kInlineNamesRow, kLimitRow}),
      UnderHeading("The call graph as a file",
                   {WithHelp("call graph in GML, for yEd and others, to FILE or standard output; "
                             "without other listings it is the only output",
                             GmlRow()),
                    kGmlRows}),
      UnderHeading("A page", {kPageRows}),
      UnderHeading("For programs", {TableFormatRow(), OtherGraphRows()}),
      UnderHeading("Differences: files beside the listings", {kBesideRows}),
      UnderHeading("Profiles of other profilers", {StackRows()}),
      UnderHeading("Files", {kSourcePathRow, kFileFormatRow, kShiftRow, kSalvageRow, kKeepGoingRow, kThreadsRow,
                             kNoProgramsRow, kSafetyRows}),
      UnderHeading("Other", {kTimingRow, kDebugRow, kHelpRow, kVersionRow}),
  });
  return rows;
}

void AddSourcePath(SourceOptions& options, std::string_view list) {
  for (std::size_t colon; (colon = list.find(':')) != std::string_view::npos; list.remove_prefix(colon + 1)) {
    options.source_path.emplace_back(list.substr(0, colon));
  }
  options.source_path.emplace_back(list);
}

}  // namespace egprof
