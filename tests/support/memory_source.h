// SPDX-License-Identifier: GPL-3.0-or-later
// A source of bytes in memory, which are read in chunks.
#ifndef TESTS_SUPPORT_MEMORY_SOURCE_H_
#define TESTS_SUPPORT_MEMORY_SOURCE_H_

#include <algorithm>
#include <string>
#include <utility>

#include "read/file/byte_source.h"

namespace tests {

class MemorySource : public profdiff::ByteSource {
 public:
  // Each read returns at most `chunk` bytes.
  explicit MemorySource(std::string bytes, std::size_t chunk = std::string::npos)
      : bytes_(std::move(bytes)), chunk_(chunk) {}

  std::size_t Read(char* buffer, std::size_t size) override {
    const std::size_t got = bytes_.copy(buffer, std::min(size, chunk_), read_);
    read_ += got;
    return got;
  }

 private:
  std::string bytes_;
  std::size_t chunk_;
  std::size_t read_ = 0;
};

}  // namespace tests

#endif  // TESTS_SUPPORT_MEMORY_SOURCE_H_
