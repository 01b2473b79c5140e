// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/record/launcher.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "egprof/console/output_file.h"
#include "egprof/process/program.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

constexpr std::uint64_t kKilobyte = 1024;

double SecondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Starts a program with fork(): after vfork() and posix_spawn(), the memory of this process would count as the
// program's. Returns its process id; sets `error` to the errno if the program could not be started.
pid_t Start(const std::vector<std::string>& words, int& error) {
  int ends[2];  // closed by exec()
  if (pipe2(ends, O_CLOEXEC) != 0) {
    error = errno;
    return 0;
  }
  const pid_t program = fork();
  if (program == 0) {
    const int failed = BecomeProgram(words);
    _exit(write(ends[1], &failed, sizeof failed) < 0 ? 126 : 127);
  }
  if (program < 0) error = errno;
  close(ends[1]);
  if (read(ends[0], &error, sizeof error) > 0) WaitForProgram(program);
  close(ends[0]);
  return program;
}

ProgramUse Launch(const std::vector<std::string>& words) {
  ProgramUse use;
  use.launcher = getpid();
  const auto begin = std::chrono::steady_clock::now();
  const pid_t program = Start(words, use.error);
  if (use.error != 0) return use;
  use.program = program;
  rusage usage = {};
  while (wait4(program, &use.status, 0, &usage) < 0 && errno == EINTR) continue;
  use.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  use.user = SecondsOf(usage.ru_utime);
  use.sys = SecondsOf(usage.ru_stime);
  use.max_rss = static_cast<std::uint64_t>(usage.ru_maxrss) * kKilobyte;
  use.minor_faults = static_cast<std::uint64_t>(usage.ru_minflt);
  use.involuntary_switches = static_cast<std::uint64_t>(usage.ru_nivcsw);
  return use;
}

}  // namespace

void LaunchAndMeasure(const std::vector<std::string>& words, const std::string& file) {
  prctl(PR_SET_NAME, kLauncherName);
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) throw profdiff::Error(profdiff::ErrorCode::kSystem, std::strerror(errno), file);
  const ProgramUse use = Launch(words);
  char line[400];
  std::snprintf(line, sizeof line, "%" PRId64 " %" PRId64 " %.9f %.6f %.6f %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d\n",
                use.launcher, use.program, use.wall, use.user, use.sys, use.max_rss, use.minor_faults,
                use.involuntary_switches, use.status, use.error);
  const int error = WriteAll(descriptor, line);
  close(descriptor);
  if (error != 0) throw profdiff::Error(profdiff::ErrorCode::kSystem, std::strerror(error), file);
}

std::optional<ProgramUse> ReadProgramUse(const std::string& file) {
  const OpenFile in(std::fopen(file.c_str(), "re"));
  ProgramUse use;
  if (!in) return std::nullopt;
  const int found =
      std::fscanf(in.get(), "%" SCNd64 " %" SCNd64 " %lf %lf %lf %" SCNu64 " %" SCNu64 " %" SCNu64 " %d %d",
                  &use.launcher, &use.program, &use.wall, &use.user, &use.sys, &use.max_rss, &use.minor_faults,
                  &use.involuntary_switches, &use.status, &use.error);
  return found == 10 ? std::optional(use) : std::nullopt;
}

}  // namespace egprof
