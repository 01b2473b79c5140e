// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof trace`.
// Test: tests/unit/egprof/trace/options_test.cpp.
#ifndef EGPROF_TRACE_OPTIONS_H_
#define EGPROF_TRACE_OPTIONS_H_

#include <span>
#include <string>

#include "egprof/cli/option_table.h"
#include "egprof/cli/options.h"
#include "egprof/executions/sides.h"

namespace egprof {

// True if the first argument is the word `trace`, and means this command.
bool IsTraceCommand(std::span<const char* const> arguments, const ImageTest& is_image);

// The options that stand behind `trace`, in the order of --help. Each row acts on Options::trace as well.
std::span<const OptionRow> TraceOptionTable();

// Parses such a line: `trace` is set in what it returns, and the operands are the traces. Regular expressions, scores
// and conditions are looked at here, files are not.
Options ParseTraceOptions(std::span<const char* const> arguments, const ParseRules& rules);

// What --format says, or the ending of the file of --profile: text side by side for one that says nothing.
ProfileFormat ProfileFormatOf(const TraceCommand& trace);

// "0.5s", "20ms", "3us", "7ns", and seconds where there is no unit, as nanoseconds; nothing for any other text.
std::optional<std::uint64_t> ParseTime(std::string_view text);

}  // namespace egprof

#endif  // EGPROF_TRACE_OPTIONS_H_
