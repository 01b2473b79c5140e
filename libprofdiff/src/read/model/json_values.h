// SPDX-License-Identifier: GPL-3.0-or-later
// Passes on the values of a JSON text with their paths, for formats with known nesting.
// Tests: tests/unit/read/model/read_observations_test.cpp.
#ifndef PROFDIFF_READ_MODEL_JSON_VALUES_H_
#define PROFDIFF_READ_MODEL_JSON_VALUES_H_

#include <string>
#include <vector>

#include "read/file/json_parser.h"
#include "read/model/readers.h"

namespace profdiff {

// Keeps the keys of open objects and arrays down to the depth that a format needs; skips deeper values.
class JsonValues : public JsonSink {
 public:
  static constexpr std::size_t kDeepest = 8;

  JsonValues(const Characters& characters, const std::string& path) : characters_(characters), path_(path) {}

  void Nothing() override {
    Leaf([this] { Other("null, true or false"); });
  }
  void Real(double value, const std::string&) override {
    Leaf([&] { Number(value); });
  }
  void Text(const std::string& text) override {
    Leaf([&] { String(text); });
  }
  void Field(const std::string& name) override {
    if (depth_ <= kDeepest && depth_ > 0) keys_[depth_ - 1] = name;
  }
  void StartObject() override { Start(); }
  void StartArray() override { Start(); }
  void EndObject() override { End(); }
  void EndArray() override { End(); }
  void Damaged(const std::string& /*token*/) override {
    FailAtByte(path_, characters_.offset(),
               characters_.IsTooLong() ? "a string of more than 16 MiB" : "damaged JSON, or its end is missing");
  }

 protected:
  // Called for each value directly in the open object or array; elements of arrays have empty keys. `Opened` is called
  // after an object or array has begun, `Closed` before it ends.
  virtual void Number(double value) = 0;
  virtual void String(const std::string& text) = 0;
  virtual void Other(const char* what) = 0;
  virtual void Opened() {}
  virtual void Closed() {}

  std::size_t depth() const { return depth_; }
  // `level` must be below depth().
  const std::string& key(std::size_t level) const { return keys_[level]; }
  [[noreturn]] void Fail(const std::string& reason) const { FailAtByte(path_, characters_.offset(), reason); }

 private:
  template <class Act>
  void Leaf(const Act& act) {
    if (depth_ <= kDeepest) act();
  }
  void Start() {
    ++depth_;
    if (depth_ > kDeepest) return;
    keys_[depth_ - 1].clear();
    Opened();
  }
  void End() {
    if (depth_ <= kDeepest) Closed();
    --depth_;
  }

  const Characters& characters_;
  const std::string& path_;
  std::size_t depth_ = 0;
  std::vector<std::string> keys_ = std::vector<std::string>(kDeepest);
};

// Throws if this build cannot parse JSON. Errors: kUnsupported.
void RequireJson(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_MODEL_JSON_VALUES_H_
