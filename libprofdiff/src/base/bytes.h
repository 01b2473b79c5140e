// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes from another machine: numbers in either byte order, read with bounds checks.
// Tests: tests/unit/base/bytes_test.cpp.
#ifndef PROFDIFF_BASE_BYTES_H_
#define PROFDIFF_BASE_BYTES_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace profdiff {

// Returns the unsigned number at `bytes` in the given byte order.
template <class Unsigned>
Unsigned LoadNumber(const char* bytes, bool big_endian) {
  Unsigned value;
  std::memcpy(&value, bytes, sizeof value);
  if (sizeof value == 1 || big_endian == (std::endian::native == std::endian::big)) return value;
  if constexpr (sizeof value == 2) return __builtin_bswap16(value);
  if constexpr (sizeof value == 4) return __builtin_bswap32(value);
  if constexpr (sizeof value == 8) return __builtin_bswap64(value);
  return value;
}

// Returns the unsigned number in up to 8 bytes in the given byte order; 0 for no bytes.
std::uint64_t ToNumber(std::string_view digits, bool big_endian);

// Reads bytes from the beginning to the end.
//
// A read past the end returns zero, moves to the end, and makes ok() false permanently. Therefore it is enough to check
// ok() once after reading a whole record.
class ByteCursor {
 public:
  ByteCursor(std::string_view bytes, bool big_endian) : bytes_(bytes), big_endian_(big_endian) {}

  std::uint8_t U8() { return Next<std::uint8_t>(); }
  std::uint16_t U16() { return Next<std::uint16_t>(); }
  std::uint32_t U32() { return Next<std::uint32_t>(); }
  std::uint64_t U64() { return Next<std::uint64_t>(); }

  // Reads an unsigned number of `width` bytes (from 1 to 8).
  std::uint64_t Number(std::size_t width) { return ToNumber(Take(width), big_endian_); }

  // Reads the next `count` bytes; returns an empty string if there are fewer.
  std::string_view Take(std::size_t count) {
    if (count > remaining()) return TakeTooMany();
    const std::string_view taken = bytes_.substr(offset_, count);
    offset_ += count;
    return taken;
  }

  // Reads text up to the next zero byte, and skips the zero byte.
  std::string_view ZeroTerminated();

  bool ok() const { return ok_; }
  std::size_t offset() const { return offset_; }
  std::size_t remaining() const { return bytes_.size() - offset_; }

 private:
  template <class Unsigned>
  Unsigned Next() {
    const std::string_view bytes = Take(sizeof(Unsigned));
    return bytes.empty() ? 0 : LoadNumber<Unsigned>(bytes.data(), big_endian_);
  }
  std::string_view TakeTooMany();

  std::string_view bytes_;
  std::size_t offset_ = 0;
  bool big_endian_;
  bool ok_ = true;
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_BYTES_H_
