// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks come into being with their first count. Tests: tests/unit/read/bins_test.cpp.
#include "profdiff/bins.h"

#include <algorithm>
#include <limits>

namespace profdiff {

Bins::Bins(std::initializer_list<std::uint64_t> counts) {
  for (std::uint64_t count : counts) push_back(count);
}

std::uint64_t Bins::operator[](std::size_t bin) const {
  const Block& block = blocks_[bin / kBlockBins];
  const std::size_t place = bin % kBlockBins;
  if (!block.narrow.empty()) return block.narrow[place];
  return block.wide.empty() ? 0 : block.wide[place];
}

void Bins::resize(std::size_t size) {
  blocks_.resize((size + kBlockBins - 1) / kBlockBins);
  if (size < size_ && size % kBlockBins != 0) {  // what is cut off may come back, and is zero then
    Block& last = blocks_.back();
    const auto kept = static_cast<std::ptrdiff_t>(size % kBlockBins);
    if (!last.narrow.empty()) std::fill(last.narrow.begin() + kept, last.narrow.end(), std::uint16_t{0});
    if (!last.wide.empty()) std::fill(last.wide.begin() + kept, last.wide.end(), std::uint64_t{0});
  }
  size_ = size;
}

void Bins::push_back(std::uint64_t count) {
  resize(size_ + 1);
  Add(size_ - 1, count);
}

void Bins::Add(std::size_t bin, std::uint64_t count) {
  if (count == 0) return;
  Block& block = blocks_[bin / kBlockBins];
  const std::size_t place = bin % kBlockBins;
  if (block.wide.empty()) {
    if (block.narrow.empty()) block.narrow.assign(kBlockBins, 0);
    const std::uint64_t sum = block.narrow[place] + count;
    if (sum >= count && sum <= std::numeric_limits<std::uint16_t>::max()) {
      block.narrow[place] = static_cast<std::uint16_t>(sum);
      return;
    }
    block.wide.assign(block.narrow.begin(), block.narrow.end());
    block.narrow = {};
  }
  block.wide[place] += count;
}

void Bins::Add(const Bins& other) {
  other.ForEach([this](std::size_t bin, std::uint64_t count) { Add(bin, count); });
}

bool operator==(const Bins& a, const Bins& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

}  // namespace profdiff
