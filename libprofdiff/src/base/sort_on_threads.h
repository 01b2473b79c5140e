// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting long lists. Tests: tests/unit/base/sort_on_threads_test.cpp.
#ifndef PROFDIFF_BASE_SORT_ON_THREADS_H_
#define PROFDIFF_BASE_SORT_ON_THREADS_H_

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/in_order.h"

namespace profdiff {

// Sorts by a total order in which no two elements are equal, so the result is the same for any number of threads. Each
// thread sorts a chunk; then neighbouring chunks are merged in pairs.
template <class Value, class Less>
void SortOnThreads(std::span<Value> values, unsigned threads, Less less) {
  const std::size_t chunks = ThreadsFor(values.size(), threads);
  const auto border = [&](std::size_t chunk) {
    return values.begin() + static_cast<std::ptrdiff_t>(values.size() * std::min(chunk, chunks) / chunks);
  };
  const auto nothing = [](std::size_t) {};
  WorkInOrder(
      chunks, threads, [&](std::size_t i) { std::sort(border(i), border(i + 1), less); }, nothing);
  for (std::size_t width = 1; width < chunks; width *= 2) {
    const auto merge = [&](std::size_t pair) {
      const std::size_t first = pair * 2 * width;
      std::inplace_merge(border(first), border(first + width), border(first + 2 * width), less);
    };
    WorkInOrder((chunks + 2 * width - 1) / (2 * width), threads, merge, nothing);
  }
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SORT_ON_THREADS_H_
