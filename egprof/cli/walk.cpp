// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the command line and applies the row of each option.
#include "egprof/cli/walk.h"

#include <optional>

#include "egprof/cli/argument_scanner.h"
#include "egprof/cli/values.h"

namespace egprof {
namespace {

void ActOn(const Argument& argument, CommandLine& line) {
  const OptionRow& row = *argument.option;
  if (row.marks != Operand::Kind::kFile) line.operands.push_back({row.marks, "", argument.place, argument.alone});
  line.used.push_back(&row);
  if (row.act) row.act(line, row, argument.value);
}

}  // namespace

void Walk(std::span<const char* const> words, std::span<const OptionRow> rows, const ParseRules& rules,
          CommandLine& line) {
  ArgumentScanner scanner(words, rows, rules);
  while (line.task == CommandLine::Task::kRun) {
    const std::optional<Argument> argument = scanner.Next();
    if (!argument) return;
    switch (argument->kind) {
      case Argument::Kind::kOption:
        ActOn(*argument, line);
        break;
      case Argument::Kind::kOperand:
        line.operands.push_back({Operand::Kind::kFile, argument->value, argument->place, true});
        break;
      case Argument::Kind::kMistake:
        FailWithUsage(line, argument->mistake);
        break;
    }
  }
}

}  // namespace egprof
