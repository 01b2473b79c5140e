// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof trace` and their effects.
#include "egprof/trace/options.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
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
  std::vector<NamedFormat> formats = {{"text", "", {}}, {"classic", "", {.classic = true}}};
  for (const profdiff::TableFormat& table : profdiff::TableFormats()) {
    formats.push_back({std::string(table.name), std::string(table.extension), {.table = &table}});
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
  {.name = "pair", .value = kMust, .metavar = "rank|auto",
   .help = "pair threads by rank and order, or by what they called; default: rank",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     o.align.pair = IsFirst(o, "--pair", v, "rank", "auto") ? profdiff::PairBy::kRank
                                                                   : profdiff::PairBy::kSimilarity;
   }},
};

constexpr OptionRow kTopRows[] = {
  {.name = "top", .value = kMust, .metavar = "N",
   .help = "number of largest single differences to list; default: 20",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { o.difference.top = Count(o, "--top", v); }},
  {.name = "top-by", .value = kMust, .metavar = "self|inclusive",
   .help = "rank single differences by self time or by inclusive time; default: self",
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
  .help = "format of --profile, whatever its file is called; classic is gprof's layout",
  .needs = &kProfileOutput,
  .act = [](TraceOptions& o, const char* v) { SetProfileFormat(o, v); }};

constexpr OptionRow kPageRow = {
  .name = "html", .value = kMust, .metavar = "FILE",
  .help = "also write one HTML page: table, callers and callees, flame graph, call graph",
  .needs = &kProfileOutput,
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
  return Saying(help.c_str(), kProfileRow);
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

void CheckProfile(TraceOptions& options) {
  if (const OptionRow* row = FirstThatNeeds(options, kProfileOutput); row != nullptr && !options.profile) {
    return FailWithUsage(options, "option '" + LongOptionName(*row) + "' " + kProfileOutput.reminder);
  }
  const profdiff::GraphFormat* graph = ProfileFormatOf(options).graph;
  if (graph != nullptr && graph->write_difference == nullptr && !options.direction) {
    Fail(options, "the format " + std::string(graph->name) + " cannot hold negative costs: add --growth or --shrink");
  }
}

void CheckTraces(TraceOptions& options) {
  const std::size_t traces = options.operands.size();
  if (traces == 0) FailWithUsage(options, "no trace given");
  if (traces > 2) FailWithUsage(options, "only two traces can be compared, not " + std::to_string(traces));
}

}  // namespace

std::span<const OptionRow> TraceRows() {
  static const OptionRows rows = WithoutGprof(Join({
      Under("Which call is which",
            {kAlignRows,
             Needing(kOtherTrace, Saying("rename functions of A that have another name in B; repeatable", kRenameRow)),
             Needing(kOtherTrace, kRenameDemangledRow), Needing(kOtherTrace, kRenameFileRow)}),
      Under("Which calls", {kCallRows, kOffCpuRow}),
      Under("The report",
            {kTopRows, Saying("show only the first N functions; 0: all", kLimitRow), kDemangleRow, kNoDemangleRow}),
      Under("Other outputs; one on standard output replaces the report",
            {kOutputRows, ProfileRow(), FormatRow(), kPageRow, Needing(kProfileOutput, kPageRows[1]),
             Needing(kProfileOutput, Saying("only what took more time in B, as one profile", kGrowthRow)),
             Needing(kProfileOutput, Saying("only what took less time in B, as one profile", kShrinkRow))}),
      Under("Other", {kGateRow,
                      Saying("use the intact parts of a damaged trace, report what is missing, and end with status 2",
                             kSalvageRow),
                      kThreadsRow, kTimingRow, kHelpRow}),
  }));
  return rows;
}

TraceOptions ParseTraceOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<TraceOptions>(arguments, TraceRows(), rules, CheckTraces, CheckProfile);
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
