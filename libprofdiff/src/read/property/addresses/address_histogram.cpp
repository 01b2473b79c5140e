// SPDX-License-Identifier: GPL-3.0-or-later
// A trace is read only once, and neither the number of buckets in a range nor the ranges of the heap are known before
// its end. Therefore, references are first counted in narrow cells of equal width, and cells are joined in pairs
// whenever there are too many of them. This bounds memory, and cells are only as wide as the bound requires. At the
// end, buckets (the ranges in the result) are made from whole cells.
#include "read/property/addresses/address_histogram.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace profdiff {
namespace {

constexpr std::size_t kMostCells = 4096;    // limits memory; applies separately to each array, the stack and the heap
constexpr std::uint64_t kCell = 4096;       // initial width of the cells of the stack and the heap, in bytes
constexpr std::uint64_t kGap = 64 * kCell;  // in bytes; a longer unused gap ends a range of the stack or the heap

// `sums` is in the order of kAddressMetrics.
void SetCounts(const AddressCounts& sums, AddressBucket& bucket) {
  std::uint64_t* const numbers[] = {&bucket.reads,      &bucket.writes,   &bucket.read_misses, &bucket.write_misses,
                                    &bucket.compulsory, &bucket.capacity, &bucket.conflict};
  static_assert(std::size(numbers) == kAddressMetrics.size());
  for (std::size_t i = 0; i < sums.size(); ++i) *numbers[i] = sums[i];
}

}  // namespace

void AddressHistogram::Cells::Add(std::uint64_t address, const AddressCounts& more) {
  AddTo(counts[(address - base) / width], more);
  while (counts.size() > kMostCells) Widen();
}

// Adds the cells of another histogram. The result has the larger of the two cell widths.
void AddressHistogram::Cells::Add(const Cells& more) {
  while (width < more.width) Widen();
  for (const auto& [cell, sums] : more.counts) Add(more.base + cell * more.width, sums);
}

// Doubles the width: cells 2i and 2i + 1 become cell i.
void AddressHistogram::Cells::Widen() {
  std::map<std::uint64_t, AddressCounts> wider;
  for (const auto& [cell, sums] : counts) AddTo(wider[cell / 2], sums);
  counts = std::move(wider);
  width *= 2;
}

// Cells of an array begin at its address and have the width of a cache line. The stack and the heap have no known
// start, so their cells are pages at first.
AddressHistogram::Cells AddressHistogram::CellsOf(std::uint32_t array) const {
  if (array >= image_.arrays().size()) return {0, kCell, {}};
  return {image_.ExtentOf(array).begin, line_, {}};
}

void AddressHistogram::Add(std::uint32_t array, std::uint64_t address, const AddressCounts& counts) {
  if (array == TraceImage::kNoArray) return;
  const auto known = cells_.find(array);
  Cells& cells = known != cells_.end() ? known->second : cells_.emplace(array, CellsOf(array)).first->second;
  cells.Add(address, counts);
}

void AddressHistogram::Add(const AddressHistogram& more) {
  for (const auto& [array, cells] : more.cells_) {
    const auto [known, is_new] = cells_.try_emplace(array, cells);
    if (!is_new) known->second.Add(cells);
  }
}

// Makes buckets of whole cells. The number of cells per bucket is rounded up, so there may be fewer buckets than
// requested, and the last one may be shorter.
std::vector<AddressBucket> AddressHistogram::Cells::Divide(std::uint64_t first, std::uint64_t end,
                                                           std::size_t buckets) const {
  std::vector<AddressBucket> made;
  const std::uint64_t step = std::max<std::uint64_t>(1, (end - first + buckets - 1) / buckets);  // cells per bucket
  for (std::uint64_t cell = first; cell < end; cell += step) {
    AddressBucket& bucket = made.emplace_back();
    bucket.address = base + first * width;
    bucket.begin = (cell - first) * width;
    bucket.end = (std::min(cell + step, end) - first) * width;
    AddressCounts sums = {};
    const auto last = counts.lower_bound(std::min(cell + step, end));
    for (auto each = counts.lower_bound(cell); each != last; ++each) AddTo(sums, each->second);
    SetCounts(sums, bucket);
  }
  return made;
}

// The heap has ranges that are far apart (brk and mmap); in a single range over all of them, hardly any bucket would
// have references.
std::vector<std::pair<std::uint64_t, std::uint64_t>> AddressHistogram::Cells::Ranges() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const auto& [cell, sums] : counts) {
    if (ranges.empty() || (cell - ranges.back().second) * width > kGap) ranges.emplace_back(cell, cell);
    ranges.back().second = cell + 1;
  }
  return ranges;
}

std::vector<AddressBucket> AddressHistogram::Find(std::size_t buckets) const {
  std::vector<AddressBucket> found;
  for (const auto& [array, cells] : cells_) {
    const std::size_t before = found.size();
    const auto add = [&found](std::vector<AddressBucket> made) { std::ranges::move(made, std::back_inserter(found)); };
    if (array < image_.arrays().size()) {
      const std::uint64_t bytes = image_.ExtentOf(array).end - cells.base;
      add(cells.Divide(0, (bytes - 1) / cells.width + 1, buckets));
      found.back().end = bytes;  // the last cell may extend beyond the array
    } else {
      for (const auto& [first, end] : cells.Ranges()) add(cells.Divide(first, end, buckets));
    }
    for (std::size_t i = before; i < found.size(); ++i) found[i].data_structure = NameOfArray(image_, array);
  }
  return found;
}

}  // namespace profdiff
