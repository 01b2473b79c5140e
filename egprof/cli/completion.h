// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts with which shells complete egprof's command lines. Made from the declarations of options, so that both agree.
// Tests: tests/cli/completion/run.py asks bash, zsh and fish.
#ifndef EGPROF_CLI_COMPLETION_H_
#define EGPROF_CLI_COMPLETION_H_

#include <span>
#include <string>

#include "egprof/cli/command.h"

namespace egprof {

// A script for bash's `complete`, to be read on first use as completions/egprof. The first command has no word.
std::string BashCompletion(std::span<const Command> commands);

// A function for zsh's compsys: the file _egprof in a folder of fpath.
std::string ZshCompletion(std::span<const Command> commands);

// Calls of fish's `complete`: the file egprof.fish in a folder of completions.
std::string FishCompletion(std::span<const Command> commands);

}  // namespace egprof

#endif  // EGPROF_CLI_COMPLETION_H_
