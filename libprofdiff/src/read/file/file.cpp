// SPDX-License-Identifier: GPL-3.0-or-later
// Reads with a few large system calls. The size of a regular file is only a hint, so that pipes and growing files work
// the same way. Files are read, not mapped: access to a mapped file that has been truncated ends the program with
// SIGBUS, and mapped pages count as this program's memory. For files of a few hundred kilobytes, mapping is not even
// faster.
#include "read/file/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace profdiff {
namespace {

constexpr std::size_t kSmallestRead = std::size_t{64} * 1024;

// Checks the file type before opening, because opening a device can have side effects. The file may be replaced between
// the two steps; O_NONBLOCK then keeps the program from waiting for a pipe without a writer.
int OpenRegular(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) throw NotRegularError(path);
  return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

int Open(const std::string& path, FileKind kind) {
  if (kind == FileKind::kRegular) return OpenRegular(path);
  return path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

}  // namespace

Error SystemError(const std::string& path, int error_number) {
  return Error(ErrorCode::kSystem, std::generic_category().message(error_number), path);
}

Error NotRegularError(const std::string& path) { return Error(ErrorCode::kUnsupported, "not a regular file", path); }

bool IsRegularFile(const std::string& path) {
  struct stat info;
  return path != "-" && stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

FileSource::FileSource(const std::string& path, FileKind kind) : path_(path), descriptor_(Open(path, kind)) {
  if (descriptor_ < 0) throw SystemError(path, errno);
  struct stat info;
  if (fstat(descriptor_, &info) == 0 && S_ISREG(info.st_mode)) {
    size_ = static_cast<std::uint64_t>(info.st_size);
  } else if (kind == FileKind::kRegular) {
    close(descriptor_);
    throw NotRegularError(path);
  }
}

// Standard input stays open: the same operand may occur twice, and the second reader then finds the end of the input.
FileSource::~FileSource() {
  if (descriptor_ != STDIN_FILENO) close(descriptor_);
}

// A directory counts as empty: it can be opened but not read.
std::size_t FileSource::Read(char* buffer, std::size_t size) {
  while (true) {
    ssize_t got = read(descriptor_, buffer, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EISDIR) return 0;
    if (errno != EINTR) throw SystemError(path_, errno);
  }
}

FileHandle::FileHandle(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw SystemError(path, errno);
  struct stat info;
  if (fstat(descriptor_, &info) != 0) return;
  if (S_ISREG(info.st_mode)) size_ = static_cast<std::uint64_t>(info.st_size);
  is_folder_ = S_ISDIR(info.st_mode);
}

FileHandle::~FileHandle() { close(descriptor_); }

std::string FileHandle::ReadAt(std::uint64_t offset, std::uint64_t count) const {
  if (offset > size_ || count > size_ - offset) return {};
  std::string bytes(static_cast<std::size_t>(count), '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got =
        pread(descriptor_, bytes.data() + filled, bytes.size() - filled, static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return {};
    filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

int DuplicateAtStart(int descriptor) {
  lseek(descriptor, 0, SEEK_SET);
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

std::string ReadRest(ByteSource& source, std::uint64_t expected, std::uint64_t largest) {
  // Reserves one byte more than expected, so that the end is detected without enlarging the buffer.
  std::string bytes(expected > 0 ? expected + 1 : kSmallestRead, '\0');
  std::size_t filled = 0;
  while (std::size_t got = source.Read(bytes.data() + filled, bytes.size() - filled)) {
    filled += got;
    if (filled > largest) break;
    if (filled == bytes.size()) bytes.resize(2 * filled + kSmallestRead);
  }
  bytes.resize(filled);
  return bytes;
}

std::string ReadWholeFile(const std::string& path, FileKind kind) {
  FileSource file(path, kind);
  // The size may be wrong: files in /proc have size 0, and a file may grow while it is read.
  return ReadRest(file, file.Size());
}

std::string ReadFirst(const std::string& path, std::size_t count) {
  FileSource file(path, FileKind::kRegular);
  return ReadRest(file, count, count).substr(0, count);
}

}  // namespace profdiff
