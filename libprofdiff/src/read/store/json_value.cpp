// SPDX-License-Identifier: GPL-3.0-or-later
// Builds values from the parser's events. Integers keep their 64 bits in addition to a double, as counts and ticks
// exceed 2^53 in long runs. A text beyond the limits is parsed to its end, but nothing more of it is stored.
// Tests: tests/cli/db/run.py.
#include "read/store/json_value.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "read/file/json_parser.h"

namespace profdiff {
namespace {

class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : text_(text) {}
  std::size_t Read(char* buffer, std::size_t size) override {
    const std::size_t taken = std::min(size, text_.size());
    std::memcpy(buffer, text_.data(), taken);
    text_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view text_;
};

class ValueSink : public JsonSink {
 public:
  void Nothing() override { Add({}); }
  void Boolean(bool value) override { Add({.is_true = value}); }
  void Whole(std::int64_t value) override {
    Add({.kind = JsonNode::Kind::kNumber, .number = static_cast<double>(value), .whole = value});
  }
  void Large(std::uint64_t value) override {
    Add({.kind = JsonNode::Kind::kNumber, .number = static_cast<double>(value)});
  }
  void Real(double value, const std::string&) override { Add({.kind = JsonNode::Kind::kNumber, .number = value}); }
  void Text(const std::string& text) override { Add({.kind = JsonNode::Kind::kText, .text = text}); }
  void Field(const std::string& name) override { key_ = name; }
  void StartObject() override { Open(JsonNode::Kind::kObject); }
  void EndObject() override { Close(); }
  void StartArray() override { Open(JsonNode::Kind::kArray); }
  void EndArray() override { Close(); }
  void Damaged() override { is_good_ = false; }

  std::optional<JsonNode> Take() {
    if (!is_good_ || root_.items.size() != 1) return std::nullopt;
    return std::move(root_.items.front());
  }

 private:
  JsonNode* Add(JsonNode value) {
    is_good_ = is_good_ && ++count_ <= JsonNode::kMostValues;
    if (!is_good_ || too_deep_ > 0) return nullptr;
    JsonNode& parent = open_.empty() ? root_ : *open_.back();
    if (parent.kind == JsonNode::Kind::kObject) parent.keys.push_back(key_);
    parent.items.push_back(std::move(value));
    return &parent.items.back();
  }

  void Open(JsonNode::Kind kind) {
    if (open_.size() >= JsonNode::kMostDepth) is_good_ = false;
    JsonNode* const value = Add({.kind = kind});
    value == nullptr ? void(++too_deep_) : open_.push_back(value);
  }
  void Close() { too_deep_ > 0 ? void(--too_deep_) : open_.pop_back(); }

  JsonNode root_;                // its only item is the document
  std::vector<JsonNode*> open_;  // the open values; pointers stay valid, as only the innermost value grows
  std::string key_;
  std::size_t count_ = 0, too_deep_ = 0;
  bool is_good_ = true;
};

}  // namespace

const JsonNode* JsonNode::Find(std::string_view key) const {
  if (kind != Kind::kObject) return nullptr;
  const auto found = std::ranges::find(keys, key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

std::optional<JsonNode> ParseJsonValue(std::string_view text) {
  TextSource source(text);
  Characters characters(source);
  ValueSink sink;
  if (!ParseJson(characters, sink)) return std::nullopt;
  return sink.Take();
}

}  // namespace profdiff
