// SPDX-License-Identifier: GPL-3.0-or-later
// A tag is number << 3 | type; types 3 and 4 are obsolete, and no such message has them. Source: the encoding in the
// documentation of protocol buffers.
#include "read/telemetry/message.h"

#include "base/bytes.h"

namespace profdiff {

std::optional<std::uint64_t> MessageFields::NextVarint() {
  constexpr std::size_t kMostBytes = 10;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < kMostBytes && i < rest_.size(); ++i) {
    const auto byte = static_cast<unsigned char>(rest_[i]);
    value |= std::uint64_t{byte & 0x7fU} << (7 * i);
    if (byte >= 0x80) continue;
    rest_.remove_prefix(i + 1);
    return value;
  }
  is_damaged_ = is_damaged_ || !rest_.empty();
  rest_ = {};
  return std::nullopt;
}

std::optional<std::uint64_t> MessageFields::NextFixed(std::size_t width) {
  if (rest_.size() < width) {
    is_damaged_ = is_damaged_ || !rest_.empty();
    rest_ = {};
    return std::nullopt;
  }
  const std::uint64_t value = width == 8 ? LoadNumber<std::uint64_t>(rest_.data(), /*big_endian=*/false)
                                         : LoadNumber<std::uint32_t>(rest_.data(), /*big_endian=*/false);
  rest_.remove_prefix(width);
  return value;
}

std::optional<MessageField> MessageFields::Next() {
  const std::optional<std::uint64_t> tag = NextVarint();
  if (!tag) return std::nullopt;
  MessageField field;
  field.number = *tag >> 3;
  std::optional<std::uint64_t> value;
  switch (*tag & 7) {
    case 0:
      value = NextVarint();
      break;
    case 1:
      field.type = MessageField::Type::kFixed64;
      value = NextFixed(8);
      break;
    case 2:
      field.type = MessageField::Type::kBytes;
      value = NextVarint();
      if (value && *value > rest_.size()) value.reset();
      if (!value) break;
      field.bytes = rest_.substr(0, *value);
      rest_.remove_prefix(*value);
      break;
    case 5:
      field.type = MessageField::Type::kFixed32;
      value = NextFixed(4);
      break;
    default:
      break;
  }
  if (!value || field.number == 0) {
    is_damaged_ = true;
    rest_ = {};
    return std::nullopt;
  }
  field.value = *value;
  return field;
}

}  // namespace profdiff
