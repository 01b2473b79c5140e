// SPDX-License-Identifier: GPL-3.0-or-later
// Bins are stored in blocks. A block is allocated when one of its bins gets its first count, with one byte per bin. If
// a count does not fit, the block is widened to two and then to eight bytes per bin. Adjacent counts within one machine
// word ("lanes") are added at once.
// Tests: tests/unit/read/gmon/bins_test.cpp.
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/bytes.h"
#include "profdiff/gmon.h"

namespace profdiff {
namespace {

constexpr std::size_t kTogether = 4;  // count of two-byte numbers that are added at once

// Returns four two-byte numbers packed in one word, without changing their order in memory. The bytes of each number
// are swapped if the file has the other byte order.
std::uint64_t LoadFour(const char* numbers, bool big_endian) {
  constexpr std::uint64_t kLowBytes = 0x00ff00ff00ff00ff;
  std::uint64_t four;
  std::memcpy(&four, numbers, sizeof four);
  if (big_endian == (std::endian::native == std::endian::big)) return four;
  return (four & kLowBytes) << 8 | (four >> 8 & kLowBytes);
}

// Adds several numbers packed in one word; `high_bits` has the highest bit of each number set. Returns false, without a
// change, if a sum overflows. The highest bits are added separately and without carry (exclusive or), so that no carry
// leaves its number. A carry out of a number can be detected: either both highest bits are set, or one of them is set
// and the highest bit of the sum is not.
template <class Word>
bool AddLanes(std::uint8_t* place, Word added, Word high_bits) {
  Word known;
  std::memcpy(&known, place, sizeof known);
  const Word sums = ((known & ~high_bits) + (added & ~high_bits)) ^ ((known ^ added) & high_bits);
  const Word carries = ((known & added) | ((known | added) & ~sums)) & high_bits;
  if (carries != 0) return false;
  std::memcpy(place, &sums, sizeof sums);
  return true;
}

}  // namespace

Bins::Bins(std::initializer_list<std::uint64_t> counts) {
  for (std::uint64_t count : counts) push_back(count);
}

std::uint64_t Bins::operator[](std::size_t bin) const {
  const Block& block = blocks_[bin / kBlockBins];
  const std::size_t place = bin % kBlockBins;
  switch (WidthOf(block)) {
    case 0:
      return 0;
    case 1:
      return Get<std::uint8_t>(block, place);
    case 2:
      return Get<std::uint16_t>(block, place);
    default:
      return Get<std::uint64_t>(block, place);
  }
}

void Bins::resize(std::size_t size) {
  blocks_.resize((size + kBlockBins - 1) / kBlockBins);
  if (size < size_ && size % kBlockBins != 0) {  // the removed bins must be zero if the size grows again
    Block& last = blocks_.back();
    const std::size_t kept = size % kBlockBins * WidthOf(last);
    std::fill(last.begin() + static_cast<std::ptrdiff_t>(kept), last.end(), std::uint8_t{0});
  }
  size_ = size;
}

void Bins::push_back(std::uint64_t count) {
  resize(size_ + 1);
  Add(size_ - 1, count);
}

// Adds a count to a bin. Returns false, without a change, if the sum does not fit in a Count.
template <class Count>
bool Bins::AddIfItFits(Block& block, std::size_t place, std::uint64_t count) {
  const std::uint64_t sum = Get<Count>(block, place) + count;
  if (sum < count || sum > std::numeric_limits<Count>::max()) return false;
  const auto fitting = static_cast<Count>(sum);
  std::memcpy(block.data() + place * sizeof fitting, &fitting, sizeof fitting);
  return true;
}

template <class Count>
void Bins::Widen(Block& block) {
  const std::size_t width = WidthOf(block);
  Block wider(kBlockBins * sizeof(Count));
  for (std::size_t i = 0; i < kBlockBins; ++i) {
    const Count count = static_cast<Count>(width == 1 ? Get<std::uint8_t>(block, i) : Get<std::uint16_t>(block, i));
    std::memcpy(wider.data() + i * sizeof count, &count, sizeof count);
  }
  block = std::move(wider);
}

void Bins::Add(std::size_t bin, std::uint64_t count) {
  if (count == 0) return;
  Block& block = blocks_[bin / kBlockBins];
  const std::size_t place = bin % kBlockBins;
  if (block.empty()) block.resize(kBlockBins);
  if (WidthOf(block) == 1) {
    if (AddIfItFits<std::uint8_t>(block, place, count)) return;
    Widen<std::uint16_t>(block);
  }
  if (WidthOf(block) == 2) {
    if (AddIfItFits<std::uint16_t>(block, place, count)) return;
    Widen<std::uint64_t>(block);
  }
  const std::uint64_t sum = Get<std::uint64_t>(block, place) + count;
  std::memcpy(block.data() + place * sizeof sum, &sum, sizeof sum);
}

void Bins::AddU16s(std::size_t first, std::string_view numbers, bool big_endian) {
  const std::size_t end = first + numbers.size() / 2;
  for (std::size_t bin = first; bin < end;) {
    const std::size_t next = std::min(end, (bin / kBlockBins + 1) * kBlockBins);
    AddToBlock(bin, numbers.substr(2 * (bin - first), 2 * (next - bin)), big_endian);
    bin = next;
  }
}

// Skips four zeros at once, because most bins of most programs are 0.
void Bins::AddToBlock(std::size_t first, std::string_view numbers, bool big_endian) {
  Block& block = blocks_[first / kBlockBins];
  const std::size_t count = numbers.size() / 2;
  auto add = [&](std::size_t i) { Add(first + i, LoadNumber<std::uint16_t>(numbers.data() + 2 * i, big_endian)); };
  std::size_t i = 0;
  for (; i + kTogether <= count; i += kTogether) {
    const std::uint64_t four = LoadFour(numbers.data() + 2 * i, big_endian);
    if (four == 0 || AddFour(block, first % kBlockBins + i, four)) continue;
    for (std::size_t k = 0; k < kTogether; ++k) add(i + k);
  }
  for (; i < count; ++i) add(i);
}

// Adds four numbers that were read as one word. They can be added to a block of bytes if each fits into a byte; then
// they are packed first (0a0b0c0d -> abcd). Returns false, without a change, if the block must be widened or has
// another width.
bool Bins::AddFour(Block& block, std::size_t place, std::uint64_t four) {
  const std::size_t width = WidthOf(block);
  std::uint8_t* known = block.data() + place * width;
  if (width == 2) return AddLanes<std::uint64_t>(known, four, 0x8000800080008000);
  constexpr std::uint64_t kHighBytes = 0xff00ff00ff00ff00;
  if (width != 1 || (four & kHighBytes) != 0) return false;
  const std::uint64_t pairs = (four | four >> 8) & 0x0000ffff0000ffff;
  return AddLanes<std::uint32_t>(known, static_cast<std::uint32_t>(pairs | pairs >> 16), 0x80808080);
}

void Bins::Add(const Bins& other) {
  other.ForEach([this](std::size_t bin, std::uint64_t count) { Add(bin, count); });
}

// Compares counts, since equal counts may be stored in different widths.
bool operator==(const Bins& a, const Bins& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

}  // namespace profdiff
