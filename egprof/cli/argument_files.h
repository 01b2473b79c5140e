// SPDX-License-Identifier: GPL-3.0-or-later
// Command-line arguments that are stored in files.
#ifndef EGPROF_CLI_ARGUMENT_FILES_H_
#define EGPROF_CLI_ARGUMENT_FILES_H_

#include <string>
#include <string_view>
#include <vector>

namespace egprof {

// Replaces each @FILE with the arguments in FILE, as all programs of binutils do, and returns the files that were read,
// including those named within such files. The new arguments live as long as the program.
std::vector<std::string> ExpandArguments(int& argc, char**& argv);

// Splits a text into words by a shell's rules for quotes and backslashes; other shell syntax has no effect.
std::vector<std::string> SplitWords(const std::string& text);

// True if a quote in the text is not closed, or its last character is a backslash that escapes nothing.
bool HasOpenQuote(std::string_view text);

}  // namespace egprof

#endif  // EGPROF_CLI_ARGUMENT_FILES_H_
