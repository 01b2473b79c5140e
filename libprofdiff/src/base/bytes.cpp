// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of another machine, whatever their alignment and this machine's own byte order.
#include "base/bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace profdiff {
namespace {

std::uint64_t Byte(char c) { return static_cast<unsigned char>(c); }

}  // namespace

std::string_view ByteCursor::Take(std::size_t count) {
  if (count > remaining()) {
    ok_ = false;
    offset_ = bytes_.size();
    return {};
  }
  std::string_view taken = bytes_.substr(offset_, count);
  offset_ += count;
  return taken;
}

std::uint64_t ByteCursor::Number(std::size_t width) {
  std::string_view digits = Take(width);
  if (digits.empty()) return 0;
  // At the end of eight bytes for big-endian numbers, at their beginning for others: the rest is zero.
  std::array<char, 8> padded = {};
  std::memcpy(padded.data() + (big_endian_ ? padded.size() - width : 0), digits.data(), width);
  auto value = std::bit_cast<std::uint64_t>(padded);
  return big_endian_ == (std::endian::native == std::endian::big) ? value : __builtin_bswap64(value);
}

std::string_view ByteCursor::ZeroTerminated() {
  std::size_t end = bytes_.find('\0', offset_);
  if (end == std::string_view::npos) return Take(remaining() + 1);
  std::string_view text = Take(end - offset_);
  Take(1);
  return text;
}

void ByteCursor::AppendU16s(std::size_t count, std::vector<std::uint64_t>& out) {
  count = std::min(count, remaining() / 2);
  std::string_view pairs = Take(2 * count);
  std::size_t low = big_endian_ ? 1 : 0;
  out.reserve(out.size() + count);
  for (std::size_t i = 0; i < pairs.size(); i += 2) out.push_back(Byte(pairs[i + 1 - low]) << 8 | Byte(pairs[i + low]));
}

}  // namespace profdiff
