// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions of options for the scripts of all shells.
#ifndef EGPROF_CLI_COMPLETION_WORDS_H_
#define EGPROF_CLI_COMPLETION_WORDS_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/cli/option_row.h"

namespace egprof {

// The kind of an option's value, derived from the value's name in --help.
enum class ValueKind { kWords, kFile, kFolders, kOther };

inline ValueKind KindOf(const OptionRow& row) {
  const std::string_view name = row.metavar;
  if (name.find('|') != std::string_view::npos) return ValueKind::kWords;
  if (name == "FILE" || name == "MAP") return ValueKind::kFile;
  return name == "DIRS" ? ValueKind::kFolders : ValueKind::kOther;
}

// Converts "all|gprof" to "all gprof".
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

}  // namespace egprof

#endif  // EGPROF_CLI_COMPLETION_WORDS_H_
