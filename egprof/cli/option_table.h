// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of options: parsing, --help, the manual's test and error messages all come from it.
// Test: tests/unit/egprof/documentation_test.cpp holds table, --help and man/egprof.1 against each other.
#ifndef EGPROF_CLI_OPTION_TABLE_H_
#define EGPROF_CLI_OPTION_TABLE_H_

#include <span>
#include <string>
#include <string_view>

#include "egprof/cli/options.h"

namespace egprof {

enum class Value { kNone, kOptional, kRequired };

// Under which heading --help lists an option.
enum class Group {
  kListings,
  kFunctions,
  kDifference,
  kMatching,
  kGate,
  kLayout,
  kGraphFile,
  kMachine,
  kFiles,
  kOther,
  // Of `egprof trace`, which has a table of its own:
  kAlign,
  kCalls,
  kTraceText,
  kTraceFiles,
  kTraceOther,
  // Of `egprof diff`, whose table has rows of the gprof form under headings of its own as well:
  kReport,
  kSides,
  kOutputs
};

// What an option does in a difference.
enum class InDifference {
  kSame,       // as in a listing of one execution
  kBothSides,  // applies to both sides
  kNoEffect,
  kError,  // has no difference
};

struct OptionRow {
  char letter;       // '\0': none
  const char* name;  // nullptr: none. Five of gprof's are empty: "--=main" is "-e main"
  Value value;
  const char* metavar;
  Group group;
  bool gprof;           // GNU gprof has it
  unsigned char place;  // getopt names those that an abbreviation could mean in this order
  InDifference in_difference;
  const char* help;
  // Acts; `value` is null where none was given.
  void (*act)(Options& options, const char* value);

  bool HasName() const { return name != nullptr && *name != '\0'; }
};

std::span<const OptionRow> OptionTable();

// "-p", or "--limit" where there is no letter.
std::string OptionName(const OptionRow& row);

// Appends folders, separated by colons, to those that are searched for source files. Empty ones count.
void AddSourcePath(Options& options, std::string_view list);

}  // namespace egprof

#endif  // EGPROF_CLI_OPTION_TABLE_H_
