// SPDX-License-Identifier: GPL-3.0-or-later
// The page of ranks: statistics over ranks and, for the functions that lose the most time, the time on each rank.
//
// Tests: tests/unit/report/page/page_test.cpp, tests/cli/page/run.py.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/report_page.h"
#include "report/machine/rows.h"
#include "report/page/writing.h"
#include "report/ranks/documents.h"
#include "report/ranks/rows.h"

namespace profdiff {
namespace {

// Maximum number of functions in the map of ranks. With 4,096 ranks, the map contains 2 million numbers.
constexpr std::size_t kMostFunctions = 500;

// Returns times in seconds by function, then by rank. id_of(f) returns the function's id on the side of `times`; if it
// is invalid, the times of all ranks are null.
template <class IdOfSide>
Cell TimesCell(const std::vector<FunctionId>& functions, const RankTimes& times, IdOfSide id_of) {
  return ListOf(functions, [&](FunctionId f) {
    const FunctionId own = id_of(f);
    return Cell(ListOf(times, [own](const std::vector<double>& rank) {
      return own.valid() && own.value < rank.size() ? Cell(rank[own.value]) : Cell();
    }));
  });
}

Cell LabelsCell(std::size_t ranks) {
  Cell::List labels;
  for (std::size_t rank = 0; rank < ranks; ++rank) labels.emplace_back("rank " + std::to_string(rank));
  return labels;
}

// Returns the options with `rows` as the limit, unless the options' own limit is smaller.
ListingOptions LimitedTo(const ReportPageOptions& options, std::size_t rows) {
  ListingOptions listing = options.listing;
  listing.limit = SmallerLimit(listing.limit, rows);
  return listing;
}

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
  RequireReportPages();
  const std::vector<FunctionId> functions = RowsOf(ranks, LimitedTo(options, kMostFunctions)).functions;
  Cell picture = Cell::Record{{"labels", LabelsCell(times.size())},
                              {"functions", ListOf(functions, IdOf)},
                              {"seconds", TimesCell(functions, times, [](FunctionId f) { return f; })}};
  WriteRankReport(out, label, {label}, options, std::move(picture),
                  [&](TableWriter& writer, const ListingOptions& listing) {
                    return WriteRanks(writer, table, ranks, label, listing);
                  });
}

void WriteReportPage(std::string& out, const Match& match, const RankSide& base, const RankSide& other,
                     const SideLabels& labels, const ReportPageOptions& options) {
  RequireReportPages();
  const std::vector<FunctionId> functions =
      RowsOf(match, base.ranks, other.ranks, LimitedTo(options, kMostFunctions)).functions;
  const auto times_of = [&](const RankTimes& times, FunctionId Match::Pair::*side) {
    return TimesCell(functions, times, [&match, side](FunctionId f) { return match.pairs[f.value].*side; });
  };
  Cell picture = Cell::Record{{"labels", LabelsCell(std::max(base.times.size(), other.times.size()))},
                              {"functions", ListOf(functions, IdOf)},
                              {"seconds", times_of(base.times, &Match::Pair::base)},
                              {"other", times_of(other.times, &Match::Pair::other)}};
  WriteRankReport(out, labels.base + " - " + labels.other, {"Base: " + labels.base, "Other: " + labels.other}, options,
                  std::move(picture), [&](TableWriter& writer, const ListingOptions& listing) {
                    return WriteRanks(writer, match, base.ranks, other.ranks, labels, listing);
                  });
}

}  // namespace profdiff
