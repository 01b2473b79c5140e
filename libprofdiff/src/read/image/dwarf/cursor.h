// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the bytes of a DWARF section: numbers in both byte orders, LEB128 numbers, and strings, with bounds checks
// everywhere. All functions are inline, because most of the time for reading debug information is spent here. Tests:
// tests/unit/read/image/dwarf/cursor_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_CURSOR_H_
#define PROFDIFF_READ_IMAGE_DWARF_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/bytes.h"

namespace profdiff {

// A read that would pass the end returns zero, moves to the end, and makes ok() false for good.
class DwarfCursor {
 public:
  DwarfCursor(std::string_view bytes, bool big_endian, std::size_t offset = 0)
      : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()), big_endian_(big_endian) {
    Skip(offset);
  }

  std::uint8_t U8() { return at_ < end_ ? static_cast<std::uint8_t>(*at_++) : static_cast<std::uint8_t>(Fail()); }
  std::uint16_t U16() { return Fixed<std::uint16_t>(); }
  std::uint32_t U32() { return Fixed<std::uint32_t>(); }
  std::uint64_t U64() { return Fixed<std::uint64_t>(); }

  // Reads an unsigned number of 1, 2, 3, 4 or 8 bytes; any other size is skipped and gives zero.
  std::uint64_t Number(std::size_t bytes) {
    switch (bytes) {
      case 1:
        return U8();
      case 2:
        return U16();
      case 3:
        return U24();
      case 4:
        return U32();
      case 8:
        return U64();
      default:
        Skip(bytes);
        return 0;
    }
  }

  // Reads an unsigned LEB128 number; bits beyond 64 are dropped.
  std::uint64_t Uleb() {
    if (at_ < end_ && static_cast<std::int8_t>(*at_) >= 0) return static_cast<std::uint8_t>(*at_++);
    unsigned shift = 0;
    return Leb(shift).value;
  }

  std::int64_t Sleb() {
    unsigned shift = 0;
    LebDigits digits = Leb(shift);
    if (shift < 64 && (digits.last & 0x40) != 0) digits.value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(digits.value);
  }

  void SkipLeb() {
    while (at_ < end_) {
      if (static_cast<std::int8_t>(*at_++) >= 0) return;
    }
    Fail();
  }

  // Returns the string up to the next zero byte, and skips that byte.
  std::string_view String() {
    const void* zero = at_ < end_ ? std::memchr(at_, 0, remaining()) : nullptr;
    if (zero == nullptr) return static_cast<void>(Fail()), std::string_view();
    const char* text = at_;
    at_ = static_cast<const char*>(zero) + 1;
    return {text, static_cast<std::size_t>(at_ - text) - 1};
  }

  void Skip(std::uint64_t bytes) {
    if (bytes > remaining()) {
      Fail();
    } else {
      at_ += bytes;
    }
  }

  bool ok() const { return ok_; }
  bool AtEnd() const { return at_ == end_; }
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }

 private:
  struct LebDigits {
    std::uint64_t value = 0;
    std::uint8_t last = 0;
  };

  // Reads the 7-bit groups of a LEB128 number. Adds the number of bits read to `shift`.
  LebDigits Leb(unsigned& shift) {
    LebDigits digits;
    do {
      digits.last = U8();
      if (shift < 64) digits.value |= std::uint64_t{digits.last & 0x7fU} << shift;
      shift += 7;
    } while ((digits.last & 0x80) != 0);
    return digits;
  }

  std::uint64_t U24() {
    if (remaining() < 3) return Fail();
    std::uint64_t first = U8(), second = U8(), third = U8();
    return big_endian_ ? first << 16 | second << 8 | third : third << 16 | second << 8 | first;
  }

  template <class T>
  T Fixed() {
    if (remaining() < sizeof(T)) return static_cast<T>(Fail());
    at_ += sizeof(T);
    return LoadNumber<T>(at_ - sizeof(T), big_endian_);
  }

  std::uint64_t Fail() {
    ok_ = false;
    at_ = end_;
    return 0;
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  bool big_endian_;
  bool ok_ = true;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_CURSOR_H_
