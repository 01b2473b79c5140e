// SPDX-License-Identifier: GPL-3.0-or-later
// Shell completion scripts for egprof, generated from the declarations of its options.
// Tests: tests/cli/completion/run.py, with bash, zsh and fish.
#ifndef EGPROF_CLI_COMPLETION_H_
#define EGPROF_CLI_COMPLETION_H_

#include <span>
#include <string>

#include "egprof/cli/command.h"

namespace egprof {

// Returns a completion script for bash, which loads it as completions/egprof on first use. The first command must be
// the one without a command word.
std::string BashCompletion(std::span<const Command> commands);

// Returns a function for zsh's compsys, to be installed as the file _egprof in a directory of fpath.
std::string ZshCompletion(std::span<const Command> commands);

// Returns calls of fish's `complete`, to be installed as the file egprof.fish in a directory of completions.
std::string FishCompletion(std::span<const Command> commands);

}  // namespace egprof

#endif  // EGPROF_CLI_COMPLETION_H_
