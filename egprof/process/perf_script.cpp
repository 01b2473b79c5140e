// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/perf_script.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "profdiff/error.h"

extern char** environ;

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

constexpr const char* kFields = "comm,pid,tid,time,period,event,ip,sym,symoff,dso";

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// "-x" would be an option.
std::string AsOperand(const std::string& path) { return path.starts_with('-') ? "./" + path : path; }

// The last line that says something.
std::string LastLine(std::FILE* file) {
  std::string text(4096, '\0');
  std::rewind(file);
  std::string all;
  while (const std::size_t got = std::fread(text.data(), 1, text.size(), file)) {
    all.append(text, 0, got);
    if (all.size() > 2 * text.size()) all.erase(0, all.size() - text.size());
  }
  while (!all.empty() && (all.back() == '\n' || all.back() == ' ')) all.pop_back();
  const std::size_t line = all.rfind('\n');
  return line == std::string::npos ? all : all.substr(line + 1);
}

class PerfScript {
 public:
  explicit PerfScript(const std::string& path) : path_(path), messages_(std::tmpfile()) {
    int ends[2];
    if (!messages_ || pipe2(ends, O_CLOEXEC) != 0) Fail("cannot start 'perf script': ", std::strerror(errno));
    output_ = ends[0];
    const int error = Spawn(ends[1]);
    close(ends[1]);
    if (error == ENOENT) {
      Fail("perf's own data, which perf alone can read, and it is not installed; where it is, 'perf script -i " + path_,
           "' prints text that can be read here");
    }
    if (error != 0) Fail("cannot start 'perf script': ", std::strerror(error));
  }

  PerfScript(const PerfScript&) = delete;
  PerfScript& operator=(const PerfScript&) = delete;

  ~PerfScript() {
    if (output_ >= 0) close(output_);
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
  }

  std::size_t Read(char* buffer, std::size_t size) {
    ssize_t got = -1;
    do got = read(output_, buffer, size);
    while (got < 0 && errno == EINTR);
    if (got < 0) Fail("cannot read from 'perf script': ", std::strerror(errno));
    if (got == 0) End();
    return static_cast<std::size_t>(got);
  }

 private:
  [[noreturn]] void Fail(const std::string& what, const std::string& why) const {
    throw Error(ErrorCode::kSystem, path_ + ": " + what + why, path_);
  }

  int Spawn(int output) {
    std::vector<std::string> words = {"perf", "script", "--no-inline", "--no-demangle",
                                      "-F",   kFields,  "-i",          AsOperand(path_)};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(messages_.get()), STDERR_FILENO);
    const int error = posix_spawnp(&process_, "perf", &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) process_ = 0;
    return error;
  }

  // After the last byte: what perf says of its end.
  void End() {
    if (process_ <= 0) return;
    const pid_t ended = std::exchange(process_, 0);
    int status = 0;
    while (waitpid(ended, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    const std::string said = LastLine(messages_.get());
    Fail("'perf script' failed", said.empty() ? " and does not say why" : ": " + said);
  }

  const std::string path_;
  const File messages_;  // what perf prints on standard error
  int output_ = -1;
  pid_t process_ = 0;  // 0: ended
};

}  // namespace

profdiff::ByteReader StartPerfScript(const std::string& path) {
  const auto perf = std::make_shared<PerfScript>(path);
  return [perf](char* buffer, std::size_t size) { return perf->Read(buffer, size); };
}

}  // namespace egprof
