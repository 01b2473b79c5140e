// SPDX-License-Identifier: GPL-3.0-or-later
// Command-line arguments that are stored in files.
#ifndef EGPROF_CLI_ARGUMENT_FILES_H_
#define EGPROF_CLI_ARGUMENT_FILES_H_

#include <string>
#include <string_view>
#include <vector>

namespace egprof {

// Replaces each @FILE with the arguments in FILE, as all programs of binutils do, and returns the files that were read,
// including those named within such files. The new arguments remain valid until the program ends.
std::vector<std::string> ExpandArguments(int& argc, char**& argv);

// Splits a string into words by a shell's rules for quotes and backslashes. Other shell syntax is not interpreted.
std::vector<std::string> SplitWords(const std::string& text);

// True if a quote in the string is not closed, or if the string ends with a backslash that escapes nothing.
bool HasOpenQuote(std::string_view text);

}  // namespace egprof

#endif  // EGPROF_CLI_ARGUMENT_FILES_H_
