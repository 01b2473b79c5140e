// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/egprof/cli/option_row_test.cpp.
#include "egprof/cli/option_row.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "profdiff/error.h"

namespace egprof {
namespace {

// All rows of a command are in one array, so comparing the addresses of two rows compares their positions in --help.
const OptionRow* FirstWith(const CommandLine& line, const Condition* OptionRow::*kind, const Condition& condition) {
  const OptionRow* first = nullptr;
  for (const OptionRow* row : line.used) {
    if (row->*kind == &condition && (first == nullptr || std::less<>()(row, first))) first = row;
  }
  return first;
}

void Refuse(const OptionRow* row, const Condition& condition) {
  if (row == nullptr) return;
  throw profdiff::Error(profdiff::ErrorCode::kBadArgument, LongOptionName(*row) + " " + condition.reminder);
}

}  // namespace

bool CommandLine::Used(std::string_view name) const {
  return std::ranges::any_of(used, [name](const OptionRow* row) { return row->HasName() && name == row->name; });
}

std::string OptionName(const OptionRow& row) {
  return row.letter != '\0' ? std::string("-") + row.letter : std::string("--") + row.name;
}

std::string LongOptionName(const OptionRow& row) {
  return row.HasName() ? std::string("--") + row.name : OptionName(row);
}

OptionRows UnderHeading(const char* heading, std::initializer_list<RowSet> sets) {
  OptionRows rows;
  for (const RowSet& set : sets) rows.insert(rows.end(), set.rows().begin(), set.rows().end());
  for (OptionRow& row : rows) row.group = heading;
  return rows;
}

OptionRows Join(std::initializer_list<OptionRows> parts) {
  OptionRows rows;
  for (const OptionRows& part : parts) rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

OptionRows WithoutGprof(OptionRows rows) {
  for (OptionRow& row : rows) row.gprof = false;
  return rows;
}

OptionRow WithHelp(const char* help, OptionRow row) {
  row.help = help;
  return row;
}

OptionRow Needing(const Condition& condition, OptionRow row) {
  row.needs = &condition;
  return row;
}

const OptionRow* FirstThatNeeds(const CommandLine& line, const Condition& condition) {
  return FirstWith(line, &OptionRow::needs, condition);
}

void RefuseThoseThatNeed(const CommandLine& line, const Condition& condition) {
  Refuse(FirstThatNeeds(line, condition), condition);
}

void RefuseThoseThatExclude(const CommandLine& line, const Condition& condition) {
  Refuse(FirstWith(line, &OptionRow::excludes, condition), condition);
}

}  // namespace egprof
