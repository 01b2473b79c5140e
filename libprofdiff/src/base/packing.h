// SPDX-License-Identifier: GPL-3.0-or-later
// Serialises values for another process of the same program. A number becomes one byte with its size, followed by its
// bytes in little-endian order, so small numbers take two bytes and 0 takes one. A double is packed as the integer with
// the same bits.
//
// A function next to a struct lists its members once for both writing and reading:
//   template <class Pack> void Fields(Pack& pack, Point& point) { pack(point.x, point.y); }
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#ifndef PROFDIFF_BASE_PACKING_H_
#define PROFDIFF_BASE_PACKING_H_

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "profdiff/error.h"
#include "profdiff/image.h"

namespace profdiff {

template <class Pack, class Tag>
void Fields(Pack& pack, Id<Tag>& id) {
  pack(id.value);
}
template <class Pack, class Value, std::size_t kSize>
void Fields(Pack& pack, std::array<Value, kSize>& values) {
  for (Value& value : values) pack(value);
}

template <class Pack>
void Fields(Pack& pack, Place& place) {
  pack(place.kind, place.number, place.name, place.format);
}
template <class Pack>
void Fields(Pack& pack, Remedy& remedy) {
  pack(remedy.kind, remedy.value);
}
template <class Pack>
void Fields(Pack& pack, Message& message) {
  pack(message.code, message.file, message.place, message.cause, message.remedy, message.lines);
}

class Packer {
 public:
  template <class... Values>
  void operator()(Values&... values) {
    (Put(values), ...);
  }
  // Returns the bytes of all values so far.
  std::string Take() { return std::move(bytes_); }

 private:
  template <class Number>
  requires std::integral<Number> || std::is_enum_v<Number>
  void Put(Number& number) {
    auto left = static_cast<std::uint64_t>(number);
    const std::size_t width_at = bytes_.size();
    bytes_.push_back('\0');
    for (; left != 0; left >>= 8) {
      bytes_.push_back(static_cast<char>(left & 0xff));
      ++bytes_[width_at];
    }
  }
  void Put(double& number) {
    auto bits = std::bit_cast<std::uint64_t>(number);
    Put(bits);
  }
  void Put(std::string& text) {
    std::size_t size = text.size();
    Put(size);
    bytes_ += text;
  }
  template <class Value>
  void Put(std::optional<Value>& value) {
    bool has_value = value.has_value();
    Put(has_value);
    if (value) Put(*value);
  }
  template <class Value>
  void Put(std::vector<Value>& values) {
    std::size_t size = values.size();
    Put(size);
    for (Value& value : values) Put(value);
  }
  template <class Key, class Value>
  void Put(std::map<Key, Value>& values) {
    std::size_t size = values.size();
    Put(size);
    for (auto& [key, value] : values) {
      Key copy = key;
      Put(copy);
      Put(value);
    }
  }
  template <class Struct>
  auto Put(Struct& value) -> decltype(Fields(*this, value)) {
    return Fields(*this, value);
  }

  std::string bytes_;
};

// Reads the bytes of a Packer. After a read past the end, or a number too large for its type, values are 0 or empty,
// and ok() stays false. Lists never have more items than the number of bytes left.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : cursor_(bytes, false) {}

  template <class... Values>
  void operator()(Values&... values) {
    (Get(values), ...);
  }
  bool ok() const { return ok_ && cursor_.ok(); }
  bool at_end() const { return cursor_.remaining() == 0; }

 private:
  std::uint64_t Number() {
    const std::size_t width = cursor_.U8();
    if (width > 8) return Fail();
    return width == 0 ? 0 : cursor_.Number(width);
  }
  std::uint64_t Fail() {
    ok_ = false;
    return 0;
  }
  std::size_t Count() {
    const std::uint64_t count = Number();
    return ok() && count <= cursor_.remaining() ? static_cast<std::size_t>(count) : Fail();
  }

  template <class Result>
  requires std::integral<Result> || std::is_enum_v<Result>
  void Get(Result& result) {
    const std::uint64_t number = Number();
    result = static_cast<Result>(number);
    if (static_cast<std::uint64_t>(result) != number) Fail(), result = {};
  }
  void Get(double& number) {
    std::uint64_t bits = 0;
    Get(bits);
    number = std::bit_cast<double>(bits);
  }
  void Get(std::string& text) { text = cursor_.Take(Count()); }
  template <class Value>
  void Get(std::optional<Value>& value) {
    bool has_value = false;
    Get(has_value);
    value.reset();
    if (has_value) Get(value.emplace());
  }
  template <class Value>
  void Get(std::vector<Value>& values) {
    values.clear();
    for (std::size_t left = Count(); left > 0 && ok(); --left) Get(values.emplace_back());
  }
  template <class Key, class Value>
  void Get(std::map<Key, Value>& values) {
    values.clear();
    for (std::size_t left = Count(); left > 0 && ok(); --left) {
      Key key{};
      Get(key);
      Get(values[std::move(key)]);
    }
  }
  template <class Struct>
  auto Get(Struct& value) -> decltype(Fields(*this, value)) {
    return Fields(*this, value);
  }

  ByteCursor cursor_;
  bool ok_ = true;
};

template <class... Values>
std::string PackValues(Values... values) {
  Packer packer;
  packer(values...);
  return packer.Take();
}

// Sets `values` to those that PackValues packed. Returns false for any other bytes; the values are then unspecified.
template <class... Values>
bool UnpackValues(std::string_view bytes, Values&... values) {
  Unpacker unpacker(bytes);
  unpacker(values...);
  return unpacker.ok() && unpacker.at_end();
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_PACKING_H_
