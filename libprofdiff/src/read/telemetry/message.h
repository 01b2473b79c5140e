// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of a protocol buffer. protozero is used only for pprof, so that a build without it can read these files.
// Tests: tests/unit/read/telemetry/otlp_test.cpp.
#ifndef PROFDIFF_READ_TELEMETRY_MESSAGE_H_
#define PROFDIFF_READ_TELEMETRY_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace profdiff {

// A number, or the bytes of a text, a nested message or packed numbers.
struct MessageField {
  enum class Type : std::uint8_t { kVarint, kFixed64, kBytes, kFixed32 };

  std::uint64_t number = 0;  // of the field
  Type type = Type::kVarint;
  std::uint64_t value = 0;
  std::string_view bytes;
};

// Walks over the fields of a message, and over packed numbers.
class MessageFields {
 public:
  explicit MessageFields(std::string_view bytes) : rest_(bytes) {}

  // Returns the next field; nullopt at the end, and where the bytes are damaged.
  std::optional<MessageField> Next();
  // Returns the next packed number, in base 128 or in 8 bytes.
  std::optional<std::uint64_t> NextVarint();
  std::optional<std::uint64_t> NextFixed(std::size_t width);

  bool is_damaged() const { return is_damaged_; }
  bool AtEnd() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool is_damaged_ = false;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TELEMETRY_MESSAGE_H_
