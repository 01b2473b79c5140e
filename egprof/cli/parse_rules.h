// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for parsing a command line that do not come from the command line itself.
#ifndef EGPROF_CLI_PARSE_RULES_H_
#define EGPROF_CLI_PARSE_RULES_H_

#include <optional>
#include <string>

namespace egprof {

struct ParseRules {
  bool strict = false;           // true if the program is called gprof
  bool posixly_correct = false;  // true if the first operand ends the options
  // The value of GPROF_PATH, if it is set: directories with source files, which are searched after the directories of
  // -I.
  std::optional<std::string> source_path;
};

}  // namespace egprof

#endif  // EGPROF_CLI_PARSE_RULES_H_
