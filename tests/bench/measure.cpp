// SPDX-License-Identifier: GPL-3.0-or-later
// measure SECONDS OUTPUT ERRORS PROGRAM ARGUMENT...: runs a program once, for at most SECONDS processor seconds. Prints
// on one line the elapsed seconds, the processor seconds, the peak memory in kB, the exit status (128 + N for signal
// N), and how many bytes the program wrote to OUTPUT. Python cannot measure the peak itself: the peak of a child
// process includes the memory that its parent had when the child was forked.
//
// OUTPUT is overwritten, but not truncated: bytes after those that the program wrote are from an earlier run. Freeing
// and allocating the memory of a long text would take as long as the programs themselves, and in a virtual machine,
// this time depends on the host.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

extern char** environ;

namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

int ExitStatus(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

void LimitProcessorTime(const char* seconds) {
  rlimit limit{};
  limit.rlim_cur = static_cast<rlim_t>(std::atoi(seconds));
  limit.rlim_max = RLIM_INFINITY;
  setrlimit(RLIMIT_CPU, &limit);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  const int output = open(argv[2], O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  posix_spawn_file_actions_adddup2(&files, output, 1);
  posix_spawn_file_actions_addopen(&files, 2, argv[3], O_WRONLY | O_CREAT | O_TRUNC, 0666);
  LimitProcessorTime(argv[1]);
  auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (posix_spawnp(&child, argv[4], &files, nullptr, argv + 4, environ) != 0) return 2;
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0) continue;
  std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::printf("%.6f %.6f %ld %d %lld\n", wall.count(), Seconds(usage.ru_utime) + Seconds(usage.ru_stime),
              usage.ru_maxrss, ExitStatus(status), static_cast<long long>(lseek(output, 0, SEEK_CUR)));
}
