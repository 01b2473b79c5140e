// SPDX-License-Identifier: GPL-3.0-or-later
// How evenly ranks share the work. Test: tests/unit/report/ranks_test.cpp.
#include "profdiff/ranks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/text.h"
#include "report/names.h"
#include "report/side_by_side_lines.h"

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

bool Used(const Spread& seconds, const Spread& calls) { return seconds.max() > 0 || calls.max() > 0; }

// Ids from 0 on, by what `key` makes of them, largest first.
template <class Keep, class Key>
std::vector<std::size_t> Rows(std::size_t size, Keep keep, Key key) {
  std::vector<std::size_t> rows(size);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::erase_if(rows, [&](std::size_t row) { return !keep(row); });
  std::ranges::stable_sort(rows, std::greater<>(), key);
  return rows;
}

std::size_t Kept(const std::vector<std::size_t>& rows, const ListingOptions& options) {
  return options.limit == 0 ? rows.size() : std::min(rows.size(), options.limit);
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

// A side that lacks a function did nothing in it.
const Spread& SpreadOf(const std::vector<Spread>& side, FunctionId id, const Spread& none) {
  return id.valid() ? side[id.value] : none;
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
  const std::vector<std::size_t> rows = Rows(
      ranks.seconds.size(),
      [&](std::size_t f) { return options.show_unused || Used(ranks.seconds[f], ranks.calls[f]); },
      [&](std::size_t f) { return std::pair(ranks.seconds[f].Lost(), ranks.seconds[f].mean()); });
  const std::size_t kept = Kept(rows, options);
  for (std::size_t i = 0; i < kept; ++i) {
    AppendRow(out, ranks.seconds[rows[i]], ranks.calls[rows[i]]);
    out.append(names.Display(FunctionId(rows[i]))).append("\n");
  }
  AppendLeftOut(out, rows.size() - kept, "rows");
  out += '\n';
  AppendTotals(out, "", ranks);
  return rows.size() - kept;
}

std::size_t WriteRanksSideBySide(std::string& out, const Match& match, const RankStatistics& base,
                                 const RankStatistics& other, const ListingOptions& options) {
  StartSection(out);
  out += kSideBySideHeading;
  FunctionNames names(match.functions, options.names);
  const Spread none;
  auto base_of = [&](std::size_t row) -> const Spread& { return SpreadOf(base.seconds, match.pairs[row].base, none); };
  auto other_of = [&](std::size_t row) -> const Spread& {
    return SpreadOf(other.seconds, match.pairs[row].other, none);
  };
  const std::vector<std::size_t> rows = Rows(
      match.pairs.size(),
      [&](std::size_t row) { return options.show_unused || base_of(row).max() > 0 || other_of(row).max() > 0; },
      [&](std::size_t row) { return std::abs(SecondsDifference(base_of(row).Lost(), other_of(row).Lost())); });
  const std::size_t kept = Kept(rows, options);
  for (std::size_t i = 0; i < kept; ++i) {
    const Match::Pair& pair = match.pairs[rows[i]];
    AppendPair(out, base_of(rows[i]), other_of(rows[i]));
    out.append("  ").append(SidesCell(pair.base.valid(), pair.other.valid())).append("  ");
    out.append(names.Display(FunctionId(rows[i]))).append("\n");
  }
  AppendLeftOut(out, rows.size() - kept, "rows");
  out += '\n';
  AppendTotals(out, "base, ", base);
  AppendTotals(out, "other, ", other);
  return rows.size() - kept;
}

}  // namespace profdiff
