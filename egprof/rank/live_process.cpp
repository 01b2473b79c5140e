// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that waits for a mutex or for the end of a thread is in the system call futex, whose first argument is the
// address of a word. Sources: proc(5), futex(2), glibc's struct __pthread_mutex_s: the word is its first member, and
// the owner's tid is 8 bytes after it. pthread_join waits until the word, which is a tid, becomes 0.
#include "egprof/rank/live_process.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "base/parse_text.h"
#include "egprof/process/program.h"
#include "profdiff/stacks.h"

namespace egprof {
namespace {

namespace fs = std::filesystem;

std::string FolderOf(std::uint32_t process) { return "/proc/" + std::to_string(process); }

std::string TextIn(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Returns the value after a name such as "TracerPid:" in the status of a process; 0 if there is none.
std::uint64_t StatusValue(std::uint32_t process, std::string_view name) {
  std::istringstream status(TextIn(FolderOf(process) + "/status"));
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name)) {
      return profdiff::NumberFrom<std::uint64_t>(profdiff::Trimmed(line.substr(name.size()))).value_or(0);
    }
  }
  return 0;
}

#ifdef __x86_64__

constexpr std::uint64_t kFutexCall = 202;
constexpr std::uint32_t kTidMask = 0x3fffffff;  // FUTEX_TID_MASK
constexpr std::uint32_t kLockedWithWaiters = 2;

enum FutexOperation : std::uint32_t { kWait = 0, kLockPi = 6, kWaitBitset = 9, kLockPi2 = 13 };

struct Futex {
  std::uint64_t address = 0;
  std::uint32_t operation = 0;
  bool is_private = false;
};

// Returns the futex for which a thread waits. The file has the number and the arguments of the system call: "202
// 0x404140 0x80 …"; for a thread that runs, it has one word.
std::optional<Futex> FutexOf(const std::string& thread) {
  std::istringstream text(TextIn(thread + "/syscall"));
  std::uint64_t call = 0, address = 0, operation = 0;
  if (!(text >> call) || call != kFutexCall) return std::nullopt;
  if (!(text >> std::hex >> address >> operation)) return std::nullopt;
  constexpr std::uint64_t kPrivate = 0x80, kCommand = 0x7f;
  return Futex{address, static_cast<std::uint32_t>(operation & kCommand), (operation & kPrivate) != 0};
}

// Reads the memory of a process.
class Memory {
 public:
  explicit Memory(std::uint32_t process) : file_(open((FolderOf(process) + "/mem").c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Memory() {
    if (file_ >= 0) close(file_);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Returns four words of 32 bits; nullopt if the address is not mapped.
  std::optional<std::array<std::uint32_t, 4>> WordsAt(std::uint64_t address) const {
    std::array<std::uint32_t, 4> words{};
    const ssize_t size = pread(file_, words.data(), sizeof words, static_cast<off_t>(address));
    return size == sizeof words ? std::optional(words) : std::nullopt;
  }

 private:
  int file_;
};

std::optional<profdiff::LockWait> LockOf(const std::string& folder, const std::string& tid, const Memory& memory) {
  const std::string thread = folder + "/task/" + tid;
  const std::optional<Futex> futex = FutexOf(thread);
  if (!futex) return std::nullopt;
  const auto words = memory.WordsAt(futex->address);
  const std::optional<Futex> again = FutexOf(thread);
  // The words belong to this wait only if it goes on.
  if (!words || !again || again->address != futex->address) return std::nullopt;
  const auto is_thread = [&](std::uint32_t number) {
    std::error_code error;
    return number != 0 && std::to_string(number) != tid &&
           fs::exists(folder + "/task/" + std::to_string(number), error);
  };
  profdiff::LockWait wait;
  wait.tid = profdiff::NumberFrom<std::uint64_t>(tid).value_or(0);
  wait.address = futex->address;
  const std::uint32_t word = (*words)[0], owner = (*words)[2];
  const bool is_wait = futex->operation == kWait || futex->operation == kWaitBitset;
  if (futex->operation == kLockPi || futex->operation == kLockPi2) {
    wait.owner = word & kTidMask;
  } else if (is_wait && word == kLockedWithWaiters && is_thread(owner)) {
    wait.owner = owner;
  } else if (is_wait && !futex->is_private) {
    wait.owner = word;  // the end of a thread; the kernel wakes those who wait for it, so that the futex is shared
    wait.address = 0;
  }
  return is_thread(static_cast<std::uint32_t>(wait.owner)) ? std::optional(wait) : std::nullopt;
}

#endif

}  // namespace

bool IsRunning(std::uint32_t process) {
  // A process that ended, but whose parent has not yet waited for it, has no threads that could be examined.
  const std::string stat = TextIn(FolderOf(process) + "/stat");
  const std::size_t name_end = stat.rfind(") ");
  return name_end != std::string::npos && name_end + 2 < stat.size() && stat[name_end + 2] != 'Z' &&
         stat[name_end + 2] != 'X';
}

std::optional<std::uint32_t> RankOfProcess(std::uint32_t process) {
  const std::string variables = TextIn(FolderOf(process) + "/environ");
  return RankIn([&](const char* name) -> std::optional<std::string> {
    const std::string start = std::string(name) + "=";
    for (std::string_view rest = variables; !rest.empty();) {
      const std::string_view variable = profdiff::TakeUpTo(rest, '\0');
      if (variable.starts_with(start)) return std::string(variable.substr(start.size()));
    }
    return std::nullopt;
  });
}

std::vector<profdiff::LockWait> LocksOfProcess([[maybe_unused]] std::uint32_t process,
                                               [[maybe_unused]] std::uint32_t rank) {
  std::vector<profdiff::LockWait> locks;
#ifdef __x86_64__
  const Memory memory(process);
  std::error_code error;
  for (fs::directory_iterator task(FolderOf(process) + "/task", error), end; !error && task != end;
       task.increment(error)) {
    std::optional<profdiff::LockWait> lock = LockOf(FolderOf(process), task->path().filename().string(), memory);
    if (!lock) continue;
    lock->rank = rank;
    locks.push_back(*lock);
  }
#endif
  return locks;
}

std::string WhyDenied(std::uint32_t process) {
  if (const std::uint64_t tracer = StatusValue(process, "TracerPid:"); tracer != 0) {
    return "permission denied: process " + std::to_string(tracer) + " traces it already";
  }
  const std::string setting = TextIn("/proc/sys/kernel/yama/ptrace_scope");
  const std::string_view scope = std::string_view(setting).substr(0, setting.find('\n'));
  if (scope.empty() || scope == "0") return "permission denied: be root, or the user of the process";
  return "permission denied; ptrace_scope " + std::string(scope) + ": be root";
}

}  // namespace egprof
