// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the words of a command line into the options of a command, by the rules of GNU getopt_long, but without its
// global state and without printing.
// Tests: tests/unit/egprof/cli/option_row_test.cpp, tests/unit/egprof/gprof/options_test.cpp.
#ifndef EGPROF_CLI_WALK_H_
#define EGPROF_CLI_WALK_H_

#include <span>

#include "egprof/cli/option_row.h"

namespace egprof {

// Performs the action of each option, in order, and collects the operands. Ignores everything after --help, --version
// or a mistake. Skips the first word, which is the name of the program or of a command.
void Walk(std::span<const char* const> words, std::span<const OptionRow> rows, const ParseRules& rules,
          CommandLine& line);

// Parses a command line that begins with the program's name and the word of a command. After that, calls each of
// `steps` with the options until one of them reports a mistake.
template <class Options, class... Steps>
Options ParseInSteps(std::span<const char* const> arguments, std::span<const OptionRow> rows, const ParseRules& rules,
                     Steps... steps) {
  Options options;
  options.program = arguments[0];
  Walk(arguments.subspan(1), rows, rules, options);
  const auto run = [&options](auto step) {
    if (options.task == CommandLine::Task::kRun) step(options);
  };
  (run(steps), ...);
  return options;
}

}  // namespace egprof

#endif  // EGPROF_CLI_WALK_H_
