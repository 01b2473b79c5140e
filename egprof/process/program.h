// SPDX-License-Identifier: GPL-3.0-or-later
// Starts other programs without a shell.
// Tests: tests/cli/search/run.py, tests/cli/stacks/perf_data.py.
#ifndef EGPROF_PROCESS_PROGRAM_H_
#define EGPROF_PROCESS_PROGRAM_H_

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace egprof {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

struct ProgramStart {
  std::vector<std::string> words;  // name of the program, which is searched for in PATH, and its arguments
  int input = -1;                  // file descriptors of the program; -1 for an empty input or discarded output
  int output = -1;
  int messages = -1;
  // true for a process group of its own, so that signals to the group also reach processes that the program starts
  bool own_group = false;
  const sigset_t* signals = nullptr;        // signals to block; null to inherit this process's signal mask
  std::vector<std::string> variables = {};  // "NAME=value"; ignored if this process has the variable
  std::vector<std::string> settings = {};   // "NAME=value"; replace variables of this process
};

// Starts a program with default signal actions, and returns its process id. On failure, returns 0 and sets `error` to
// the errno, which is ENOENT if there is no such program.
pid_t StartProgram(const ProgramStart& start, int& error);

// Waits until the process ends, and returns its status in the format of waitpid().
int WaitForProgram(pid_t process);

// Returns text such as "exit status 3" or "killed by signal 11 (Segmentation fault)"; empty for success.
std::string EndText(int status);

// Returns the last non-blank lines of a file, at most `count` of them.
std::vector<std::string> LastLines(std::FILE* file, std::size_t count);

// Returns the path of the program that a command word would start; nullopt if there is none.
std::optional<std::string> FindProgram(const std::string& word);

// Returns the path of a program that egprof itself needs, such as a recorder. Ignores entries of PATH that are not
// absolute, so that a program in the working directory is not started by mistake.
std::optional<std::string> FindTool(const std::string& name);

// Replaces this process with another program (exec), with default signal actions. Returns the errno on failure.
int BecomeProgram(std::vector<std::string> words);

// Returns the path of the executable of this process.
std::string OwnPath();

// Returns the rank of a process from its environment; nullopt unless mpirun or a similar command started it. `variable`
// returns the value of a variable.
using FindVariable = std::function<std::optional<std::string>(const char* name)>;
std::optional<unsigned> RankIn(const FindVariable& variable);

// Returns the rank of this process; nullopt unless mpirun or a similar command started it.
std::optional<unsigned> OwnRank();

// Catches SIGINT, SIGTERM and SIGHUP during its lifetime. These signals do not end the program; WasInterrupted()
// reports them. Only one object may exist at a time, on the main thread.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // True if one of these signals has arrived.
  bool WasInterrupted();
  // Waits for one of these signals or the end of a child process, but no longer than `time`.
  void Wait(std::chrono::nanoseconds time);
  // Forgets signals that have arrived, so that WasInterrupted() reports only later ones.
  void Forget() { was_interrupted_ = false; }

  const sigset_t& before() const { return before_; }

 private:
  sigset_t watched_, before_;
  bool was_interrupted_ = false;
};

// A program that can be stopped together with all processes that it has started.
class WatchedProgram {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class State { kEnded, kTimeOver, kInterrupted };

  // `watch` must outlive this object.
  WatchedProgram(ProgramStart start, SignalWatch& watch);
  // Stops the program unless it has ended.
  ~WatchedProgram();
  WatchedProgram(const WatchedProgram&) = delete;
  WatchedProgram& operator=(const WatchedProgram&) = delete;

  int error() const { return error_; }  // errno as in StartProgram(); 0 if the program was started
  State WaitUntil(Time end);
  // Sends SIGTERM. Sends SIGKILL if the program does not end within ten seconds, or if another interrupt arrives.
  void Stop();
  int status() const { return status_; }  // status in the format of waitpid(); valid once the program has ended

 private:
  bool HasEnded();

  SignalWatch& watch_;
  pid_t process_ = 0;  // process id; 0 if the program was not started or has ended
  int error_ = 0, status_ = 0;
};

}  // namespace egprof

#endif  // EGPROF_PROCESS_PROGRAM_H_
