// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof rank`.
// Test: tests/unit/egprof/rank/options_test.cpp.
#ifndef EGPROF_RANK_OPTIONS_H_
#define EGPROF_RANK_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "profdiff/ranking.h"

namespace egprof {

// The operands are the good runs, --against and the bad runs; for stacks, see `snapshots`.
struct ThreadRankOptions : CommandLine,
                           WorkOptions,
                           LayoutOptions,
                           CallOptions,
                           GateOptions,
                           TableOptions,
                           CommentOptions {
  std::vector<std::string> codes, custom;     // --filter, --cust
  std::optional<std::uint32_t> longest_body;  // --nlr
  std::vector<profdiff::AttributeRow> rows;   // --attributes; empty for all
  // its filters and rows are set from the fields above after the command line has been read
  profdiff::RankOptions ranking;

  // Human-readable outputs that replace the verdict.
  bool table = false, folded = false, classes = false;
  std::vector<profdiff::ThreadKey> diffs;                                  // --diffnlr
  std::vector<std::pair<profdiff::ThreadKey, profdiff::ThreadKey>> pairs;  // --cmpdiffnlr
  // Names of files for further outputs; "" and "-" mean standard output.
  std::optional<std::string> context, similarities, lattice, page;

  std::vector<profdiff::Input> good, bad;

  // With --stacks, operands are directories: `snapshots`, then --against and those of good runs. With --attach, there
  // are only those of good runs.
  bool stacks = false;
  std::vector<std::string> snapshots, good_snapshots;
  std::vector<std::uint32_t> processes;  // --attach
  std::size_t snapshot_count = 3;        // --snapshots
  double interval = 1;                   // --interval, in seconds

  // True if the intact part of a damaged run is used. Bad runs are always read in this way, because they are expected
  // to be broken.
  bool Salvages(bool is_good) const { return salvage || !is_good; }
  bool WritesDocument() const { return table_format->is_document; }
  bool TakesStacks() const { return stacks || !processes.empty(); }
  bool HasOtherText() const { return table || folded || classes || !diffs.empty() || !pairs.empty(); }
};

// Requires bad runs; without them, there is no difference to show.
inline constexpr Condition kBadRuns = {"needs bad runs: name them after --against"};

// Requires running processes.
inline constexpr Condition kProcesses = {"needs processes: name them with --attach"};

// The options after `rank`, in the order of --help.
std::span<const OptionRow> RankRows();

// Parses the command line. Codes, expressions and conditions are checked here, but no file is opened.
ThreadRankOptions ParseRankOptions(std::span<const char* const> arguments, const ParseRules& rules);

}  // namespace egprof

#endif  // EGPROF_RANK_OPTIONS_H_
