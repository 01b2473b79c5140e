// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts the flat-profile rows and the call-graph entries of a difference by absolute difference of time, then of calls,
// both descending. The order is total: rows with equal keys keep their order in the Difference. Times are compared in
// whole nanoseconds, so that 0.3 - 0.2 and 0.2 - 0.1 compare equal (as doubles, they are not).
// Test: tests/unit/analyze/difference/order_test.cpp.
#include <compare>
#include <cstdint>
#include <span>
#include <utility>

#include "base/in_order.h"
#include "base/nanoseconds.h"
#include "base/sort_on_threads.h"
#include "profdiff/difference.h"
#include "values/known_calls.h"
#include "values/row_order.h"

namespace profdiff {
namespace {

// Sort key of a row: absolute differences of time, then of calls.
struct OrderKey {
  double nanoseconds = 0;
  std::uint64_t calls = 0;

  auto operator<=>(const OrderKey&) const = default;
};

OrderKey KeyOf(const Difference& difference, double base_seconds, double other_seconds, const Difference::Row& row) {
  return {WholeNanoseconds(SecondsDifference(base_seconds, other_seconds)),
          ChangeOfCalls(difference, row.base.calls, row.other.calls)};
}

bool HasCalls(const SideNumbers& side) { return side.calls != 0 || side.self_calls != 0; }

// True if a function or cycle has an entry in the call graph: gprof's condition (GPROF.md, section 11.2) holds on at
// least one side.
bool IsEntry(const Difference::Row& row, bool keep_unused) {
  if (!row.base.shown && !row.other.shown) return false;
  return keep_unused || HasCalls(row.base) || HasCalls(row.other) || row.base.KeptTotal() != 0 ||
         row.other.KeptTotal() != 0;
}

template <class Value>
struct Keyed {
  OrderKey key;
  Value value;
  std::size_t at = 0;  // index of the row before sorting
};

// Sorts by descending key; rows with equal keys keep their order. SortOnThreads is not stable, so the index is
// compared, too.
template <class Value>
std::vector<Value> Sorted(std::vector<Keyed<Value>> rows, unsigned threads = 1) {
  const auto is_before = [](const Keyed<Value>& a, const Keyed<Value>& b) {
    const auto order = b.key <=> a.key;
    return order != 0 ? order < 0 : a.at < b.at;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].at = i;
  SortOnThreads(std::span(rows), threads, is_before);
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const Keyed<Value>& row : rows) values.push_back(row.value);
  return values;
}

}  // namespace

std::vector<FunctionId> OrderFlatRows(const Difference& difference, bool keep_unused, unsigned threads) {
  // Each thread writes the rows of its own chunk in place. Rows that are not listed keep an invalid id and are removed
  // afterwards, so the result does not depend on the number of threads.
  std::vector<Keyed<FunctionId>> rows(difference.functions.size());
  DoChunks(rows.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const Difference::Row& row = difference.functions[f];
      const bool selected = row.base.selected || row.other.selected;
      if (!selected || (!keep_unused && !row.base.Used() && !row.other.Used())) continue;
      rows[f] = {KeyOf(difference, row.base.self, row.other.self, row), FunctionId(f)};
    }
  });
  std::erase_if(rows, [](const Keyed<FunctionId>& row) { return !row.value.valid(); });
  return Sorted(std::move(rows), threads);
}

std::vector<FunctionId> OrderCountRows(const Difference& difference, bool keep_unused) {
  std::vector<Keyed<FunctionId>> rows;
  for (std::size_t f = 0; f < difference.functions.size(); ++f) {
    const Difference::Row& row = difference.functions[f];
    bool counted = row.base.counted || row.other.counted;
    if (!counted || (!keep_unused && row.base.calls == 0 && row.other.calls == 0)) continue;
    rows.push_back({KeyOf(difference, 0, 0, row), FunctionId(f)});
  }
  return Sorted(std::move(rows));
}

// Cycles come before functions with the same key, as in gprof's listing (GPROF.md, section 8.6). With line granularity,
// only functions have entries; lines and cycles have none (GPROF.md, section 6, step 6).
std::vector<DifferenceEntry> OrderEntries(const Difference& difference, bool keep_unused, EntrySort sort) {
  std::vector<Keyed<DifferenceEntry>> rows;
  auto time = [sort](const SideNumbers& side) { return sort == EntrySort::kInclusive ? side.KeptTotal() : side.self; };
  auto add = [&](const Difference::Row& row, DifferenceEntry entry) {
    if (!IsEntry(row, keep_unused)) return;
    rows.push_back({KeyOf(difference, time(row.base), time(row.other), row), entry});
  };
  const FunctionTable& table = difference.match.functions;
  const std::size_t cycles = table.by_line ? 0 : difference.cycles.size();
  for (std::size_t c = 0; c < cycles; ++c) add(difference.cycles[c], {{}, CycleId(c)});
  for (std::size_t f = 0; f < difference.functions.size(); ++f) {
    if (!IsLine(table, FunctionId(f))) add(difference.functions[f], {FunctionId(f), {}});
  }
  return Sorted(std::move(rows));
}

}  // namespace profdiff
