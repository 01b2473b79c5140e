// SPDX-License-Identifier: GPL-3.0-or-later
// getopt_long's grammar, derived from its manual and from what programs that use it accept and print. We do not call
// getopt_long itself because it keeps its position in global variables, prints messages, and cannot prefer some names
// to others when a name is abbreviated.
#include "egprof/cli/argument_scanner.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "egprof/cli/did_you_mean.h"

namespace egprof {
namespace {

using FoundRows = std::vector<const OptionRow*>;

FoundRows Matching(std::span<const OptionRow> table, bool gprof, std::string_view beginning) {
  FoundRows rows;
  for (const OptionRow& row : table) {
    if (row.gprof == gprof && row.HasName() && std::string_view(row.name).substr(0, beginning.size()) == beginning) {
      rows.push_back(&row);
    }
  }
  return rows;
}

const OptionRow* Exact(std::span<const OptionRow> table, bool gprof, std::string_view name) {
  for (const OptionRow& row : table) {
    if (row.gprof == gprof && row.name != nullptr && name == row.name) return &row;
  }
  return nullptr;
}

std::vector<std::string> NamesIn(std::span<const OptionRow> table) {
  std::vector<std::string> names;
  for (const OptionRow& row : table) {
    if (row.HasName()) names.emplace_back(row.name);
  }
  return names;
}

std::string Ambiguous(std::string_view typed, FoundRows rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const OptionRow* a, const OptionRow* b) { return a->place < b->place; });
  std::string text = "option '--" + std::string(typed) + "' is ambiguous; possibilities:";
  for (const OptionRow* row : rows) text += std::string(" '--") + row->name + "'";
  return text;
}

}  // namespace

std::optional<Argument> ArgumentScanner::Next() {
  if (letters_ != nullptr) return TakeLetter();
  if (place_ >= arguments_.size()) return std::nullopt;
  const char* text = arguments_[place_];
  if (only_operands_ || text[0] != '-' || text[1] == '\0') return TakeOperand();
  if (text[1] != '-') {
    letters_ = text + 1;
    return TakeLetter();
  }
  if (text[2] != '\0') return TakeLong();
  only_operands_ = true;
  ++place_;
  return Next();
}

Argument ArgumentScanner::TakeOperand() {
  only_operands_ = only_operands_ || rules_.posixly_correct;
  Argument argument;
  argument.value = arguments_[place_];
  argument.place = place_++;
  return argument;
}

Argument ArgumentScanner::TakeLetter() {
  const char letter = *letters_++;
  const char* element = arguments_[place_];
  Argument argument;
  argument.kind = Argument::Kind::kOption;
  argument.place = place_;
  argument.alone = element[2] == '\0';

  const char* rest = std::exchange(letters_, nullptr);
  auto row = std::find_if(table_.begin(), table_.end(), [letter](const OptionRow& r) { return r.letter == letter; });
  if (row == table_.end()) return Mistake(std::string("invalid option -- '") + letter + "'");
  argument.option = &*row;
  if (row->value == Value::kNone && *rest != '\0') {
    letters_ = rest;
    return argument;
  }
  ++place_;
  if (*rest != '\0') {
    argument.value = rest;
  } else if (row->value == Value::kRequired) {
    if (place_ >= arguments_.size()) return Mistake(std::string("option requires an argument -- '") + letter + "'");
    argument.value = arguments_[place_++];
  }
  return argument;
}

Argument ArgumentScanner::TakeLong() {
  const char* typed = arguments_[place_] + 2;
  const char* equals = std::strchr(typed, '=');
  std::string_view name =
      equals == nullptr ? std::string_view(typed) : std::string_view(typed, static_cast<std::size_t>(equals - typed));
  std::string mistake;
  const OptionRow* row = Resolve(name, typed, mistake);
  if (row == nullptr) return Mistake(mistake);
  return FinishLong(*row, equals == nullptr ? nullptr : equals + 1);
}

Argument ArgumentScanner::FinishLong(const OptionRow& row, const char* value) {
  Argument argument;
  argument.kind = Argument::Kind::kOption;
  argument.option = &row;
  argument.value = value;
  argument.place = place_++;
  argument.alone = false;
  std::string name = std::string("option '--") + row.name + "' ";
  if (row.value == Value::kNone && value != nullptr) return Mistake(name + "doesn't allow an argument");
  if (row.value == Value::kRequired && value == nullptr) {
    if (place_ >= arguments_.size()) return Mistake(name + "requires an argument");
    argument.value = arguments_[place_++];
  }
  return argument;
}

const OptionRow* ArgumentScanner::Resolve(std::string_view name, std::string_view typed, std::string& mistake) const {
  for (bool gprof : {true, false}) {
    if (!gprof && rules_.strict) continue;
    if (const OptionRow* row = Exact(table_, gprof, name)) return row;
    FoundRows rows = Matching(table_, gprof, name);
    if (rows.size() == 1) return rows.front();
    if (rows.empty()) continue;
    mistake = Ambiguous(typed, rows);
    return nullptr;
  }
  mistake = "unrecognized option '--" + std::string(typed) + "'";
  if (!rules_.strict) mistake += DidYouMean(name, NamesIn(table_), "--");
  return nullptr;
}

Argument ArgumentScanner::Mistake(std::string text) const {
  Argument argument;
  argument.kind = Argument::Kind::kMistake;
  argument.mistake = std::move(text);
  return argument;
}

}  // namespace egprof
