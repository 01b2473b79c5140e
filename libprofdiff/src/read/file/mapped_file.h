// SPDX-License-Identifier: GPL-3.0-or-later
// A file as memory: parts that nobody looks at are never read, and no part is copied.
// Tests: tests/unit/read/file/mapped_file_test.cpp.
#ifndef PROFDIFF_READ_FILE_MAPPED_FILE_H_
#define PROFDIFF_READ_FILE_MAPPED_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace profdiff {

class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // Live as long as this. Empty if the file cannot be mapped. The file must not become shorter meanwhile.
  std::string_view bytes() const { return {static_cast<const char*>(begin_), size_}; }

 private:
  void* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_MAPPED_FILE_H_
