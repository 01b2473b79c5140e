// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof search`.
// Test: tests/unit/egprof/search/options_test.cpp.
#ifndef EGPROF_SEARCH_OPTIONS_H_
#define EGPROF_SEARCH_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "egprof/options/property_rows.h"
#include "profdiff/search.h"

namespace egprof {

struct SearchOptions : CommandLine, LayoutOptions, TableOptions, CommentOptions, FindingOptions, CacheOptions {
  profdiff::SearchStrategy strategy = profdiff::SearchStrategy::kLocation;
  std::vector<std::string> providers;        // --provider; empty for all monitors that can record the program
  std::optional<std::size_t> run_budget;     // --budget
  std::optional<std::uint64_t> time_budget;  // --budget, in nanoseconds
  std::optional<std::uint64_t> interval;     // --interval, in nanoseconds
  bool dry_run = false;
  std::string keep;                        // directory given with --keep; empty if none was given
  std::vector<std::string> array_command;  // --array-command; empty if it equals `command`
  bool exec_rank = false;

  std::vector<std::string> command;  // the program to examine, with its arguments
};

// The options after `search`, in the order of --help.
std::span<const OptionRow> SearchRows();

// Parses the command line. Files are not opened.
SearchOptions ParseSearchOptions(std::span<const char* const> arguments, const ParseRules& rules);

}  // namespace egprof

#endif  // EGPROF_SEARCH_OPTIONS_H_
