// SPDX-License-Identifier: GPL-3.0-or-later
// Room for lists that are made of a section, one after the other in memory.
#ifndef PROFDIFF_READ_IMAGE_DWARF_RESERVE_H_
#define PROFDIFF_READ_IMAGE_DWARF_RESERVE_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace profdiff {

// Makes room for `more` elements. A list that has to move gets the room that it needs if the rest of the section is
// like the part that made it: large lists hardly ever move twice, and memory that they do not come to use is never
// touched.
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
