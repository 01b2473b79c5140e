// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the gprof-compatible form: gprof's own options, and options for differences.
// Test: tests/unit/egprof/gprof/options_test.cpp.
#ifndef EGPROF_GPROF_OPTIONS_H_
#define EGPROF_GPROF_OPTIONS_H_

#include <span>
#include <string_view>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"

namespace egprof {

struct GprofOptions : CommandLine,
                      WorkOptions,
                      LayoutOptions,
                      RenameOptions,
                      FunctionOptions,
                      FileOptions,
                      InputOptions,
                      SourceOptions,
                      SideOptions,
                      ComparisonOptions,
                      OutputOptions {
  std::vector<unsigned> debug_levels;  // element i contains the bits of the first i + 1 options -d
};

std::span<const OptionRow> GprofRows();

// Parses a whole command line that begins with the program's name. Options act in order, so arguments after -v, -h or a
// mistake are ignored.
// Source: GPROF.md, section 1.
GprofOptions ParseGprofOptions(std::span<const char* const> arguments, const ParseRules& rules);

// Appends directories, separated by colons, to the search path for source files. Empty names are kept.
void AddSourcePath(SourceOptions& options, std::string_view list);

}  // namespace egprof

#endif  // EGPROF_GPROF_OPTIONS_H_
