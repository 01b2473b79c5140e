// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the entries of a difference of call graphs in pieces.
#ifndef PROFDIFF_REPORT_DIFFERENCE_ENTRIES_H_
#define PROFDIFF_REPORT_DIFFERENCE_ENTRIES_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "report/difference/graph.h"
#include "report/format/pieces.h"

namespace profdiff {

// Writes the entries of a difference that --limit keeps, and returns the number of omitted entries. write(text,
// entries) writes a piece, on any thread.
template <class Write>
std::size_t WriteEntries(std::string& out, const ListingOptions& options, const DifferenceGraph& graph, Write write) {
  std::span<const DifferenceEntry> entries = graph.entries();
  const std::size_t all = entries.size();
  if (options.limit != 0 && options.limit < all) entries = entries.first(options.limit);
  const std::vector<std::size_t> cuts =
      CutIntoPieces(entries.size(), kPieceLines, [&](std::size_t i) { return graph.LinesOf(entries[i]); });
  WriteInPieces(out, options, cuts, [&](std::string& text, std::size_t begin, std::size_t end) {
    write(text, entries.subspan(begin, end - begin));
  });
  return all - entries.size();
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIFFERENCE_ENTRIES_H_
