// SPDX-License-Identifier: GPL-3.0-or-later
// Files that exist during a test.
#ifndef TESTS_SUPPORT_TEMPORARY_FILE_H_
#define TESTS_SUPPORT_TEMPORARY_FILE_H_

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tests {

// A file with the given bytes. The destructor deletes the file.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view bytes) : path_("/tmp/profdiff_test_XXXXXX") {
    int descriptor = mkstemp(path_.data());
    if (descriptor < 0) throw std::runtime_error("mkstemp");
    while (!bytes.empty()) {
      ssize_t written = write(descriptor, bytes.data(), bytes.size());
      if (written <= 0) throw std::runtime_error("write");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    close(descriptor);
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace tests

#endif  // TESTS_SUPPORT_TEMPORARY_FILE_H_
