// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers from another machine are read byte by byte, independently of alignment and of this machine's byte order.
#include "base/bytes.h"

#include <array>

namespace profdiff {

std::uint64_t ToNumber(std::string_view digits, bool big_endian) {
  // Padded with zeros to eight bytes: at the beginning for big-endian numbers, at the end for little-endian numbers.
  std::array<char, 8> padded = {};
  if (!digits.empty()) std::memcpy(padded.data() + (big_endian ? 8 - digits.size() : 0), digits.data(), digits.size());
  return LoadNumber<std::uint64_t>(padded.data(), big_endian);
}

std::string_view ByteCursor::TakeTooMany() {
  ok_ = false;
  offset_ = bytes_.size();
  return {};
}

std::string_view ByteCursor::ZeroTerminated() {
  std::size_t end = bytes_.find('\0', offset_);
  // Takes one byte more than remains, so that text without a zero byte fails like any other read past the end.
  if (end == std::string_view::npos) return Take(remaining() + 1);
  std::string_view text = Take(end - offset_);
  Take(1);
  return text;
}

}  // namespace profdiff
