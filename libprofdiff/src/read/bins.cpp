// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks come into being with their first count. Tests: tests/unit/read/bins_test.cpp.
#include "profdiff/bins.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/bytes.h"

namespace profdiff {
namespace {

constexpr std::size_t kTogether = 4;  // numbers of two bytes that are added at once

// Each in this machine's byte order, at the place it has in the file.
std::uint64_t LoadFour(const char* numbers, bool big_endian) {
  constexpr std::uint64_t kLowBytes = 0x00ff00ff00ff00ff;
  std::uint64_t four;
  std::memcpy(&four, numbers, sizeof four);
  if (big_endian == (std::endian::native == std::endian::big)) return four;
  return (four & kLowBytes) << 8 | (four >> 8 & kLowBytes);
}

}  // namespace

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

// Most samples of most programs are 0.
void Bins::AddU16s(std::size_t first, std::string_view numbers, bool big_endian) {
  const std::size_t end = first + numbers.size() / 2;
  for (std::size_t bin = first; bin < end;) {
    const char* at = numbers.data() + 2 * (bin - first);
    if (end - bin >= kTogether && bin % kBlockBins <= kBlockBins - kTogether) {
      const std::uint64_t four = LoadFour(at, big_endian);
      if (four == 0 || AddFour(bin, four)) {
        bin += kTogether;
        continue;
      }
    }
    Add(bin++, LoadNumber<std::uint16_t>(at, big_endian));
  }
}

bool Bins::AddFour(std::size_t bin, std::uint64_t four) {
  constexpr std::uint64_t kHighBits = 0x8000800080008000;
  Block& block = blocks_[bin / kBlockBins];
  if (block.narrow.empty()) return false;
  std::uint16_t* place = block.narrow.data() + bin % kBlockBins;
  std::uint64_t known;
  std::memcpy(&known, place, sizeof known);
  const std::uint64_t sums = ((known & ~kHighBits) + (four & ~kHighBits)) ^ ((known ^ four) & kHighBits);
  const std::uint64_t carries = ((known & four) | ((known | four) & ~sums)) & kHighBits;
  if (carries != 0) return false;
  std::memcpy(place, &sums, sizeof sums);
  return true;
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
