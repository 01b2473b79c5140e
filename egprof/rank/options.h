// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof rank`.
// Test: tests/unit/egprof/rank/options_test.cpp.
#ifndef EGPROF_RANK_OPTIONS_H_
#define EGPROF_RANK_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/cli/parse_rules.h"
#include "egprof/options/options.h"
#include "profdiff/ranking.h"

namespace egprof {

// The operands are the good runs and, after --against, the bad ones.
struct ThreadRankOptions : CommandLine, WorkOptions, LayoutOptions, CallOptions, GateOptions, TableOptions {
  std::vector<std::string> codes, custom;     // --filter, --cust
  std::optional<std::uint32_t> longest_body;  // --nlr
  std::vector<profdiff::AttributeRow> rows;   // --attributes; none: all
  profdiff::RankOptions ranking;              // filters and rows of it are set when the line has been read

  // Texts in place of the verdict.
  bool table = false, folded = false, classes = false;
  std::vector<profdiff::ThreadKey> diffs;                                  // --diffnlr
  std::vector<std::pair<profdiff::ThreadKey, profdiff::ThreadKey>> pairs;  // --cmpdiffnlr
  // Files; "" and "-" are standard output.
  std::optional<std::string> context, similarities, lattice, page;

  std::vector<std::string> good, bad;  // paths

  // Bad runs are expected to be broken: they are read as far as they go.
  bool Salvages(bool is_good) const { return salvage || !is_good; }
  bool WritesDocument() const { return table_format != nullptr && table_format->is_document; }
  bool HasOtherText() const { return table || folded || classes || !diffs.empty() || !pairs.empty(); }
};

// A second side, without which there is no difference.
inline constexpr Condition kBadRuns = {"needs bad runs: name them after --against"};

// The options after `rank`, in the order of --help.
std::span<const OptionRow> RankRows();

// Parses such a line. Codes, expressions and conditions are looked at here, files are not.
ThreadRankOptions ParseRankOptions(std::span<const char* const> arguments, const ParseRules& rules);

}  // namespace egprof

#endif  // EGPROF_RANK_OPTIONS_H_
