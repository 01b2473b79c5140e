// SPDX-License-Identifier: GPL-3.0-or-later
// JSON profiles are large and consist mostly of columns of numbers. They are read event by event, and values that no
// reader needs are skipped cheaply: only their nesting depth is tracked.
#include "read/profiles/json_states.h"

namespace profdiff {

void JsonStates::Parse(const StackInput& input) {
  if (!CanParseJson()) {
    throw FileError(input, ErrorCode::kUnsupported,
                    "this build cannot read profiles in JSON: it was compiled without nlohmann's json (Debian: "
                    "nlohmann-json3-dev)");
  }
  Characters characters(input.bytes);
  if (ParseJson(characters, *this)) return;
  const Place place = Place::Byte(characters.offset());
  if (characters.IsTooLong()) {
    throw FileError(input, ErrorCode::kUnsupported,
                    "a string, or blanks, of more than " + std::to_string(Characters::kLongest) + " bytes", place);
  }
  if (characters.AtEnd()) throw FileError(input, ErrorCode::kTruncated, "the text ends early", place);
  throw FileError(input, ErrorCode::kBadProfile, "not valid JSON", place);
}

void JsonStates::Whole(std::int64_t value) { Pass({JsonValue::Kind::kNumber, static_cast<double>(value), value, {}}); }

// A number with a fraction, such as 3.0, is not an index even if its value is whole, because these formats write
// indices as integers. An integer above 63 bits is not an index either.
void JsonStates::Real(double value, const std::string&) {
  Pass({JsonValue::Kind::kNumber, value, JsonValue::kBadIndex, {}});
}

void JsonStates::Text(const std::string& text) { Pass({JsonValue::Kind::kText, 0, JsonValue::kBadIndex, text}); }

void JsonStates::Field(const std::string& name) {
  if (skipped_ == 0) field_ = name;
}

void JsonStates::Open() {
  const int state = skipped_ == 0 ? Enter(states_.empty() ? kOutside : states_.back(), field_) : kSkipped;
  if (state == kSkipped) {
    ++skipped_;
  } else {
    states_.push_back(state);
  }
}

void JsonStates::Close() {
  if (skipped_ != 0) {
    --skipped_;
    return;
  }
  const int state = states_.back();
  states_.pop_back();
  Leave(state);
}

// Walks to the first stack with a known node, or to the outermost frame, and builds the nodes on the way back. Each row
// is visited once in total. An explicit stack replaces recursion, since a file can chain rows to any depth. If a row is
// reached again while it is still open, the rows form a cycle.
ContextBuilder::Node StackTable::NodeOf(const StackInput& input, std::int64_t place) {
  ContextBuilder::Node node = ContextBuilder::Root(event_);
  while (place != JsonValue::kNoIndex) {
    if (!Has(rows_, place)) {
      throw FileError(input, ErrorCode::kBadProfile,
                      "no stack " + std::to_string(place) + " in a table of size " + std::to_string(rows_.size()));
    }
    const auto row = static_cast<std::size_t>(place);
    if (states_[row] == State::kDone) {
      node = nodes_[row];
      break;
    }
    if (states_[row] == State::kOpen) {
      throw FileError(input, ErrorCode::kBadProfile, "stack " + std::to_string(place) + " is its own caller");
    }
    states_[row] = State::kOpen;
    open_.push_back(row);
    place = rows_[row].below;
  }
  for (; !open_.empty(); open_.pop_back()) {
    const std::size_t row = open_.back();
    const FunctionId function = rows_[row].function;
    if (function.valid() && !builder_.Child(node, function, node)) FailOfSize(input);
    nodes_[row] = node;
    states_[row] = State::kDone;
  }
  return node;
}

}  // namespace profdiff
