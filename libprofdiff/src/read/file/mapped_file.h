// SPDX-License-Identifier: GPL-3.0-or-later
// A file mapped into memory: unused parts are never read, and no part is copied.
// Tests: tests/unit/read/file/mapped_file_test.cpp.
#ifndef PROFDIFF_READ_FILE_MAPPED_FILE_H_
#define PROFDIFF_READ_FILE_MAPPED_FILE_H_

#include <cstddef>
#include <string_view>

#include "read/file/file.h"

namespace profdiff {

class MappedFile {
 public:
  explicit MappedFile(const FileHandle& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // Valid as long as this object exists. Empty if the file cannot be mapped. The file must not be truncated while it is
  // mapped.
  std::string_view bytes() const { return {static_cast<const char*>(begin_), size_}; }

 private:
  void* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_MAPPED_FILE_H_
