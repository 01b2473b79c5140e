// SPDX-License-Identifier: GPL-3.0-or-later
// The samples of a histogram.
#ifndef PROFDIFF_BINS_H_
#define PROFDIFF_BINS_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "profdiff/export.h"

namespace profdiff {

// A count for each bin. A profile has a bin for every few bytes of text, most of them zero, and two bytes for each:
// blocks of zeros take no memory here, and counts are wide only where sums have outgrown two bytes.
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

  // At most one of the two holds counts.
  struct Block {
    std::vector<std::uint16_t> narrow;
    std::vector<std::uint64_t> wide;
  };

  // Adds four numbers of two bytes. False, and nothing done, if the bins are not all narrow or would not stay so.
  bool AddFour(std::size_t bin, std::uint64_t four);

  std::vector<Block> blocks_;
  std::size_t size_ = 0;
};

template <class Use>
void Bins::ForEach(Use use) const {
  auto each = [&use](std::size_t first, const auto& counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] != 0) use(first + i, std::uint64_t{counts[i]});
    }
  };
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    each(b * kBlockBins, blocks_[b].narrow);
    each(b * kBlockBins, blocks_[b].wide);
  }
}

}  // namespace profdiff

#endif  // PROFDIFF_BINS_H_
