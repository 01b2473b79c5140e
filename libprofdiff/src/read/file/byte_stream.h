// SPDX-License-Identifier: GPL-3.0-or-later
// Reads numbers and records from a ByteSource through one buffer.
// Tests: tests/unit/read/file/byte_stream_test.cpp.
#ifndef PROFDIFF_READ_FILE_BYTE_STREAM_H_
#define PROFDIFF_READ_FILE_BYTE_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "profdiff/gmon.h"
#include "read/file/byte_source.h"

namespace profdiff {

// Buffer of a ByteStream; it can be reused for one file after another.
class ReadBuffer {
 public:
  static constexpr std::size_t kSize = std::size_t{64} * 1024;  // fits into a processor's L2 cache

  char* data() { return bytes_.get(); }

 private:
  // Uninitialised, so a small file touches only a small part of the buffer.
  std::unique_ptr<char[]> bytes_{new char[kSize]};
};

// Walks over a source from beginning to end, as ByteCursor does over bytes in memory.
//
// A read that would pass the end returns zero, moves to the end, and makes ok() false for good.
class ByteStream {
 public:
  ByteStream(ByteSource& source, ReadBuffer& buffer, bool big_endian)
      : source_(source), buffer_(buffer), big_endian_(big_endian) {}

  // Returns the next bytes: at least `wanted` of them (at most ReadBuffer::kSize), fewer only at the end. Valid until
  // the next call of any other function.
  std::string_view Peek(std::size_t wanted);

  // Skips bytes returned by Peek.
  void Skip(std::size_t count) { begin_ += count; }

  std::uint8_t U8() { return static_cast<std::uint8_t>(Number(1)); }
  std::uint32_t U32() { return static_cast<std::uint32_t>(Number(4)); }
  std::uint64_t U64() { return Number(8); }

  // Reads an unsigned number of `width` bytes (from 1 to 8).
  std::uint64_t Number(std::size_t width);

  // Returns the next `count` bytes (at most ReadBuffer::kSize); empty if there are fewer. Valid until the next call of
  // any other function.
  std::string_view Take(std::size_t count);

  // Skips text up to and including the next zero byte.
  void SkipText();

  // Adds up to `count` complete two-byte numbers to `sums`, starting at its first bin, and enlarges `sums` if needed.
  // Returns the number added; it is less than `count` at the end of the source, which is not an error.
  std::uint64_t AddU16s(std::uint64_t count, Bins& sums);

  bool AtEnd() { return Peek(1).empty(); }
  bool ok() const { return ok_; }
  std::uint64_t offset() const { return passed_ + begin_; }

  // Estimated number of remaining bytes; 0 if unknown.
  std::uint64_t Left() const;

 private:
  // Moves the remaining bytes to the front of the buffer, and reads until `wanted` bytes are available or the source
  // ends.
  void Fill(std::size_t wanted);

  ByteSource& source_;
  ReadBuffer& buffer_;
  bool big_endian_;
  bool ok_ = true;
  std::size_t begin_ = 0, end_ = 0;  // range of bytes that have been read but not yet used
  std::uint64_t passed_ = 0;         // number of bytes before the buffer
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_BYTE_STREAM_H_
