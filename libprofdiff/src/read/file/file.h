// SPDX-License-Identifier: GPL-3.0-or-later
// Reading files, sequentially or as a whole.
// Tests: tests/unit/read/file/file_test.cpp.
#ifndef PROFDIFF_READ_FILE_FILE_H_
#define PROFDIFF_READ_FILE_FILE_H_

#include <string>

#include "profdiff/error.h"
#include "read/file/byte_source.h"

namespace profdiff {

// The operating system's reason `error_number` (an errno) in the form of perror: "PATH: No such file or directory".
Error SystemError(const std::string& path, int error_number);

// The error for a pipe, a device or a directory where only regular files are read.
Error NotRegularError(const std::string& path);

// True for a regular file: reading it does not block and has no side effects. False for "-", pipes, devices, and
// missing files.
bool IsRegularFile(const std::string& path);

// Kinds of files that may be read. kRegular is for files found in a directory of untrusted content, where a pipe would
// block forever.
enum class FileKind { kAny, kRegular };

// The bytes of a file, a pipe or a device; "-" is standard input. A directory counts as empty.
// Errors: kSystem, from the constructor and from Read; kUnsupported for another kind of file, without blocking (with
// kRegular, "-" is an ordinary name).
class FileSource : public ByteSource {
 public:
  explicit FileSource(const std::string& path, FileKind kind = FileKind::kAny);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t Read(char* buffer, std::size_t size) override;
  std::uint64_t Size() const override { return size_; }

 private:
  std::string path_;
  int descriptor_;
  std::uint64_t size_ = 0;  // 0 for pipes and devices
};

// Reads a source to its end. `expected` is a guess of its size, 0 for none. Reading stops soon after `largest` bytes;
// the result is then longer than `largest`.
std::string ReadRest(ByteSource& source, std::uint64_t expected = 0, std::uint64_t largest = ~std::uint64_t{0});

// All bytes of a file.
// Errors: as FileSource.
std::string ReadWholeFile(const std::string& path, FileKind kind = FileKind::kAny);

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_FILE_H_
