// SPDX-License-Identifier: GPL-3.0-or-later
// Interface for reading bytes sequentially, from a file or from an unpacked stream.
#ifndef PROFDIFF_READ_FILE_BYTE_SOURCE_H_
#define PROFDIFF_READ_FILE_BYTE_SOURCE_H_

#include <cstddef>
#include <cstdint>

namespace profdiff {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Reads up to `size` bytes and returns their number: 0 only at the end.
  virtual std::size_t Read(char* buffer, std::size_t size) = 0;

  // Estimated number of bytes, used to reserve memory; 0 if unknown.
  virtual std::uint64_t Size() const { return 0; }
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_BYTE_SOURCE_H_
