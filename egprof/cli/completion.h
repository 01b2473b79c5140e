// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts with which shells complete egprof's command lines. They are generated from the declarations of options.
// Tests: tests/cli/completion/run.py, with bash, zsh and fish.
#ifndef EGPROF_CLI_COMPLETION_H_
#define EGPROF_CLI_COMPLETION_H_

#include <span>
#include <string>

#include "egprof/cli/command.h"

namespace egprof {

// Returns a script for bash's `complete`, which bash loads on first use as completions/egprof. The first command is the
// form without a command's word.
std::string BashCompletion(std::span<const Command> commands);

// Returns a function for zsh's compsys: the file _egprof in a directory of fpath.
std::string ZshCompletion(std::span<const Command> commands);

// Returns calls of fish's `complete`: the file egprof.fish in a directory of completions.
std::string FishCompletion(std::span<const Command> commands);

}  // namespace egprof

#endif  // EGPROF_CLI_COMPLETION_H_
