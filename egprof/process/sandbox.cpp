// SPDX-License-Identifier: GPL-3.0-or-later
// Source: the Linux kernel's documentation of Landlock, userspace-api/landlock.rst. The constants are defined here
// because headers of older systems lack some of them; the kernel tells by its version which of them it knows.
#include "egprof/process/sandbox.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "profdiff/error.h"

namespace egprof {
namespace {

namespace fs = std::filesystem;

// Numbers of the system calls, which are the same on all machines.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kAskForVersion = 1, kRuleBeneath = 1;

// Rights to files, by bit.
constexpr std::uint64_t kWriteFile = 1 << 1, kReadFile = 1 << 2, kReadFolder = 1 << 3, kRemoveFile = 1 << 5;
constexpr std::uint64_t kMakeFile = 1 << 8, kTruncate = 1 << 14;
constexpr std::uint64_t kRead = kReadFile | kReadFolder;
constexpr std::uint64_t kWrite = kWriteFile | kRemoveFile | kMakeFile | kTruncate;
constexpr std::uint64_t kOfFile = kReadFile | kWriteFile | kTruncate;  // rights that a file can have

// What a ruleset decides; whatever it does not allow is refused.
struct Ruleset {
  std::uint64_t files = 0, network = 0, scopes = 0;
};

struct [[gnu::packed]] BeneathRule {
  std::uint64_t allowed;
  std::int32_t parent;
};

// Returns what a version of Landlock can restrict.
Ruleset All(long version) {
  Ruleset all{.files = (1 << 13) - 1};     // from execution to making links
  if (version >= 2) all.files |= 1 << 13;  // moving files to other directories
  if (version >= 3) all.files |= kTruncate;
  if (version >= 4) all.network = 3;       // binding and connecting of TCP
  if (version >= 5) all.files |= 1 << 15;  // ioctl of devices
  if (version >= 6) all.scopes = 3;        // abstract sockets, and signals to other processes
  return all;
}

[[noreturn]] void Fail() {
  throw profdiff::Error(profdiff::ErrorCode::kSystem, std::string("cannot enter the sandbox: ") + std::strerror(errno));
}

class Descriptor {
 public:
  explicit Descriptor(long number) : number_(static_cast<int>(number)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

void Allow(const Descriptor& ruleset, const std::string& path, std::uint64_t rights) {
  const Descriptor parent(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat info;
  if (parent.number() < 0 || fstat(parent.number(), &info) != 0) return;
  if (!S_ISDIR(info.st_mode)) rights &= kOfFile;
  const BeneathRule rule = {rights, parent.number()};
  // EBADFD: pipes and sockets that are open already need no rule.
  if (syscall(kAddRule, ruleset.number(), kRuleBeneath, &rule, 0) != 0 && errno != EBADFD) Fail();
}

// Allows writing a file, which is made under another name beside it and renamed. Devices and pipes are written
// directly.
void AllowOutput(const Descriptor& ruleset, const std::string& file, std::uint64_t rights) {
  std::error_code error;
  const fs::path path = fs::weakly_canonical(fs::absolute(file), error);
  if (error) return;
  const bool is_device = fs::is_other(fs::status(path, error));
  Allow(ruleset, (is_device ? path : path.parent_path()).string(), rights);
}

// Adds what an argument may name: itself, and its parts before and after separators, as in -IDIR:DIR and FILE:PATH.
void AddParts(std::string_view text, std::vector<std::string>& paths) {
  paths.emplace_back(text);
  for (const char separator : {':', ','}) {
    std::string_view rest = text;
    for (std::size_t end; (end = rest.find(separator)) != std::string_view::npos; rest.remove_prefix(end + 1)) {
      paths.emplace_back(rest.substr(0, end));
      paths.emplace_back(rest.substr(end + 1));
    }
  }
}

constexpr const char* kWritingOptions[] = {"blocks",   "callgrind", "chrome",  "context",   "db",      "emit",
                                           "folded",   "gml",       "html",    "jsm",       "json",    "lattice",
                                           "markdown", "pprof",     "profile", "structure", "timeline"};

// The value of --structure is read if it exists.
bool Writes(std::string_view option, std::string_view value) {
  std::error_code error;
  if (option == "structure" && fs::exists(value, error)) return false;
  return std::ranges::any_of(kWritingOptions, [option](std::string_view name) { return name == option; });
}

}  // namespace

std::span<const char* const> WritingOptions() { return kWritingOptions; }

SandboxPaths PathsOf(std::span<const char* const> arguments) {
  SandboxPaths paths;
  std::string option;  // the option before a value that is an argument of its own
  for (const std::string_view word : arguments.subspan(std::min<std::size_t>(arguments.size(), 1))) {
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string_view::npos;
    if (word.starts_with("--")) option = word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
    const bool is_option = word.starts_with('-') && word != "-";
    const std::string_view value = !is_option                                   ? word
                                   : equals != std::string_view::npos           ? word.substr(equals + 1)
                                   : !word.starts_with("--") && word.size() > 2 ? word.substr(2)
                                                                                : std::string_view();
    if (!value.empty() && option == "db") {
      paths.store.emplace_back(value.substr(0, value.find(':')));
    } else if (!value.empty() && Writes(option, value)) {
      paths.write.emplace_back(value);
    } else if (!value.empty()) {
      AddParts(value == "-" ? "/dev/stdin" : value, paths.read);
    }
    if (!word.starts_with("--") || equals != std::string_view::npos) option.clear();
  }
  return paths;
}

SandboxState EnterSandbox(const SandboxPaths& paths) {
  const long version = syscall(kCreateRuleset, nullptr, 0, kAskForVersion);
  if (version < 1) return SandboxState::kUnsupported;
  const Ruleset all = All(version);
  // Older versions know only the first members.
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const Descriptor ruleset(syscall(kCreateRuleset, &all, size, 0));
  if (ruleset.number() < 0) Fail();
  for (const std::string& path : paths.read) Allow(ruleset, path, kRead);
  for (const std::string& file : paths.write) AllowOutput(ruleset, file, kWrite & all.files);
  for (const std::string& file : paths.store) AllowOutput(ruleset, file, (kRead | kWrite) & all.files);
  // The size of this process for --timing.
  Allow(ruleset, "/proc/self/status", kReadFile);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(kRestrictSelf, ruleset.number(), 0) != 0) Fail();
  return SandboxState::kEntered;
}

}  // namespace egprof
