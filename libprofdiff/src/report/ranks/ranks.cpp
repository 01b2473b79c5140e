// SPDX-License-Identifier: GPL-3.0-or-later
// How evenly ranks share the work. Test: tests/unit/report/ranks/ranks_test.cpp.
#include "profdiff/ranks.h"

#include <cstdio>

#include "base/text.h"
#include "report/difference/side_by_side_lines.h"
#include "report/gprof/names.h"
#include "report/ranks/rows.h"

namespace profdiff {
namespace {

constexpr std::string_view kHeading =
    "    lost     mean      min   at      max   at    stdev imbalance      calls     calls   at     calls   at\n"
    " seconds  seconds  seconds rank  seconds rank  seconds         %       mean       min rank       max rank  name\n";
constexpr std::string_view kSideBySideHeading =
    "   +lost    -lost     diff    +mean    -mean     diff     +max   at     -max   at     diff  sym\n"
    " seconds  seconds  seconds  seconds  seconds  seconds  seconds rank  seconds rank  seconds  +-  name\n";

void AppendCell(std::string& out, double value, int width, int digits = 2) {
  if (!out.empty() && out.back() != '\n') out += ' ';
  AppendFixed(out, value, width, digits);
}

void AppendRank(std::string& out, std::uint32_t rank) {
  out += ' ';
  AppendRight(out, std::to_string(rank), 4);
}

void AppendRow(std::string& out, const Spread& seconds, const Spread& calls) {
  AppendCell(out, seconds.Lost(), 8);
  AppendCell(out, seconds.mean(), 8);
  AppendCell(out, seconds.min(), 8);
  AppendRank(out, seconds.min_rank());
  AppendCell(out, seconds.max(), 8);
  AppendRank(out, seconds.max_rank());
  AppendCell(out, seconds.Deviation(), 8);
  AppendCell(out, 100 * seconds.Imbalance(), 9, 1);
  AppendCell(out, calls.mean(), 10, 1);
  AppendCell(out, calls.min(), 9, 0);
  AppendRank(out, calls.min_rank());
  AppendCell(out, calls.max(), 9, 0);
  AppendRank(out, calls.max_rank());
  out += "  ";
}

void AppendTotals(std::string& out, std::string_view what, const RankStatistics& ranks) {
  char line[240];
  const Spread& total = ranks.total_seconds;
  std::snprintf(
      line, sizeof line,
      "%.*s%zu ranks: mean %.2f seconds, least %.2f (rank %u), most %.2f (rank %u), imbalance %.1f %%, lost %.2f\n",
      static_cast<int>(what.size()), what.data(), ranks.ranks, total.mean(), total.min(), total.min_rank(), total.max(),
      total.max_rank(), 100 * total.Imbalance(), ranks.Lost());
  out += line;
}

void AppendPair(std::string& out, const Spread& base, const Spread& other) {
  AppendCell(out, base.Lost(), 8);
  AppendCell(out, other.Lost(), 8);
  AppendCell(out, SecondsDifference(base.Lost(), other.Lost()), 8);
  AppendCell(out, base.mean(), 8);
  AppendCell(out, other.mean(), 8);
  AppendCell(out, SecondsDifference(base.mean(), other.mean()), 8);
  AppendCell(out, base.max(), 8);
  AppendRank(out, base.max_rank());
  AppendCell(out, other.max(), 8);
  AppendRank(out, other.max_rank());
  AppendCell(out, SecondsDifference(base.max(), other.max()), 8);
}

}  // namespace

std::size_t WriteRanks(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                       const ListingOptions& options) {
  StartSection(out);
  out += kHeading;
  FunctionNames names(table, options.names);
  const RankRows rows = RowsOf(ranks, options);
  for (FunctionId f : rows.functions) {
    AppendRow(out, ranks.seconds[f.value], ranks.calls[f.value]);
    out.append(names.Display(f)).append("\n");
  }
  AppendLeftOut(out, rows.left_out, "rows");
  out += '\n';
  AppendTotals(out, "", ranks);
  return rows.left_out;
}

std::size_t WriteRanksSideBySide(std::string& out, const Match& match, const RankStatistics& base,
                                 const RankStatistics& other, const ListingOptions& options) {
  StartSection(out);
  out += kSideBySideHeading;
  FunctionNames names(match.functions, options.names);
  const RankRows rows = RowsOf(match, base, other, options);
  for (FunctionId f : rows.functions) {
    const RankPair pair = PairOf(match, base, other, f);
    AppendPair(out, pair.base, pair.other);
    out.append("  ").append(SidesCell(pair.in_base, pair.in_other)).append("  ");
    out.append(names.Display(f)).append("\n");
  }
  AppendLeftOut(out, rows.left_out, "rows");
  out += '\n';
  AppendTotals(out, "base, ", base);
  AppendTotals(out, "other, ", other);
  return rows.left_out;
}

}  // namespace profdiff
