// SPDX-License-Identifier: GPL-3.0-or-later
// Builds values from the parser's events. A stack holds pointers to the open values. These pointers stay valid: members
// are added only to the innermost open value, so the vectors that contain open values do not grow.
#include "read/file/json_document.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "profdiff/error.h"
#include "read/file/file.h"
#include "read/file/json_parser.h"

namespace profdiff {
namespace {

constexpr std::size_t kLargest = std::size_t{64} << 20, kMostValues = 1'000'000, kDeepest = 32;

class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : text_(text) {}

  std::size_t Read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min(size, text_.size());
    std::memcpy(buffer, text_.data(), count);
    text_.remove_prefix(count);
    return count;
  }
  std::uint64_t Size() const override { return text_.size(); }

 private:
  std::string_view text_;
};

class ValueSink : public JsonSink {
 public:
  explicit ValueSink(const std::string& path) : path_(path) {}

  void Nothing() override { Add({}); }
  void Boolean(bool value) override { Add({.is_true = value}); }
  void Whole(std::int64_t value) override {
    Add({.kind = DocumentValue::Kind::kNumber, .number = static_cast<double>(value), .whole = value});
  }
  void Real(double value, const std::string&) override { Add({.kind = DocumentValue::Kind::kNumber, .number = value}); }
  void Text(const std::string& text) override { Add({.kind = DocumentValue::Kind::kText, .text = text}); }
  void Field(const std::string& name) override { name_ = name; }
  void StartObject() override { Open(DocumentValue::Kind::kObject); }
  void EndObject() override { open_.pop_back(); }
  void StartArray() override { Open(DocumentValue::Kind::kList); }
  void EndArray() override { open_.pop_back(); }

  DocumentValue Take() { return std::move(root_); }

 private:
  DocumentValue* Add(DocumentValue value) {
    if (++values_ > kMostValues) throw Error(ErrorCode::kUnsupported, "more than 1000000 values", path_);
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    value.name = std::exchange(name_, {});
    return &open_.back()->members.emplace_back(std::move(value));
  }

  void Open(DocumentValue::Kind kind) {
    // The destructor of a value is recursive, so the depth of untrusted input must be limited.
    if (open_.size() == kDeepest) {
      throw Error(ErrorCode::kUnsupported, "nested more than 32 levels deep", path_);
    }
    open_.push_back(Add({.kind = kind}));
  }

  const std::string& path_;
  DocumentValue root_;
  std::vector<DocumentValue*> open_;
  std::string name_;
  std::size_t values_ = 0;
};

}  // namespace

// A linear search is enough: objects in these files have few members. If several members have the same name, the first
// is returned.
const DocumentValue* DocumentValue::Find(std::string_view key) const {
  for (const DocumentValue& value : members) {
    if (kind == Kind::kObject && value.name == key) return &value;
  }
  return nullptr;
}

DocumentValue ParseJsonDocument(std::string_view text, const std::string& path) {
  if (!CanParseJson()) {
    throw Error(ErrorCode::kUnsupported,
                "JSON cannot be read: this build was compiled without nlohmann's json (Debian: nlohmann-json3-dev)",
                path);
  }
  TextSource source(text);
  Characters characters(source);
  ValueSink sink(path);
  if (!ParseJson(characters, sink)) {
    throw Error(ErrorCode::kBadArgument, "not JSON, or damaged at byte " + std::to_string(characters.offset()), path,
                Place::Byte(characters.offset()));
  }
  return sink.Take();
}

std::optional<DocumentValue> ParseJsonValue(std::string_view text) {
  try {
    return ParseJsonDocument(text, "");
  } catch (const Error&) {
    return std::nullopt;
  }
}

DocumentValue ReadJsonDocument(const std::string& path) {
  FileSource source(path);
  const std::string text = ReadRest(source, source.Size(), kLargest);
  if (text.size() > kLargest) throw Error(ErrorCode::kUnsupported, "larger than 64 MiB", path);
  return ParseJsonDocument(text, path);
}

}  // namespace profdiff
