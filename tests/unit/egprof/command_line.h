// SPDX-License-Identifier: GPL-3.0-or-later
// Parses command lines that are written as text in tests.
#ifndef TESTS_UNIT_EGPROF_COMMAND_LINE_H_
#define TESTS_UNIT_EGPROF_COMMAND_LINE_H_

#include <sstream>
#include <string>
#include <vector>

#include "egprof/commands.h"
#include "egprof/gprof/options.h"

namespace egprof {

// Parses a line such as "egprof -b prog". Words are separated by blanks; '' is an empty word.
inline GprofOptions Parse(const std::string& line, bool posixly_correct = false) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word == "''" ? "" : word);
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  ParseRules rules;
  rules.strict = IsGprofName(words.front());
  rules.posixly_correct = posixly_correct;
  return ParseGprofOptions(arguments, rules);
}

}  // namespace egprof

#endif  // TESTS_UNIT_EGPROF_COMMAND_LINE_H_
