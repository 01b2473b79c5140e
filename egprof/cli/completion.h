// SPDX-License-Identifier: GPL-3.0-or-later
// What shells need to complete egprof's command lines: made from the option tables, so they cannot lag behind them.
// Tests: tests/cli/completion/run.py asks bash and zsh.
#ifndef EGPROF_CLI_COMPLETION_H_
#define EGPROF_CLI_COMPLETION_H_

#include <string>

namespace egprof {

// A script for bash's `complete`, to be read on first use as completions/egprof.
std::string BashCompletion();

// A function for zsh's compsys: the file _egprof in a folder of fpath.
std::string ZshCompletion();

}  // namespace egprof

#endif  // EGPROF_CLI_COMPLETION_H_
