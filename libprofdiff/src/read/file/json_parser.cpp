// SPDX-License-Identifier: GPL-3.0-or-later
// Uses the event interface (SAX) of nlohmann's json, which builds no values.
#include "read/file/json_parser.h"

#ifdef PROFDIFF_HAS_JSON
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

namespace profdiff {
namespace {

// Input iterator for the parser. The parser reads each character once and never goes back, so all copies share one
// position.
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
  // The parser compares iterators only with the end.
  friend bool operator==(const CharacterIterator& a, const CharacterIterator& b) { return a.IsEnd() == b.IsEnd(); }
  friend bool operator!=(const CharacterIterator& a, const CharacterIterator& b) { return !(a == b); }

 private:
  bool IsEnd() const { return characters_ == nullptr || characters_->AtEnd(); }

  Characters* characters_ = nullptr;
};

// Passes on events, and notes after each one how much input has been used. If the text between two events is longer
// than Characters::kLongest, the input ends, so that the parser's own buffer cannot use up all memory.
class Adapter : public nlohmann::json_sax<nlohmann::json> {
 public:
  Adapter(Characters& characters, JsonSink& sink) : characters_(characters), sink_(sink) {}

  bool null() override { return sink_.Nothing(), PassedOn(); }
  bool boolean(bool value) override { return sink_.Boolean(value), PassedOn(); }
  // The parser calls number_integer only for negative integers, and number_unsigned for all others up to 2^64 - 1.
  bool number_integer(number_integer_t value) override { return sink_.Whole(value), PassedOn(); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      sink_.Large(value);
    } else {
      sink_.Whole(static_cast<std::int64_t>(value));
    }
    return PassedOn();
  }
  bool number_float(number_float_t value, const string_t& text) override { return sink_.Real(value, text), PassedOn(); }
  bool string(string_t& text) override { return sink_.Text(text), PassedOn(); }
  bool binary(binary_t&) override { return true; }
  bool key(string_t& text) override { return sink_.Field(text), PassedOn(); }
  bool start_object(std::size_t) override { return sink_.StartObject(), PassedOn(); }
  bool end_object() override { return sink_.EndObject(), PassedOn(); }
  bool start_array(std::size_t) override { return sink_.StartArray(), PassedOn(); }
  bool end_array() override { return sink_.EndArray(), PassedOn(); }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception&) override {
    return sink_.Damaged(token), false;
  }

 private:
  bool PassedOn() {
    characters_.SetPassedOn();
    return true;
  }

  Characters& characters_;
  JsonSink& sink_;
};

}  // namespace

bool CanParseJson() { return true; }

bool ParseJson(Characters& characters, JsonSink& sink) {
  Adapter adapter(characters, sink);
  return nlohmann::json::sax_parse(CharacterIterator(characters), CharacterIterator(), &adapter);
}

}  // namespace profdiff

#else

namespace profdiff {

bool CanParseJson() { return false; }

bool ParseJson(Characters&, JsonSink&) { return false; }

}  // namespace profdiff
#endif
