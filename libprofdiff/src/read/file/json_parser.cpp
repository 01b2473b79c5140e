// SPDX-License-Identifier: GPL-3.0-or-later
// nlohmann's json, which gives events and builds nothing.
#include "read/file/json_parser.h"

#ifdef PROFDIFF_HAS_JSON
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

namespace profdiff {
namespace {

// What the parser walks over.
class CharacterIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  CharacterIterator() = default;
  explicit CharacterIterator(Characters& characters) : characters_(&characters) {}

  char operator*() const { return characters_->Get(); }
  CharacterIterator& operator++() {
    characters_->Next();
    return *this;
  }
  CharacterIterator operator++(int) {
    CharacterIterator old = *this;
    characters_->Next();
    return old;
  }
  // Only the end is ever asked for.
  friend bool operator==(const CharacterIterator& a, const CharacterIterator& b) { return a.IsEnd() == b.IsEnd(); }
  friend bool operator!=(const CharacterIterator& a, const CharacterIterator& b) { return !(a == b); }

 private:
  bool IsEnd() const { return characters_ == nullptr || characters_->AtEnd(); }

  Characters* characters_ = nullptr;
};

class Adapter : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Adapter(JsonSink& sink) : sink_(sink) {}

  bool null() override { return sink_.Nothing(), true; }
  bool boolean(bool) override { return sink_.Nothing(), true; }
  bool number_integer(number_integer_t value) override { return sink_.Whole(value), true; }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      sink_.Large(value);
    } else {
      sink_.Whole(static_cast<std::int64_t>(value));
    }
    return true;
  }
  bool number_float(number_float_t value, const string_t& text) override { return sink_.Real(value, text), true; }
  bool string(string_t& text) override { return sink_.Text(text), true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t& text) override { return sink_.Field(text), true; }
  bool start_object(std::size_t) override { return sink_.StartObject(), true; }
  bool end_object() override { return sink_.EndObject(), true; }
  bool start_array(std::size_t) override { return sink_.StartArray(), true; }
  bool end_array() override { return sink_.EndArray(), true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return sink_.Damaged(), false;
  }

 private:
  JsonSink& sink_;
};

}  // namespace

bool CanParseJson() { return true; }

bool ParseJson(Characters& characters, JsonSink& sink) {
  Adapter adapter(sink);
  return nlohmann::json::sax_parse(CharacterIterator(characters), CharacterIterator(), &adapter);
}

}  // namespace profdiff

#else

namespace profdiff {

bool CanParseJson() { return false; }

bool ParseJson(Characters&, JsonSink&) { return false; }

}  // namespace profdiff
#endif
