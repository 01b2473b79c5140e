// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of command lines that depend on more than one word.
#ifndef EGPROF_CLI_PARSE_RULES_H_
#define EGPROF_CLI_PARSE_RULES_H_

#include <optional>
#include <string>

namespace egprof {

struct ParseRules {
  bool strict = false;           // the program is called gprof
  bool posixly_correct = false;  // the first operand ends the options
  // GPROF_PATH, if it is set: folders with source files, after those of -I.
  std::optional<std::string> source_path;
};

}  // namespace egprof

#endif  // EGPROF_CLI_PARSE_RULES_H_
