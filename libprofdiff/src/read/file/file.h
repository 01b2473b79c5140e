// SPDX-License-Identifier: GPL-3.0-or-later
// Files, piece by piece or whole.
// Tests: tests/unit/read/file/file_test.cpp.
#ifndef PROFDIFF_READ_FILE_FILE_H_
#define PROFDIFF_READ_FILE_FILE_H_

#include <string>

#include "profdiff/error.h"
#include "read/file/byte_source.h"

namespace profdiff {

// The operating system's reason `error_number` (an errno) in the form of perror: "PATH: No such file or directory".
Error SystemError(const std::string& path, int error_number);

// The reason why a pipe, a device or a folder is not read where only regular files are.
Error NotRegularError(const std::string& path);

// True for a file that has all its bytes at hand: reading it does not wait for anybody, and takes nothing away.
// False for "-", pipes and devices, and for what is not there.
bool IsRegularFile(const std::string& path);

// What may be read. Within a folder that somebody else filled, a pipe would be waited for without end.
enum class FileKind { kAny, kRegular };

// The bytes of a file, a pipe or a device; "-" is standard input. A folder has none.
// Errors: kSystem, from the constructor and from Read; kUnsupported for what is not of the kind, which is not waited
// for ("-" is then a name as any other).
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

// Reads a source to its end. `expected` is a guess of its size, 0 for none. Reading stops soon after `largest` bytes:
// the result is longer than that then.
std::string ReadRest(ByteSource& source, std::uint64_t expected = 0, std::uint64_t largest = ~std::uint64_t{0});

// All bytes of a file, as FileSource gives them.
// Errors: as FileSource.
std::string ReadWholeFile(const std::string& path, FileKind kind = FileKind::kAny);

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_FILE_H_
