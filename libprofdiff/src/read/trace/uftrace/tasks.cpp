// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of task.txt:
//   SESS timestamp=SECONDS.NANOSECONDS pid=N sid=ID exename="PATH"             a program starts
//   TASK timestamp=… tid=N pid=N                                               a thread has its first record
//   FORK timestamp=… pid=N ppid=N                                              a process starts as a copy of another
//   DLOP timestamp=… tid=N sid=ID base=HEX libname="PATH"                      a library is loaded
#include "read/trace/uftrace/tasks.h"

#include <algorithm>
#include <tuple>

#include "read/trace/words.h"

namespace profdiff {
namespace {

// Upper bound of thread ids on Linux (PID_MAX_LIMIT).
constexpr std::uint64_t kThreadNumbers = std::uint64_t{1} << 22;
// Limit on the number of ancestors that are followed, in case a damaged file makes a process its own ancestor.
constexpr int kGenerations = 100;

std::uint64_t TimeOf(std::string_view line) {
  return TimeOfSeconds(FieldOf(line, "timestamp").value_or("0")).value_or(0);
}

std::string TextOf(std::string_view line, std::string_view key) { return std::string(FieldOf(line, key).value_or("")); }

void ParseLine(std::string_view line, UftraceTasks& tasks) {
  const std::uint64_t time = TimeOf(line), pid = NumberField(line, "pid");
  if (line.starts_with("SESS ")) tasks.sessions.push_back({time, pid, TextOf(line, "sid")});
  // The FORK line of a process may come before or after its TASK line. FORK takes precedence, because it contains the
  // parent.
  if (line.starts_with("TASK ")) tasks.tasks.try_emplace(NumberField(line, "tid"), UftraceTask{time, pid, 0});
  if (line.starts_with("FORK ")) {
    UftraceTask& task = tasks.tasks[pid];
    task = {time, pid, NumberField(line, "ppid")};
  }
  if (line.starts_with("DLOP ")) {
    tasks.loadings.push_back({time, NumberField(line, "base", 16), TextOf(line, "sid"), TextOf(line, "libname")});
  }
}

// Returns the number of thread ids from `first` to `number` in the order of creation; ids wrap around.
std::uint64_t Distance(std::uint64_t first, std::uint64_t number) {
  return number >= first ? number - first : number + kThreadNumbers - first;
}

}  // namespace

UftraceTasks ParseUftraceTasks(std::string_view text) {
  UftraceTasks tasks;
  while (!text.empty()) ParseLine(TakeUpTo(text, '\n'), tasks);
  return tasks;
}

std::uint64_t UftraceTasks::ProcessOf(std::uint64_t thread) const {
  const auto task = tasks.find(thread);
  return task == tasks.end() ? thread : task->second.pid;
}

// Collects the sessions of the thread's process, and those sessions of its ancestors that began before the fork. All
// sessions are sorted by time.
std::vector<UftraceTasks::Stay> UftraceTasks::StaysOf(std::uint64_t thread) const {
  std::vector<Stay> stays;
  std::uint64_t until = ~std::uint64_t{0};
  std::uint64_t pid = ProcessOf(thread);
  // A forked process runs its parent's program until it starts a program itself.
  for (int generation = 0; generation < kGenerations; ++generation) {
    for (std::size_t i = 0; i < sessions.size(); ++i) {
      if (sessions[i].pid == pid && sessions[i].time <= until) stays.push_back({sessions[i].time, i});
    }
    const auto task = tasks.find(pid);
    if (task == tasks.end() || task->second.parent == 0) break;
    until = std::min(until, task->second.time);
    pid = task->second.parent;
  }
  std::ranges::stable_sort(stays, {}, &Stay::time);
  // An unknown process probably runs the first program, because most recordings have only one.
  if (stays.empty() && !sessions.empty()) stays.push_back({});
  if (!stays.empty()) stays.front().time = 0;
  return stays;
}

void UftraceTasks::SortByCreation(std::vector<std::uint64_t>& threads) const {
  const std::uint64_t first = sessions.empty() ? 0 : sessions.front().pid;
  auto order = [&](std::uint64_t thread) {
    const std::uint64_t pid = ProcessOf(thread);
    return std::tuple(Distance(first, pid), Distance(pid, thread), thread);
  };
  std::ranges::sort(threads, {}, order);
}

}  // namespace profdiff
