// SPDX-License-Identifier: GPL-3.0-or-later
// The page of ranks: statistics over ranks and, for the functions that lose the most time, the time on each rank.
//
// Tests: tests/unit/report/page/page_test.cpp, tests/cli/page/run.py.
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/formats.h"
#include "profdiff/ranks.h"
#include "report/machine/rows.h"
#include "report/page/titles.h"
#include "report/page/writing.h"
#include "report/rank_statistics/documents.h"
#include "report/rank_statistics/rows.h"

namespace profdiff {
namespace {

// Maximum number of functions in the map of ranks. With 4,096 ranks, the map contains 2 million numbers.
constexpr std::size_t kMostFunctions = 500;

// The columns of the map: for each one, the index of a rank in RankStatistics::files; nullopt for a column of the other
// side alone.
using Places = std::vector<std::optional<std::size_t>>;

struct RankColumns {
  Places base, other;
};

Places AllPlaces(std::size_t ranks) {
  Places places;
  for (std::size_t rank = 0; rank < ranks; ++rank) places.emplace_back(rank);
  return places;
}

// Puts ranks with equal numbers into one column. If the sides have no number in common, as with process ids, the first
// rank of one side is beside the first rank of the other, and so on.
RankColumns ColumnsOf(const std::vector<RankFile>& base, const std::vector<RankFile>& other) {
  std::map<std::uint32_t, std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> by_number;
  for (std::size_t i = 0; i < base.size(); ++i) by_number[base[i].rank].first = i;
  for (std::size_t i = 0; i < other.size(); ++i) by_number[other[i].rank].second = i;
  RankColumns columns;
  if (by_number.size() == base.size() + other.size()) {
    columns = {AllPlaces(base.size()), AllPlaces(other.size())};
    columns.base.resize(std::max(base.size(), other.size()));
    columns.other.resize(columns.base.size());
    return columns;
  }
  for (const auto& [number, places] : by_number) {
    columns.base.push_back(places.first);
    columns.other.push_back(places.second);
  }
  return columns;
}

// Returns times in seconds by function, then by column. id_of(f) returns the function's id on the side of `times`; if
// it is invalid, the times of all ranks are null.
template <class IdOfSide>
Cell TimesCell(const std::vector<FunctionId>& functions, const RankTimes& times, const Places& places, IdOfSide id_of) {
  return ListOf(functions, [&](FunctionId f) {
    const FunctionId own = id_of(f);
    return Cell(ListOf(places, [&times, own](const std::optional<std::size_t>& place) {
      const bool is_known = place && *place < times.size() && own.valid() && own.value < times[*place].size();
      return is_known ? Cell(times[*place][own.value]) : Cell();
    }));
  });
}

// Returns the seconds of all functions in each column.
Cell TotalsCell(const RankTimes& times, const Places& places) {
  return ListOf(places, [&times](const std::optional<std::size_t>& place) {
    if (!place || *place >= times.size()) return Cell();
    return Cell(std::accumulate(times[*place].begin(), times[*place].end(), 0.0));
  });
}

std::string TotalsText(std::string_view what, const RankStatistics& ranks) {
  std::string text;
  AppendRankTotals(text, what, ranks);
  return AsUtf8(text);
}

// Returns the number and the file of each rank, for example "rank 3 (gmon.out.3)".
std::vector<std::string> LabelsOf(const std::vector<RankFile>& files, const Places& places) {
  std::vector<std::string> labels;
  for (const std::optional<std::size_t>& place : places) {
    if (!place) {
      labels.emplace_back();
      continue;
    }
    const RankFile& file = files[*place];
    labels.push_back("rank " + std::to_string(file.rank) + (file.path.empty() ? "" : " (" + file.path + ")"));
  }
  return labels;
}

Cell LabelsCell(const std::vector<std::string>& labels) {
  return ListOf(labels, [](const std::string& label) { return Cell(AsUtf8(label)); });
}

// Joins the labels of both sides, which may have the same file in a column.
Cell LabelsCell(const std::vector<std::string>& base, const std::vector<std::string>& other) {
  std::vector<std::string> both;
  for (std::size_t i = 0; i < base.size(); ++i) {
    const bool is_one = base[i].empty() || other[i].empty() || base[i] == other[i];
    both.push_back(is_one ? (base[i].empty() ? other[i] : base[i]) : base[i] + " and " + other[i]);
  }
  return LabelsCell(both);
}

// Returns the options with `rows` as the limit, unless the options' own limit is smaller.
ListingOptions LimitedTo(const ReportPageOptions& options, std::size_t rows) {
  ListingOptions listing = options.listing;
  listing.limit = SmallerLimit(listing.limit, rows);
  return listing;
}

// Returns " (64 ranks)".
std::string RanksText(std::size_t ranks) { return " (" + std::to_string(ranks) + (ranks == 1 ? " rank)" : " ranks)"); }

// Writes a page of ranks. write(writer, options) writes a listing and returns the number of omitted rows. write() is
// called twice: for the document, and for the first rows as plain HTML.
template <class Write>
void WriteRankReport(std::string& out, const std::string& title, std::vector<std::string> head,
                     const ReportPageOptions& options, Cell picture, Write write) {
  ReportParts parts;
  parts.title = "egprof: ranks of " + title;
  parts.head = std::move(head);
  JsonColumnsWriter document;
  const std::size_t left_out = write(document, LimitedTo(options, options.functions));
  parts.blocks = document.TakeBlocks();
  AddOptions(parts.view, options);
  parts.view.AddValue("leftOut", Cell::Record{{"flat", left_out}});
  parts.view.AddValue("ranks", picture);
  parts.write_first_rows = [&](TableWriter& writer) { write(writer, LimitedTo(options, kStaticRows)); };
  WriteReport(out, std::move(parts));
}

}  // namespace

void WriteReportPage(std::string& out, const FunctionTable& table, const RankStatistics& ranks, const RankTimes& times,
                     const std::string& label, const ReportPageOptions& options) {
  RequirePages();
  const std::vector<FunctionId> functions = RowsOf(ranks, LimitedTo(options, kMostFunctions)).functions;
  const Places places = AllPlaces(times.size());
  Cell picture = Cell::Record{{"labels", LabelsCell(LabelsOf(ranks.files, places))},
                              {"functions", ListOf(functions, IdOf)},
                              {"summary", TotalsText("", ranks)},
                              {"totals", TotalsCell(times, places)},
                              {"seconds", TimesCell(functions, times, places, [](FunctionId f) { return f; })}};
  WriteRankReport(out, ShortLabel(label) + RanksText(times.size()), {label}, options, std::move(picture),
                  [&](TableWriter& writer, const ListingOptions& listing) {
                    return WriteRanks(writer, table, ranks, label, listing);
                  });
}

void WriteReportPage(std::string& out, const Match& match, const RankSide& base, const RankSide& other,
                     const SideLabels& labels, const ReportPageOptions& options) {
  RequirePages();
  const std::vector<FunctionId> functions =
      RowsOf(match, base.ranks, other.ranks, LimitedTo(options, kMostFunctions)).functions;
  const auto times_of = [&](const RankTimes& times, const Places& places, FunctionId Match::Pair::*side) {
    return TimesCell(functions, times, places, [&match, side](FunctionId f) { return match.pairs[f.value].*side; });
  };
  const RankColumns columns = ColumnsOf(base.ranks.files, other.ranks.files);
  Cell picture = Cell::Record{
      {"labels", LabelsCell(LabelsOf(base.ranks.files, columns.base), LabelsOf(other.ranks.files, columns.other))},
      {"functions", ListOf(functions, IdOf)},
      {"summary", TotalsText("base, ", base.ranks) + TotalsText("other, ", other.ranks)},
      {"totals", TotalsCell(base.times, columns.base)},
      {"otherTotals", TotalsCell(other.times, columns.other)},
      {"seconds", times_of(base.times, columns.base, &Match::Pair::base)},
      {"other", times_of(other.times, columns.other, &Match::Pair::other)}};
  const SideLabels shown = ShortLabels(labels);
  WriteRankReport(out, shown.base + RanksText(base.times.size()) + " − " + shown.other + RanksText(other.times.size()),
                  {"Base: " + labels.base, "Other: " + labels.other}, options, std::move(picture),
                  [&](TableWriter& writer, const ListingOptions& listing) {
                    return WriteRanks(writer, match, base.ranks, other.ranks, labels, listing);
                  });
}

}  // namespace profdiff
