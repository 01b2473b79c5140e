// SPDX-License-Identifier: GPL-3.0-or-later
// An option of a command: the common source of --help, shell completion, the parser, and the test of the manual pages.
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
inline constexpr Value kMay = Value::kOptional, kMust = Value::kRequired;

// The effect of one of gprof's options when two executions are compared.
enum class InDifference {
  kSame,       // the same as in a listing of one execution
  kBothSides,  // applies to both sides
  kNoEffect,
  kError,  // cannot be combined with a difference
};

// A requirement of an option (OptionRow::needs), or a conflict (OptionRow::excludes). A command checks each of its
// conditions as soon as it can decide whether the condition holds, often only after it has examined the operands.
// Conditions are identified by address.
struct Condition {
  const char* reminder;  // text after the option's name in the message
};

struct OptionRow;

// The effect of an option: a function that changes a PART of the command's options, which is either the struct of all
// options or a base of it that several commands share. An effect is constructed from a lambda without captures. Its
// parameters are one to three PARTs and the value, such as (PART&, const char* value) or (CommandLine&, PART&, const
// char* value), or, for rows that are generated from a list, (PART&, const OptionRow&, const char* value). The value is
// null if none was given. Errors: std::bad_cast if the command's options have no such PART; a test calls the effect of
// every row of every command.
class Act {
 public:
  constexpr Act() = default;  // no effect: only the option's position among the operands matters
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
  template <class Function, class First, class Second>
  static constexpr Call Erase(void (Function::*)(First&, Second&, const char*) const) {
    return [](CommandLine& line, const OptionRow&, const char* value) {
      Function()(dynamic_cast<First&>(line), dynamic_cast<Second&>(line), value);
    };
  }
  template <class Function, class First, class Second, class Third>
  static constexpr Call Erase(void (Function::*)(First&, Second&, Third&, const char*) const) {
    return [](CommandLine& line, const OptionRow&, const char* value) {
      Function()(dynamic_cast<First&>(line), dynamic_cast<Second&>(line), dynamic_cast<Third&>(line), value);
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
  char letter = '\0';          // '\0' for none
  const char* name = nullptr;  // nullptr for none; empty for five of gprof's options: "--=main" means "-e main"
  Value value = Value::kNone;
  const char* metavar = nullptr;
  // A word that the long name of an option without a value can have, except under gprof's name; null for none.
  const char* word = nullptr;
  const char* group = nullptr;  // heading under which --help lists the option
  const char* help = nullptr;
  // The kind of Operand that records the option's position among the files; kFile if the position does not matter.
  Operand::Kind marks = Operand::Kind::kFile;
  const Condition* needs = nullptr;
  const Condition* excludes = nullptr;
  bool gprof = false;       // true if GNU gprof has the option
  bool later = false;       // true if the option is younger than others, whose abbreviations keep their meaning
  unsigned char place = 0;  // position of the option in getopt's message about an ambiguous abbreviation
  InDifference in_difference = InDifference::kSame;
  Act act = {};

  bool HasName() const { return name != nullptr && *name != '\0'; }
};

// Returns the letter, such as "-p"; "--limit" if there is none.
std::string OptionName(const OptionRow& row);

// Returns the long name, such as "--flat-profile"; "-B" if there is none.
std::string LongOptionName(const OptionRow& row);

using OptionRows = std::vector<OptionRow>;

// Several rows that are declared together, or a single row.
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

// Puts sets of rows under a heading of a command. Sets may be shared with other commands.
OptionRows UnderHeading(const char* heading, std::initializer_list<RowSet> sets);

OptionRows Join(std::initializer_list<OptionRows> parts);

// Clears OptionRow::gprof in the rows of a command other than the gprof-compatible form, so that gprof's options have
// no priority when a name is abbreviated.
OptionRows WithoutGprof(OptionRows rows);

// Returns a copy of a shared row with a different --help text.
OptionRow WithHelp(const char* help, OptionRow row);
// Returns a copy of a shared row. The copy's option is rejected if the condition does not hold for the command line.
OptionRow Needing(const Condition& condition, OptionRow row);

// Returns the first option on the command line, in the order of --help, that needs the condition; null if there is
// none.
const OptionRow* FirstThatNeeds(const CommandLine& line, const Condition& condition);

// Throw "--NAME REMINDER" for the first option on the command line that needs the condition, or that excludes it. The
// first function is called if the condition does not hold, the second one if it does. Errors: kBadArgument.
void RefuseThoseThatNeed(const CommandLine& line, const Condition& condition);
void RefuseThoseThatExclude(const CommandLine& line, const Condition& condition);

}  // namespace egprof

#endif  // EGPROF_CLI_OPTION_ROW_H_
