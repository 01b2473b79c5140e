// SPDX-License-Identifier: GPL-3.0-or-later
// Writes long listings in chunks on several threads, with the same text as on one thread. Tests:
// tests/unit/report/format/chunks_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_CHUNKS_H_
#define PROFDIFF_REPORT_FORMAT_CHUNKS_H_

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "base/text.h"
#include "profdiff/listing.h"

namespace profdiff {

// The minimum number of lines in a chunk of a call graph.
inline constexpr std::size_t kChunkLines = 4096;

// Divides `count` entries into chunks of at least `lines` lines each; the last chunk may be shorter. Returns the index
// of the first entry of each chunk, followed by `count`. lines_of(i) is the number of lines of entry i.
template <class LinesOf>
std::vector<std::size_t> CutIntoChunks(std::size_t count, std::size_t lines, LinesOf lines_of) {
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

// Keeps the buffers of finished chunks for reuse: allocating and mapping new memory costs as much as filling it.
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

// Calls write(text, begin, end) for each chunk, on up to options.threads threads, and appends the texts in order.
// `cuts` is the result of CutIntoChunks.
template <class Write>
void WriteInChunks(std::string& out, const ListingOptions& options, const std::vector<std::size_t>& cuts, Write write) {
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

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_CHUNKS_H_
