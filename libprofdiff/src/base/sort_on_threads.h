// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting of long lists. Tests: tests/unit/base/sort_on_threads_test.cpp.
#ifndef PROFDIFF_BASE_SORT_ON_THREADS_H_
#define PROFDIFF_BASE_SORT_ON_THREADS_H_

#include <algorithm>
#include <span>

#include "base/in_order.h"

namespace profdiff {

// Sorts by an order that no two different elements are equal in, or where `sort`, which puts a part into that order,
// leaves equal elements as they stand: the result is the same for any number of threads. Two of them are used at most,
// as the halves have to be merged by one in the end.
template <class Value, class Less, class Sort>
void SortOnThreads(std::span<Value> values, unsigned threads, Less less, Sort sort) {
  if (ThreadsFor(values.size(), threads) < 2) return sort(values);
  const std::span<Value> first = values.first(values.size() / 2), second = values.subspan(first.size());
  DoBoth(
      threads, [&] { sort(first); }, [&] { sort(second); });
  std::ranges::inplace_merge(values, second.begin(), less);
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SORT_ON_THREADS_H_
