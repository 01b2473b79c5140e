// SPDX-License-Identifier: GPL-3.0-or-later
// Reads JSON Lines: one object on each line, such as {"params": {"n": 4}, "callpath": "f", "metric": "time", "value":
// 1.5}. The lines are passed to one parser as one array.
// Source: Extra-P's file format documentation; "parameters", "function" and "values" are keys of egprof's own export.
// Tests: tests/unit/read/model/read_observations_test.cpp.
#include <algorithm>
#include <cstring>
#include <deque>

#include "read/file/text_lines.h"
#include "read/model/json_values.h"

namespace profdiff {
namespace {

// Passes on all lines as one array, "[" LINE "," LINE … "]", so that one parser is enough instead of one per line.
class LinesAsArray : public ByteSource {
 public:
  explicit LinesAsArray(ByteSource& source) : lines_(source) {}

  std::size_t Read(char* buffer, std::size_t size) override {
    while (ready_.size() == used_ && !at_end_) Fill();
    const std::size_t count = std::min(size, ready_.size() - used_);
    if (count != 0) std::memcpy(buffer, ready_.data() + used_, count);
    used_ += count;
    return count;
  }

  // Returns the line number of the next object. The parser reads ahead, so line numbers are kept in a queue.
  std::uint64_t TakeNumber() {
    if (!numbers_.empty()) {
      last_ = numbers_.front();
      numbers_.pop_front();
    }
    return last_;
  }

 private:
  void Fill() {
    ready_.clear();
    used_ = 0;
    std::string_view line;
    if (!lines_.Next(line)) {
      at_end_ = true;
      ready_ = has_lines_ ? "]" : "[]";
      return;
    }
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    ready_ = has_lines_ ? ",\n" : "[\n";
    Append(line);
    has_lines_ = true;
    numbers_.push_back(lines_.number());
  }

  // Talpas, a format that Extra-P reads, separates the members of an object by semicolons. Outside of strings, JSON has
  // none.
  void Append(std::string_view line) {
    bool in_string = false, is_escaped = false;
    for (const char c : line) {
      ready_ += c == ';' && !in_string ? ',' : c;
      if (c == '"' && !is_escaped) in_string = !in_string;
      is_escaped = c == '\\' && !is_escaped;
    }
  }

  TextLines lines_;
  std::string ready_;
  std::size_t used_ = 0;
  bool has_lines_ = false, at_end_ = false;
  std::deque<std::uint64_t> numbers_;  // numbers of lines whose objects have not been parsed yet
  std::uint64_t last_ = 0;
};

// Depth 1 is the array that contains all lines, and depth 2 a line's object; depth 3 is inside its parameters or its
// list of values.
class LineValues : public JsonValues {
 public:
  LineValues(LinesAsArray& lines, const Characters& characters, const std::string& path, ObservationBuilder& builder)
      : JsonValues(characters, path), lines_(lines), builder_(builder), path_(path) {}

  std::uint64_t line() const { return line_; }

 private:
  [[noreturn]] void FailHere(const std::string& reason) const { FailAtLine(path_, line_, reason); }

  static bool IsParameters(const std::string& key) { return key == "params" || key == "parameters"; }
  static bool IsValue(const std::string& key) { return key == "value" || key == "values"; }

  void Number(double value) override {
    if ((depth() == 2 || depth() == 3) && IsValue(key(1))) values_.push_back(value);
    if (depth() == 3 && IsParameters(key(1))) {
      if (!builder_.Takes(key(2), value)) FailHere(kNoParameter);
      at_.push_back({key(2), value});
    }
  }
  void String(const std::string& text) override {
    if (depth() == 2 && (key(1) == "callpath" || key(1) == "function")) function_ = text;
    if (depth() == 2 && key(1) == "metric") metric_ = text;
    if (depth() == 3 && IsParameters(key(1)) && key(2) == builder_.each && !builder_.each.empty() && !text.empty()) {
      at_.push_back({key(2), 0, text});
      return;
    }
    RefuseInNumbers("a string");
  }
  void Other(const char* what) override { RefuseInNumbers(what); }

  // A string in place of a number is an error, not a missing value: otherwise a measurement would be lost silently.
  void RefuseInNumbers(const char* what) const {
    if (depth() >= 2 && depth() <= 3 && (IsValue(key(1)) || (depth() == 3 && IsParameters(key(1))))) {
      FailHere(std::string(what) + " instead of a number");
    }
  }

  void Opened() override {
    if (depth() != 2) return;
    line_ = lines_.TakeNumber();
    function_ = kUnnamedFunction;
    metric_ = kUnnamedMetric;
    at_.clear();
    values_.clear();
  }
  void Closed() override {
    if (depth() != 2) return;
    if (at_.empty()) FailHere("no parameters: expected \"params\"");
    if (values_.empty()) FailHere("no values: expected \"value\"");
    std::ranges::sort(at_);  // makes equal names adjacent
    const auto twice = std::ranges::adjacent_find(at_, {}, &ParameterValue::name);
    if (twice != at_.end()) FailHere("the parameter " + twice->name + " occurs twice");
    builder_.Add(function_, metric_, at_, values_);
  }

  LinesAsArray& lines_;
  ObservationBuilder& builder_;
  const std::string& path_;
  std::uint64_t line_ = 0;  // line of the open object; 0 if there has been none yet
  std::string function_, metric_;
  ParameterValues at_;
  std::vector<double> values_;
};

}  // namespace

void ReadJsonLines(ByteSource& source, const std::string& path, ObservationBuilder& builder) {
  RequireJson(path);
  LinesAsArray array(source);
  Characters characters(array);
  LineValues sink(array, characters, path, builder);
  ParseJson(characters, sink);
  if (sink.line() == 0) FailAtLine(path, 1, "no measurements");
}

}  // namespace profdiff
