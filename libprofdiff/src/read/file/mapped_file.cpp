// SPDX-License-Identifier: GPL-3.0-or-later
// Maps images, because only a few sections are needed. Profiles are read completely, so they are not mapped (file.cpp).
// The mapping stays valid after the descriptor is closed.
#include "read/file/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace profdiff {

MappedFile::MappedFile(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat info;
  // mmap rejects a length of 0.
  if (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
    void* begin = mmap(nullptr, static_cast<std::size_t>(info.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (begin != MAP_FAILED) {
      begin_ = begin;
      size_ = static_cast<std::size_t>(info.st_size);
    }
  }
  close(descriptor);
}

MappedFile::~MappedFile() {
  if (begin_ != nullptr) munmap(begin_, size_);
}

}  // namespace profdiff
