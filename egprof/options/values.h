// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of option rows that several commands share.
#ifndef EGPROF_OPTIONS_VALUES_H_
#define EGPROF_OPTIONS_VALUES_H_

#include <optional>
#include <string_view>
#include <vector>

#include "egprof/cli/command_line.h"
#include "egprof/options/options.h"

namespace egprof {

// "2,-1,-1".
std::optional<std::vector<int>> ParseIntegers(std::string_view list);

void SetThreads(CommandLine& line, WorkOptions& options, const char* value);
void SetDemangling(CommandLine& line, LayoutOptions& options, const char* style);
void SetDirection(CommandLine& line, DirectionOptions& options, profdiff::Direction direction);
// `demangled`: the rule concerns demangled names.
void AddRename(CommandLine& line, RenameOptions& options, const char* text, bool demangled);

void Choose(OutputOptions& options, Style style, bool wanted);
// A call graph to a file, or to standard output where that is null; the last file of a format counts.
void ChooseGraphFile(OutputOptions& options, const profdiff::GraphFormat& format, const char* file);
// -p and its like. "-P main" wants a flat profile, of everything but main.
void ChooseWithSpec(ProfileOptions& options, Style style, profdiff::SpecTable table, bool include, const char* spec);
void ChooseGraph(ProfileOptions& options, bool include, const char* spec);

}  // namespace egprof

#endif  // EGPROF_OPTIONS_VALUES_H_
