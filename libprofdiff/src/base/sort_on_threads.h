// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting of long lists. Tests: tests/unit/base/sort_on_threads_test.cpp.
#ifndef PROFDIFF_BASE_SORT_ON_THREADS_H_
#define PROFDIFF_BASE_SORT_ON_THREADS_H_

#include <algorithm>
#include <span>

#include "base/in_order.h"

namespace profdiff {

// Sorts by an order that no two different elements are equal in: the result is the same for any number of threads.
// Two of them are used at most, as the halves have to be merged by one in the end.
template <class Value, class Less>
void SortOnThreads(std::span<Value> values, unsigned threads, Less less) {
  if (ThreadsFor(values.size(), threads) < 2) {
    std::ranges::sort(values, less);
    return;
  }
  const std::span<Value> first = values.first(values.size() / 2), second = values.subspan(first.size());
  DoBoth(
      threads, [&] { std::ranges::sort(first, less); }, [&] { std::ranges::sort(second, less); });
  std::ranges::inplace_merge(values, second.begin(), less);
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SORT_ON_THREADS_H_
