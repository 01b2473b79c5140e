// SPDX-License-Identifier: GPL-3.0-or-later
// A command of egprof as it is declared in its own folder: dispatch, --help, completion and tests are made from it.
// The list of them is egprof/commands.h.
#ifndef EGPROF_CLI_COMMAND_H_
#define EGPROF_CLI_COMMAND_H_

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/cli/parse_rules.h"

namespace egprof {

struct Output;

// A word that an option's value may have, and its meaning.
struct HelpWord {
  std::string word, meaning;
};

struct Command {
  const char* word = "";           // empty: the form without a word, which is gprof's
  const char* summary = "";        // for the list of commands: part of a line
  const char* operands = "";       // for the usage: what follows the word, a form a line; gprof's form first
  const char* about = "";          // the paragraph between usage and options in --help
  const char* more = "";           // what follows it but under gprof's name
  const char* notes = "";          // the paragraph after the options
  const char* words_heading = "";  // of the words after the notes
  std::vector<HelpWord> (*words)() = nullptr;
  const char* operand = nullptr;  // what an operand is, all of them files; null: the word of a command
  const char* page = "egprof";    // of the manual
  std::span<const OptionRow> (*rows)() = nullptr;
  // Takes a command line apart, the program's name first. Files are not opened.
  std::unique_ptr<CommandLine> (*parse)(std::span<const char* const> arguments, const ParseRules& rules) = nullptr;
  // Does what `parse` found. What there was to print before an error stays in the output.
  // Errors: profdiff::Error.
  void (*run)(const CommandLine& line, Output& output) = nullptr;

  bool HasWord() const { return *word != '\0'; }
};

// `parse` and `run` of a command whose options are of the type Options.
template <class Options, Options (*kParse)(std::span<const char* const>, const ParseRules&)>
std::unique_ptr<CommandLine> ParseTo(std::span<const char* const> arguments, const ParseRules& rules) {
  return std::make_unique<Options>(kParse(arguments, rules));
}
template <class Options, void (*kRun)(Options, Output&)>
void RunOn(const CommandLine& line, Output& output) {
  kRun(dynamic_cast<const Options&>(line), output);
}

}  // namespace egprof

#endif  // EGPROF_CLI_COMMAND_H_
