// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof record`.
// Test: tests/unit/egprof/record/plan_test.cpp.
#ifndef EGPROF_RECORD_OPTIONS_H_
#define EGPROF_RECORD_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "egprof/options/report_rows.h"

namespace egprof {

// Values of a variable {NAME} in command lines.
struct CommandVariable {
  std::string name;
  std::vector<std::string> values;
};

struct RecordOptions : CommandLine,
                       WorkOptions,
                       LayoutOptions,
                       RenameOptions,
                       FunctionOptions,
                       FileOptions,
                       InputOptions,
                       SideOptions,
                       ComparisonOptions,
                       OutputOptions,
                       ReportOptions {
  std::optional<std::size_t> pairs;      // --runs
  std::size_t fewest = 10;               // --min-runs
  std::optional<double> until;           // --until, in percent
  std::string until_function;            // --function; empty for the total
  std::optional<std::uint64_t> time;     // --time, in nanoseconds
  std::size_t warmups = 1;               // --warmup
  std::optional<std::uint64_t> timeout;  // --timeout, in nanoseconds
  std::optional<std::uint64_t> seed;     // --seed

  std::string setup, prepare, conclude, cleanup;  // commands to run beside; empty for none
  std::optional<std::string> shell;               // --shell; empty for /bin/sh
  std::vector<CommandVariable> variables;         // -L, -P
  std::vector<std::string> names;                 // -n

  bool allows_failure = false;              // --ignore-failure
  std::vector<int> allowed_statuses;        // its codes; empty for all
  std::string input;                        // --input; empty for no input
  std::string standard_output = "compare";  // --stdout

  std::string provider = "auto";  // --provider
  std::string event;              // -e; empty for the recorder's own
  std::size_t frequency = 3999;   // -F, in samples per second
  std::string call_graph = "fp";  // --call-graph

  std::string directory;  // -o; empty for the next free record-N
  bool append = false;
  bool dry_run = false;
  std::string launch_file;  // --launch: the file that says what the program used; empty unless egprof starts itself
};

// The options after `record`, in the order of --help.
std::span<const OptionRow> RecordRows();

// Parses the command line. No file is opened.
RecordOptions ParseRecordOptions(std::span<const char* const> arguments, const ParseRules& rules);

}  // namespace egprof

#endif  // EGPROF_RECORD_OPTIONS_H_
