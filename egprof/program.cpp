// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that prints, catches exceptions and sets the exit status. Environment variables are read only here and
// in egprof/process, which starts programs.
#include "egprof/program.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "base/text.h"
#include "egprof/cli/argument_files.h"
#include "egprof/cli/help.h"
#include "egprof/cli/libraries.h"
#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/console/message_text.h"
#include "egprof/console/output_file.h"
#include "egprof/console/progress.h"
#include "egprof/console/signals.h"
#include "egprof/console/stages.h"
#include "egprof/console/terminal_text.h"
#include "egprof/executions/memory_need.h"
#include "egprof/executions/sides.h"
#include "egprof/process/memory.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

// Writes to standard output until a write fails.
class StandardOutput {
 public:
  // The text may be shown on the terminal even if standard output is not a terminal, for example by a pager. Unless
  // standard output is a regular file, the progress line is therefore removed before anything is written.
  // `marks` are those in the text of reports; empty for no colours.
  StandardOutput(std::optional<ProgressLine>& progress, bool is_terminal, const profdiff::TextStyles& marks)
      : progress_(progress), terminal_(marks), is_terminal_(is_terminal || !marks.end.empty()) {
    struct stat info;
    shows_ = fstat(STDOUT_FILENO, &info) != 0 || !S_ISREG(info.st_mode);
  }
  void Write(std::string_view text) {
    if (shows_ && !text.empty()) progress_.reset();
    is_terminal_ ? WriteBytes(terminal_.Show(text)) : WriteBytes(text);
  }
  void End() {
    WriteBytes(terminal_.Rest());
    progress_.reset();
  }
  // A closed pipe, as with `head`, is not an error, but a full disk is.
  int error() const { return error_ == EPIPE ? 0 : error_; }

 private:
  void WriteBytes(std::string_view bytes) {
    if (error_ == 0) error_ = WriteAll(STDOUT_FILENO, bytes);
  }

  std::optional<ProgressLine>& progress_;
  TerminalText terminal_;
  bool is_terminal_;
  bool shows_ = true;
  int error_ = 0;
};

constexpr std::string_view kSandbox = "sandbox";

std::string_view AsView(const char* word) { return word; }

// Returns the width of reports: that of the terminal on standard output; otherwise the value of COLUMNS. 0 if it is
// unknown.
std::size_t ReportColumns(bool is_terminal) {
  winsize size{};
  if (is_terminal) return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
  constexpr std::size_t kLeast = 20, kMost = 1000;
  const char* const text = std::getenv("COLUMNS");
  const std::optional<std::size_t> columns = profdiff::NumberFrom<std::size_t>(text == nullptr ? "" : text);
  return columns && *columns >= kLeast && *columns <= kMost ? *columns : 0;
}

bool HasRow(const Command& command, std::string_view name) {
  if (command.rows == nullptr) return false;
  return std::ranges::any_of(command.rows(),
                             [name](const OptionRow& row) { return row.HasName() && row.name == name; });
}

// See https://no-color.org and https://bixense.com/clicolors.
bool WantsColor(const Command& command, const CommandLine& line, bool is_terminal) {
  if (line.strict || line.task != CommandLine::Task::kRun || !HasRow(command, "color")) return false;
  if (line.color != CommandLine::Color::kAuto) return line.color == CommandLine::Color::kAlways;
  const auto value_of = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  if (!value_of("NO_COLOR").empty()) return false;
  const std::string_view force = value_of("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return is_terminal && value_of("TERM") != "dumb";
}

// Prints the remaining output at the end, and returns the exit status.
int Print(const CommandLine& line, Console& console, StandardOutput& standard_output, std::string errors) {
  const std::string& program = line.program;
  standard_output.Write(console.out.head + console.out.text);
  standard_output.End();
  if (int error = standard_output.error()) errors += program + ": standard output: " + std::strerror(error) + "\n";
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  // after an error, egprof prints only the reason, whereas gprof also prints earlier messages
  const bool only_errors = console.messages.own_style() && !errors.empty();
  std::string text = (only_errors ? "" : MessagesText(program, console.messages, is_terminal)) + errors;
  if (is_terminal && line.hints && errors.empty() && !console.hint.empty()) text += "hint: " + console.hint + "\n";
  WriteAll(STDERR_FILENO, is_terminal ? ForTerminal(text) : text);
  if (!errors.empty()) return 1;
  if (!console.messages.left_out().empty()) console.status.LeaveOut();
  return console.status.value();
}

// Returns "PROGRAM: did you mean 'egprof diff'?" if the first argument is neither an option nor a file, but resembles a
// command.
std::string SuggestCommandFor(const CommandLine& line, std::span<const char* const> arguments) {
  std::error_code none;
  if (line.strict || arguments.size() < 2 || *arguments[1] == '-' || std::filesystem::exists(arguments[1], none)) {
    return "";
  }
  const std::string suggestion = SuggestCommand("egprof", arguments[1]);
  return suggestion.empty() ? "" : line.program + ": '" + arguments[1] + "' is not a file" + suggestion + "\n";
}

// True for commands whose operands are files that may be untrusted, and not programs to start.
bool HasSafetyRows(const Command& command) { return HasRow(command, kSandbox); }

// Adds what the user has to know about the sandbox. Errors: kBadArgument if --sandbox was found too late to be obeyed.
void ReportSandbox(const ProgramLine& read, Messages& messages) {
  if (!read.line->sandbox) return;
  if (read.sandbox == SandboxState::kUnsupported) {
    messages.Warn("--sandbox: this kernel has no Landlock, so nothing is restricted");
  } else if (read.sandbox == SandboxState::kNone) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument, "--sandbox must not be abbreviated or follow '--'");
  }
}

// Warns at once of inputs that will take much memory: if it is not there, the other messages are never printed. Errors:
// those of RequireMemory.
void CheckMemory(const CommandLine& line, const Messages& messages) {
  Messages first;
  first.set_own_style(messages.own_style());
  RequireMemory(line, first);
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  const std::string text = MessagesText(line.program, first, is_terminal);
  WriteAll(STDERR_FILENO, is_terminal ? ForTerminal(text) : text);
}

// Returns the text for standard error; empty on success.
std::string RunAndCatch(const Performer& perform, const ProgramLine& read, Console& console) {
  const CommandLine& line = *read.line;
  try {
    ReportSandbox(read, console.messages);
    if (!line.strict && HasSafetyRows(*read.command)) CheckMemory(line, console.messages);
    perform(*read.command, *read.line, console);
  } catch (const profdiff::Error& error) {
    return ErrorText(line.program, error.message(), console.messages.wording());
  } catch (const std::bad_alloc&) {
    return line.program + ": out of memory\n";
  } catch (const std::exception& error) {
    return line.program + ": " + error.what() + "\n";
  }
  return "";
}

// True if only the program's name was typed, where gprof's defaults cannot be meant. gprof itself looks for a.out.
bool IsBare(const CommandLine& line, std::span<const char* const> arguments) {
  std::error_code none;
  return arguments.size() == 1 && !line.strict && !std::filesystem::exists(kDefaultImage, none);
}

std::string Perform(const Performer& perform, const ProgramLine& read, Console& console) {
  const Command& command = *read.command;
  const CommandLine& line = *read.line;
  switch (line.task) {
    case CommandLine::Task::kRun:
      return RunAndCatch(perform, read, console);
    case CommandLine::Task::kVersion:
      console.out.text = VersionText(line.strict);
      return "";
    case CommandLine::Task::kFullVersion:
      console.out.text = VersionText(line.strict) + LibrariesText();
      return "";
    case CommandLine::Task::kHelp:
      console.out.text = HelpText(command, line.program, line.strict, CommandsBeside(command));
      return "";
    case CommandLine::Task::kFail:
      return line.failure;
    case CommandLine::Task::kFailWithUsage:
      return line.failure + UsageText(command, line.program, line.strict);
  }
  return "";
}

// True if the arguments begin with a command that has --sandbox, and contain it before "--".
bool WantsSandbox(std::span<const char* const> arguments) {
  const Command* const named = arguments.size() < 2 ? nullptr : FindCommand(arguments[1]);
  if (!HasSafetyRows(named == nullptr ? kGprofCommand : *named)) return false;
  const auto options = arguments.first(
      static_cast<std::size_t>(std::ranges::find(arguments, std::string_view("--"), AsView) - arguments.begin()));
  return std::ranges::find(options, std::string("--").append(kSandbox), AsView) != options.end();
}

// Must precede everything that reads untrusted files.
SandboxState EnterSandboxFor(std::span<const char* const> arguments, const ParseRules& rules) {
  if (rules.strict || !WantsSandbox(arguments)) return SandboxState::kNone;
  SandboxPaths paths = PathsOf(arguments);
  paths.read.insert(paths.read.end(), {kDefaultImage, "gmon.out"});
  return EnterSandbox(paths);
}

}  // namespace

ProgramLine ReadProgramLine(int argc, char** argv) {
  SetSignalActions();
  GiveBackLargeTables();
  std::vector<std::string> argument_files = ExpandArguments(argc, argv);
  ParseRules rules;
  rules.strict = argc > 0 && IsGprofName(argv[0]);
  rules.posixly_correct = std::getenv("POSIXLY_CORRECT") != nullptr;
  if (const char* folders = std::getenv("GPROF_PATH")) rules.source_path = folders;
  const std::span<const char* const> arguments(argv, static_cast<std::size_t>(argc));
  const SandboxState sandbox = EnterSandboxFor(arguments, rules);
  // a named object, because GCC 13 warns about a temporary
  const std::function<bool(const std::string&)> is_image = profdiff::IsImage;
  const Command& command = ChooseCommand(arguments, is_image);
  return {arguments, &command, command.parse(arguments, rules), std::move(argument_files), sandbox};
}

int RunProgram(int argc, char** argv, const Performer& perform, bool is_forwarded) {
  ProgramLine read;
  try {
    read = ReadProgramLine(argc, argv);
  } catch (const profdiff::Error& error) {  // of the sandbox
    WriteAll(STDERR_FILENO, ErrorText("egprof", error.message(), Wording::kOwn));
    return 1;
  }
  const Command& command = *read.command;
  const std::unique_ptr<CommandLine>& line = read.line;

  Console console;
  console.out.head = line->head;
  console.messages.set_own_style(command.HasWord());
  console.files.AddInputs([&read] { return read.argument_files; });
  const bool is_terminal = !is_forwarded && isatty(STDOUT_FILENO) != 0;
  if (const std::size_t columns = ReportColumns(is_terminal)) {
    console.out.columns = columns;
    console.out.breaks_lines = true;
  }
  if (WantsColor(command, *line, is_terminal)) console.out.styles = MakeMarks();
  std::optional<ProgressLine> progress;
  if (!line->strict && line->task == CommandLine::Task::kRun && isatty(STDERR_FILENO) != 0) {
    progress.emplace(console.stages, STDERR_FILENO);
  }
  StandardOutput standard_output(progress, is_terminal, console.out.styles);
  console.out.receive = [&standard_output](std::string_view text) { standard_output.Write(text); };
  std::string errors = !is_forwarded && IsBare(*line, read.arguments) ? IntroductionText(command, line->program)
                                                                      : Perform(perform, read, console);
  if (!errors.empty() && !command.HasWord()) errors += SuggestCommandFor(*line, read.arguments);
  const int status = Print(*line, console, standard_output, errors);
  console.stages.End();
  if (line->timing) WriteAll(STDERR_FILENO, TimingText(line->program, console.stages));
  return status;
}

}  // namespace egprof
