// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/gprof/options.h"

#include <cstdio>
#include <string>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"

namespace egprof {
namespace {

// Returns the lines that gprof prints while it parses the command line, one for each -d. gprof's later debug output is
// omitted.
std::string DebugLevels(const std::vector<unsigned>& levels) {
  std::string text;
  for (unsigned level : levels) {
    char line[40];
    std::snprintf(line, sizeof line, "[main] debug-level=0x%x\n", level);
    text += line;
  }
  return text;
}

}  // namespace

GprofOptions ParseGprofOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  GprofOptions options;
  options.program = arguments.empty() ? "egprof" : arguments[0];
  options.strict = rules.strict;
  options.short_form = !rules.strict;
  Walk(arguments, GprofRows(), rules, options);
  if (options.task == CommandLine::Task::kRun && options.styles.Has(Style::kFunctionOrder) &&
      options.styles.Has(Style::kFileOrder)) {
    Fail(options, "Only one of --function-ordering and --file-ordering may be specified.");
  }
  if (rules.source_path) AddSourcePath(options, *rules.source_path);
  options.head = DebugLevels(options.debug_levels);
  return options;
}

}  // namespace egprof
