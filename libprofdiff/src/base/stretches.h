// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a long list of ascending addresses one of them belongs, mostly without searching.
// Tests: tests/unit/base/stretches_test.cpp.
#ifndef PROFDIFF_BASE_STRETCHES_H_
#define PROFDIFF_BASE_STRETCHES_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/prefetch.h"

namespace profdiff {

// The addresses are cut into about as many equal stretches as there are elements, and each stretch knows the first
// element in it. Cost: one pass, and four bytes an element.
class Stretches {
 public:
  Stretches() = default;

  // Shape: address_of(i), for i below `count`, ascends or stays.
  template <class AddressOf>
  Stretches(std::size_t count, AddressOf address_of) {
    if (count == 0) return;
    low_ = address_of(0);
    const std::uint64_t span = address_of(count - 1) - low_;
    shift_ = static_cast<unsigned>(std::bit_width(span / count));
    firsts_.reserve(static_cast<std::size_t>(span >> shift_) + 2);
    for (std::size_t i = 0; i < count; ++i) {
      const auto own = static_cast<std::size_t>((address_of(i) - low_) >> shift_);
      firsts_.resize(std::max(firsts_.size(), own + 1), static_cast<std::uint32_t>(i));
    }
    firsts_.push_back(static_cast<std::uint32_t>(count));
  }

  // The first element above an address; the number of elements where there is none. `address_of` is that of before.
  template <class AddressOf>
  std::size_t FirstAbove(std::uint64_t address, AddressOf address_of) const {
    if (firsts_.empty() || address < low_) return 0;
    const std::size_t stretch = StretchOf(address);
    std::size_t first = firsts_[stretch];
    for (std::size_t last = firsts_[stretch + 1]; first < last;) {
      const std::size_t middle = first + (last - first) / 2;
      (address_of(middle) <= address ? first : last) = address_of(middle) <= address ? middle + 1 : middle;
    }
    return first;
  }

  // Asks for what FirstAbove will read of this.
  void AskFor(std::uint64_t address) const {
    if (!firsts_.empty() && address >= low_) Prefetch(&firsts_[StretchOf(address)]);
  }
  // The element that FirstAbove will look at first, or one near it.
  std::size_t Near(std::uint64_t address) const {
    return firsts_.empty() || address < low_ ? 0 : firsts_[StretchOf(address)];
  }

 private:
  // Of an address that is not below all elements.
  std::size_t StretchOf(std::uint64_t address) const {
    return std::min(static_cast<std::size_t>((address - low_) >> shift_), firsts_.size() - 2);
  }

  std::vector<std::uint32_t> firsts_;  // by stretch: the first element there or later; one more at the end
  std::uint64_t low_ = 0;
  unsigned shift_ = 0;  // a stretch has 2^shift_ addresses
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_STRETCHES_H_
