// SPDX-License-Identifier: GPL-3.0-or-later
// Reads files, sequentially or as a whole.
// Tests: tests/unit/read/file/file_test.cpp.
#ifndef PROFDIFF_READ_FILE_FILE_H_
#define PROFDIFF_READ_FILE_FILE_H_

#include <string>

#include "profdiff/error.h"
#include "read/file/byte_source.h"

namespace profdiff {

// Returns an error with the operating system's reason for `error_number` (an errno), in the form of perror, such as
// "PATH: No such file or directory".
Error SystemError(const std::string& path, int error_number);

// Returns the error for a pipe, a device or a directory if only regular files are read.
Error NotRegularError(const std::string& path);

// True for a regular file, which can be read without blocking and without side effects; false for "-", pipes, devices,
// and missing files.
bool IsRegularFile(const std::string& path);

// Kinds of files that may be read. kRegular is for files found in a directory of untrusted content, where a pipe would
// block forever.
enum class FileKind { kAny, kRegular };

// The bytes of a file, a pipe or a device; "-" is standard input. A directory counts as empty.
// Errors: kSystem, from the constructor and from Read; kUnsupported, without blocking, if kRegular is required and the
// file is of another kind. With kRegular, "-" is an ordinary name.
class FileSource : public ByteSource {
 public:
  explicit FileSource(const std::string& path, FileKind kind = FileKind::kAny);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t Read(char* buffer, std::size_t size) override;
  std::uint64_t Size() const override { return size_; }
  int descriptor() const { return descriptor_; }

 private:
  std::string path_;
  int descriptor_;
  std::uint64_t size_ = 0;  // bytes; 0 for pipes and devices
};

// An open file whose bytes are read at any place. Several readers may share it.
class FileHandle {
 public:
  // Errors: kSystem.
  explicit FileHandle(const std::string& path);
  ~FileHandle();
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;

  int descriptor() const { return descriptor_; }
  std::uint64_t size() const { return size_; }  // bytes; 0 for pipes and devices
  bool is_folder() const { return is_folder_; }
  // Returns `count` bytes from `offset` on; empty if the file has fewer, or cannot be read.
  std::string ReadAt(std::uint64_t offset, std::uint64_t count) const;

 private:
  int descriptor_;
  std::uint64_t size_ = 0;
  bool is_folder_ = false;
};

// Returns a second descriptor of an open file, whose position is set to the start; -1 if there are too many. Both
// share the position.
int DuplicateAtStart(int descriptor);

// Reads a source to its end. `expected` is an estimate of its size, or 0. Reading stops soon after `largest` bytes; the
// result is then longer than `largest`.
std::string ReadRest(ByteSource& source, std::uint64_t expected = 0, std::uint64_t largest = ~std::uint64_t{0});

// Returns all bytes of a file.
// Errors: as for FileSource.
std::string ReadWholeFile(const std::string& path, FileKind kind = FileKind::kAny);

// Returns the first `count` bytes of a regular file, or fewer.
// Errors: as for FileSource.
std::string ReadFirst(const std::string& path, std::size_t count);

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_FILE_H_
