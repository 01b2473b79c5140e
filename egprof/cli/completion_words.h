// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions of options for the scripts of all shells.
#ifndef EGPROF_CLI_COMPLETION_WORDS_H_
#define EGPROF_CLI_COMPLETION_WORDS_H_

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/cli/command.h"

namespace egprof {

// The kind of an option's value, derived from the value's name in --help.
enum class ValueKind { kWords, kFile, kFolders, kOther };

inline ValueKind KindOf(const OptionRow& row) {
  const std::string_view name = row.metavar;
  if (name.find('|') != std::string_view::npos) return ValueKind::kWords;
  if (name == "FILE" || name == "MAP") return ValueKind::kFile;
  return name == "DIRS" ? ValueKind::kFolders : ValueKind::kOther;
}

// Returns the words that an option accepts, for example "all gprof" for the metavar "all|gprof".
inline std::string WordsOf(const OptionRow& row) {
  std::string words = row.metavar;
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

// Returns all spellings of an option, without its value.
inline std::vector<std::string> Spellings(const OptionRow& row) {
  std::vector<std::string> spellings;
  if (row.letter != '\0') spellings.push_back(std::string("-") + row.letter);
  if (row.HasName()) spellings.push_back(std::string("--") + row.name);
  return spellings;
}

// Returns the verbs of a command that has verbs, such as "add list".
inline std::string VerbsOf(const Command& command) {
  std::string verbs;
  for (const HelpWord& word : command.words()) {
    verbs += (verbs.empty() ? "" : " ") + word.word.substr(0, word.word.find(' '));
  }
  return verbs;
}

// Returns the words of all commands, such as "diff trace".
inline std::string WordsOfAll(std::span<const Command> commands) {
  std::string words;
  for (const Command& command : commands) {
    if (command.HasWord()) words += (words.empty() ? "" : " ") + std::string(command.word);
  }
  return words;
}

}  // namespace egprof

#endif  // EGPROF_CLI_COMPLETION_WORDS_H_
