// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/egprof/gprof/options_test.cpp, tests/unit/egprof/trace/options_test.cpp.
#include "egprof/options/shared_rows.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/options/values.h"

namespace egprof {
namespace {

void AddPlaces(CommandLine& line, const char* option, const char* value, std::vector<std::uint32_t>& places) {
  const std::optional<std::vector<int>> numbers = ParseIntegers(value);
  if (!numbers || std::ranges::any_of(*numbers, [](int number) { return number < 0; })) {
    return FailWithUsage(
        line, std::string("option '") + option + "' needs numbers from 0 on, such as 0,2, not '" + value + "'");
  }
  for (const int number : *numbers) places.push_back(static_cast<std::uint32_t>(number));
}

void SetDepth(CommandLine& line, CallOptions& options, const char* value) {
  const std::size_t depth = Count(line, "--depth", value);
  options.filter.depth = static_cast<std::uint32_t>(std::min<std::size_t>(depth, 0xffffffff));
  if (depth == 0 && line.task == CommandLine::Task::kRun) FailWithUsage(line, "option '--depth' needs at least 1");
}

void AddExpression(CommandLine& line, CallOptions& options, const char* text,
                   std::vector<std::string> profdiff::CallFilter::*list) {
  profdiff::CallFilter alone;
  (alone.*list).emplace_back(text);
  Try(line, [&] { profdiff::SelectCalls({}, alone); });
  (options.filter.*list).emplace_back(text);
}

void SetMemory(CommandLine& line, const char* value) {
  line.memory = ParseSize(value);
  if (!line.memory)
    FailWithUsage(line, std::string("option '--memory' needs a size such as 500M or 2G, not '") + value + "'");
}

void SetColor(CommandLine& line, std::string_view value) {
  using Color = CommandLine::Color;
  line.color = value == "always" ? Color::kAlways : value == "never" ? Color::kNever : Color::kAuto;
  if (value == "auto" || line.color != Color::kAuto) return;
  FailWithUsage(line, "option '--color' needs 'auto', 'always' or 'never', not '" + std::string(value) + "'");
}

}  // namespace

// clang-format off
constexpr OptionRow kHelpRow = {
  .letter = 'h', .name = "help",
  .help = "print this text",
  .gprof = true,
  .act = [](CommandLine& line, const char*) { line.task = CommandLine::Task::kHelp; }};

constexpr OptionRow kVersionRow = {
  .letter = 'v', .name = "version",
  .word = "full",
  .help = "version and licence; --version=full also lists the libraries in this build",
  .gprof = true,
  .act = [](CommandLine& line, const char* v) {
    line.task = v == nullptr ? CommandLine::Task::kVersion : CommandLine::Task::kFullVersion;
  }};

constexpr OptionRow kTimingRow = {
  .name = "timing",
  .help = "print the seconds of each stage, memory and sizes of the input on standard error",
  .act = [](CommandLine& line, const char*) { line.timing = true; }};

constexpr OptionRow kThreadsRow = {
  .name = "threads", .value = kMust, .metavar = "N",
  .help = "number of threads; default: the number of processors",
  .act = [](CommandLine& line, WorkOptions& o, const char* v) { SetThreads(line, o, v); }};

constexpr OptionRow kSafetyRows[] = {
  {.name = "memory", .value = kMust, .metavar = "SIZE",
   .help = "refuse files that may take more memory than, for example, 500M or 2G",
   .later = true,
   .act = [](CommandLine& line, const char* v) { SetMemory(line, v); }},
  {.name = "sandbox",
   .help = "first give up the right to use other files than those named here, programs and the network",
   .later = true,
   .act = [](CommandLine& line, WorkOptions& o, const char*) { line.sandbox = o.no_programs = true; }},
};

constexpr OptionRow kTerminalRows[] = {
  {.name = "color", .value = kMust, .metavar = "auto|always|never",
   .help = "whether the report is in colour; default: auto, on a terminal",
   .later = true,
   .act = [](CommandLine& line, const char* v) { SetColor(line, v); }},
  {.name = "no-hints", .help = "do not say on a terminal which command could be next",
   .later = true,
   .act = [](CommandLine& line, const char*) { line.hints = false; }},
};

constexpr OptionRow kNoProgramsRow = {
  .name = "no-programs",
  .help = "start no other program: refuse perf.data, which perf would have to read",
  .act = [](WorkOptions& o, const char*) { o.no_programs = true; }};

constexpr OptionRow kSalvageRow = {
  .name = "salvage",
  .help = "use the intact parts of a damaged profile, and report what is missing",
  .act = [](WorkOptions& o, const char*) { o.salvage = true; }};

constexpr OptionRow kDemangleRow = {
  .name = "demangle", .value = kMay, .metavar = "auto|gnu-v3|java|gnat|dlang|rust|none",
  .help = "demangled names, the default",
  .gprof = true, .place = 1,
  .act = [](CommandLine& line, LayoutOptions& o, const char* v) { SetDemangling(line, o, v); }};

constexpr OptionRow kNoDemangleRow = {
  .name = "no-demangle",
  .help = "names as they are in the symbol table",
  .gprof = true, .place = 6,
  .act = [](LayoutOptions& o, const char*) { o.listing.names.demangle = profdiff::DemangleStyle::kNone; }};

constexpr OptionRow kLimitRow = {
  .name = "limit", .value = kMust, .metavar = "N",
  .help = "show only the first N rows or entries of a listing; 0: all",
  .act = [](CommandLine& line, LayoutOptions& o, const char* v) {
    o.listing.limit = Count(line, "--limit", v);
    o.has_limit = true;
  }};

constexpr OptionRow kRenameRow = {
  .name = "rename", .value = kMust, .metavar = "REGEX=NEW",
  .help = "rename functions of the base that have another name on the other side; repeatable",
  .act = [](CommandLine& line, RenameOptions& o, const char* v) { AddRename(line, o, v, false); }};

constexpr OptionRow kRenameDemangledRow = {
  .name = "rename-demangled", .value = kMust, .metavar = "REGEX=NEW",
  .help = "like --rename, but for demangled names",
  .act = [](CommandLine& line, RenameOptions& o, const char* v) { AddRename(line, o, v, true); }};

constexpr OptionRow kRenameFileRow = {
  .name = "rename-file", .value = kMust, .metavar = "FILE",
  .help = "read rules for --rename or --rename-demangled from FILE, one per line",
  .act = [](RenameOptions& o, const char* v) { o.rename_files.emplace_back(v); }};

constexpr OptionRow kSubstituteRow = {
  .name = "substitute", .value = kMust, .metavar = "s/REGEX/TEXT/",
  .help = "change names on both sides before functions are matched, as sed does; repeatable",
  .later = true,
  .act = [](CommandLine& line, RenameOptions& o, const char* v) { AddSubstitution(line, o, v); }};

constexpr OptionRow kGrowthRow = {
  .name = "growth",
  .help = "only where the other execution takes more, as an ordinary profile without negative numbers",
  .act = [](CommandLine& line, DirectionOptions& o, const char*) {
    SetDirection(line, o, profdiff::Direction::kGrowth);
  }};

constexpr OptionRow kShrinkRow = {
  .name = "shrink",
  .help = "only where the other execution takes less, as an ordinary profile without negative numbers",
  .act = [](CommandLine& line, DirectionOptions& o, const char*) {
    SetDirection(line, o, profdiff::Direction::kShrink);
  }};

constexpr OptionRow kOffCpuRow = {
  .name = "off-cpu",
  .help = "exclude time in which a thread did not run, if the trace records it",
  .act = [](CallOptions& o, const char*) { o.filter.off_cpu = true; }};

constexpr OptionRow kCallRows[8] = {
  {.name = "keep", .value = kMust, .metavar = "REGEX",
   .help = "keep only functions whose name matches; the calls and time of others go to their caller; repeatable",
   .act = [](CommandLine& line, CallOptions& o, const char* v) {
     AddExpression(line, o, v, &profdiff::CallFilter::keep);
   }},
  {.name = "drop", .value = kMust, .metavar = "REGEX",
   .help = "drop functions whose name matches; repeatable",
   .act = [](CommandLine& line, CallOptions& o, const char* v) {
     AddExpression(line, o, v, &profdiff::CallFilter::drop);
   }},
  {.name = "startup",
   .help = "include the code that starts and ends a program, which is left out by default",
   .act = [](CallOptions& o, const char*) { o.filter.drop_startup = false; }},
  {.name = "depth", .value = kMust, .metavar = "N",
   .help = "only the outermost N levels of calls",
   .act = [](CommandLine& line, CallOptions& o, const char* v) { SetDepth(line, o, v); }},
  {.name = "rank", .value = kMust, .metavar = "LIST",
   .help = "only these ranks, counted from 0, separated by commas",
   .act = [](CommandLine& line, CallOptions& o, const char* v) { AddPlaces(line, "--rank", v, o.filter.ranks); }},
  {.name = "thread", .value = kMust, .metavar = "LIST",
   .help = "only these threads of each rank, counted from 0, separated by commas",
   .act = [](CommandLine& line, CallOptions& o, const char* v) { AddPlaces(line, "--thread", v, o.filter.threads); }},
  {.name = "from", .value = kMust, .metavar = "TIME",
   .help = "only from this time on, counted from the first call, in s, ms, us or ns",
   .act = [](CommandLine& line, CallOptions& o, const char* v) { o.filter.from = Time(line, "--from", v); }},
  {.name = "to", .value = kMust, .metavar = "TIME",
   .help = "only up to this time",
   .act = [](CommandLine& line, CallOptions& o, const char* v) { o.filter.to = Time(line, "--to", v); }},
};
// clang-format on

}  // namespace egprof
