// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that come in pieces: from a file, or unpacked from another source.
#ifndef PROFDIFF_READ_FILE_BYTE_SOURCE_H_
#define PROFDIFF_READ_FILE_BYTE_SOURCE_H_

#include <cstddef>
#include <cstdint>

namespace profdiff {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Reads up to `size` bytes, and returns how many: 0 at the end, and nowhere else.
  virtual std::size_t Read(char* buffer, std::size_t size) = 0;

  // How many bytes there seem to be in all, a guess to reserve memory by; 0 if that cannot be told.
  virtual std::uint64_t Size() const { return 0; }
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_BYTE_SOURCE_H_
