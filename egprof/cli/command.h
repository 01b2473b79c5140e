// SPDX-License-Identifier: GPL-3.0-or-later
// A command of egprof, as declared in its own folder. Dispatch, --help, completion and tests are derived from this
// declaration. All commands are listed in egprof/commands.h.
#ifndef EGPROF_CLI_COMMAND_H_
#define EGPROF_CLI_COMMAND_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "egprof/cli/option_row.h"

namespace profdiff {
struct InputNeed;
}

namespace egprof {

struct Console;

// A word that an option accepts as its value, and the word's meaning.
struct HelpWord {
  std::string word, meaning;
};

struct Command {
  const char* word = "";           // empty for the gprof-compatible form, which has no command word
  const char* summary = "";        // description in the list of commands; shorter than a line
  const char* operands = "";       // usage lines, without the command word; gprof's own usage comes first
  const char* about = "";          // the paragraph between usage and options in --help
  const char* more = "";           // continuation of `about`; omitted if the program is called gprof
  const char* notes = "";          // the paragraph after the options
  const char* words_heading = "";  // heading of the list of `words`, which follows the notes
  std::vector<HelpWord> (*words)() = nullptr;
  // True if the first operand is one of `words`, the second a store, and the others are paths in it; for completion.
  bool has_verbs = false;
  // What an operand is, such as "trace", for shell completion; null if operands are command words, as for `help`.
  const char* operand = nullptr;
  // Returns the kinds of inputs that operands may be; null if operands are no inputs.
  std::span<const profdiff::InputNeed> (*takes)() = nullptr;
  const char* synonyms = "";    // other words for the command that people try, separated by blanks, for suggestions
  const char* examples = "";    // command lines without the program's name, after the forms in --help
  const char* page = "egprof";  // name of the manual page
  std::span<const OptionRow> (*rows)() = nullptr;
  // Parses a command line that begins with the program's name. Files are not opened.
  std::unique_ptr<CommandLine> (*parse)(std::span<const char* const> arguments, const ParseRules& rules) = nullptr;
  // Executes what `parse` returned. Output that precedes an error stays in `console`. Errors: profdiff::Error.
  void (*run)(const CommandLine& line, Console& console) = nullptr;

  bool HasWord() const { return *word != '\0'; }
};

// Implements `takes` with a list of kinds.
template <auto& kNeeds>
std::span<const profdiff::InputNeed> Taking() {
  return kNeeds;
}

// Implement `parse` and `run` for a command whose options are of the type Options.
template <class Options, Options (*kParse)(std::span<const char* const>, const ParseRules&)>
std::unique_ptr<CommandLine> ParseTo(std::span<const char* const> arguments, const ParseRules& rules) {
  return std::make_unique<Options>(kParse(arguments, rules));
}
template <class Options, void (*kRun)(Options, Console&)>
void RunOn(const CommandLine& line, Console& console) {
  kRun(dynamic_cast<const Options&>(line), console);
}

}  // namespace egprof

#endif  // EGPROF_CLI_COMMAND_H_
