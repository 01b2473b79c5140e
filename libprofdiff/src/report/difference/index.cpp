// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the index below the difference of two call graphs, in gprof's layout. It contains each function and cycle of
// the listing; with --limit, only functions and cycles whose entries are kept.
//
// Layout: GPROF.md, section 11.4.
// Test: tests/unit/report/difference/graph_test.cpp.
#include <string>
#include <vector>

#include "profdiff/listing.h"
#include "report/difference/graph.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/names.h"

namespace profdiff {

void WriteIndexDifference(std::string& out, const Difference& difference, const ListingOptions& options) {
  DifferenceGraph graph(difference, options.show_unused, EntrySort::kInclusive);
  FunctionNames names(difference.match.functions, StyleFor(options.names, options.traditional));
  // Without --limit, functions with time or calls are in the index even if options left out their entries, as in
  // gprof's own index.
  auto is_kept = [&](std::uint32_t number, const Difference::Row& row) {
    if (options.limit != 0) return graph.HasEntry(number) && number <= options.limit;
    return options.show_unused || graph.HasEntry(number) || row.base.Used() || row.other.Used();
  };
  std::vector<IndexCell> cells;
  // The joined table is already ordered by name.
  for (std::size_t i = 0; i < difference.functions.size(); ++i) {
    FunctionId f(i);
    if (!is_kept(graph.NumberOf(f), difference.functions[i])) continue;
    std::string name = options.traditional ? std::string(names.Raw(f)) : names.IndexName(f);
    cells.push_back({graph.NumberOf(f), graph.SuffixOf(f).shown, std::move(name)});
  }
  for (std::size_t i = 0; i < difference.cycles.size(); ++i) {
    CycleId c(i);
    const Difference::Row& row = difference.cycles[i];
    if (!is_kept(graph.NumberOf(c), row)) continue;
    const std::string name = "<cycle " + std::to_string(i + 1) + ">";
    cells.push_back({graph.NumberOf(c), row.base.shown || row.other.shown, name});
  }
  AppendIndex(out, options.traditional, options.index_width, cells, options.drain);
}

}  // namespace profdiff
