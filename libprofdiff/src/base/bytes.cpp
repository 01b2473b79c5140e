// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of another machine. Numbers are put together byte by byte: no alignment and no byte order of this machine
// takes part.
#include "base/bytes.h"

#include <algorithm>

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
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    value = value << 8 | Byte(digits[big_endian_ ? i : digits.size() - 1 - i]);
  }
  return value;
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
