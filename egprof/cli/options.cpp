// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the command line and lets each row of the option table act.
// Test: tests/unit/egprof/cli/options_test.cpp.
#include "egprof/cli/options.h"

#include <algorithm>
#include <string_view>

#include "egprof/cli/argument_scanner.h"
#include "egprof/cli/option_table.h"

namespace egprof {
namespace {

// The operand that keeps an option's place among the files; nothing for options whose place does not matter.
std::optional<Operand::Kind> MarkerOf(const OptionRow& row) {
  if (row.letter == 'b') return Operand::Kind::kBrief;
  if (row.letter == 's') return Operand::Kind::kSum;
  if (row.HasName() && std::string_view(row.name) == "base") return Operand::Kind::kBase;
  if (row.HasName() && std::string_view(row.name) == "subtract") return Operand::Kind::kSubtract;
  return std::nullopt;
}

void Fail(Options& options, Options::Task task, const std::string& text) {
  options.task = task;
  options.failure = options.program + ": " + text + "\n";
}

void Act(Options& options, const Argument& argument) {
  if (auto marker = MarkerOf(*argument.option)) {
    options.operands.push_back({*marker, "", argument.place, argument.alone});
  }
  options.used.push_back(argument.option);
  argument.option->act(options, argument.value);
}

}  // namespace

bool Options::Used(char letter) const {
  return std::any_of(used.begin(), used.end(), [letter](const OptionRow* row) { return row->letter == letter; });
}

bool Options::Used(std::string_view name) const {
  return std::any_of(used.begin(), used.end(),
                     [name](const OptionRow* row) { return row->HasName() && name == row->name; });
}

Options ParseOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  using Task = Options::Task;
  Options options;
  options.program = arguments.empty() ? "egprof" : arguments[0];
  options.strict = rules.strict;
  options.short_form = !rules.strict;

  ArgumentScanner scanner(arguments, OptionTable(), rules);
  while (options.task == Task::kRun) {
    std::optional<Argument> argument = scanner.Next();
    if (!argument) break;
    switch (argument->kind) {
      case Argument::Kind::kOption:
        Act(options, *argument);
        break;
      case Argument::Kind::kOperand:
        options.operands.push_back({Operand::Kind::kFile, argument->value, argument->place, true});
        break;
      case Argument::Kind::kMistake:
        Fail(options, Task::kFailWithUsage, argument->mistake);
        break;
    }
  }
  if (options.task == Task::kRun && options.styles.Has(Style::kFunctionOrder) &&
      options.styles.Has(Style::kFileOrder)) {
    Fail(options, Task::kFail, "Only one of --function-ordering and --file-ordering may be specified.");
  }
  if (rules.source_path) AddSourcePath(options, *rules.source_path);
  return options;
}

bool IsGprofName(std::string_view program) {
  if (auto slash = program.rfind('/'); slash != std::string_view::npos) program.remove_prefix(slash + 1);
  constexpr std::string_view kEnd = "-gprof";
  return program == "gprof" || (program.size() > kEnd.size() && program.substr(program.size() - kEnd.size()) == kEnd);
}

}  // namespace egprof
