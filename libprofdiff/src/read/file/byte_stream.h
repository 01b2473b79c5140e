// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and records from bytes that come in pieces, through one buffer.
// Tests: tests/unit/read/file/byte_stream_test.cpp.
#ifndef PROFDIFF_READ_FILE_BYTE_STREAM_H_
#define PROFDIFF_READ_FILE_BYTE_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "profdiff/gmon.h"
#include "read/file/byte_source.h"

namespace profdiff {

// Room for the bytes that are read next; one serves any number of files, one after the other.
class ReadBuffer {
 public:
  static constexpr std::size_t kSize = std::size_t{64} * 1024;  // stays in a processor's own cache

  char* data() { return bytes_.get(); }

 private:
  std::unique_ptr<char[]> bytes_{new char[kSize]};  // not filled: a small file touches little of it
};

// Walks over a source from front to back, as ByteCursor does over bytes in memory.
//
// A read that would pass the end gives zero, moves to the end, and makes ok() false for good.
class ByteStream {
 public:
  ByteStream(ByteSource& source, ReadBuffer& buffer, bool big_endian)
      : source_(source), buffer_(buffer), big_endian_(big_endian) {}

  // What comes next: at least `wanted` bytes, at most as many as a buffer holds; fewer before the end alone.
  // Valid until the next call of anything else.
  std::string_view Peek(std::size_t wanted);

  // Moves on over bytes that Peek has shown.
  void Skip(std::size_t count) { begin_ += count; }

  std::uint8_t U8() { return static_cast<std::uint8_t>(Number(1)); }
  std::uint32_t U32() { return static_cast<std::uint32_t>(Number(4)); }
  std::uint64_t U64() { return Number(8); }

  // An unsigned number of `width` bytes, 1 to 8.
  std::uint64_t Number(std::size_t width);

  // The next `count` bytes as they are, at most as many as a buffer holds; empty where there are fewer. Valid as long
  // as those of Peek.
  std::string_view Take(std::size_t count);

  // Skips text up to the next zero byte, and that byte.
  void SkipText();

  // Adds up to `count` two-byte numbers to those of `sums`, the first to the first, as many as are there in whole.
  // Makes `sums` longer where needed. Returns how many they were; never fails.
  std::uint64_t AddU16s(std::uint64_t count, Bins& sums);

  bool AtEnd() { return Peek(1).empty(); }
  bool big_endian() const { return big_endian_; }
  bool ok() const { return ok_; }
  std::uint64_t offset() const { return passed_ + begin_; }

  // How many bytes seem to be left, a guess; 0 if that cannot be told.
  std::uint64_t Left() const;

 private:
  // Moves what is left to the front of the buffer, and reads until there are `wanted` bytes.
  void Fill(std::size_t wanted);

  ByteSource& source_;
  ReadBuffer& buffer_;
  bool big_endian_;
  bool ok_ = true;
  std::size_t begin_ = 0, end_ = 0;  // what is read and not yet used
  std::uint64_t passed_ = 0;         // bytes before the buffer's
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_BYTE_STREAM_H_
