// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a regular file through a temporary file, which rename(2) moves into place atomically. Writes devices, pipes
// and open descriptors in place.
//
// Test: tests/unit/egprof/console/output_file_test.cpp.
#include "egprof/console/output_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/parse_text.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40;                         // the Linux kernel's limit on symbolic links in a path
constexpr std::size_t kLongestBegin = NAME_MAX - 30;  // leaves room for ".tmp", a process id and an attempt

[[noreturn]] void Refuse(const std::string& path, int error) {
  throw profdiff::Error(profdiff::ErrorCode::kSystem, std::strerror(error), path);
}

// Returns the N of /dev/fd/N, /proc/self/fd/N, /dev/stdout and other names of open descriptors. The kernel presents
// such a name as a symbolic link to the open file. Opening the link again would lose the position in the file, and
// renaming would replace the file itself.
std::optional<int> OpenDescriptor(const fs::path& path) {
  std::error_code error;
  fs::path folder = fs::canonical(path.has_parent_path() ? path.parent_path() : fs::path("."), error);
  if (error || folder != fs::canonical("/proc/self/fd", error) || error) return std::nullopt;
  return profdiff::NumberFrom<int>(path.filename().string());
}

// The destination of a path: an open descriptor, or a path that is not a symbolic link.
struct Target {
  std::optional<int> descriptor;
  fs::path path;
};

// Refuses symbolic links in world-writable sticky directories such as /tmp: another user may have put a link to a file
// of this user there. This is the rule of Linux's protected_symlinks, applied even where that setting is off.
void RefuseForeignLink(const std::string& start, const fs::path& link) {
  const fs::path folder = link.has_parent_path() ? link.parent_path() : fs::path(".");
  struct stat status;
  if (stat(folder.c_str(), &status) != 0 || (status.st_mode & (S_ISVTX | S_IWOTH)) != (S_ISVTX | S_IWOTH)) return;
  throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                        "a symbolic link in a world-writable directory; name the file that it points to", start);
}

// Follows links one by one, instead of with realpath(), so that each can be checked and the target need not exist.
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

// Blocks the signals that end a program, so that no temporary file is left behind. The progress line runs on its own
// thread with all signals blocked, so none is delivered there.
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

  // True if a signal that ends the program is pending, unless it is ignored or was blocked before. Checked before each
  // part is written, so that an interrupt takes effect soon.
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

std::optional<FileIdentity> IdentityOf(const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, ""};
}

std::optional<FileIdentity> IdentityOf(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? IdentityOf(status) : std::nullopt;
}

// Returns nullopt if the path cannot be followed.
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
  // A file that does not exist yet is identified by its directory and its name.
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

void RequireOwnLinks(const std::string& path) { Follow(path); }

// Examines an existing file as OutputFile does. If the file does not exist, examines the directory in which it would be
// created.
void RequireWritable(const std::string& path) {
  const Target target = Follow(path);
  if (target.descriptor) {
    const int flags = fcntl(*target.descriptor, F_GETFL);
    if (flags < 0) Refuse(path, errno);
    if ((flags & O_ACCMODE) == O_RDONLY) Refuse(path, EBADF);
    return;
  }
  struct stat status;
  if (stat(target.path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) Refuse(path, EISDIR);
    if (faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0) Refuse(path, errno);
    return;
  }
  if (errno != ENOENT) Refuse(path, errno);
  const fs::path folder = target.path.has_parent_path() ? target.path.parent_path() : fs::path(".");
  if (faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) Refuse(path, errno);
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

// Writes devices, pipes and open descriptors in place.
class OutputFile::Direct {
 public:
  Direct(const std::string& shown, int number) : shown_(shown), number_(number) {
    if (number < 0) Refuse(shown, errno);
  }
  ~Direct() {
    if (number_ >= 0) close(number_);
  }
  Direct(const Direct&) = delete;
  Direct& operator=(const Direct&) = delete;

  void Append(std::string_view part) {
    if (int error = WriteAll(number_, part)) Refuse(shown_, error);
  }
  // Some file systems report write errors only when the file is closed.
  void Finish() {
    if (close(std::exchange(number_, -1)) != 0) Refuse(shown_, errno);
  }

 private:
  const std::string& shown_;
  int number_;
};

// Writes a file that appears only when it is complete. Until then, its content is in a temporary file in the same
// directory, since rename(2) cannot cross file systems. The temporary file is removed unless it was renamed.
class OutputFile::Replacement {
 public:
  Replacement(const std::string& shown, fs::path target, const struct stat* existing)
      : shown_(shown), target_(std::move(target)) {
    if (existing != nullptr) existing_ = *existing;
    // The target's name may already have the maximum length, so it is shortened to make room for the added characters.
    const fs::path begin = target_.parent_path() / target_.filename().string().substr(0, kLongestBegin);
    for (int attempt = 0; attempt < 100 && number_ < 0; ++attempt) {
      path_ = begin.string() + ".tmp" + std::to_string(getpid()) + "-" + std::to_string(attempt);
      // With O_EXCL, the name must be new, so that no link that somebody else has prepared is followed.
      number_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (number_ < 0 && errno != EEXIST) break;
    }
    error_ = number_ < 0 ? errno : 0;
    present_ = number_ >= 0;
  }
  ~Replacement() {
    if (number_ >= 0) close(number_);
    if (present_) unlink(path_.c_str());
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  // Returns the errno of the first failure; 0 if nothing has failed.
  int error() const { return error_; }

  void Append(std::string_view part) {
    if (wait_.HasOne()) Refuse(shown_, EINTR);
    if (error_ == 0) error_ = WriteAll(number_, part);
    if (error_ != 0) Refuse(shown_, error_);
  }
  void Finish() {
    if (existing_) TakePermissions(*existing_);
    if (error_ == 0 && close(std::exchange(number_, -1)) != 0) error_ = errno;
    if (error_ == 0 && rename(path_.c_str(), target_.c_str()) != 0) error_ = errno;
    if (error_ != 0) Refuse(shown_, error_);
    present_ = false;
  }

 private:
  // Sets the owner first, since a change of owner clears the set-user-ID bits.
  void TakePermissions(const struct stat& status) {
    if (error_ != 0) return;
    if (fchown(number_, status.st_uid, status.st_gid) != 0)
      errno = 0;  // only root may change owners; the mode is set anyway
    if (fchmod(number_, status.st_mode & 07777) != 0) error_ = errno;
  }

  const SignalsWait wait_;  // delivers pending signals when destroyed, after the temporary file was removed
  const std::string& shown_;
  const fs::path target_;
  std::optional<struct stat> existing_;
  std::string path_;
  int number_ = -1;
  int error_ = 0;
  bool present_ = false;  // true while the file exists under its temporary name
};

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  const Target target = Follow(path_);
  if (target.descriptor) {
    // Closing a duplicate reports errors but leaves standard output open.
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
  // Refuses a read-only file, although its directory might allow replacing it.
  if (existing != nullptr && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) Refuse(path_, errno);
  replacement_ = std::make_unique<Replacement>(path_, path, existing);
  const int error = replacement_->error();
  if (error == 0) return;
  if (existing == nullptr || error != EACCES) Refuse(path_, error);
  // A directory without write permission may contain a writable file, which is overwritten in place, not atomically.
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
