// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof trace` and what each of them does.
#include "egprof/trace/options.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/shared_rows.h"
#include "egprof/options/values.h"

namespace egprof {
namespace {

void SetScores(TraceOptions& options, const char* value) {
  const std::optional<std::vector<int>> numbers = ParseIntegers(value);
  if (!numbers || numbers->size() != 3) {
    return FailWithUsage(options, std::string("option '--score' needs three numbers, as 2,-1,-1, not '") + value + "'");
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

// Words of --format, and how the names of such files end.
struct FormatRow {
  std::string_view word, ending;
  ProfileFormat format;
};
constexpr FormatRow kFormats[] = {
    {"text", "", ProfileFormat::kText},
    {"classic", "", ProfileFormat::kClassic},
    {"csv", ".csv", ProfileFormat::kCsv},
    {"json", ".json", ProfileFormat::kJson},
    {"gml", ".gml", ProfileFormat::kGml},
    {"folded", ".folded", ProfileFormat::kFolded},
    {"callgrind", ".callgrind", ProfileFormat::kCallgrind},
};

void SetProfileFormat(TraceOptions& options, std::string_view word) {
  const auto* row = std::ranges::find(kFormats, word, &FormatRow::word);
  if (row != std::end(kFormats)) {
    options.profile_format = row->format;
  } else {
    FailWithUsage(options, "option '--format' needs text, classic, csv, json, gml, folded or callgrind, not '" +
                               std::string(word) + "'");
  }
}

void AddGate(TraceOptions& options, const char* text) {
  Try(options, [&] {
    profdiff::Gate gate = profdiff::Gate::Parse(text);
    if (gate.NeedsSignificance()) {
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument, "condition '" + gate.text() +
                                                                   "': one trace of each side does not say what noise "
                                                                   "explains, so nothing is significant");
    }
    options.gates.push_back(std::move(gate));
  });
}

std::string FileOrNothing(const char* file) { return file == nullptr ? "" : file; }

constexpr auto kMay = Value::kOptional;
constexpr auto kMust = Value::kRequired;

// --profile, without which it is of no use to say how profiles are written.
constexpr Condition kProfileOutput = {"says how --profile writes, which is not there"};

// clang-format off
constexpr OptionRow kAlignRows[] = {
  {.name = "flat",
   .help = "align whole sequences of activations, jumps back into the caller included, in place of call trees",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char*) { o.align.flat = true; }},
  {.name = "score", .value = kMust, .metavar = "MATCH,MISMATCH,GAP",
   .help = "what the best alignment has most of; 2,-1,-1",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { SetScores(o, v); }},
  {.name = "by", .value = kMust, .metavar = "name|subtree",
   .help = "calls of one function are alike, or those first whose calls are alike as well; name",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     o.align.by = IsFirst(o, "--by", v, "name", "subtree") ? profdiff::AlignBy::kName
                                                                  : profdiff::AlignBy::kSubtree;
   }},
  {.name = "pair", .value = kMust, .metavar = "rank|auto",
   .help = "threads are paired by rank and order, or by what they called; rank",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     o.align.pair = IsFirst(o, "--pair", v, "rank", "auto") ? profdiff::PairBy::kRank
                                                                   : profdiff::PairBy::kSimilarity;
   }},
};

constexpr OptionRow kOffCpuRow = {
  .name = "off-cpu",
  .help = "without the time in which a thread did not run, where the trace says so",
  .act = [](TraceOptions& o, const char*) { o.filter.off_cpu = true; }};

constexpr OptionRow kTopRows[] = {
  {.name = "top", .value = kMust, .metavar = "N",
   .help = "how many of the largest single differences are listed; 20",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { o.difference.top = Count(o, "--top", v); }},
  {.name = "top-by", .value = kMust, .metavar = "self|inclusive",
   .help = "whether these are without or with the time of calls further down; self",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) {
     o.difference.top_by = IsFirst(o, "--top-by", v, "self", "inclusive") ? profdiff::CallTime::kSelf
                                                                                 : profdiff::CallTime::kInclusive;
   }},
};

constexpr OptionRow kOutputRows[] = {
  {.name = "tree",
   .help = "both call trees side by side, equal parts folded",
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
  {.name = "profile", .value = kMay, .metavar = "FILE",
   .help = "the traces as profiles, subtracted, to FILE or standard output; FILE may end in .csv, .json, .gml, .folded or "
   ".callgrind, else they stand side by side",
   .needs = &kOtherTrace,
   .act = [](TraceOptions& o, const char* v) { o.profile = FileOrNothing(v); }},
  {.name = "format", .value = kMust, .metavar = "text|classic|csv|json|gml|folded|callgrind",
   .help = "what --profile writes, whatever its file is called; classic is the layout of gprof",
   .needs = &kProfileOutput,
   .act = [](TraceOptions& o, const char* v) { SetProfileFormat(o, v); }},
};

constexpr OptionRow kGateRow = {
  .name = "fail-if", .value = kMust, .metavar = "CONDITION",
  .help = "exit status 3 if it holds, as 'self > 5% and self > 0.05s' or 'unmatched > 0'; repeatable",
  .needs = &kOtherTrace,
  .act = [](TraceOptions& o, const char* v) { AddGate(o, v); }};
// clang-format on

OptionRows MakeRows() {
  return WithoutGprof(Join({
      Under("Which call is which",
            {kAlignRows,
             Needing(kOtherTrace, Saying("functions of A that have another name in B; repeatable", kRenameRow)),
             Needing(kOtherTrace, kRenameDemangledRow), Needing(kOtherTrace, kRenameFileRow)}),
      Under("Which calls", {kCallRows, kOffCpuRow}),
      Under("The report",
            {kTopRows, Saying("only the first N functions; 0 is all", kLimitRow), kDemangleRow, kNoDemangleRow}),
      Under("Other outputs; those for standard output take the place of the report",
            {kOutputRows,
             Needing(kProfileOutput, Saying("of these profiles what took more time in B, as one profile", kGrowthRow)),
             Needing(kProfileOutput, Saying("the same of what took less time in B", kShrinkRow))}),
      Under("Other",
            {kGateRow,
             Saying("of a damaged trace use what is whole, say what is missing, and end with status 2", kSalvageRow),
             kThreadsRow, kTimingRow, kHelpRow}),
  }));
}

void CheckProfile(TraceOptions& options) {
  if (const OptionRow* row = FirstThatNeeds(options, kProfileOutput); row != nullptr && !options.profile) {
    return FailWithUsage(options, "option '" + LongOptionName(*row) + "' " + kProfileOutput.reminder);
  }
  if (ProfileFormatOf(options) == ProfileFormat::kCallgrind && !options.direction) {
    Fail(options, "the format callgrind has no negative costs: add --growth or --shrink");
  }
}

void CheckTraces(TraceOptions& options) {
  const std::size_t traces = options.operands.size();
  if (traces == 0) FailWithUsage(options, "which trace?");
  if (traces > 2) FailWithUsage(options, "two traces can be compared, not " + std::to_string(traces));
}

}  // namespace

std::span<const OptionRow> TraceRows() {
  static const OptionRows rows = MakeRows();
  return rows;
}

TraceOptions ParseTraceOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  TraceOptions options;
  options.program = arguments[0];
  Walk(arguments.subspan(1), TraceRows(), rules, options);
  if (options.task == CommandLine::Task::kRun) CheckTraces(options);
  if (options.task == CommandLine::Task::kRun) CheckProfile(options);
  return options;
}

ProfileFormat ProfileFormatOf(const TraceOptions& options) {
  if (options.profile_format) return *options.profile_format;
  const std::string_view file = options.profile ? *options.profile : std::string_view();
  const auto* row = std::ranges::find_if(
      kFormats, [file](const FormatRow& known) { return !known.ending.empty() && file.ends_with(known.ending); });
  return row == std::end(kFormats) ? ProfileFormat::kText : row->format;
}

}  // namespace egprof
