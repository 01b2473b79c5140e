// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Extra-P's text: each line begins with a keyword; "#" begins a comment.
//   PARAMETER p            one or more names; further lines add more names
//   POINTS 4 8 16          with several parameters: (4 1) (4 2) (8 1)
//   REGION solve           a function; applies until the next REGION
//   METRIC time            applies until the next METRIC
//   DATA 1.5 1.6 1.5       repeated measurements of one point
// The DATA lines after a region or a metric belong to the points in order: the first line to the first point.
// Source: Extra-P's file format documentation. Tests: tests/unit/read/model/read_observations_test.cpp.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "read/file/text_lines.h"
#include "read/model/readers.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostParameters = 64;

class TextReader {
 public:
  TextReader(ByteSource& source, const std::string& path, ObservationBuilder& builder)
      : lines_(source), path_(path), builder_(builder) {}

  void Read() {
    std::string_view line;
    while (lines_.Next(line)) ReadLine(line);
    EndSection();
    if (!has_data_) Fail("no line begins with DATA");
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const { FailAtLine(path_, lines_.number(), reason); }

  // Any keyword other than DATA ends a section of DATA lines, which must cover either all points or none.
  void ReadLine(std::string_view line) {
    const std::string_view word = TakeWord(line);
    if (word.empty() || word.starts_with('#')) return;
    if (word == "DATA") return AddData(line);
    EndSection();
    if (word == "PARAMETER") {
      AddParameters(line);
    } else if (word == "POINTS") {
      AddPoints(line);
    } else if (word == "METRIC") {
      metric_ = Name(word, line);
    } else if (word == "REGION") {
      region_ = Name(word, line);
    } else {
      Fail("expected PARAMETER, POINTS, METRIC, REGION or DATA, not '" + std::string(word.substr(0, 40)) + "'");
    }
  }

  std::string Name(std::string_view word, std::string_view rest) const {
    const std::string_view name = Trimmed(rest);
    if (name.empty()) Fail(std::string(word) + " without a name");
    return std::string(name);
  }

  double Number(std::string_view text) const {
    if (text.starts_with('+')) text.remove_prefix(1);  // from_chars does not accept a plus sign
    const std::optional<double> value = NumberFrom<double>(text);
    if (!value || !std::isfinite(*value)) Fail("'" + std::string(text.substr(0, 40)) + "' is not a number");
    return *value;
  }

  void AddParameters(std::string_view rest) {
    if (!points_.empty()) Fail("PARAMETER after POINTS");
    for (std::string_view word = TakeWord(rest); !word.empty(); word = TakeWord(rest)) {
      if (std::ranges::count(parameters_, word) > 0) Fail("the parameter " + std::string(word) + " occurs twice");
      parameters_.emplace_back(word);
    }
    if (parameters_.empty()) Fail("PARAMETER without a name");
    if (parameters_.size() > kMostParameters) Fail("more than 64 parameters");
  }

  // Parses "(1 2) (1 4)" or "((1)(2)) ((1)(4))"; with one parameter, the parentheses are optional.
  void AddPoints(std::string_view rest) {
    if (parameters_.empty()) Fail("POINTS before PARAMETER");
    std::vector<double> point;
    int depth = 0;
    while (true) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t,"), rest.size()));
      if (rest.empty()) break;
      if (rest[0] == '(' || rest[0] == ')') {
        depth += rest[0] == '(' ? 1 : -1;
        rest.remove_prefix(1);
        if (depth < 0) Fail("a closing bracket in POINTS without an opening one");
      } else {
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t,()"));
        rest.remove_prefix(word.size());
        const double value = Number(word);
        const std::string& name = parameters_[std::min(point.size(), parameters_.size() - 1)];
        if (!builder_.Takes(name, value)) Fail(kNoParameter);
        point.push_back(value);
      }
      // Outside parentheses, each number is a point. Within parentheses, the closing parenthesis of the outermost pair
      // ends the point.
      if (depth == 0) EndPoint(point);
    }
    if (depth != 0) Fail("an opening bracket in POINTS without a closing one");
  }

  void EndPoint(std::vector<double>& point) {
    if (point.empty()) return;
    if (point.size() != parameters_.size()) {
      Fail("a point of " + std::to_string(point.size()) + " numbers, but there are " +
           std::to_string(parameters_.size()) + " parameters");
    }
    points_.push_back(std::exchange(point, {}));
  }

  void AddData(std::string_view rest) {
    if (points_.empty()) Fail("DATA before POINTS");
    if (next_ == points_.size()) Fail("more lines of DATA than the " + std::to_string(points_.size()) + " points");
    std::vector<double> values;
    for (std::string_view word = TakeWord(rest); !word.empty(); word = TakeWord(rest)) values.push_back(Number(word));
    if (values.empty()) Fail("DATA without values");
    ParameterValues at;
    for (std::size_t i = 0; i < parameters_.size(); ++i) at.push_back({parameters_[i], points_[next_][i]});
    builder_.Add(region_, metric_, at, values);
    ++next_;
    has_data_ = true;
  }

  // A section may be empty, since METRIC may follow REGION directly. Data for only some of the points is an error,
  // because it could be assigned to the wrong points.
  void EndSection() {
    if (next_ != 0 && next_ != points_.size()) {
      Fail(std::to_string(next_) + " lines of DATA before it, but there are " + std::to_string(points_.size()) +
           " points");
    }
    next_ = 0;
  }

  TextLines lines_;
  const std::string& path_;
  ObservationBuilder& builder_;
  std::vector<std::string> parameters_;
  std::vector<std::vector<double>> points_;
  std::string region_ = kUnnamedFunction, metric_ = kUnnamedMetric;
  std::size_t next_ = 0;  // index of the point to which the next line of data belongs
  bool has_data_ = false;
};

}  // namespace

void ReadExtraPText(ByteSource& source, const std::string& path, ObservationBuilder& builder) {
  TextReader(source, path, builder).Read();
}

}  // namespace profdiff
