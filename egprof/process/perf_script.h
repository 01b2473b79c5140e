// SPDX-License-Identifier: GPL-3.0-or-later
// Reads perf.data files by running perf, which unwinds stacks, resolves symbols and follows changes of the format.
// Test: tests/cli/stacks/perf_data.py.
#ifndef EGPROF_PROCESS_PERF_SCRIPT_H_
#define EGPROF_PROCESS_PERF_SCRIPT_H_

#include <string>

#include "egprof/process/kernel_symbols.h"
#include "profdiff/context_tree.h"

namespace egprof {

// Starts perf on a file, which may be compressed with gzip, without a shell: reads the numbers of lost samples, and
// returns them with a reader of the output of `perf script`. When the last copy of the reader is destroyed, perf is
// stopped if it has not ended. Errors: kSystem if perf is not installed or cannot be started, or if the file cannot be
// unpacked; kBadCompression. Errors when reading: kSystem if perf fails, with perf's last line as the message.
profdiff::PerfText StartPerfScript(const std::string& path);

// The same for a recording of this machine, which is not packed: perf reads those of the symbols that it needs. With
// null or without symbols, it reads all symbols of the kernel itself.
profdiff::PerfText StartPerfScriptWith(const KernelSymbols* kernel, const std::string& path);

// Takes the place of StartPerfScript if no program may be started. Errors: kSystem, always.
profdiff::PerfText RefusePerfScript(const std::string& path);

}  // namespace egprof

#endif  // EGPROF_PROCESS_PERF_SCRIPT_H_
