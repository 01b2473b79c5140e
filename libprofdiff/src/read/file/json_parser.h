// SPDX-License-Identifier: GPL-3.0-or-later
// Streaming parser for JSON. It stores no values itself.
// Tests: tests/unit/read/trace/chrome_test.cpp, tests/unit/read/profiles/json_test.cpp.
#ifndef PROFDIFF_READ_FILE_JSON_PARSER_H_
#define PROFDIFF_READ_FILE_JSON_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "read/file/byte_source.h"

namespace profdiff {

// Reads a source character by character, and counts the characters used.
class Characters {
 public:
  explicit Characters(ByteSource& source) : source_(source), bytes_(kBytes) { Fill(); }

  bool AtEnd() const { return at_ == end_; }
  char Get() const { return bytes_[at_]; }
  void Next() {
    if (++at_ == end_) Fill();
  }
  std::uint64_t offset() const { return passed_ + at_; }

  // Notes that the parser has passed on everything read so far. The parser buffers input until its next event, for
  // example the end of a string; the input ends early if more than kLongest bytes are buffered.
  void SetPassedOn() { passed_on_ = offset(); }
  bool IsTooLong() const { return is_too_long_; }
  static constexpr std::uint64_t kLongest = std::uint64_t{1} << 24;

 private:
  static constexpr std::size_t kBytes = std::size_t{64} * 1024;

  void Fill() {
    passed_ += end_;
    at_ = 0;
    is_too_long_ = passed_ - passed_on_ > kLongest;
    end_ = is_too_long_ ? 0 : source_.Read(bytes_.data(), bytes_.size());
  }

  ByteSource& source_;
  std::vector<char> bytes_;
  std::size_t at_ = 0, end_ = 0;
  std::uint64_t passed_ = 0, passed_on_ = 0;
  bool is_too_long_ = false;
};

// Receives the events of the parser, which works without recursion at any depth.
class JsonSink {
 public:
  virtual ~JsonSink() = default;

  virtual void Nothing() = 0;  // null
  virtual void Boolean(bool) { Nothing(); }
  virtual void Whole(std::int64_t value) { Real(static_cast<double>(value), {}); }
  // Receives a whole number that is too large for std::int64_t.
  virtual void Large(std::uint64_t value) { Real(static_cast<double>(value), {}); }
  virtual void Real(double value, const std::string& text) = 0;
  virtual void Text(const std::string& text) = 0;
  virtual void Field(const std::string& name) = 0;
  virtual void StartObject() = 0;
  virtual void EndObject() = 0;
  virtual void StartArray() = 0;
  virtual void EndArray() = 0;
  // Called if the text is damaged or ends early, with the last characters that were read as one token; no event
  // follows.
  virtual void Damaged(const std::string& /*token*/) {}
};

// True if this build can parse JSON, that is, if it was compiled with nlohmann's json.
bool CanParseJson();

// Parses a JSON text. Returns false if the text is damaged. A build that cannot parse JSON returns false without any
// event.
bool ParseJson(Characters& characters, JsonSink& sink);

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_JSON_PARSER_H_
