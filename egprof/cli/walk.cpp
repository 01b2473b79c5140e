// SPDX-License-Identifier: GPL-3.0-or-later
// Implements the grammar of getopt_long, as documented in its manual and as observed in programs that use it. We do not
// call getopt_long itself: it keeps its position in global variables, prints messages, and cannot prefer some names to
// others when a name is abbreviated.
#include "egprof/cli/walk.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/cli/did_you_mean.h"
#include "egprof/cli/values.h"

namespace egprof {
namespace {

using FoundRows = std::vector<const OptionRow*>;

// The ages of options, oldest first: gprof's own, egprof's, and those that OptionRow::later marks.
enum class Age { kGprof, kFirst, kLater };

Age AgeOf(const OptionRow& row) { return row.gprof ? Age::kGprof : row.later ? Age::kLater : Age::kFirst; }

FoundRows Matching(std::span<const OptionRow> table, Age age, std::string_view beginning) {
  FoundRows rows;
  for (const OptionRow& row : table) {
    if (AgeOf(row) == age && row.name != nullptr && std::string_view(row.name).starts_with(beginning)) {
      rows.push_back(&row);
    }
  }
  return rows;
}

std::vector<std::string> NamesIn(std::span<const OptionRow> table) {
  std::vector<std::string> names;
  for (const OptionRow& row : table) {
    if (row.HasName()) names.emplace_back(row.name);
  }
  return names;
}

std::string Ambiguous(std::string_view typed, FoundRows rows) {
  std::ranges::stable_sort(rows, {}, &OptionRow::place);
  std::string text = "option '--" + std::string(typed) + "' is ambiguous; possibilities:";
  for (const OptionRow* row : rows) text += std::string(" '--") + row->name + "'";
  return text;
}

// Operands may be mixed with options; "--" ends the options, unless ParseRules::dashes is set. Long names may be
// abbreviated. Older names are tried first, so a new name never makes an abbreviation of an old name ambiguous.
class Walker {
 public:
  Walker(std::span<const char* const> words, std::span<const OptionRow> table, const ParseRules& rules,
         CommandLine& line)
      : words_(words), table_(table), rules_(rules), line_(line) {}

  // Handles the next option or operand. Returns false at the end.
  bool Next() {
    if (letters_ != nullptr) {
      TakeLetter();
      return true;
    }
    if (place_ >= words_.size()) return false;
    const char* const word = words_[place_];
    if (only_operands_ || word[0] != '-' || word[1] == '\0') {
      TakeOperand();
    } else if (word[1] != '-') {
      letters_ = word + 1;
      TakeLetter();
    } else if (word[2] != '\0') {
      TakeLong();
    } else if (rules_.dashes != nullptr) {
      Apply(*rules_.dashes, nullptr, place_++, false);
    } else {
      only_operands_ = true;
      ++place_;
    }
    return true;
  }

 private:
  void TakeOperand() {
    only_operands_ = only_operands_ || rules_.posixly_correct;
    line_.operands.push_back({Operand::Kind::kFile, words_[place_], place_, true});
    ++place_;
  }

  void TakeLetter() {
    const char letter = *letters_++;
    const char* const rest = std::exchange(letters_, nullptr);
    const std::size_t place = place_;
    const bool is_alone = words_[place][2] == '\0';
    const auto row = std::ranges::find(table_, letter, &OptionRow::letter);
    if (row == table_.end()) return FailWithUsage(line_, std::string("invalid option -- '") + letter + "'");
    const char* value = nullptr;
    if (row->value == Value::kNone && *rest != '\0') {
      letters_ = rest;
      return Apply(*row, value, place, is_alone);
    }
    ++place_;
    if (*rest != '\0') {
      value = rest;
    } else if (row->value == Value::kRequired) {
      if (place_ >= words_.size()) {
        return FailWithUsage(line_, std::string("option requires an argument -- '") + letter + "'");
      }
      value = words_[place_++];
    }
    Apply(*row, value, place, is_alone);
  }

  void TakeLong() {
    const std::string_view typed = words_[place_] + 2;
    const std::size_t equals = typed.find('=');
    const OptionRow* const row = Resolve(typed.substr(0, equals), typed);
    if (row == nullptr) return;
    const char* value = equals == std::string_view::npos ? nullptr : typed.data() + equals + 1;
    const std::size_t place = place_++;
    const std::string shown = std::string("option '--") + row->name + "' ";
    const bool is_word =
        value != nullptr && row->word != nullptr && !rules_.strict && std::string_view(value) == row->word;
    if (row->value == Value::kNone && value != nullptr && !is_word) {
      return FailWithUsage(line_, shown + "doesn't allow an argument");
    }
    if (row->value == Value::kRequired && value == nullptr) {
      if (place_ >= words_.size()) return FailWithUsage(line_, shown + "requires an argument");
      value = words_[place_++];
    }
    Apply(*row, value, place, false);
  }

  // Returns the row that `name` abbreviates. If there is none or more than one, reports a mistake and returns null.
  const OptionRow* Resolve(std::string_view name, std::string_view typed) {
    for (const Age age : {Age::kGprof, Age::kFirst, Age::kLater}) {
      if (age != Age::kGprof && rules_.strict) continue;
      const FoundRows rows = Matching(table_, age, name);
      for (const OptionRow* row : rows) {
        if (rows.size() == 1 || name == row->name) return row;
      }
      if (rows.empty()) continue;
      FailWithUsage(line_, Ambiguous(typed, rows));
      return nullptr;
    }
    const std::string mistake = "unrecognized option '--" + std::string(typed) + "'";
    FailWithUsage(line_, rules_.strict ? mistake : mistake + DidYouMean(name, NamesIn(table_), "--"));
    return nullptr;
  }

  // `is_alone` is true if the word consists only of the option's letter: "-s", not "-bs".
  void Apply(const OptionRow& row, const char* value, std::size_t place, bool is_alone) {
    if (row.marks != Operand::Kind::kFile) line_.operands.push_back({row.marks, "", place, is_alone});
    line_.used.push_back(&row);
    if (row.act) row.act(line_, row, value);
  }

  const std::span<const char* const> words_;
  const std::span<const OptionRow> table_;
  const ParseRules& rules_;
  CommandLine& line_;
  std::size_t place_ = 1;          // index of the current word
  const char* letters_ = nullptr;  // the rest of a cluster like "-bp"
  bool only_operands_ = false;
};

}  // namespace

void Walk(std::span<const char* const> words, std::span<const OptionRow> rows, const ParseRules& rules,
          CommandLine& line) {
  Walker walker(words, rows, rules, line);
  while (line.task == CommandLine::Task::kRun && walker.Next()) continue;
}

}  // namespace egprof
