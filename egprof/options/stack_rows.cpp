// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/options/stack_rows.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/options/options.h"
#include "egprof/options/values.h"
#include "profdiff/context_tree.h"
#include "profdiff/listing.h"

namespace egprof {
namespace {

// True for the formats of profiles, which --input-format can name.
bool IsOfProfiles(const profdiff::InputFormat& format) {
  return format.kind == profdiff::InputKind::kProfile && (format.is_read || format.name == "perf.data");
}

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const profdiff::InputFormat* format : profdiff::InputFormats()) {
    if (IsOfProfiles(*format)) names.emplace_back(format->name);
  }
  return names;
}

void SetInputFormat(CommandLine& line, InputOptions& options, const char* name) {
  options.told = profdiff::FindInputFormat(name);
  if (options.told != nullptr && IsOfProfiles(*options.told)) return;
  FailWithUsage(line,
                "option '--input-format' needs " + Alternatives(FormatNames()) + ", not '" + std::string(name) + "'");
}

void AddLabel(CommandLine& line, InputOptions& options, const char* text) {
  const char* equals = std::strchr(text, '=');
  if (equals == nullptr || equals == text) {
    return FailWithUsage(line, std::string("option '--label' needs KEY=REGEX, not '") + text + "'");
  }
  Try(line, [&] { profdiff::CheckExpressions({equals + 1}); });
  options.stacks.labels.emplace_back(std::string(text, equals), equals + 1);
}

void SetPeriod(CommandLine& line, InputOptions& options, const char* text) {
  const std::optional<std::uint32_t> period = profdiff::NumberFrom<std::uint32_t>(text);
  if (period.value_or(0) != 0) {
    options.stacks.period = *period;
  } else {
    FailWithUsage(line, std::string("option '--period' needs a number from 1 to 4294967295, not '") + text + "'");
  }
}

// clang-format off
constexpr OptionRow kFilterRows[] = {
  {.name = "event", .value = kMust, .metavar = "NAME",
   .help = "the event that was counted or timed; default: a clock, cycles or the first event",
   .needs = &kOtherProfilers,
   .act = [](InputOptions& o, const char* v) { o.stacks.event = v; }},
  {.name = "unit", .value = kMust, .metavar = "ns|us|ms|s|bytes|NAME",
   .help = "unit of the numbers in folded stacks; default: samples",
   .needs = &kOtherProfilers,
   .act = [](InputOptions& o, const char* v) { o.stacks.unit = v; }},
  {.name = "period", .value = kMust, .metavar = "N",
   .help = "what one sample counts in folded stacks: their numbers are sums of periods",
   .needs = &kOtherProfilers,
   .act = [](CommandLine& line, InputOptions& o, const char* v) { SetPeriod(line, o, v); }},
  {.name = "thread", .value = kMust, .metavar = "REGEX",
   .help = "only samples of threads whose command or number matches; repeatable",
   .needs = &kOtherProfilers,
   .act = [](CommandLine& line, InputOptions& o, const char* v) { AddExpression(line, o.stacks.threads, v); }},
  {.name = "process", .value = kMust, .metavar = "REGEX",
   .help = "only samples of processes whose command or number matches; repeatable",
   .needs = &kOtherProfilers,
   .act = [](CommandLine& line, InputOptions& o, const char* v) { AddExpression(line, o.stacks.processes, v); }},
  {.name = "label", .value = kMust, .metavar = "KEY=REGEX",
   .help = "only samples of pprof whose label KEY matches; repeatable",
   .needs = &kOtherProfilers,
   .act = [](CommandLine& line, InputOptions& o, const char* v) { AddLabel(line, o, v); }},
  {.name = "no-kernel",
   .help = "leave out functions of the kernel: their time goes to the caller",
   .needs = &kOtherProfilers,
   .act = [](InputOptions& o, const char*) { o.stacks.no_kernel = true; }},
  {.name = "no-inline",
   .help = "leave out inlined functions: their time goes to the caller",
   .needs = &kOtherProfilers,
   .act = [](InputOptions& o, const char*) { o.stacks.no_inline = true; }},
  {.name = "hide", .value = kMust, .metavar = "REGEX",
   .help = "leave out functions whose name matches, such as wrappers: their time goes to the caller; repeatable",
   .needs = &kOtherProfilers,
   .act = [](CommandLine& line, InputOptions& o, const char* v) { AddExpression(line, o.stacks.hide, v); }},
};
// clang-format on

std::string FormatHelp() {
  std::string text = "format of profiles, if their content does not show it";
  for (const std::string& name : FormatNames()) text += (text.ends_with("it") ? ": " : ", ") + name;
  return text;
}

}  // namespace

// clang-format off
constexpr OptionRow kKernelRow = {
  .name = "kernel",
  .help = "list the functions of the kernel in a folder of egprof record, which are one row by default",
  .act = [](InputOptions& o, const char*) { o.kernel = true; }};
// clang-format on

const OptionRows& StackRows() {
  static const std::string help = FormatHelp();
  static const OptionRow format = {
      .name = "input-format",
      .value = kMust,
      .metavar = "NAME",
      .help = help.c_str(),
      .act = [](CommandLine& line, InputOptions& o, const char* v) { SetInputFormat(line, o, v); }};
  static const OptionRows rows = UnderHeading("", {format, kFilterRows});
  return rows;
}

}  // namespace egprof
