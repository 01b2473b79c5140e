// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof trace` and their effects.
#include "egprof/trace/options.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/profile_rows.h"
#include "egprof/options/shared_rows.h"
#include "egprof/options/values.h"

namespace egprof {
namespace {

void SetScores(TraceOptions& options, const char* value) {
  const std::optional<std::vector<int>> numbers = ParseIntegers(value);
  if (!numbers || numbers->size() != 3) {
    return FailWithUsage(options,
                         std::string("option '--score' needs three numbers, such as 2,-1,-1, not '") + value + "'");
  }
  profdiff::Scores& scores = options.align.scores;
  scores = {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
  Try(options, [&] { profdiff::AlignSequences({}, {}, scores); });
}

void SetIdentity(TraceOptions& options, const char* value) {
  using Identity = TraceOptions::Identity;
  const std::string_view word = value;
  if (word == "name") {
    options.identity = Identity::kName;
  } else if (word == "name,detail") {
    options.identity = Identity::kUsual;
  } else if (word == "exact") {
    options.identity = Identity::kExact;
  } else {
    FailWithUsage(options, "option '--identity' needs name, name,detail or exact, not '" + std::string(word) + "'");
  }
}

void SetRoot(TraceOptions& options, const char* name) {
  if (*name == '\0') return FailWithUsage(options, "option '--root' needs the name of a function");
  const bool is_second = !options.parts[0].root.empty();
  if (is_second && options.parts[1].root != options.parts[0].root) {
    return FailWithUsage(options, "option '--root' can be given twice, for A and for B");
  }
  options.parts[1].root = name;
  if (!is_second) options.parts[0].root = name;
  options.has_parts = options.has_parts || is_second;
}

// Sets a time of both sides, or of B if A has one. `row` is the shared row of the option, which parses the time.
void SetTime(TraceOptions& options, const char* value, const OptionRow& row,
             std::optional<std::uint64_t> TraceOptions::Part::*time, std::uint64_t profdiff::CallFilter::*parsed) {
  row.act(options, row, value);
  const bool is_second = (options.parts[0].*time).has_value();
  options.parts[1].*time = options.filter.*parsed;
  if (!is_second) options.parts[0].*time = options.filter.*parsed;
  options.has_parts = options.has_parts || is_second;
}

void SetGroups(TraceOptions& options, const char* value) {
  options.groups = std::string_view(value) == "all" ? 1 : static_cast<std::uint32_t>(Count(options, "--group", value));
  if (options.groups == 0U && options.task == CommandLine::Task::kRun) {
    FailWithUsage(options, "option '--group' needs all or at least 1");
  }
}

void SetTimeline(TraceOptions& options, const char* file) {
  const std::string_view name = file;
  if (!name.ends_with(".csv") && !name.ends_with(".json") && !name.ends_with(".html")) {
    return FailWithUsage(
        options, std::string("option '--timeline' needs a file that ends in .csv, .json or .html, not '") + file + "'");
  }
  options.timeline = file;
}

// A value of --format, and the extension that selects the same format in the file name of --profile.
struct NamedFormat {
  std::string word, extension;
  ProfileFormat format;
};

// Returns the formats: text first, and last those that need --growth or --shrink.
std::vector<NamedFormat> MakeFormats() {
  std::vector<NamedFormat> formats;
  for (const profdiff::TableFormat& table : profdiff::TableFormats()) {
    if (table.is_comment) continue;
    // a file of any other name has text as well
    formats.push_back(
        {std::string(table.name), table.is_text ? "" : std::string(table.extension), {.listings = {&table}}});
    if (table.is_text) formats.push_back({"classic", "", {.classic = true}});
  }
  for (const bool one_sided : {false, true}) {
    for (const profdiff::GraphFormat& graph : profdiff::GraphFormats()) {
      if ((graph.write_difference == nullptr) != one_sided) continue;
      formats.push_back({std::string(graph.name), std::string(graph.extension), {.graph = &graph}});
    }
  }
  return formats;
}

const std::vector<NamedFormat>& Formats() {
  static const std::vector<NamedFormat> formats = MakeFormats();
  return formats;
}

// Returns the word or the extension of every format, as selected by `text`. Empty strings are left out.
std::vector<std::string> TextsOfFormats(std::string NamedFormat::*text) {
  std::vector<std::string> texts;
  for (const NamedFormat& format : Formats()) {
    if (!(format.*text).empty()) texts.push_back(format.*text);
  }
  return texts;
}

void SetProfileFormat(TraceOptions& options, std::string_view word) {
  const auto row = std::ranges::find(Formats(), word, &NamedFormat::word);
  if (row != Formats().end()) {
    options.profile_format = row->format;
  } else {
    FailWithUsage(options, "option '--format' needs " + Alternatives(TextsOfFormats(&NamedFormat::word)) + ", not '" +
                               std::string(word) + "'");
  }
}

void AddGate(TraceOptions& options, const char* text) {
  Try(options, [&] {
    profdiff::Gate gate = profdiff::Gate::Parse(text);
    if (gate.NeedsSignificance()) {
      throw profdiff::Error(
          profdiff::ErrorCode::kBadArgument,
          "condition '" + gate.text() + "': significance needs several runs, but there is only one trace on each side");
    }
    gate.RequireUnit(profdiff::SideTotals());  // the default unit of SideTotals is the second, as in traces
    options.gates.push_back(std::move(gate));
  });
}

// Requires --profile; used by the options that control how profiles are written.
constexpr Condition kProfileOutput = {"needs --profile"};

// clang-format off
constexpr OptionRow kAlignRows[] = {
  {.name = "flat",
   .help = "align whole sequences of activations, including returns to the caller, instead of call trees",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char*) { o.align.flat = true; }},
  {.name = "score", .value = kMust, .metavar = "MATCH,MISMATCH,GAP",
   .help = "scores of a match, a mismatch and a gap; default: 2,-1,-1",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { SetScores(o, v); }},
  {.name = "by", .value = kMust, .metavar = "name|subtree",
   .help = "name: calls of the same function match; subtree: prefer calls whose own calls match too; default: name",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     o.align.by = IsFirst(o, "--by", v, "name", "subtree") ? profdiff::AlignBy::kName
                                                                  : profdiff::AlignBy::kSubtree;
   }},
  {.name = "identity", .value = kMust, .metavar = "name|name,detail|exact",
   .help = "what tells functions apart: the name, also args.detail (default), or both with lines and addresses",
   .act = [](TraceOptions& o, const char* v) { SetIdentity(o, v); }},
  {.name = "no-lines",
   .help = "functions that differ only in lines, object numbers or addresses in their names are one function",
   .act = [](TraceOptions& o, const char*) { o.without_lines = true; }},
  {.name = "pair", .value = kMust, .metavar = "rank|auto",
   .help = "pair threads by rank, name and order, or by what they called; default: rank",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     o.align.pair = IsFirst(o, "--pair", v, "rank", "auto") ? profdiff::PairBy::kRank
                                                                   : profdiff::PairBy::kSimilarity;
   }},
};

constexpr OptionRow kPartRows[] = {
  {.name = "root", .value = kMust, .metavar = "NAME",
   .help = "only calls of this function and what they call; NAME#N: only its N-th call; twice: for A, then for B",
   .act = [](TraceOptions& o, const char* v) { SetRoot(o, v); }},
  {.name = "from", .value = kMust, .metavar = "TIME",
   .help = "only from this time on, counted from the first call, in s, ms, us or ns; twice: for A, then for B",
   .act = [](TraceOptions& o, const OptionRow&, const char* v) {
     SetTime(o, v, kCallRows[6], &TraceOptions::Part::from, &profdiff::CallFilter::from);
   }},
  {.name = "to", .value = kMust, .metavar = "TIME",
   .help = "only up to this time; twice: for A, then for B",
   .act = [](TraceOptions& o, const OptionRow&, const char* v) {
     SetTime(o, v, kCallRows[7], &TraceOptions::Part::to, &profdiff::CallFilter::to);
   }},
  {.name = "group", .value = kMust, .metavar = "all|N",
   .help = "add up the calls of all processes, or of N groups of processes, by path; for different numbers of processes",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { SetGroups(o, v); }},
};

constexpr OptionRow kSideRow = {
  .name = "subtract",
  .help = "the traces that follow are runs of B; -- does the same; two traces need neither",
  .marks = Operand::Kind::kSubtract};

constexpr OptionRow kTopRows[] = {
  {.name = "top", .value = kMust, .metavar = "N",
   .help = "number of paths of calls to show, largest differences first; default: 10; 0: all, with all tables",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     o.top = Count(o, "--top", v);
     o.has_top = true;
   }},
  {.name = "table", .value = kMust, .metavar = "threads|functions",
   .help = "add a table of all pairs of threads, or of all functions; repeatable",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     (IsFirst(o, "--table", v, "threads", "functions") ? o.thread_table : o.function_table) = true;
   }},
  {.name = "top-by", .value = kMust, .metavar = "self|inclusive",
   .help = "rank paths of calls by self time or by inclusive time; default: self",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     o.difference.top_by = IsFirst(o, "--top-by", v, "self", "inclusive") ? profdiff::CallTime::kSelf
                                                                                 : profdiff::CallTime::kInclusive;
   }},
};

constexpr OptionRow kOutputRows[] = {
  {.name = "tree",
   .help = "both call trees side by side, with equal parts folded",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char*) { o.tree = true; }},
  {.name = "blocks", .value = kMay, .metavar = "FILE",
   .help = "the alignment block by block, to FILE or standard output; as CSV if FILE ends in .csv",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { o.blocks = FileOrNothing(v); }},
  {.name = "timeline", .value = kMust, .metavar = "FILE",
   .help = "matched calls and their difference over time; FILE ends in .csv, .json or .html",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { SetTimeline(o, v); }},
  {.name = "chrome", .value = kMust, .metavar = "FILE",
   .help = "both traces and their difference for Perfetto and Chrome",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { o.chrome = v; }},
};

constexpr OptionRow kProfileRow = {
  .name = "profile", .value = kMay, .metavar = "FILE",
  .needs = &kOtherTrace,
  .act = [](TraceOptions& o, const char* v) { o.profile = FileOrNothing(v); }};

constexpr OptionRow kFormatRow = {
  .name = "format", .value = kMust,
  .help = "format of the report (csv, json), or of --profile, whatever its file is called; classic is gprof's layout",
  .needs = &kOtherTrace,
  .act = [](TraceOptions& o, const char* v) { SetProfileFormat(o, v); }};

constexpr OptionRow kPageRow = {
  .name = "html", .value = kMust, .metavar = "FILE",
  .help = "also write one HTML page: time lines, calls, flame view; with --profile: table, callers, flame graph, graph",
  .needs = &kOtherTrace,
  .act = [](TraceOptions& o, const char* v) { o.page = v; }};

constexpr OptionRow kGateRow = {
  .name = "fail-if", .value = kMust, .metavar = "CONDITION",
  .help = "exit status 3 if it holds, for example 'self > 5% and self > 0.05s' or 'unmatched > 0'; repeatable",
  .needs = &kOtherTrace,
  .act = [](TraceOptions& o, const char* v) { AddGate(o, v); }};
// clang-format on

OptionRow ProfileRow() {
  static const std::string help =
      "write the difference of the traces as profiles to FILE or standard output; FILE may end in " +
      Alternatives(TextsOfFormats(&NamedFormat::extension)) + "; otherwise they are shown side by side";
  return WithHelp(help.c_str(), kProfileRow);
}

OptionRow FormatRow() {
  static const std::string words = [] {
    std::string text;
    for (const NamedFormat& format : Formats()) text.append(text.empty() ? "" : "|").append(format.word);
    return text;
  }();
  OptionRow row = kFormatRow;
  row.metavar = words.c_str();
  return row;
}

void CheckReportFormat(TraceOptions& options) {
  if (options.profile || !options.profile_format) return;
  const ProfileFormat& format = *options.profile_format;
  if (format.classic || format.graph != nullptr) {
    FailWithUsage(options, "option '--format' needs --profile for this format; the report is text, csv or json");
  } else if (!format.listings.WritesText() && options.HasOtherText()) {
    Fail(options, "--format=" + std::string(format.listings.table_format->name) +
                      " is the format of the report, which another output "
                      "replaces");
  }
}

void CheckProfile(TraceOptions& options) {
  if (const OptionRow* row = FirstThatNeeds(options, kProfileOutput); row != nullptr && !options.profile) {
    return FailWithUsage(options, "option '" + LongOptionName(*row) + "' " + kProfileOutput.reminder);
  }
  const profdiff::GraphFormat* graph = ProfileFormatOf(options).graph;
  if (graph != nullptr && graph->write_difference == nullptr && !options.direction) {
    Fail(options, "the format " + std::string(graph->name) + " cannot hold negative costs: add --growth or --shrink");
  }
}

// Divides the traces at "--" or --subtract. Two traces need no separator, and one trace is both sides if two parts of
// it are selected.
void CheckTraces(TraceOptions& options) {
  bool separated = false;
  for (const Operand& operand : options.operands) {
    if (operand.kind != Operand::Kind::kSubtract && operand.text != "--") {
      (separated ? options.inputs_b : options.inputs_a).emplace_back(operand.text);
    } else if (std::exchange(separated, true)) {
      return FailWithUsage(options, "'--' is given twice: name runs of A, then '--', then runs of B");
    }
  }
  std::vector<profdiff::Input>&a = options.inputs_a, &b = options.inputs_b;
  if (a.empty()) return FailWithUsage(options, "no trace given");
  if (separated && b.empty()) return FailWithUsage(options, "no trace of B given after '--'");
  if (!separated && a.size() > 2) {
    return FailWithUsage(
        options, "cannot tell which of " + std::to_string(a.size()) + " traces are runs of B: put '--' before them");
  }
  if (!separated && a.size() == 2) {
    b.push_back(std::move(a.back()));
    a.pop_back();
  }
  if (b.empty() && options.has_parts) b = a;
}

}  // namespace

std::span<const OptionRow> TraceRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading(
          "Which call is which",
          {kAlignRows,
           Needing(kOtherTrace, WithHelp("rename functions of A that have another name in B; repeatable", kRenameRow)),
           Needing(kOtherTrace, kRenameDemangledRow), Needing(kOtherTrace, kRenameFileRow),
           Needing(kOtherTrace, kSubstituteRow)}),
      UnderHeading("Which traces", {kSideRow}),
      UnderHeading("Which calls",
                   {OptionRows(std::begin(kCallRows), std::begin(kCallRows) + 6), kPartRows, kOffCpuRow}),
      UnderHeading("The report", {kTopRows, WithHelp("show only the first N functions; 0: all", kLimitRow),
                                  kDemangleRow, kNoDemangleRow}),
      UnderHeading("Other outputs; one on standard output replaces the report",
                   {Needing(kOtherTrace, CommentRow()), kOutputRows, ProfileRow(), FormatRow(), kPageRow,
                    Needing(kProfileOutput, kPageRows[1]),
                    Needing(kProfileOutput, WithHelp("only what took more time in B, as one profile", kGrowthRow)),
                    Needing(kProfileOutput, WithHelp("only what took less time in B, as one profile", kShrinkRow))}),
      UnderHeading("Other",
                   {kGateRow,
                    WithHelp("use the intact parts of a damaged trace, report what is missing, and end with status 2",
                             kSalvageRow),
                    kThreadsRow, kSafetyRows, kTerminalRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

TraceOptions ParseTraceOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  ParseRules own = rules;
  own.dashes = &*std::ranges::find(TraceRows(), std::string_view(kSideRow.name), [](const OptionRow& row) {
    return std::string_view(row.HasName() ? row.name : "");
  });
  return ParseInSteps<TraceOptions>(arguments, TraceRows(), own, CheckTraces, CheckReportFormat, CheckProfile);
}

ProfileFormat ProfileFormatOf(const TraceOptions& options) {
  if (options.profile_format) return *options.profile_format;
  const std::string_view file = options.profile ? *options.profile : std::string_view();
  const auto row = std::ranges::find_if(Formats(), [file](const NamedFormat& known) {
    return !known.extension.empty() && file.ends_with(known.extension);
  });
  return row == Formats().end() ? ProfileFormat() : row->format;
}

}  // namespace egprof
