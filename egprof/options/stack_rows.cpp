// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/options/stack_rows.h"

#include <cstring>
#include <string>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/options/options.h"
#include "egprof/options/values.h"
#include "profdiff/context_tree.h"
#include "profdiff/digest.h"

namespace egprof {
namespace {

// Returns the values of --input-format: "gmon" and the names of all other formats.
std::vector<std::string> FormatNames() {
  std::vector<std::string> names = {"gmon"};
  for (std::size_t i = 0; i < profdiff::kStackFormats; ++i) {
    names.emplace_back(profdiff::StackFormatName(static_cast<profdiff::StackFormat>(i)));
  }
  return names;
}

void SetInputFormat(CommandLine& line, InputOptions& options, const char* name) {
  options.only_gmon = std::strcmp(name, "gmon") == 0;
  options.stacks.format = profdiff::FindStackFormat(name);
  if (options.only_gmon || options.stacks.format) return;
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

}  // namespace

// clang-format off
constexpr OptionRow kStackRows[9] = {
  {.name = "input-format", .value = kMust, .metavar = "NAME",
   .help = "format of profiles, if their content does not show it: gmon, perf, perf.data, callgrind, pprof, folded, "
           "speedscope, firefox, cpuprofile",
   .act = [](CommandLine& line, InputOptions& o, const char* v) { SetInputFormat(line, o, v); }},
  {.name = "event", .value = kMust, .metavar = "NAME",
   .help = "the event that was counted or timed; default: a clock, cycles or the first event",
   .needs = &kOtherProfilers,
   .act = [](InputOptions& o, const char* v) { o.stacks.event = v; }},
  {.name = "unit", .value = kMust, .metavar = "ns|us|ms|s|bytes|NAME",
   .help = "unit of the numbers in folded stacks; default: samples",
   .needs = &kOtherProfilers,
   .act = [](InputOptions& o, const char* v) { o.stacks.unit = v; }},
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

}  // namespace egprof
