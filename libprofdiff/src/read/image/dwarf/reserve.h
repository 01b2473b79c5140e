// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for lists that grow while a section is read.
#ifndef PROFDIFF_READ_IMAGE_DWARF_RESERVE_H_
#define PROFDIFF_READ_IMAGE_DWARF_RESERVE_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace profdiff {

// Reserves memory for `more` elements. If the list must be reallocated, its final size is estimated from the part of
// the section read so far, so large lists are rarely reallocated twice. Too large an estimate costs little, because
// memory without elements is never accessed.
template <class T>
void ReserveFor(std::vector<T>& list, std::size_t more, std::size_t bytes_done, std::size_t bytes_in_all) {
  constexpr double kMostGrowth = 64, kLeastGrowth = 1.5, kMargin = 1.02;
  const std::size_t needed = list.size() + more;
  if (needed <= list.capacity()) return;
  const double rest = static_cast<double>(bytes_in_all) / static_cast<double>(std::max<std::size_t>(bytes_done, 1));
  const double growth = std::clamp(rest * kMargin, kLeastGrowth, kMostGrowth);
  list.reserve(std::max<std::size_t>(64, static_cast<std::size_t>(static_cast<double>(needed) * growth)));
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_RESERVE_H_
