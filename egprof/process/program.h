// SPDX-License-Identifier: GPL-3.0-or-later
// Other programs, started without a shell.
// Tests: tests/cli/search/run.py, tests/cli/stacks/perf_data.py.
#ifndef EGPROF_PROCESS_PROGRAM_H_
#define EGPROF_PROCESS_PROGRAM_H_

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstdio>
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
  std::vector<std::string> words;  // the program first, which is looked for in PATH
  int input = -1;                  // descriptors; -1 is an empty file
  int output = -1;
  int messages = -1;
  bool own_group = false;                   // signals to its group reach what it starts as well
  const sigset_t* signals = nullptr;        // signals to block; null: those of this process
  std::vector<std::string> variables = {};  // "NAME=value", for its environment; those that this process has stay
};

// Starts it with the usual actions of signals. Returns the process; or 0, and the number of the error in `error`:
// ENOENT if there is no such program.
pid_t StartProgram(const ProgramStart& start, int& error);

// Its status, as of waitpid(); after the process has ended.
int WaitForProgram(pid_t process);

// "exit status 3", "killed by signal 11 (Segmentation fault)"; empty for success.
std::string EndText(int status);

// The last lines of a file that say something, at most so many.
std::vector<std::string> LastLines(std::FILE* file, std::size_t count);

// The file that a word of a command line would start; nothing if there is none.
std::optional<std::string> FindProgram(const std::string& word);

// Puts another program into the place of this one, with the usual actions of signals. Returns the number of the error.
int BecomeProgram(std::vector<std::string> words);

// The file of this program.
std::string OwnPath();

// The rank of this process, if mpirun or a similar command started it.
std::optional<unsigned> OwnRank();

// While it lives, SIGINT, SIGTERM and SIGHUP end nothing: they are there to be asked for. One at a time, on
// the main thread.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // True once such a signal has come.
  bool WasInterrupted();
  // Waits for one more, for the end of a process that this one has started, or for the time.
  void Wait(std::chrono::nanoseconds time);
  // Forgets what has come, to see whether there is more.
  void Forget() { was_interrupted_ = false; }

  const sigset_t& before() const { return before_; }

 private:
  sigset_t watched_, before_;
  bool was_interrupted_ = false;
};

// A program that may be stopped with all that it has started.
class WatchedProgram {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class State { kEnded, kTimeOver, kInterrupted };

  // The watch has to outlive it.
  WatchedProgram(ProgramStart start, SignalWatch& watch);
  // Stops it if it has not ended.
  ~WatchedProgram();
  WatchedProgram(const WatchedProgram&) = delete;
  WatchedProgram& operator=(const WatchedProgram&) = delete;

  int error() const { return error_; }  // as of StartProgram(); 0: it was started
  State WaitUntil(Time end);
  // Sends it SIGTERM; and SIGKILL if it does not end within some seconds, or at a second request.
  void Stop();
  int status() const { return status_; }  // once it has ended

 private:
  bool HasEnded();

  SignalWatch& watch_;
  pid_t process_ = 0;  // 0: not started, or ended
  int error_ = 0, status_ = 0;
};

}  // namespace egprof

#endif  // EGPROF_PROCESS_PROGRAM_H_
