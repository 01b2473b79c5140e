// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/addresses/address_histogram.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace profdiff {
namespace {

constexpr std::size_t kMostCells = 4096;    // for each structure: bounds the memory for any trace
constexpr std::uint64_t kPage = 4096;       // first width of cells of stack and heap
constexpr std::uint64_t kGap = 64 * kPage;  // ranges of stack and heap that are further apart are listed separately

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

void AddressHistogram::Cells::Widen() {
  std::map<std::uint64_t, AddressCounts> wider;
  for (const auto& [cell, sums] : counts) AddTo(wider[cell / 2], sums);
  counts = std::move(wider);
  width *= 2;
}

AddressHistogram::Cells AddressHistogram::CellsOf(std::uint32_t array) const {
  if (array >= image_.arrays().size()) return {0, kPage, {}};
  return {image_.ExtentOf(array).begin, line_, {}};
}

void AddressHistogram::Add(std::uint32_t array, std::uint64_t address, const AddressCounts& counts) {
  if (array == TraceImage::kNoArray) return;
  const auto known = cells_.find(array);
  Cells& cells = known != cells_.end() ? known->second : cells_.emplace(array, CellsOf(array)).first->second;
  cells.Add(address, counts);
}

void AddressHistogram::AddRange(const Cells& cells, std::uint64_t first, std::uint64_t end, std::uint64_t bytes,
                                std::size_t buckets, const std::string& name, std::vector<AddressBucket>& made) const {
  const std::uint64_t step = std::max<std::uint64_t>(1, (end - first + buckets - 1) / buckets);  // cells of a bucket
  for (std::uint64_t cell = first; cell < end; cell += step) {
    AddressBucket& bucket = made.emplace_back();
    bucket.data_structure = name;
    bucket.address = cells.base + first * cells.width;
    bucket.begin = (cell - first) * cells.width;
    bucket.end = std::min(bytes, bucket.begin + step * cells.width);
    AddressCounts sums = {};
    const auto last = cells.counts.lower_bound(std::min(cell + step, end));
    for (auto each = cells.counts.lower_bound(cell); each != last; ++each) AddTo(sums, each->second);
    SetCounts(sums, bucket);
  }
}

std::vector<AddressBucket> AddressHistogram::Find(std::size_t buckets) const {
  std::vector<AddressBucket> made;
  for (const auto& [array, cells] : cells_) {
    const std::string name = NameOfArray(image_, array);
    if (array < image_.arrays().size()) {
      const std::uint64_t bytes = image_.ExtentOf(array).end - cells.base;
      AddRange(cells, 0, (bytes + cells.width - 1) / cells.width, bytes, buckets, name, made);
      continue;
    }
    for (auto first = cells.counts.begin(); first != cells.counts.end();) {
      auto last = first, next = std::next(first);
      while (next != cells.counts.end() && (next->first - last->first) * cells.width <= kGap) last = next++;
      const std::uint64_t end = last->first + 1;
      AddRange(cells, first->first, end, (end - first->first) * cells.width, buckets, name, made);
      first = next;
    }
  }
  return made;
}

}  // namespace profdiff
