// SPDX-License-Identifier: GPL-3.0-or-later
// The order that gprof's tables have: by numbers, and by names where all numbers are equal.
// Tests: tests/unit/base/sort_rows_test.cpp.
#ifndef PROFDIFF_BASE_SORT_ROWS_H_
#define PROFDIFF_BASE_SORT_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/name_key.h"
#include "base/sort_by_number.h"
#include "base/sort_on_threads.h"

namespace profdiff {

// What a row is sorted by: smaller numbers first, the first one before all others.
struct SortRow {
  std::uint64_t time = 0;
  std::uint32_t kind = 0;
  std::uint32_t at = 0;  // the row's place in the table that its name is in
  std::uint64_t calls = 0;

  bool IsLike(const SortRow& that) const { return time == that.time && kind == that.kind && calls == that.calls; }
  bool IsBefore(const SortRow& that) const {
    if (time != that.time) return time < that.time;
    return kind != that.kind ? kind < that.kind : calls < that.calls;
  }
};

// Sorts runs of rows that are equal in all numbers.
template <class NameOf>
class RunSorter {
 public:
  RunSorter(NameOf name_of, unsigned threads) : name_of_(name_of), threads_(threads) {}

  void Sort(std::span<SortRow> run) {
    names_.resize(run.size());
    places_.resize(run.size());
    for (std::size_t i = 0; i < run.size(); ++i) {
      names_[i] = name_of_(run[i].at);
      places_[i] = {0, static_cast<std::uint32_t>(i)};
    }
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
      const int order = names_[a].compare(names_[b]);
      return order != 0 ? order < 0 : run[a].at < run[b].at;
    };
    SortByName(
        std::span(places_), [&](std::uint32_t i) { return names_[i]; }, less, threads_);
    // Rows of a run differ in their places alone.
    sorted_.resize(run.size());
    for (std::size_t i = 0; i < run.size(); ++i) sorted_[i] = run[places_[i].at].at;
    for (std::size_t i = 0; i < run.size(); ++i) run[i].at = sorted_[i];
  }

 private:
  NameOf name_of_;
  unsigned threads_;
  std::vector<std::string_view> names_;
  std::vector<NamedPlace> places_;
  std::vector<std::uint32_t> sorted_;
};

// Sorts rows by their numbers, those of equal numbers by name_of(at), those of equal names by `at`. Names are looked at
// only where numbers are equal. `rows` stand in the order of `at` before.
template <class NameOf>
void SortRows(std::span<SortRow> rows, NameOf name_of, unsigned threads = 1) {
  SortOnThreads(
      rows, threads, [](const SortRow& a, const SortRow& b) { return a.IsBefore(b); },
      [](std::span<SortRow> part) {
        SortByNumber(part, [](const SortRow& row) { return row.calls; });
        SortByNumber(part, [](const SortRow& row) { return std::uint64_t{row.kind}; });
        SortByNumber(part, [](const SortRow& row) { return row.time; });
      });
  RunSorter<NameOf> sorter(name_of, threads);
  const auto alike = [](const SortRow& a, const SortRow& b) { return a.IsLike(b); };
  ForEachRun(rows, alike, [&](std::span<SortRow> run) {
    if (run.size() > 1) sorter.Sort(run);
  });
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SORT_ROWS_H_
