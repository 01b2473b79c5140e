// SPDX-License-Identifier: GPL-3.0-or-later
// A parser for JSON profiles, with a state for each nested object or array.
// Tests: tests/unit/read/profiles/json_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_JSON_STATES_H_
#define PROFDIFF_READ_PROFILES_JSON_STATES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "read/file/json_parser.h"
#include "read/profiles/input.h"

namespace profdiff {

// A null, a number, or a string.
struct JsonValue {
  enum class Kind : std::uint8_t { kNothing, kNumber, kText };

  Kind kind = Kind::kNothing;
  double number = 0;
  std::int64_t whole = kBadIndex;  // the value, if it is an integer
  std::string_view text;

  static constexpr std::int64_t kNoIndex = -1;
  static constexpr std::int64_t kBadIndex = -2;

  // Returns the value as an index into a table: kNoIndex for null and -1, kBadIndex for any value that is not an index.
  std::int64_t Index() const {
    if (kind == Kind::kNothing) return kNoIndex;
    return kind == Kind::kNumber && whole >= kNoIndex ? whole : kBadIndex;
  }
};

// A parser with a state for each open object and array. A subclass maps each nested object or array to its state, which
// is a number above 0. The whole content of an object or array that the subclass maps to kSkipped is ignored.
class JsonStates : public JsonSink {
 public:
  static constexpr int kSkipped = 0;

  // Parses the whole file.
  // Errors: kUnsupported in a build without JSON; kBadProfile, kTruncated.
  void Parse(const StackInput& input);

 protected:
  // Returns the state of an object or array nested in another one; `field` is its key if the outer one is an object.
  // For the outermost object or array, `outer` is kOutside.
  static constexpr int kOutside = -1;
  virtual int Enter(int outer, std::string_view field) = 0;
  virtual void Leave(int) {}
  // Receives a value directly within an object or array.
  virtual void Take(int state, std::string_view field, const JsonValue& value) = 0;

 private:
  void Nothing() override { Pass({}); }
  void Whole(std::int64_t value) override;
  void Real(double value, const std::string& text) override;
  void Text(const std::string& text) override;
  void Field(const std::string& name) override;
  void StartObject() override { Open(); }
  void StartArray() override { Open(); }
  void EndObject() override { Close(); }
  void EndArray() override { Close(); }

  void Open();
  void Close();
  void Pass(const JsonValue& value) {
    if (skipped_ == 0 && !states_.empty()) Take(states_.back(), field_, value);
  }

  std::vector<int> states_;
  std::size_t skipped_ = 0;  // number of open objects and arrays that are skipped
  std::string field_;
};

// A column of a table: indices into other tables, or numbers.
using IndexColumn = std::vector<std::int64_t>;

// True if `place` is a valid index of the column.
template <class Column>
bool Has(const Column& column, std::int64_t place) {
  return place >= 0 && static_cast<std::size_t>(place) < column.size();
}

// A table of stacks. Each stack is a frame and the index of the caller's stack.
class StackTable {
 public:
  // The index of the caller's stack (kNoIndex if there is none), and the function of the stack's frame (invalid if
  // filters drop the frame).
  struct Row {
    std::int64_t below = JsonValue::kNoIndex;
    FunctionId function;
  };

  StackTable(ContextBuilder& builder, std::size_t event, std::vector<Row> rows)
      : builder_(builder), event_(event), rows_(std::move(rows)), nodes_(rows_.size()), states_(rows_.size()) {}

  // Returns the node of a stack.
  // Errors: kBadProfile for an invalid index, and for a cycle of stacks.
  ContextBuilder::Node NodeOf(const StackInput& input, std::int64_t place);

 private:
  enum class State : std::uint8_t { kNew, kOpen, kDone };

  ContextBuilder& builder_;
  std::size_t event_;
  std::vector<Row> rows_;
  std::vector<ContextBuilder::Node> nodes_;
  std::vector<State> states_;
  std::vector<std::size_t> open_;
};

// Reads a JSON profile: a Sink stores the relevant parts of the document, and an Adder adds up its samples. When
// salvaging, the samples before the damage are used.
template <class Sink, class Adder>
StackProfile ReadInJson(const StackInput& input) {
  Sink sink;
  std::vector<Message> missing;
  ParseOrSalvage(input, missing, [&] { sink.Parse(input); });
  Adder adder(input, sink);
  ParseOrSalvage(input, missing, [&] { adder.AddAll(); });
  StackProfile profile = adder.Finish();
  profile.missing = std::move(missing);
  return profile;
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_JSON_STATES_H_
