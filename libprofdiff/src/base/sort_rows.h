// SPDX-License-Identifier: GPL-3.0-or-later
// The order of gprof's tables: by time and calls, and by name if these are equal.
// Tests: tests/unit/base/sort_rows_test.cpp.
#ifndef PROFDIFF_BASE_SORT_ROWS_H_
#define PROFDIFF_BASE_SORT_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/name_key.h"
#include "base/sort_on_threads.h"

namespace profdiff {

struct SortRow {
  double time = 0;
  std::uint32_t kind = 0;
  std::uint32_t at = 0;  // index of the row in the table
  std::uint64_t calls = 0;
  std::uint64_t name_key = 0;  // set by SortRows
};

// Sorts rows by time, greatest first; then by kind, smallest first; then by calls, greatest first; then by name_of(at);
// then by `at`.
template <class NameOf>
void SortRows(std::span<SortRow> rows, NameOf name_of, unsigned threads = 1) {
  const std::size_t common = CommonBytes(rows, [&](const SortRow& row) { return name_of(row.at); });
  for (SortRow& row : rows) row.name_key = NameKey(name_of(row.at), common);
  SortOnThreads(rows, threads, [&](const SortRow& a, const SortRow& b) {
    if (a.time != b.time) return a.time > b.time;
    if (a.kind != b.kind) return a.kind < b.kind;
    if (a.calls != b.calls) return a.calls > b.calls;
    if (a.name_key != b.name_key) return a.name_key < b.name_key;
    const int order = name_of(a.at).compare(name_of(b.at));
    return order != 0 ? order < 0 : a.at < b.at;
  });
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SORT_ROWS_H_
