// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a command line that all commands have. A command derives its own options from it.
#ifndef EGPROF_CLI_COMMAND_LINE_H_
#define EGPROF_CLI_COMMAND_LINE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace egprof {

struct OptionRow;

// A file on the command line, or an option such as --subtract, whose position determines the sides of the files before
// and after it.
struct Operand {
  enum class Kind { kFile, kBase, kSubtract, kBrief, kSum };
  Kind kind = Kind::kFile;
  std::string text;       // the file's name
  std::size_t place = 0;  // index of the argument that contains the file or option
  bool alone = true;      // true for "-s", not for "-bs" or "--sum"
};

// Rules for parsing a command line that do not come from the command line itself.
struct ParseRules {
  bool strict = false;           // true if the program is called gprof
  bool posixly_correct = false;  // true if the first operand ends the options
  // Value of GPROF_PATH, if it is set: directories of source files, which are searched after those of -I.
  std::optional<std::string> source_path;
  // The option that the word "--" stands for; null if "--" ends the options. It is a row of the command's table.
  const OptionRow* dashes = nullptr;
};

struct CommandLine {
  CommandLine() = default;
  CommandLine(const CommandLine&) = default;
  CommandLine(CommandLine&&) = default;
  CommandLine& operator=(const CommandLine&) = default;
  CommandLine& operator=(CommandLine&&) = default;
  // virtual because the options of any command are owned through a pointer to this base
  virtual ~CommandLine() = default;

  // `failure` contains the lines for standard error if the task is kFail or kFailWithUsage.
  enum class Task { kRun, kVersion, kFullVersion, kHelp, kFail, kFailWithUsage };
  Task task = Task::kRun;
  std::string failure;

  std::string program;  // name of the program as typed
  bool strict = false;  // true if the program is called gprof: only gprof's options are accepted
  bool timing = false;  // --timing
  // --color: whether reports are shown in colour; by default on a terminal
  enum class Color { kAuto, kAlways, kNever };
  Color color = Color::kAuto;
  bool hints = true;  // false after --no-hints
  bool sandbox = false;
  std::optional<std::uint64_t> memory;  // --memory, in bytes
  std::string head;                     // text that comes first on standard output, whatever the task

  std::vector<Operand> operands;
  std::vector<const OptionRow*> used;  // all options on the command line, in order

  bool Used(std::string_view name) const;
};

}  // namespace egprof

#endif  // EGPROF_CLI_COMMAND_LINE_H_
