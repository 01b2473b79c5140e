// SPDX-License-Identifier: GPL-3.0-or-later
// Reads perf's own files by running perf, which unwinds stacks, finds symbols and follows changes of the format.
// Test: tests/cli/stacks/perf_data.py.
#ifndef EGPROF_PROCESS_PERF_SCRIPT_H_
#define EGPROF_PROCESS_PERF_SCRIPT_H_

#include <string>

#include "profdiff/context_tree.h"

namespace egprof {

// Starts `perf script` on a file, without a shell, and returns what reads its output. The process ends with the last
// copy of that, and is stopped if not everything was read.
// Errors: kSystem where perf is not installed, or cannot be started; of reading, where perf ends with an error: the
// message is perf's last line.
profdiff::ByteReader StartPerfScript(const std::string& path);

}  // namespace egprof

#endif  // EGPROF_PROCESS_PERF_SCRIPT_H_
