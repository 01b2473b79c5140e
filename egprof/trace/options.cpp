// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of `egprof trace`, and the walk over its command line.
#include "egprof/trace/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <vector>

#include "egprof/cli/argument_scanner.h"
#include "egprof/cli/option_values.h"
#include "egprof/commands.h"

namespace egprof {
namespace {

// "2,-1,-1".
std::optional<std::vector<int>> ParseIntegers(std::string_view list) {
  std::vector<int> numbers;
  const char* at = list.data();
  const char* end = at + list.size();
  for (;; ++at) {
    int number = 0;
    auto result = std::from_chars(at, end, number);
    if (result.ec != std::errc()) return std::nullopt;
    numbers.push_back(number);
    at = result.ptr;
    if (at == end) return numbers;
    if (*at != ',') return std::nullopt;
  }
}

void SetScores(Options& options, const char* value) {
  const std::optional<std::vector<int>> numbers = ParseIntegers(value);
  if (!numbers || numbers->size() != 3) {
    return FailWithUsage(options, std::string("option '--score' needs three numbers, as 2,-1,-1, not '") + value + "'");
  }
  profdiff::Scores& scores = options.trace->align.scores;
  scores = {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
  Try(options, [&] { profdiff::AlignSequences({}, {}, scores); });
}

void AddPlaces(Options& options, const char* option, const char* value, std::vector<std::uint32_t>& places) {
  const std::optional<std::vector<int>> numbers = ParseIntegers(value);
  if (!numbers || std::ranges::any_of(*numbers, [](int number) { return number < 0; })) {
    return FailWithUsage(options,
                         std::string("option '") + option + "' needs numbers from 0 on, as 0,2, not '" + value + "'");
  }
  for (const int number : *numbers) places.push_back(static_cast<std::uint32_t>(number));
}

void SetTime(Options& options, const char* option, const char* value, std::uint64_t& time) {
  if (const std::optional<std::uint64_t> parsed = ParseTime(value)) {
    time = *parsed;
  } else {
    FailWithUsage(options, std::string("option '") + option + "' needs a time, as 0.5s or 20ms, not '" + value + "'");
  }
}

void SetDepth(Options& options, const char* value) {
  const std::size_t depth = Count(options, "--depth", value);
  options.trace->filter.depth = static_cast<std::uint32_t>(std::min<std::size_t>(depth, 0xffffffff));
  if (depth == 0 && options.task == Options::Task::kRun) FailWithUsage(options, "option '--depth' needs at least 1");
}

void AddExpression(Options& options, const char* text, std::vector<std::string> profdiff::CallFilter::*list) {
  profdiff::CallFilter alone;
  (alone.*list).emplace_back(text);
  Try(options, [&] { profdiff::SelectCalls({}, alone); });
  (options.trace->filter.*list).emplace_back(text);
}

void SetTimeline(Options& options, const char* file) {
  const std::string_view name = file;
  if (!name.ends_with(".csv") && !name.ends_with(".json") && !name.ends_with(".html")) {
    return FailWithUsage(
        options, std::string("option '--timeline' needs a file that ends in .csv, .json or .html, not '") + file + "'");
  }
  options.trace->timeline = file;
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

void SetProfileFormat(Options& options, std::string_view word) {
  const auto* row = std::ranges::find(kFormats, word, &FormatRow::word);
  if (row != std::end(kFormats)) {
    options.trace->profile_format = row->format;
  } else {
    FailWithUsage(options, "option '--format' needs text, classic, csv, json, gml, folded or callgrind, not '" +
                               std::string(word) + "'");
  }
}

// What says how profiles are written is of no use without them.
void CheckProfile(Options& options) {
  for (const char* name : {"format", "growth", "shrink"}) {
    if (!options.Used(name) || options.trace->profile) continue;
    return FailWithUsage(options, std::string("option '--") + name + "' says how --profile writes, which is not there");
  }
  if (ProfileFormatOf(*options.trace) == ProfileFormat::kCallgrind && !options.direction) {
    Fail(options, "the format callgrind has no negative costs: add --growth or --shrink");
  }
}

void AddGate(Options& options, const char* text) {
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

constexpr auto kNo = Value::kNone;
constexpr auto kMay = Value::kOptional;
constexpr auto kMust = Value::kRequired;
constexpr auto kSame = InDifference::kSame;

// clang-format off
constexpr OptionRow kTable[] = {
  {'\0', "flat", kNo, nullptr, Group::kAlign, false, 0, kSame,
   "align whole sequences of activations, jumps back into the caller included, in place of call trees",
   [](Options& o, const char*) { o.trace->align.flat = true; }},
  {'\0', "score", kMust, "MATCH,MISMATCH,GAP", Group::kAlign, false, 0, kSame,
   "what the best alignment has most of; 2,-1,-1",
   SetScores},
  {'\0', "by", kMust, "name|subtree", Group::kAlign, false, 0, kSame,
   "calls of one function are alike, or those first whose calls are alike as well; name",
   [](Options& o, const char* v) {
     o.trace->align.by = IsFirst(o, "--by", v, "name", "subtree") ? profdiff::AlignBy::kName
                                                                  : profdiff::AlignBy::kSubtree;
   }},
  {'\0', "pair", kMust, "rank|auto", Group::kAlign, false, 0, kSame,
   "threads are paired by rank and order, or by what they called; rank",
   [](Options& o, const char* v) {
     o.trace->align.pair = IsFirst(o, "--pair", v, "rank", "auto") ? profdiff::PairBy::kRank
                                                                   : profdiff::PairBy::kSimilarity;
   }},
  {'\0', "rename", kMust, "REGEX=NEW", Group::kAlign, false, 0, kSame,
   "functions of A that have another name in B; repeatable",
   [](Options& o, const char* v) { AddRename(o, v, false); }},
  {'\0', "rename-demangled", kMust, "REGEX=NEW", Group::kAlign, false, 0, kSame,
   "the same with readable names",
   [](Options& o, const char* v) { AddRename(o, v, true); }},
  {'\0', "rename-file", kMust, "FILE", Group::kAlign, false, 0, kSame,
   "such rules, one a line",
   [](Options& o, const char* v) { o.rename_files.emplace_back(v); }},

  {'\0', "keep", kMust, "REGEX", Group::kCalls, false, 0, kSame,
   "only functions whose name it matches; others leave their calls and time to their caller; repeatable",
   [](Options& o, const char* v) { AddExpression(o, v, &profdiff::CallFilter::keep); }},
  {'\0', "drop", kMust, "REGEX", Group::kCalls, false, 0, kSame,
   "no functions whose name it matches; repeatable",
   [](Options& o, const char* v) { AddExpression(o, v, &profdiff::CallFilter::drop); }},
  {'\0', "startup", kNo, nullptr, Group::kCalls, false, 0, kSame,
   "also what starts and ends a program, which is left out otherwise",
   [](Options& o, const char*) { o.trace->filter.drop_startup = false; }},
  {'\0', "depth", kMust, "N", Group::kCalls, false, 0, kSame,
   "only the outermost N levels of calls",
   SetDepth},
  {'\0', "rank", kMust, "LIST", Group::kCalls, false, 0, kSame,
   "only these ranks, from 0, with commas",
   [](Options& o, const char* v) { AddPlaces(o, "--rank", v, o.trace->filter.ranks); }},
  {'\0', "thread", kMust, "LIST", Group::kCalls, false, 0, kSame,
   "only these threads of each rank, from 0, with commas",
   [](Options& o, const char* v) { AddPlaces(o, "--thread", v, o.trace->filter.threads); }},
  {'\0', "from", kMust, "TIME", Group::kCalls, false, 0, kSame,
   "only from this time on: since the first call, in s, ms, us or ns",
   [](Options& o, const char* v) { SetTime(o, "--from", v, o.trace->filter.from); }},
  {'\0', "to", kMust, "TIME", Group::kCalls, false, 0, kSame,
   "only up to this time",
   [](Options& o, const char* v) { SetTime(o, "--to", v, o.trace->filter.to); }},
  {'\0', "off-cpu", kNo, nullptr, Group::kCalls, false, 0, kSame,
   "without the time in which a thread did not run, where the trace says so",
   [](Options& o, const char*) { o.trace->filter.off_cpu = true; }},

  {'\0', "top", kMust, "N", Group::kTraceText, false, 0, kSame,
   "how many of the largest single differences are listed; 20",
   [](Options& o, const char* v) { o.trace->difference.top = Count(o, "--top", v); }},
  {'\0', "top-by", kMust, "self|inclusive", Group::kTraceText, false, 0, kSame,
   "whether these are without or with the time of calls further down; self",
   [](Options& o, const char* v) {
     o.trace->difference.top_by = IsFirst(o, "--top-by", v, "self", "inclusive") ? profdiff::CallTime::kSelf
                                                                                 : profdiff::CallTime::kInclusive;
   }},
  {'\0', "limit", kMust, "N", Group::kTraceText, false, 0, kSame,
   "only the first N functions; 0 is all",
   [](Options& o, const char* v) { o.listing.limit = Count(o, "--limit", v); }},
  {'\0', "demangle", kMay, "auto|gnu-v3|java|gnat|dlang|rust|none", Group::kTraceText, false, 0, kSame,
   "readable names, which is usual",
   [](Options& o, const char* v) { SetDemangling(o, v); }},
  {'\0', "no-demangle", kNo, nullptr, Group::kTraceText, false, 0, kSame,
   "names as the linker knows them",
   [](Options& o, const char*) { o.listing.names.demangle = profdiff::DemangleStyle::kNone; }},

  {'\0', "tree", kNo, nullptr, Group::kTraceFiles, false, 0, kSame,
   "both call trees side by side, equal parts folded",
   [](Options& o, const char*) { o.trace->tree = true; }},
  {'\0', "blocks", kMay, "FILE", Group::kTraceFiles, false, 0, kSame,
   "the alignment block by block, to FILE or standard output; as CSV if FILE ends in .csv",
   [](Options& o, const char* v) { o.trace->blocks = FileOrNothing(v); }},
  {'\0', "timeline", kMust, "FILE", Group::kTraceFiles, false, 0, kSame,
   "matched calls and their difference over time; FILE ends in .csv, .json or .html",
   [](Options& o, const char* v) { SetTimeline(o, v); }},
  {'\0', "chrome", kMust, "FILE", Group::kTraceFiles, false, 0, kSame,
   "both traces and their difference for Perfetto and Chrome",
   [](Options& o, const char* v) { o.trace->chrome = v; }},
  {'\0', "profile", kMay, "FILE", Group::kTraceFiles, false, 0, kSame,
   "the traces as profiles, subtracted, to FILE or standard output; FILE may end in .csv, .json, .gml, .folded or "
   ".callgrind, else they stand side by side",
   [](Options& o, const char* v) { o.trace->profile = FileOrNothing(v); }},
  {'\0', "format", kMust, "text|classic|csv|json|gml|folded|callgrind", Group::kTraceFiles, false, 0, kSame,
   "what --profile writes, whatever its file is called; classic is the layout of gprof",
   [](Options& o, const char* v) { SetProfileFormat(o, v); }},
  {'\0', "growth", kNo, nullptr, Group::kTraceFiles, false, 0, kSame,
   "of these profiles what took more time in B, as one profile",
   [](Options& o, const char*) { SetDirection(o, profdiff::Direction::kGrowth); }},
  {'\0', "shrink", kNo, nullptr, Group::kTraceFiles, false, 0, kSame,
   "the same of what took less time in B",
   [](Options& o, const char*) { SetDirection(o, profdiff::Direction::kShrink); }},

  {'\0', "fail-if", kMust, "CONDITION", Group::kTraceOther, false, 0, kSame,
   "exit status 3 if it holds, as 'self > 5% and self > 0.05s' or 'unmatched > 0'; repeatable",
   [](Options& o, const char* v) { AddGate(o, v); }},
  {'\0', "salvage", kNo, nullptr, Group::kTraceOther, false, 0, kSame,
   "of a damaged trace use what is whole, say what is missing, and end with status 2",
   [](Options& o, const char*) { o.salvage = true; }},
  {'\0', "threads", kMust, "N", Group::kTraceOther, false, 0, kSame,
   "how many threads share the work; as many as there are processors for it",
   [](Options& o, const char* v) { SetThreads(o, v); }},
  {'\0', "timing", kNo, nullptr, Group::kTraceOther, false, 0, kSame,
   "seconds of each stage, memory and sizes of the input, on standard error",
   [](Options& o, const char*) { o.timing = true; }},
  {'h', "help", kNo, nullptr, Group::kTraceOther, false, 0, kSame,
   "this text",
   [](Options& o, const char*) { o.task = Options::Task::kHelp; }},
};
// clang-format on

void Act(Options& options, const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::kOption:
      options.used.push_back(argument.option);
      return argument.option->act(options, argument.value);
    case Argument::Kind::kOperand:
      options.operands.push_back({Operand::Kind::kFile, argument.value, argument.place, true});
      return;
    case Argument::Kind::kMistake:
      return FailWithUsage(options, argument.mistake);
  }
}

}  // namespace

bool IsTraceCommand(std::span<const char* const> arguments, const ImageTest& is_image) {
  return IsCommand("trace", arguments, is_image);
}

std::span<const OptionRow> TraceOptionTable() { return kTable; }

Options ParseTraceOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  Options options;
  options.program = arguments[0];
  options.trace.emplace();
  ArgumentScanner scanner(arguments.subspan(1), kTable, rules);
  while (options.task == Options::Task::kRun) {
    const std::optional<Argument> argument = scanner.Next();
    if (!argument) break;
    Act(options, *argument);
  }
  const std::size_t traces = options.operands.size();
  if (options.task == Options::Task::kRun && (traces == 0 || traces > 2)) {
    FailWithUsage(options, traces == 0 ? "which trace?" : "two traces can be compared, not " + std::to_string(traces));
  }
  if (options.task == Options::Task::kRun) CheckProfile(options);
  return options;
}

ProfileFormat ProfileFormatOf(const TraceCommand& trace) {
  if (trace.profile_format) return *trace.profile_format;
  const std::string_view file = trace.profile ? *trace.profile : std::string_view();
  const auto* row = std::ranges::find_if(
      kFormats, [file](const FormatRow& known) { return !known.ending.empty() && file.ends_with(known.ending); });
  return row == std::end(kFormats) ? ProfileFormat::kText : row->format;
}

std::optional<std::uint64_t> ParseTime(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (result.ec != std::errc() || !(number >= 0)) return std::nullopt;
  const std::string_view unit(result.ptr, static_cast<std::size_t>(end - result.ptr));
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1e9;
  if (unit == "ms") factor = 1e6;
  if (unit == "us") factor = 1e3;
  if (unit == "ns") factor = 1;
  constexpr double kMost = 9e18;
  if (factor == 0 || number * factor > kMost) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(number * factor));
}

}  // namespace egprof
