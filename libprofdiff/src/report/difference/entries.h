// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the entries of a difference of call graphs in chunks, which several threads may format at the same time.
#ifndef PROFDIFF_REPORT_DIFFERENCE_ENTRIES_H_
#define PROFDIFF_REPORT_DIFFERENCE_ENTRIES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "report/difference/graph.h"
#include "report/format/chunks.h"
#include "report/format/limit.h"
#include "report/gprof/amounts.h"
#include "report/gprof/names.h"

namespace profdiff {

// A call graph that is being written, shared by the writers of all chunks.
struct WrittenGraph {
  WrittenGraph(const Difference& written, const ListingOptions& chosen, EntrySort sort, const NameStyle& style)
      : difference(written),
        options(chosen),
        amounts(AmountsOf(written)),
        order(written, chosen.show_unused, sort),
        names(written.match.functions, style) {}

  // Appends a function's name and the rest of the line.
  void AppendName(std::string& out, FunctionId f) {
    names.Append(out, f, [this](FunctionId id) { return order.SuffixOf(id); });
  }

  const Difference& difference;
  const ListingOptions& options;
  const Amounts amounts;
  const DifferenceGraph order;
  NameLines names;
};

// Writes those entries of a difference that --limit keeps, and returns the number of omitted entries. Each chunk is
// written by an EntryWriter(text, graph), on any thread.
template <class EntryWriter>
std::size_t WriteEntries(std::string& out, WrittenGraph& graph) {
  const auto entries = First(graph.order.entries(), graph.options.limit);
  const std::vector<std::size_t> cuts =
      CutIntoChunks(entries.size(), kChunkLines, [&](std::size_t i) { return graph.order.LinesOf(entries[i]); });
  WriteInChunks(out, graph.options, cuts, [&](std::string& text, std::size_t begin, std::size_t end) {
    EntryWriter writer(text, graph);
    for (const DifferenceEntry& entry : entries.subspan(begin, end - begin)) writer.Write(entry);
  });
  return graph.order.entries().size() - entries.size();
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIFFERENCE_ENTRIES_H_
