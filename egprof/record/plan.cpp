// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/record/plan.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "egprof/cli/argument_files.h"
#include "egprof/process/program.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::RecordedCommand;

// Returns all combinations of the variables' values; those of the last variable change fastest.
std::vector<Parameters> CombinationsOf(const std::vector<CommandVariable>& variables) {
  std::vector<Parameters> all = {{}};
  for (const CommandVariable& variable : variables) {
    std::vector<Parameters> longer;
    for (const Parameters& parameters : all) {
      for (const std::string& value : variable.values) {
        longer.push_back(parameters);
        longer.back().emplace_back(variable.name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// Returns a hint at forgotten quotes if the first operand is a program and a later one is not: "python3 ./x.py".
std::string HintAtQuotes(const RecordOptions& options, std::size_t at) {
  if (at == 0 || options.shell) return "";
  std::string line;
  for (const Operand& operand : options.operands) line += (line.empty() ? "" : " ") + operand.text;
  return "; each command with its arguments is one word, so quote them: " + options.program + " record '" + line + "'";
}

RecordedCommand CommandFor(const RecordOptions& options, std::size_t at, const Parameters& parameters) {
  RecordedCommand command;
  command.command = WithParameters(options.operands[at].text, parameters);
  command.parameters = parameters;
  command.words = WordsOfCommand(options, command.command);
  const std::optional<std::string> program = FindProgram(command.words.front());
  if (!program) {
    throw Error(ErrorCode::kBadArgument,
                "'" + command.words.front() + "' is not a program that can be started" + HintAtQuotes(options, at));
  }
  command.program = std::filesystem::absolute(*program).lexically_normal();
  return command;
}

void RequireUse(const RecordOptions& options) {
  for (const CommandVariable& variable : options.variables) {
    const std::string mark = "{" + variable.name + "}";
    const bool is_used = std::ranges::any_of(
        options.operands, [&mark](const Operand& operand) { return operand.text.find(mark) != std::string::npos; });
    if (!is_used) throw Error(ErrorCode::kBadArgument, "no command contains " + mark);
  }
}

// Names commands as the user did, or else by their command lines. Commands with equal names get numbers.
void NameCommands(const RecordOptions& options, std::vector<RecordedCommand>& commands) {
  if (options.names.size() > commands.size()) {
    throw Error(ErrorCode::kBadArgument, "-n '" + options.names.back() + "': there is no such command");
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    std::string name = i < options.names.size() ? options.names[i] : commands[i].command;
    const auto is_taken = [&](const std::string& wanted) {
      return std::any_of(commands.begin(), commands.begin() + static_cast<std::ptrdiff_t>(i),
                         [&wanted](const RecordedCommand& before) { return before.name == wanted; });
    };
    for (int number = 2; is_taken(name); ++number) name = commands[i].command + " #" + std::to_string(number);
    commands[i].name = std::move(name);
  }
}

}  // namespace

std::string WithParameters(std::string text, const Parameters& parameters) {
  for (const auto& [name, value] : parameters) {
    const std::string mark = "{" + name + "}";
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

std::vector<std::string> WordsOfCommand(const RecordOptions& options, const std::string& command) {
  if (options.shell) return {options.shell->empty() ? "/bin/sh" : *options.shell, "-c", command};
  if (HasOpenQuote(command)) {
    throw Error(ErrorCode::kBadArgument, "open quote, or a backslash at the end: " + command);
  }
  std::vector<std::string> words = SplitWords(command);
  if (words.empty() || words.front().empty()) throw Error(ErrorCode::kBadArgument, "a command is empty");
  return words;
}

std::vector<RecordedCommand> CommandsOf(const RecordOptions& options) {
  RequireUse(options);
  std::vector<RecordedCommand> commands;
  for (std::size_t at = 0; at < options.operands.size(); ++at) {
    for (const Parameters& parameters : CombinationsOf(options.variables)) {
      commands.push_back(CommandFor(options, at, parameters));
    }
  }
  NameCommands(options, commands);
  return commands;
}

std::vector<std::size_t> RunOrder::Next() {
  std::vector<std::size_t> order(commands_);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (commands_ != 2) {
    // std::shuffle may give another order with another C++ library, for the same seed.
    for (std::size_t left = commands_; left > 1; --left) std::swap(order[left - 1], order[random_() % left]);
    return order;
  }
  begins_with_first_ = is_second_of_block_ ? !begins_with_first_ : random_() % 2 == 0;
  is_second_of_block_ = !is_second_of_block_;
  if (!begins_with_first_) std::swap(order[0], order[1]);
  return order;
}

}  // namespace egprof
