// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a command line apart by the rules of GNU getopt_long, without its global state and without printing.
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
  const char* value = nullptr;  // of an option, null if it has none; or the operand
  std::string mistake;          // getopt's words, without the program's name
  std::size_t place = 0;        // which element of the command line it is or begins in
  bool alone = true;            // the element is the option's letter and nothing else: "-s", not "-bs"
};

// Operands may be mixed with options; "--" ends the options. Long names may be abbreviated. gprof's own names are
// tried first, alone: a new name never takes an abbreviation away from an old one.
class ArgumentScanner {
 public:
  // `arguments` begins with the program's name.
  ArgumentScanner(std::span<const char* const> arguments, std::span<const OptionRow> table, const ParseRules& rules)
      : arguments_(arguments), table_(table), rules_(rules) {}

  // The next one; nothing at the end.
  std::optional<Argument> Next();

 private:
  Argument TakeOperand();
  Argument TakeLetter();
  Argument TakeLong();
  Argument FinishLong(const OptionRow& row, const char* value);
  // The row that `name` abbreviates. Null, with `mistake` set, if there is none or more than one.
  const OptionRow* Resolve(std::string_view name, std::string_view typed, std::string& mistake) const;
  Argument Mistake(std::string text) const;

  std::span<const char* const> arguments_;
  std::span<const OptionRow> table_;
  ParseRules rules_;
  std::size_t place_ = 1;          // of the element in hand
  const char* letters_ = nullptr;  // the rest of a cluster like "-bp"
  bool only_operands_ = false;
};

}  // namespace egprof

#endif  // EGPROF_CLI_ARGUMENT_SCANNER_H_
