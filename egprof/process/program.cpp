// SPDX-License-Identifier: GPL-3.0-or-later
// Starts other programs without a shell, waits for them and stops them.
//
// Tests: tests/cli/search/run.py, tests/cli/stacks/perf_data.py.
#include "egprof/process/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/parse_text.h"

extern char** environ;

namespace egprof {
namespace {

// The signals that are reset to their default actions in started programs: this process may have changed their actions,
// or inherited them as ignored.
constexpr int kResetSignals[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// Returns a null-terminated array of arguments, as exec() expects.
std::vector<char*> PointersTo(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Arguments of posix_spawn(), freed by the destructor.
class SpawnPlan {
 public:
  explicit SpawnPlan(const ProgramStart& start) {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    AddDescriptor(start.input, STDIN_FILENO, O_RDONLY);
    AddDescriptor(start.output, STDOUT_FILENO, O_WRONLY);
    AddDescriptor(start.messages, STDERR_FILENO, O_WRONLY);
    short flags = POSIX_SPAWN_SETSIGDEF;
    sigset_t reset;
    sigemptyset(&reset);
    for (const int number : kResetSignals) sigaddset(&reset, number);
    posix_spawnattr_setsigdefault(&attributes, &reset);
    if (start.own_group) flags |= POSIX_SPAWN_SETPGROUP;
    if (start.signals != nullptr) {
      posix_spawnattr_setsigmask(&attributes, start.signals);
      flags |= POSIX_SPAWN_SETSIGMASK;
    }
    posix_spawnattr_setflags(&attributes, flags);
  }
  ~SpawnPlan() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

 private:
  void AddDescriptor(int from, int to, int mode) {
    // Without a descriptor, /dev/null is used: input is empty, and output is discarded.
    if (from < 0) {
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", mode, 0);
    } else {
      posix_spawn_file_actions_adddup2(&actions, from, to);
    }
  }
};

// True if a variable "NAME=value" has the same name as one of `settings`.
bool IsSet(std::string_view variable, const std::vector<std::string>& settings) {
  const std::string_view name = variable.substr(0, variable.find('=') + 1);
  return std::ranges::any_of(settings, [name](const std::string& setting) { return setting.starts_with(name); });
}

// Returns the environment of this process with `settings` in it, plus those of `variables` whose names it does not
// contain.
std::vector<char*> EnvironmentWith(std::vector<std::string>& variables, std::vector<std::string>& settings) {
  std::vector<char*> all;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (!IsSet(*variable, settings)) all.push_back(*variable);
  }
  for (std::string& setting : settings) all.push_back(setting.data());
  for (std::string& variable : variables) {
    if (std::getenv(variable.substr(0, variable.find('=')).c_str()) == nullptr) all.push_back(variable.data());
  }
  all.push_back(nullptr);
  return all;
}

bool IsProgram(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

// Searches the entries of PATH for a program. `folder_of` returns the directory that an entry stands for; empty if it
// is passed over.
template <class FolderOf>
std::optional<std::string> FindInPath(const std::string& name, FolderOf folder_of) {
  const char* const path = std::getenv("PATH");
  std::string_view entries = path == nullptr ? "/bin:/usr/bin" : path;
  while (!name.empty()) {
    const std::size_t colon = entries.find(':');
    const std::string folder = folder_of(entries.substr(0, colon));
    const std::string file = folder + "/" + name;
    if (!folder.empty() && IsProgram(file)) return file;
    if (colon == std::string_view::npos) break;
    entries.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

}  // namespace

pid_t StartProgram(const ProgramStart& start, int& error) {
  std::vector<std::string> words = start.words, variables = start.variables, settings = start.settings;
  const std::vector<char*> arguments = PointersTo(words), environment = EnvironmentWith(variables, settings);
  const SpawnPlan plan(start);
  pid_t process = 0;
  // posix_spawnp() is cheaper than fork() for a process with large tables, and safe if there are several threads.
  error = posix_spawnp(&process, arguments[0], &plan.actions, &plan.attributes, arguments.data(), environment.data());
  return error == 0 ? process : 0;
}

int WaitForProgram(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

std::string EndText(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return "killed by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
  }
  return WEXITSTATUS(status) == 0 ? "" : "exit status " + std::to_string(WEXITSTATUS(status));
}

std::vector<std::string> LastLines(std::FILE* file, std::size_t count) {
  // Reads only the last part, because a failing program can write messages during its whole run.
  constexpr long kRead = 8192;                                     // bytes
  if (std::fseek(file, -kRead, SEEK_END) != 0) std::rewind(file);  // a shorter file is read as a whole
  std::string text(kRead, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::vector<std::string> lines;
  while (lines.size() < count) {
    text.erase(text.find_last_not_of("\n ") + 1);
    if (text.empty()) break;
    const std::size_t line = text.rfind('\n') + 1;  // index of the last line; 0 if there is no line feed
    lines.insert(lines.begin(), text.substr(line));
    text.erase(line);
  }
  return lines;
}

std::optional<std::string> FindProgram(const std::string& word) {
  if (word.find('/') != std::string::npos) return IsProgram(word) ? std::optional(word) : std::nullopt;
  // As for execvp(3), an empty entry is the working directory.
  return FindInPath(word, [](std::string_view folder) { return std::string(folder.empty() ? "." : folder); });
}

std::optional<std::string> FindTool(const std::string& name) {
  return FindInPath(name, [](std::string_view folder) { return std::string(folder.starts_with('/') ? folder : ""); });
}

int BecomeProgram(std::vector<std::string> words) {
  const std::vector<char*> arguments = PointersTo(words);
  // Signals that this process ignores would stay ignored after exec().
  for (const int number : kResetSignals) std::signal(number, SIG_DFL);
  execvp(arguments[0], arguments.data());
  return errno;
}

std::string OwnPath() {
  std::error_code error;
  const std::string path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "egprof" : path;
}

std::optional<unsigned> RankIn(const FindVariable& variable) {
  // Variables of Open MPI, PMIx, MPICH (PMI), MVAPICH and Slurm. The order matters: under Slurm, SLURM_PROCID also
  // exists in processes that mpirun started, where it has another meaning.
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID"}) {
    const std::optional<std::string> value = variable(name);
    if (!value) continue;
    if (const auto rank = profdiff::NumberFrom<unsigned>(*value)) return rank;
  }
  return std::nullopt;
}

std::optional<unsigned> OwnRank() {
  return RankIn([](const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  });
}

SignalWatch::SignalWatch() {
  sigemptyset(&watched_);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&watched_, number);
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
}

SignalWatch::~SignalWatch() {
  WasInterrupted();  // accepts pending signals, which would end the program when signals are unblocked
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool SignalWatch::WasInterrupted() {
  Wait(std::chrono::nanoseconds(0));
  return was_interrupted_;
}

void SignalWatch::Wait(std::chrono::nanoseconds time) {
  constexpr long kSecond = 1000000000;
  const timespec limit = {static_cast<time_t>(time.count() / kSecond), static_cast<long>(time.count() % kSecond)};
  const int number = sigtimedwait(&watched_, nullptr, &limit);
  if (number > 0 && number != SIGCHLD) was_interrupted_ = true;
}

WatchedProgram::WatchedProgram(ProgramStart start, SignalWatch& watch) : watch_(watch) {
  // The program gets its own process group: a signal to the group reaches everything that the program has started, and
  // Ctrl-C at the terminal does not reach the group.
  start.own_group = true;
  start.signals = &watch.before();
  process_ = StartProgram(start, error_);
}

WatchedProgram::~WatchedProgram() { Stop(); }

bool WatchedProgram::HasEnded() {
  if (process_ != 0 && waitpid(process_, &status_, WNOHANG) == process_) process_ = 0;
  return process_ == 0;
}

WatchedProgram::State WatchedProgram::WaitUntil(Time end) {
  for (;;) {
    // Must precede HasEnded(): WasInterrupted() may also accept the SIGCHLD that reports the program's end. If
    // HasEnded() came first and the program ended in between, Wait() would wait for that signal in vain.
    const bool is_interrupted = watch_.WasInterrupted();
    if (HasEnded()) return State::kEnded;
    if (is_interrupted) return State::kInterrupted;
    const Time now = std::chrono::steady_clock::now();
    if (now >= end) return State::kTimeOver;
    watch_.Wait(end - now);
  }
}

void WatchedProgram::Stop() {
  constexpr std::chrono::seconds kPatience(10);
  if (HasEnded()) return;
  // A negative number addresses the process group (kill(2)).
  const pid_t group = process_;
  watch_.Forget();
  kill(-group, SIGTERM);
  const State state = WaitUntil(std::chrono::steady_clock::now() + kPatience);
  kill(-group, SIGKILL);  // sent even after the program has ended, because processes that it started may still run
  if (state == State::kEnded) return;
  status_ = WaitForProgram(process_);
  process_ = 0;
}

}  // namespace egprof
