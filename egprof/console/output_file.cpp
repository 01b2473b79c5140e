// SPDX-License-Identifier: GPL-3.0-or-later
// A temporary file and rename(2) for regular files, plain write(2) for everything else.
// Test: tests/unit/egprof/console/output_file_test.cpp.
#include "egprof/console/output_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "profdiff/error.h"

namespace egprof {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40;  // as many as the kernel follows
constexpr std::size_t kLongestBegin = NAME_MAX - 30;

[[noreturn]] void Refuse(const std::string& path, int error) {
  throw profdiff::Error(profdiff::ErrorCode::kSystem, path + ": " + std::strerror(error), path);
}

// An open descriptor that is closed in the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

  // Says whether the last bytes arrived: 0 or an errno.
  int Close() {
    int result = close(number_);
    number_ = -1;
    return result == 0 ? 0 : errno;
  }

 private:
  int number_;
};

// The N of /dev/fd/N, /proc/self/fd/N and other ways to say it. The kernel shows such a name as a symbolic link to
// whatever is open there; following it would lose the place in the file, or replace it.
std::optional<int> OpenDescriptor(const fs::path& path) {
  std::error_code error;
  fs::path folder = fs::canonical(path.has_parent_path() ? path.parent_path() : fs::path("."), error);
  if (error || folder != fs::canonical("/proc/self/fd", error) || error) return std::nullopt;
  std::string name = path.filename();
  int number = -1;
  auto result = std::from_chars(name.data(), name.data() + name.size(), number);
  if (result.ec != std::errc() || result.ptr != name.data() + name.size()) return std::nullopt;
  return number;
}

// Where a path leads: an open descriptor, or a path that is no symbolic link.
struct Target {
  std::optional<int> descriptor;
  fs::path path;
};

// In a folder where everybody may put files, as /tmp, anybody may have put a link to a file of the user there.
void RefuseForeignLink(const std::string& start, const fs::path& link) {
  const fs::path folder = link.has_parent_path() ? link.parent_path() : fs::path(".");
  struct stat status;
  if (stat(folder.c_str(), &status) != 0 || (status.st_mode & (S_ISVTX | S_IWOTH)) != (S_ISVTX | S_IWOTH)) return;
  throw profdiff::Error(
      profdiff::ErrorCode::kBadArgument,
      start + ": a symbolic link in a folder where everybody may write; name the file that it leads to", start);
}

Target Follow(const std::string& start) {
  Target target{std::nullopt, start};
  for (int links = 0; links < kMaxLinks; ++links) {
    target.descriptor = OpenDescriptor(target.path);
    std::error_code error;
    if (target.descriptor || !fs::is_symlink(fs::symlink_status(target.path, error))) return target;
    RefuseForeignLink(start, target.path);
    fs::path next = fs::read_symlink(target.path, error);
    if (error) Refuse(start, error.value());
    target.path = next.is_absolute() ? next : target.path.parent_path() / next;
  }
  Refuse(start, ELOOP);
}

// Keeps the signals that end a program waiting, so that it leaves no temporary file behind. The line of progress, on
// its own thread, takes none.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t signals;
    sigemptyset(&signals);
    for (int signal : kEnding) sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

  // True if a signal that ends the program is pending, unless it is ignored or was blocked before.
  bool HasOne() const {
    sigset_t pending;
    if (sigpending(&pending) != 0) return false;
    return std::ranges::any_of(kEnding, [&](int signal) {
      struct sigaction action = {};
      return sigismember(&pending, signal) == 1 && sigismember(&before_, signal) == 0 &&
             sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN;
    });
  }

 private:
  static constexpr std::array kEnding = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  sigset_t before_;
};

// A file beside `target` under a name that nothing has, removed again unless it takes the target's name.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) {
    // A name may be as long as a file system takes: what is added must still fit.
    const fs::path begin = target.parent_path() / target.filename().string().substr(0, kLongestBegin);
    for (int attempt = 0; attempt < 100 && number_ < 0; ++attempt) {
      path_ = begin.string() + ".tmp" + std::to_string(getpid()) + "-" + std::to_string(attempt);
      number_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (number_ < 0 && errno != EEXIST) break;
    }
    error_ = number_ < 0 ? errno : 0;
    present_ = number_ >= 0;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (number_ >= 0) close(number_);
    if (present_) unlink(path_.c_str());
  }

  // The first errno there was; 0 as long as there is none.
  int error() const { return error_; }

  void Write(std::string_view content) {
    if (error_ == 0) error_ = WriteAll(number_, content);
  }
  // The owner first: a change of owner takes permissions away.
  void TakePermissions(const struct stat& status) {
    if (error_ != 0) return;
    if (fchown(number_, status.st_uid, status.st_gid) != 0) errno = 0;  // only root may; the mode still counts
    if (fchmod(number_, status.st_mode & 07777) != 0) error_ = errno;
  }
  // Returns 0 or the first errno there was.
  int MoveTo(const fs::path& target) {
    if (error_ != 0) return error_;
    if (close(number_) != 0) error_ = errno;
    number_ = -1;
    if (error_ == 0 && rename(path_.c_str(), target.c_str()) != 0) error_ = errno;
    present_ = error_ != 0;
    return error_;
  }

 private:
  std::string path_;
  int number_ = -1;
  int error_ = 0;
  bool present_ = false;  // under its own name
};

std::optional<FileIdentity> IdentityOf(const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, ""};
}

std::optional<FileIdentity> IdentityOf(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? IdentityOf(status) : std::nullopt;
}

// Nothing where a path leads to cannot be told.
std::optional<Target> TryFollow(const std::string& path) {
  if (path.empty() || path == "-") return Target{STDOUT_FILENO, {}};
  try {
    return Follow(path);
  } catch (const profdiff::Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<FileIdentity> IdentityOfOutput(const std::string& path) {
  const std::optional<Target> target = TryFollow(path);
  if (!target) return std::nullopt;
  if (target->descriptor) return IdentityOf(*target->descriptor);
  struct stat status;
  if (stat(target->path.c_str(), &status) == 0) return IdentityOf(status);
  return errno == ENOENT ? IdentityOfName(target->path) : std::nullopt;
}

std::optional<FileIdentity> IdentityOfInput(const std::string& path) {
  struct stat status;
  if (path == "-") return IdentityOf(STDIN_FILENO);
  return stat(path.c_str(), &status) == 0 ? IdentityOf(status) : std::nullopt;
}

std::optional<FileIdentity> IdentityOfName(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  struct stat status;
  if (!path.has_filename() || stat(folder.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, path.filename().string()};
}

bool LeadsToStandardOutput(const std::string& path) {
  const std::optional<Target> target = TryFollow(path);
  return target && target->descriptor == STDOUT_FILENO;
}

int WriteAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// Outputs that are written in place.
class OutputFile::Direct {
 public:
  Direct(const std::string& shown, int number) : shown_(shown), descriptor_(number) {
    if (number < 0) Refuse(shown, errno);
  }
  void Append(std::string_view part) {
    if (int error = WriteAll(descriptor_.number(), part)) Refuse(shown_, error);
  }
  void Finish() {
    if (int error = descriptor_.Close()) Refuse(shown_, error);
  }

 private:
  const std::string& shown_;
  Descriptor descriptor_;
};

// What is not there before it is whole. Members go in reverse: signals come in when the file is gone.
class OutputFile::Replacement {
 public:
  Replacement(const std::string& shown, fs::path target, const struct stat* existing)
      : shown_(shown), target_(std::move(target)), file_(target_) {
    if (existing != nullptr) existing_ = *existing;
  }
  int error() const { return file_.error(); }

  void Append(std::string_view part) {
    if (wait_.HasOne()) Refuse(shown_, EINTR);
    file_.Write(part);
    if (file_.error() != 0) Refuse(shown_, file_.error());
  }
  void Finish() {
    if (existing_) file_.TakePermissions(*existing_);
    if (int error = file_.MoveTo(target_)) Refuse(shown_, error);
  }

 private:
  const std::string& shown_;
  const fs::path target_;
  std::optional<struct stat> existing_;
  const SignalsWait wait_;
  TemporaryFile file_;
};

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  const Target target = Follow(path_);
  if (target.descriptor) {
    direct_ = std::make_unique<Direct>(path_, dup(*target.descriptor));
    return;
  }
  struct stat status;
  const bool exists = stat(target.path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) Refuse(path_, errno);
  exists && !S_ISREG(status.st_mode) ? OpenDirectly(target.path, 0)
                                     : OpenReplacement(target.path, exists ? &status : nullptr);
}

void OutputFile::OpenDirectly(const fs::path& path, int flags) {
  direct_ = std::make_unique<Direct>(path_, open(path.c_str(), O_WRONLY | O_CLOEXEC | flags));
}

void OutputFile::OpenReplacement(const fs::path& path, const struct stat* existing) {
  if (existing != nullptr && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) Refuse(path_, errno);
  replacement_ = std::make_unique<Replacement>(path_, path, existing);
  const int error = replacement_->error();
  if (error == 0) return;
  if (existing == nullptr || error != EACCES) Refuse(path_, error);
  // A folder that takes no new file may still hold one that can be written, if not in one step.
  replacement_.reset();
  OpenDirectly(path, O_TRUNC);
}

OutputFile::~OutputFile() = default;

void OutputFile::Append(std::string_view part) { direct_ ? direct_->Append(part) : replacement_->Append(part); }

void OutputFile::Finish() { direct_ ? direct_->Finish() : replacement_->Finish(); }

void WriteOutputFile(const std::string& path, std::string_view content) {
  OutputFile file(path);
  file.Append(content);
  file.Finish();
}

}  // namespace egprof
