// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments that are kept in files.
#ifndef EGPROF_CLI_ARGUMENT_FILES_H_
#define EGPROF_CLI_ARGUMENT_FILES_H_

#include <string>
#include <string_view>
#include <vector>

namespace egprof {

// Puts the arguments that FILE holds in the place of @FILE, as all programs of binutils do, and returns the files that
// were read: those named within such files as well. The new arguments live as long as the program.
std::vector<std::string> ExpandArguments(int& argc, char**& argv);

// The words of a text, with a shell's quotes and backslashes, and nothing else of a shell.
std::vector<std::string> SplitWords(const std::string& text);

// True if a quote in the text is not closed, or its last character is a backslash that escapes nothing.
bool HasOpenQuote(std::string_view text);

}  // namespace egprof

#endif  // EGPROF_CLI_ARGUMENT_FILES_H_
