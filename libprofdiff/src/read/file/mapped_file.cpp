// SPDX-License-Identifier: GPL-3.0-or-later
// Maps images, because only a few sections are needed. Profiles are read completely, so they are not mapped (file.cpp).
// The mapping stays valid after the descriptor is closed.
#include "read/file/mapped_file.h"

#include <sys/mman.h>

namespace profdiff {

MappedFile::MappedFile(const FileHandle& file) {
  if (file.size() == 0) return;  // mmap rejects a length of 0
  const auto size = static_cast<std::size_t>(file.size());
  void* begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (begin == MAP_FAILED) return;
  begin_ = begin;
  size_ = size;
}

MappedFile::~MappedFile() {
  if (begin_ != nullptr) munmap(begin_, size_);
}

}  // namespace profdiff
