// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a command line by the rules of GNU getopt_long, without its global state and without printing.
// Test: tests/unit/egprof/gprof/options_test.cpp.
#ifndef EGPROF_CLI_ARGUMENT_SCANNER_H_
#define EGPROF_CLI_ARGUMENT_SCANNER_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "egprof/cli/option_row.h"
#include "egprof/cli/parse_rules.h"

namespace egprof {

// One option or operand.
struct Argument {
  enum class Kind { kOption, kOperand, kMistake };
  Kind kind = Kind::kOperand;
  const OptionRow* option = nullptr;
  const char* value = nullptr;  // the option's value, null if it has none; or the operand
  std::string mistake;          // getopt's message, without the program's name
  std::size_t place = 0;        // index of the element of the command line in which it begins
  bool alone = true;            // true if the element is only the option's letter: "-s", not "-bs"
};

// Operands may be mixed with options; "--" ends the options. Long names may be abbreviated. gprof's own names are tried
// first, so a new name never makes an abbreviation of an old name ambiguous.
class ArgumentScanner {
 public:
  // `arguments` begins with the program's name.
  ArgumentScanner(std::span<const char* const> arguments, std::span<const OptionRow> table, const ParseRules& rules)
      : arguments_(arguments), table_(table), rules_(rules) {}

  // Returns the next argument; nullopt at the end.
  std::optional<Argument> Next();

 private:
  Argument TakeOperand();
  Argument TakeLetter();
  Argument TakeLong();
  Argument FinishLong(const OptionRow& row, const char* value);
  // Returns the row that `name` abbreviates. If there is none or more than one, returns null and sets `mistake`.
  const OptionRow* Resolve(std::string_view name, std::string_view typed, std::string& mistake) const;
  Argument Mistake(std::string text) const;

  std::span<const char* const> arguments_;
  std::span<const OptionRow> table_;
  ParseRules rules_;
  std::size_t place_ = 1;          // index of the current element
  const char* letters_ = nullptr;  // the rest of a cluster like "-bp"
  bool only_operands_ = false;
};

}  // namespace egprof

#endif  // EGPROF_CLI_ARGUMENT_SCANNER_H_
