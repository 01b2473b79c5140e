// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of option rows that several commands share.
#ifndef EGPROF_OPTIONS_VALUES_H_
#define EGPROF_OPTIONS_VALUES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/cli/command_line.h"
#include "egprof/options/options.h"

namespace egprof {

// Parses a list of integers such as "2,-1,-1".
std::optional<std::vector<int>> ParseIntegers(std::string_view list);

void SetThreads(CommandLine& line, WorkOptions& options, const char* value);
void SetDemangling(CommandLine& line, LayoutOptions& options, const char* style);
void SetDirection(CommandLine& line, DirectionOptions& options, profdiff::Direction direction);
// Adds a rule "REGEX=NEW" given with --rename or --rename-demangled. `demangled` is true if the rule refers to
// demangled names.
void AddSubstitution(CommandLine& line, RenameOptions& options, const char* text);
void AddRename(CommandLine& line, RenameOptions& options, const char* text, bool demangled);

// Appends a regular expression to a list; reports a mistake if it is invalid.
void AddExpression(CommandLine& line, std::vector<std::string>& expressions, const char* text);

void Choose(OutputOptions& options, Style style, bool wanted);
// Sends a call graph to a file, or to standard output if `file` is null. If a format is given several times, the last
// file replaces the others.
void ChooseGraphFile(OutputOptions& options, const profdiff::GraphFormat& format, const char* file);
// Handles -p and similar options with their optional function names. For example, "-P main" requests a flat profile of
// everything except main.
void ChooseWithSpec(OutputOptions& outputs, FunctionOptions& functions, Style style, profdiff::SpecTable table,
                    bool include, const char* spec);
void ChooseGraph(OutputOptions& outputs, FunctionOptions& functions, bool include, const char* spec);

}  // namespace egprof

#endif  // EGPROF_OPTIONS_VALUES_H_
