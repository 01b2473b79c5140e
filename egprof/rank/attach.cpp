// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/rank/attach.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "base/text.h"
#include "egprof/process/program.h"
#include "egprof/rank/live_process.h"
#include "profdiff/error.h"
#include "profdiff/stacks.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience(60);  // the longest time that one text may take

// Returns the command that prints the stacks of a process, without its number.
std::vector<std::string> StackCommand() {
  if (const std::optional<std::string> path = FindTool("eu-stack")) return {*path, "-n", "0", "-p"};
  if (const std::optional<std::string> path = FindTool("gdb")) {
    return {*path, "-nx", "-batch", "-iex", "set auto-load off", "-ex", "thread apply all bt", "-p"};
  }
  throw Error(ErrorCode::kUnsupported,
              "stacks of processes need eu-stack (of elfutils) or gdb, and neither is in an absolute entry of PATH");
}

std::string NameOf(std::uint32_t process) { return "stacks of PID " + std::to_string(process); }

class StackTaker {
 public:
  explicit StackTaker(const ThreadRankOptions& options)
      : options_(options), command_(StackCommand()), ranks_(RanksOf(options.processes)) {}

  AttachedStacks Take() {
    const Clock::duration interval =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.interval));
    Clock::time_point next = Clock::now();
    for (std::size_t i = 0; i < options_.snapshot_count; ++i) {
      WaitUntil(next);
      next = Clock::now() + interval;
      if (i + 1 == options_.snapshot_count) TakeLocks();
      TakeSnapshot();
    }
    RequireStacks();
    return std::move(result_);
  }

 private:
  // Returns the rank of each process; the number of the process if not all have different ranks.
  static std::map<std::uint32_t, std::uint32_t> RanksOf(const std::vector<std::uint32_t>& processes) {
    std::map<std::uint32_t, std::uint32_t> ranks, numbers;
    std::set<std::uint32_t> different;
    for (const std::uint32_t process : processes) {
      numbers[process] = process;
      const std::optional<std::uint32_t> rank = RankOfProcess(process);
      if (rank && different.insert(*rank).second) ranks[process] = *rank;
    }
    return ranks.size() == numbers.size() ? ranks : numbers;
  }

  void WaitUntil(Clock::time_point time) {
    while (!watch_.WasInterrupted() && Clock::now() < time) watch_.Wait(time - Clock::now());
    if (watch_.WasInterrupted()) throw Error(ErrorCode::kSystem, "interrupted");
  }

  void TakeSnapshot() {
    std::vector<profdiff::ProcessStacks>& snapshot = result_.stacks.snapshots.emplace_back();
    for (const std::uint32_t process : options_.processes) {
      if (std::optional<profdiff::ProcessStacks> stacks = StacksOf(process)) {
        stacks->rank = ranks_.at(process);
        snapshot.push_back(*std::move(stacks));
      }
    }
    std::ranges::sort(snapshot, {}, &profdiff::ProcessStacks::rank);
  }

  // Called before the last snapshot: a thread that was stopped is not in its system call again until it gets a
  // processor. The threads are read one after another, so only waits that are still there the second time are kept:
  // these hold at the same time.
  void TakeLocks() {
    const auto all = [this] {
      std::vector<profdiff::LockWait> locks;
      for (const std::uint32_t process : options_.processes) {
        const std::vector<profdiff::LockWait> some = LocksOfProcess(process, ranks_.at(process));
        locks.insert(locks.end(), some.begin(), some.end());
      }
      return locks;
    };
    const auto key = [](const profdiff::LockWait& lock) {
      return std::tuple(lock.rank, lock.tid, lock.address, lock.owner);
    };
    result_.locks = all();
    std::set<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t, std::uint64_t>> again;
    for (const profdiff::LockWait& lock : all()) again.insert(key(lock));
    std::erase_if(result_.locks, [&](const profdiff::LockWait& lock) { return !again.contains(key(lock)); });
  }

  // Returns nullopt for a process that ended or must not be traced, which is noted once.
  std::optional<profdiff::ProcessStacks> StacksOf(std::uint32_t process) {
    if (!IsRunning(process)) return Lacking(process, HasEnded(process));
    const std::string text = TextOf(process);
    if (text.find("not permitted") != std::string::npos || text.find("ermission denied") != std::string::npos) {
      return Lacking(process, WhyDenied(process));
    }
    try {
      profdiff::ProcessStacks stacks = profdiff::ParseStacks(text, NameOf(process));
      seen_.insert(process);
      return stacks;
    } catch (const Error& error) {
      // A process can end while it is read, which damages the text.
      return Lacking(process, IsRunning(process) ? error.cause() : HasEnded(process));
    }
  }

  std::string HasEnded(std::uint32_t process) const {
    if (!seen_.contains(process)) return "no such process";
    return "it ended after " + profdiff::Plural(result_.stacks.snapshots.size() - 1, "snapshot");
  }

  std::nullopt_t Lacking(std::uint32_t process, const std::string& why) {
    profdiff::Message remark(why, NameOf(process));
    if (lacking_.insert(process).second) result_.stacks.remarks.push_back(std::move(remark));
    return std::nullopt;
  }

  // Runs the program, and returns everything that it prints.
  std::string TextOf(std::uint32_t process) {
    const OpenFile output(std::tmpfile());
    if (!output) throw Error(ErrorCode::kSystem, std::strerror(errno), NameOf(process));
    std::vector<std::string> words = command_;
    words.push_back(std::to_string(process));
    ProgramStart start{.words = words, .output = fileno(output.get()), .messages = fileno(output.get())};
    start.settings = {"DEBUGINFOD_URLS=", "LC_ALL=C"};  // names in symbol tables suffice; nothing is downloaded
    WatchedProgram program(std::move(start), watch_);
    if (program.error() != 0) throw Error(ErrorCode::kSystem, std::strerror(program.error()), command_.front());
    const WatchedProgram::State state = program.WaitUntil(Clock::now() + kPatience);
    if (state == WatchedProgram::State::kInterrupted) throw Error(ErrorCode::kSystem, "interrupted");
    if (state == WatchedProgram::State::kTimeOver) program.Stop();
    std::string text;
    std::rewind(output.get());
    char buffer[4096];
    while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, output.get())) text.append(buffer, size);
    return text;
  }

  void RequireStacks() const {
    if (!seen_.empty()) return;
    const profdiff::Message& remark = result_.stacks.remarks.front();
    throw Error(ErrorCode::kSystem, remark.cause, remark.file);
  }

  const ThreadRankOptions& options_;
  const std::vector<std::string> command_;
  const std::map<std::uint32_t, std::uint32_t> ranks_;  // by process
  SignalWatch watch_;
  std::set<std::uint32_t> seen_, lacking_;  // processes with stacks in a snapshot, and without
  AttachedStacks result_;
};

}  // namespace

AttachedStacks TakeStacks(const ThreadRankOptions& options) { return StackTaker(options).Take(); }

}  // namespace egprof
