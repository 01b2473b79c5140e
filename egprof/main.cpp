// SPDX-License-Identifier: GPL-3.0-or-later
// egprof: gprof's listings, and the difference of two executions.
// The one place that reads the environment, prints, catches and gives the exit status: 1 after any error, else 0 or
// what a gate says.
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/cli/argument_files.h"
#include "egprof/cli/help.h"
#include "egprof/cli/options.h"
#include "egprof/commands.h"
#include "egprof/console/output.h"
#include "egprof/console/output_file.h"
#include "egprof/console/progress.h"
#include "egprof/console/signals.h"
#include "egprof/console/stages.h"
#include "egprof/console/terminal_text.h"
#include "egprof/diff/command.h"
#include "egprof/diff/options.h"
#include "egprof/gprof/run.h"
#include "egprof/process/memory.h"
#include "egprof/trace/options.h"
#include "egprof/trace/trace.h"
#include "profdiff/image.h"

namespace {

using egprof::Options;
using egprof::Output;
using egprof::ProgressLine;

constexpr int kPartialStatus = 2;  // --keep-going has left something out

// Standard output, until it fails.
class StandardOutput {
 public:
  // What is written to no file may come to a terminal: a line there goes before it.
  explicit StandardOutput(std::optional<ProgressLine>& progress) : progress_(progress) {
    struct stat info;
    shows_ = fstat(STDOUT_FILENO, &info) != 0 || !S_ISREG(info.st_mode);
    is_terminal_ = isatty(STDOUT_FILENO) != 0;
  }
  void Write(std::string_view text) {
    if (shows_ && !text.empty()) progress_.reset();
    is_terminal_ ? WriteBytes(terminal_.Show(text)) : WriteBytes(text);
  }
  void End() {
    WriteBytes(terminal_.Rest());
    progress_.reset();
  }
  // A reader that has left (head) is no error; a full disk is.
  int error() const { return error_ == EPIPE ? 0 : error_; }

 private:
  void WriteBytes(std::string_view bytes) {
    if (error_ == 0) error_ = egprof::WriteAll(STDOUT_FILENO, bytes);
  }

  std::optional<ProgressLine>& progress_;
  egprof::TerminalText terminal_;
  bool is_terminal_ = false;
  bool shows_ = true;
  int error_ = 0;
};

// How wide the terminal is that standard output goes to; 0 where it goes elsewhere.
std::size_t TerminalColumns() {
  winsize size{};
  return isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Prints what is left at the end.
int Print(const std::string& program, const Output& output, StandardOutput& standard_output, std::string errors) {
  standard_output.Write(output.head + output.text);
  standard_output.End();
  if (int error = standard_output.error()) errors += program + ": standard output: " + std::strerror(error) + "\n";
  std::string notes;
  for (const std::string& note : output.library_notes) notes += note + "\n";
  for (const std::string& note : output.notes) notes.append(program).append(": ").append(note).append("\n");
  for (const profdiff::Error& passed : output.passed_over) {
    notes += egprof::ErrorText(program, passed, output.house_style);
  }
  notes += egprof::LeftOutText(program, output);
  if (isatty(STDERR_FILENO) != 0) {
    for (const std::string& hint : output.hints) notes.append(program).append(": ").append(hint).append("\n");
  }
  if (output.house_style && !errors.empty()) notes.clear();  // one line that says why, and nothing beside it
  notes += errors;
  egprof::WriteAll(STDERR_FILENO, isatty(STDERR_FILENO) != 0 ? egprof::ForTerminal(notes) : notes);
  if (!errors.empty()) return 1;
  return output.status == 0 && !output.left_out.empty() ? kPartialStatus : output.status;
}

// Returns what goes to standard error; nothing if all went well.
std::string RunAndCatch(const Options& options, Output& output) {
  try {
    if (options.trace) {
      egprof::RunTrace(options, output);
    } else if (options.diff) {
      egprof::RunDiff(options, output);
    } else {
      egprof::Run(options, output);
    }
  } catch (const profdiff::Error& error) {
    return egprof::ErrorText(options.program, error, output.house_style);
  } catch (const std::bad_alloc&) {
    return options.program + ": out of memory\n";
  } catch (const std::exception& error) {
    return options.program + ": " + error.what() + "\n";
  }
  return "";
}

std::string HelpFor(const Options& options) {
  if (options.trace) return egprof::TraceHelpText(options.program);
  if (options.diff) return egprof::DiffHelpText(options.program);
  return egprof::HelpText(options.program, options.strict);
}

std::string UsageFor(const Options& options) {
  if (options.trace) return egprof::TraceUsageText(options.program);
  if (options.diff) return egprof::DiffUsageText(options.program);
  return egprof::UsageText(options.program, options.strict);
}

Options ParseLine(std::span<const char* const> arguments, const egprof::ParseRules& rules) {
  if (egprof::IsTraceCommand(arguments, profdiff::IsImage)) return egprof::ParseTraceOptions(arguments, rules);
  if (egprof::IsCommand("diff", arguments, profdiff::IsImage)) return egprof::ParseDiffOptions(arguments, rules);
  return egprof::ParseOptions(arguments, rules);
}

std::string Perform(const Options& options, Output& output) {
  switch (options.task) {
    case Options::Task::kRun:
      return RunAndCatch(options, output);
    case Options::Task::kVersion:
      output.text = egprof::VersionText(options.strict);
      return "";
    case Options::Task::kHelp:
      output.text = HelpFor(options);
      return "";
    case Options::Task::kFail:
      return options.failure;
    case Options::Task::kFailWithUsage:
      return options.failure + UsageFor(options);
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  egprof::SetSignalActions();
  egprof::GiveBackLargeTables();
  std::vector<std::string> argument_files = egprof::ExpandArguments(argc, argv);
  egprof::ParseRules rules;
  rules.strict = argc > 0 && egprof::IsGprofName(argv[0]);
  rules.posixly_correct = std::getenv("POSIXLY_CORRECT") != nullptr;
  if (const char* folders = std::getenv("GPROF_PATH")) rules.source_path = folders;
  const std::span<const char* const> arguments(argv, static_cast<std::size_t>(argc));
  Options options = ParseLine(arguments, rules);
  options.argument_files = std::move(argument_files);

  Output output;
  if (const std::size_t columns = TerminalColumns()) output.columns = columns;
  std::optional<ProgressLine> progress;
  if (!options.strict && options.task == Options::Task::kRun && isatty(STDERR_FILENO) != 0) {
    progress.emplace(output.stages, STDERR_FILENO);
  }
  StandardOutput standard_output(progress);
  output.sink = [&standard_output](std::string_view text) { standard_output.Write(text); };
  egprof::ReportDebugLevels(options, output);
  std::string errors = Perform(options, output);
  const int status = Print(options.program, output, standard_output, errors);
  output.stages.End();
  if (options.timing) egprof::WriteAll(STDERR_FILENO, egprof::TimingText(options.program, output.stages));
  return status;
}
