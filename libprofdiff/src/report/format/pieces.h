// SPDX-License-Identifier: GPL-3.0-or-later
// Long listings, written by parts on several threads; the text is that of writing one part after the other.
// Tests: tests/unit/report/format/pieces_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_PIECES_H_
#define PROFDIFF_REPORT_FORMAT_PIECES_H_

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "base/text.h"
#include "profdiff/listing.h"
#include "report/difference/graph.h"

namespace profdiff {

// The lines of call graphs that make one piece.
inline constexpr std::size_t kPieceLines = 4096;

// Where pieces of `count` entries begin, and the end of the last one: each has the first `lines` lines or some more.
template <class LinesOf>
std::vector<std::size_t> CutIntoPieces(std::size_t count, std::size_t lines, LinesOf lines_of) {
  std::vector<std::size_t> cuts = {0};
  std::size_t so_far = 0;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    so_far += lines_of(i);
    if (so_far < lines) continue;
    cuts.push_back(i + 1);
    so_far = 0;
  }
  cuts.push_back(count);
  return cuts;
}

// Texts that grow on several threads. One that is not needed any more lends its room to the next, as new room costs as
// much as filling it.
class SpareTexts {
 public:
  std::string Take() {
    std::lock_guard lock(mutex_);
    if (spare_.empty()) return {};
    std::string text = std::move(spare_.back());
    spare_.pop_back();
    return text;
  }
  void GiveBack(std::string text) {
    text.clear();
    std::lock_guard lock(mutex_);
    spare_.push_back(std::move(text));
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> spare_;
};

// Calls write(text, begin, end) for the entries between two cuts, and appends the texts in their order.
template <class Write>
void WriteInPieces(std::string& out, const ListingOptions& options, const std::vector<std::size_t>& cuts, Write write) {
  std::vector<std::string> texts(cuts.size() - 1);
  SpareTexts spare;
  auto work = [&](std::size_t i) {
    texts[i] = spare.Take();
    write(texts[i], cuts[i], cuts[i + 1]);
  };
  auto deliver = [&](std::size_t i) {
    AppendInParts(out, texts[i], options.drain);
    spare.GiveBack(std::exchange(texts[i], {}));
  };
  WorkInOrder(texts.size(), options.threads, work, deliver);
}

// Writes the entries of a difference, those that --limit keeps, and returns how many it leaves out.
// write(text, entries) writes some of them.
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

#endif  // PROFDIFF_REPORT_FORMAT_PIECES_H_
