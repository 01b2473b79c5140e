// SPDX-License-Identifier: GPL-3.0-or-later
// Reads with few large system calls into one buffer: the size of a regular file is only the first guess, so that pipes
// and growing files work the same way.
#include "read/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace profdiff {
namespace {

constexpr std::size_t kSmallestRead = std::size_t{64} * 1024;

// A descriptor that is closed again, unless it is standard input.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : number_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) throw SystemError(path, errno);
  }
  ~Descriptor() {
    if (number_ != STDIN_FILENO) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

// One byte more than the file seems to hold: then its end is seen without growing.
std::size_t FirstSize(int descriptor) {
  struct stat info;
  if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return kSmallestRead;
  return static_cast<std::size_t>(info.st_size) + 1;
}

// Bytes read, 0 at the end. A folder opens, but has nothing to read.
std::size_t ReadSome(const Descriptor& file, const std::string& path, char* buffer, std::size_t size) {
  while (true) {
    ssize_t got = read(file.number(), buffer, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EISDIR) return 0;
    if (errno != EINTR) throw SystemError(path, errno);
  }
}

}  // namespace

Error SystemError(const std::string& path, int error_number) {
  return Error(ErrorCode::kSystem, path + ": " + std::generic_category().message(error_number), path);
}

std::string ReadWholeFile(const std::string& path) {
  Descriptor file(path);
  std::string bytes(FirstSize(file.number()), '\0');
  std::size_t filled = 0;
  while (std::size_t got = ReadSome(file, path, bytes.data() + filled, bytes.size() - filled)) {
    filled += got;
    if (filled == bytes.size()) bytes.resize(2 * filled + kSmallestRead);
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace profdiff
