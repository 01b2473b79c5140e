// SPDX-License-Identifier: GPL-3.0-or-later
// The samples of a histogram.
#ifndef PROFDIFF_BINS_H_
#define PROFDIFF_BINS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "profdiff/export.h"

namespace profdiff {

// A count for each bin. A profile has a bin for every few bytes of text, most of them zero, and two bytes for each:
// blocks of zeros take no memory here, and others one byte a bin, until a count has outgrown it.
class PROFDIFF_EXPORT Bins {
 public:
  Bins() = default;
  explicit Bins(std::size_t size) { resize(size); }
  Bins(std::initializer_list<std::uint64_t> counts);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::uint64_t operator[](std::size_t bin) const;

  // New bins hold zero; bins that are cut off are lost.
  void resize(std::size_t size);
  void clear() { resize(0); }
  void push_back(std::uint64_t count);

  void Add(std::size_t bin, std::uint64_t count);
  // Adds numbers of two bytes, as profiles hold them, to the bins from `first` on, which are there.
  void AddU16s(std::size_t first, std::string_view numbers, bool big_endian);
  // Adds the counts of as many bins.
  void Add(const Bins& other);

  // Calls use(bin, count) for every bin that is not zero, in their order.
  template <class Use>
  void ForEach(Use use) const;

  // Number by number: a block of zeros equals one that is not there.
  friend PROFDIFF_EXPORT bool operator==(const Bins& a, const Bins& b);

 private:
  static constexpr std::size_t kBlockBins = 256;

  // The counts of kBlockBins bins, one behind the other; each is of 1, 2 or 8 bytes. Without bytes, all are zero.
  using Block = std::vector<std::uint8_t>;

  static std::size_t WidthOf(const Block& block) { return block.size() / kBlockBins; }
  template <class Count>
  static Count Get(const Block& block, std::size_t place) {
    Count count;
    std::memcpy(&count, block.data() + place * sizeof count, sizeof count);
    return count;
  }
  template <class Count>
  static bool AddIfItFits(Block& block, std::size_t place, std::uint64_t count);
  template <class Count>
  static void Widen(Block& block);

  // Adds four numbers of two bytes. False, and nothing done, if the bins are wide or would have to be wider.
  static bool AddFour(Block& block, std::size_t place, std::uint64_t four);
  void AddToBlock(std::size_t first, std::string_view numbers, bool big_endian);

  std::vector<Block> blocks_;
  std::size_t size_ = 0;
};

template <class Use>
void Bins::ForEach(Use use) const {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    auto each = [&]<class Count>(Count) {
      for (std::size_t i = 0; i < kBlockBins; ++i) {
        const std::uint64_t count = Get<Count>(blocks_[b], i);
        if (count != 0) use(b * kBlockBins + i, count);
      }
    };
    const std::size_t width = WidthOf(blocks_[b]);
    if (width == 1) each(std::uint8_t{});
    if (width == 2) each(std::uint16_t{});
    if (width == 8) each(std::uint64_t{});
  }
}

}  // namespace profdiff

#endif  // PROFDIFF_BINS_H_
