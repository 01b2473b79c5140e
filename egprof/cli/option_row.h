// SPDX-License-Identifier: GPL-3.0-or-later
// One option of a command, as used by --help, completion, the manual's test and the walk over a command line.
// Tests: tests/unit/egprof/documentation_test.cpp, tests/unit/egprof/cli/option_row_test.cpp.
#ifndef EGPROF_CLI_OPTION_ROW_H_
#define EGPROF_CLI_OPTION_ROW_H_

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "egprof/cli/command_line.h"

namespace egprof {

enum class Value { kNone, kOptional, kRequired };

// The effect of an option of gprof in a difference.
enum class InDifference {
  kSame,       // as in a listing of one execution
  kBothSides,  // applies to both sides
  kNoEffect,
  kError,  // has no difference
};

// A requirement of an option (OptionRow::needs), or a conflict (OptionRow::excludes). A command checks its conditions
// when it can decide them, often after it has looked at the operands. Identified by address.
struct Condition {
  const char* reminder;  // what follows the option's name in the message
};

struct OptionRow;

// The effect of an option on the options of its command, or on a PART of them that several commands share. Made of a
// lambda without captures: (PART&, const char* value), (CommandLine&, PART&, const char* value) or, for rows made from
// a list, (PART&, const OptionRow&, const char* value). The value is null if none was given. Errors: std::bad_cast if
// the command's options have no such PART; a test runs every row of every command.
class Act {
 public:
  constexpr Act() = default;  // none: the place among the operands is all that counts
  template <class Function>
  constexpr Act(Function) : call_(Erase(&Function::operator())) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return call_ != nullptr; }
  void operator()(CommandLine& line, const OptionRow& row, const char* value) const { call_(line, row, value); }

 private:
  using Call = void (*)(CommandLine&, const OptionRow&, const char*);

  template <class Function, class Part>
  static constexpr Call Erase(void (Function::*)(Part&, const char*) const) {
    return [](CommandLine& line, const OptionRow&, const char* value) { Function()(dynamic_cast<Part&>(line), value); };
  }
  template <class Function, class Part>
  static constexpr Call Erase(void (Function::*)(CommandLine&, Part&, const char*) const) {
    return [](CommandLine& line, const OptionRow&, const char* value) {
      Function()(line, dynamic_cast<Part&>(line), value);
    };
  }
  template <class Function, class Part>
  static constexpr Call Erase(void (Function::*)(Part&, const OptionRow&, const char*) const) {
    return [](CommandLine& line, const OptionRow& row, const char* value) {
      Function()(dynamic_cast<Part&>(line), row, value);
    };
  }

  Call call_ = nullptr;
};

struct OptionRow {
  char letter = '\0';          // '\0': none
  const char* name = nullptr;  // nullptr: none. Five of gprof's are empty: "--=main" is "-e main"
  Value value = Value::kNone;
  const char* metavar = nullptr;
  const char* group = nullptr;  // the heading under which --help lists it
  const char* help = nullptr;
  Operand::Kind marks = Operand::Kind::kFile;  // an operand that keeps the option's place; kFile: none
  const Condition* needs = nullptr;
  const Condition* excludes = nullptr;
  bool gprof = false;       // GNU gprof has it
  unsigned char place = 0;  // order in which getopt lists options for an ambiguous abbreviation
  InDifference in_difference = InDifference::kSame;
  Act act = {};

  bool HasName() const { return name != nullptr && *name != '\0'; }
};

// "-p", or "--limit" where there is no letter.
std::string OptionName(const OptionRow& row);

// "--flat-profile", or "-B" where there is no long option.
std::string LongOptionName(const OptionRow& row);

using OptionRows = std::vector<OptionRow>;

// Rows that are written together, or a single one.
class RowSet {
 public:
  RowSet(const OptionRow& row) : rows_(&row, 1) {}  // NOLINT(google-explicit-constructor)
  template <std::size_t kCount>
  RowSet(const OptionRow (&rows)[kCount]) : rows_(rows) {}  // NOLINT(google-explicit-constructor)
  RowSet(const OptionRows& rows) : rows_(rows) {}           // NOLINT(google-explicit-constructor)

  std::span<const OptionRow> rows() const { return rows_; }

 private:
  std::span<const OptionRow> rows_;
};

// Sets of rows, a command's own and shared ones, under a heading of the command.
OptionRows Under(const char* heading, std::initializer_list<RowSet> sets);

OptionRows Join(std::initializer_list<OptionRows> parts);

// Rows of a command that gprof has not: every abbreviation is as good as any other.
OptionRows WithoutGprof(OptionRows rows);

// A shared row with another text in --help.
OptionRow Saying(const char* help, OptionRow row);
// A shared row that is of no use without a condition of the command.
OptionRow Needing(const Condition& condition, OptionRow row);

// The first used option, in the order of --help, that needs the condition or excludes it; null if there is none.
const OptionRow* FirstThatNeeds(const CommandLine& line, const Condition& condition);
const OptionRow* FirstThatExcludes(const CommandLine& line, const Condition& condition);

// Throws "--NAME REMINDER" for an option that needs what is not there, or that excludes what is.
// Errors: kBadArgument.
void RefuseThoseThatNeed(const CommandLine& line, const Condition& condition);
void RefuseThoseThatExclude(const CommandLine& line, const Condition& condition);

}  // namespace egprof

#endif  // EGPROF_CLI_OPTION_ROW_H_
