// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a callgrind.out file, and events that are sums of columns.
// Tests: tests/unit/read/profiles/callgrind_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_CALLGRIND_COSTS_H_
#define PROFDIFF_READ_PROFILES_CALLGRIND_COSTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profdiff/context_tree.h"

namespace profdiff {

// Takes the next word of a line; blanks before it are skipped.
std::string_view TakeWord(std::string_view& line);

class CallgrindCosts {
 public:
  // "Ir Dr Dw": the columns of the lines that follow. Drops all formulas.
  void SetColumns(std::string_view names);

  // "CEst = Ir + 10 Dr : long name", or "Ir : long name". False for an invalid formula.
  [[nodiscard]] bool AddFormula(std::string_view text);

  // Columns, followed by formulas.
  const std::vector<StackEvent>& events() const { return events_; }

  // An event's cost from the numbers of a line, which are removed; missing columns are 0. Nothing for an invalid
  // number, or if the cost exceeds 64 bits.
  std::optional<std::uint64_t> TakeCost(std::string_view& numbers, std::size_t event) const;

  // The costs of all columns, without formulas. False for an invalid number, or one that exceeds 63 bits.
  [[nodiscard]] bool CostsOfColumns(std::string_view numbers, std::vector<std::uint64_t>& costs) const;
  std::size_t columns() const { return columns_; }

 private:
  std::optional<std::size_t> Find(std::string_view name) const;

  std::vector<StackEvent> events_;
  std::vector<std::vector<std::uint64_t>> weights_;  // by event: the factor of each column
  std::size_t columns_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_CALLGRIND_COSTS_H_
