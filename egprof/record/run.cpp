// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/record/run.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "egprof/process/sha256.h"
#include "egprof/record/folder.h"
#include "egprof/record/launcher.h"
#include "egprof/record/plan.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::RecordedOutput;
using profdiff::RunState;

// Extension of profiles that a program compiled with -pg writes on its own.
constexpr const char* kBeside = "beside";

// Reads what a program prints while it runs, and hashes it.
class OutputHash {
 public:
  OutputHash() {
    if (pipe2(ends_, O_CLOEXEC) != 0) throw Error(ErrorCode::kSystem, std::strerror(errno));
    fcntl(ends_[0], F_SETPIPE_SZ, kPipe);  // if it is allowed: the program then waits less often
    end_ = eventfd(0, EFD_CLOEXEC);
    if (end_ < 0) throw Error(ErrorCode::kSystem, std::strerror(errno));
    fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    thread_ = std::jthread([this] { Read(); });
  }
  ~OutputHash() {
    Stop();
    close(ends_[0]);
    close(end_);
  }
  OutputHash(const OutputHash&) = delete;
  OutputHash& operator=(const OutputHash&) = delete;

  int descriptor() const { return ends_[1]; }
  // Must be called when the program has been started, so that its end is the end of the pipe.
  void CloseOwnEnd() { close(std::exchange(ends_[1], -1)); }

  // Returns the hash of all that was printed. Processes that still hold the pipe do not delay it.
  RecordedOutput Finish() {
    Stop();
    const std::uint64_t bytes = hash_.bytes();
    return {bytes, hash_.Finish()};
  }

 private:
  void Stop() {
    if (!thread_.joinable()) return;
    if (ends_[1] >= 0) CloseOwnEnd();
    const std::uint64_t one = 1;
    if (write(end_, &one, sizeof one) < 0) return;
    thread_.join();
  }

  void Read() {
    std::string buffer(std::size_t{1} << 17, '\0');
    pollfd waits[] = {{ends_[0], POLLIN, 0}, {end_, POLLIN, 0}};
    for (;;) {
      const ssize_t got = read(ends_[0], buffer.data(), buffer.size());
      if (got > 0) {
        hash_.Add({buffer.data(), static_cast<std::size_t>(got)});
      } else if (got == 0 || waits[1].revents != 0 || (errno != EAGAIN && errno != EINTR)) {
        return;
      } else {
        poll(waits, 2, -1);
      }
    }
  }

  static constexpr int kPipe = 1 << 20;  // bytes

  int ends_[2] = {-1, -1}, end_ = -1;
  Sha256 hash_;
  std::jthread thread_;
};

// Where the output of a run goes.
class Output {
 public:
  explicit Output(const std::string& choice) {
    if (choice == "compare") {
      hash_ = std::make_unique<OutputHash>();
    } else if (choice != "null" && choice != "inherit") {
      file_.reset(std::fopen(choice.c_str(), "ae"));
      if (!file_) throw Error(ErrorCode::kSystem, std::strerror(errno), choice);
    } else {
      inherits_ = choice == "inherit";
    }
  }

  int descriptor() const {
    if (hash_) return hash_->descriptor();
    if (file_) return fileno(file_.get());
    return inherits_ ? STDOUT_FILENO : -1;
  }
  void Started() {
    if (hash_) hash_->CloseOwnEnd();
  }
  std::optional<RecordedOutput> Finish() { return hash_ ? std::optional(hash_->Finish()) : std::nullopt; }

 private:
  std::unique_ptr<OutputHash> hash_;
  OpenFile file_;
  bool inherits_ = false;
};

OpenFile OpenInput(const std::string& path) {
  if (path.empty()) return nullptr;
  OpenFile file(std::fopen(path.c_str(), "re"));
  if (!file) throw Error(ErrorCode::kSystem, std::strerror(errno), path);
  return file;
}

std::string LastWords(std::FILE* messages) {
  constexpr std::size_t kLines = 3;
  std::string text;
  for (const std::string& line : LastLines(messages, kLines)) {
    text += (text.empty() ? "; its last words: " : " | ") + line;
  }
  return text;
}

std::vector<std::string> SettingsOf(const RunPlan& plan) {
  const bool is_gmon = plan.row.name == "gmon";
  // A profile that the program itself writes must not replace one of the user's.
  const std::string prefix = std::filesystem::absolute(plan.stem).string() + "." + (is_gmon ? "gmon" : kBeside);
  std::vector<std::string> settings = {"GMON_OUT_PREFIX=" + prefix,
                                       "EGPROF_RUN=" + std::filesystem::path(plan.stem).filename().string()};
  if (plan.padding != 0) settings.push_back("EGPROF_PADDING=" + std::string(plan.padding, 'x'));
  return settings;
}

// Removes files of a run whose names continue with `rest` after the run's own name.
void RemoveFilesOf(const std::string& stem, const std::string& rest) {
  const std::filesystem::path path(stem);
  const std::string name = path.filename().string() + "." + rest;
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), error)) {
    if (entry.path().filename().string().starts_with(name)) found.push_back(entry.path());
  }
  for (const std::filesystem::path& each : found) std::filesystem::remove_all(each, error);
}

bool IsAllowed(const RecordOptions& options, int status) {
  const std::vector<int>& allowed = options.allowed_statuses;
  return status == 0 ||
         (options.allows_failure && (allowed.empty() || std::ranges::find(allowed, status) != allowed.end()));
}

void SetUse(const ProgramUse& use, profdiff::RecordedRun& run) {
  run.wall = use.wall;
  run.user = use.user;
  run.sys = use.sys;
  run.max_rss = use.max_rss;
  run.minor_faults = use.minor_faults;
  run.involuntary_switches = use.involuntary_switches;
  run.status = WIFEXITED(use.status) ? WEXITSTATUS(use.status) : 0;
  run.signal = WIFSIGNALED(use.status) ? WTERMSIG(use.status) : 0;
}

WatchedProgram::Time EndOf(const RecordOptions& options) {
  if (!options.timeout) return WatchedProgram::Time::max();
  return std::chrono::steady_clock::now() + std::chrono::nanoseconds(*options.timeout);
}

void SetProfile(const TakenProfile& taken, RunEnd& end) {
  if (!taken.file.empty()) end.run.profile = "runs/" + taken.file;
  end.run.samples = taken.samples;
  end.run.lost = taken.lost;
  end.run.launcher_samples = taken.launcher_samples;
  end.of_function = taken.of_function;
  end.event = taken.event;
  end.others = taken.others;
}

[[noreturn]] void FailOf(const profdiff::Recorder& recorder, int status, std::FILE* messages) {
  throw Error(ErrorCode::kSystem, recorder.name + " failed: " + EndText(status) + LastWords(messages));
}

// Judges how the program ended.
void SetEnd(const RecordOptions& options, const ProgramUse& use, const std::string& last_words, RunEnd& end) {
  if (use.error != 0) throw Error(ErrorCode::kSystem, std::string("cannot be started: ") + std::strerror(use.error));
  SetUse(use, end.run);
  if (end.run.signal != 0) {
    end.run.state = RunState::kKilled;
  } else if (!IsAllowed(options, end.run.status)) {
    end.run.state = RunState::kFailed;
  }
  if (end.run.state != RunState::kOk) end.failure = EndText(use.status) + last_words;
}

}  // namespace

std::vector<std::string> CommandLineOf(const RunPlan& plan) {
  std::vector<std::string> recorder;
  if (!plan.row.program.empty()) {
    const profdiff::Recorder& about = plan.recorder;
    const std::string name(plan.row.program);
    const RecorderPlan words{about.event, about.call_graph, static_cast<std::size_t>(about.frequency.value_or(0))};
    recorder = plan.row.words(words, plan.stem + std::string(plan.row.extension));
    // not as a manifest to be added to says; the check of recorders has found it
    recorder.insert(recorder.begin(), FindTool(name).value_or("/usr/bin/" + name));
  }
  std::vector<std::string> line = {OwnPath(), "record", "--launch=" + plan.stem + ".use", "--"};
  line.insert(plan.row.is_outside ? line.begin() : line.end(), recorder.begin(), recorder.end());
  line.insert(line.end(), plan.command.words.begin(), plan.command.words.end());
  return line;
}

namespace {

RunEnd RunWithFiles(const RecordOptions& options, const RunPlan& plan, SignalWatch& watch) {
  const OpenFile input = OpenInput(options.input);
  const OpenFile messages(std::tmpfile());
  if (!messages)
    throw Error(ErrorCode::kSystem, std::string("cannot create a temporary file: ") + std::strerror(errno));
  Output output(options.standard_output);
  RunEnd end;
  end.run.started = TimeNow();
  double load = 0;
  if (getloadavg(&load, 1) == 1) end.run.load = load;
  const std::vector<std::string> words = CommandLineOf(plan);
  WatchedProgram program({.words = words,
                          .input = input ? fileno(input.get()) : -1,
                          .output = output.descriptor(),
                          .messages = fileno(messages.get()),
                          .settings = SettingsOf(plan)},
                         watch);
  output.Started();
  if (program.error() != 0) {
    throw Error(ErrorCode::kSystem, "cannot start '" + words.front() + "': " + std::strerror(program.error()));
  }
  const WatchedProgram::State state = program.WaitUntil(EndOf(options));
  if (state != WatchedProgram::State::kEnded) program.Stop();
  end.run.output = output.Finish();
  const std::string use_file = plan.stem + ".use";
  const std::optional<ProgramUse> use = ReadProgramUse(use_file);
  std::error_code error;
  std::filesystem::remove(use_file, error);
  RemoveFilesOf(plan.stem, kBeside);
  if (state == WatchedProgram::State::kInterrupted) {
    end.run.state = RunState::kInterrupted;
    end.failure = "interrupted";
  } else if (state == WatchedProgram::State::kTimeOver) {
    end.run.state = RunState::kTimeout;
    end.failure = "it took longer than --timeout allows" + LastWords(messages.get());
  } else if (!use) {
    FailOf(plan.recorder, program.status(), messages.get());
  } else {
    SetEnd(options, *use, LastWords(messages.get()), end);
  }
  if (end.run.state == RunState::kOk) {
    // The launcher ends well even if the program does not.
    if (plan.row.is_outside && program.status() != 0) FailOf(plan.recorder, program.status(), messages.get());
    SetProfile(
        TakeProfile(plan.row, {plan.stem, plan.command.program, use->launcher, options.until_function, plan.kernel}),
        end);
  } else {
    RemoveFilesOf(plan.stem, "");
  }
  return end;
}

}  // namespace

RunEnd RunOnce(const RecordOptions& options, const RunPlan& plan, SignalWatch& watch) {
  try {
    return RunWithFiles(options, plan, watch);
  } catch (const Error&) {
    RemoveFilesOf(plan.stem, "");  // what the recorder has written is of no use, and in the way of further pairs
    throw;
  }
}

bool RunBeside(const RecordOptions& options, const char* option, const std::string& command, SignalWatch& watch) {
  if (command.empty()) return true;
  const OpenFile messages(std::tmpfile());
  WatchedProgram program(
      {.words = WordsOfCommand(options, command), .messages = messages ? fileno(messages.get()) : -1}, watch);
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorCode::kSystem, std::string(option) + ": '" + command + "' failed: " + why);
  };
  if (program.error() != 0) fail(std::strerror(program.error()));
  if (program.WaitUntil(WatchedProgram::Time::max()) != WatchedProgram::State::kEnded) {
    program.Stop();
    return false;
  }
  if (program.status() != 0) fail(EndText(program.status()) + (messages ? LastWords(messages.get()) : ""));
  return true;
}

}  // namespace egprof
