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

class CallgrindCosts {
 public:
  // Sets the columns of the lines that follow, for example "Ir Dr Dw". Drops all formulas.
  void SetColumns(std::string_view names);

  // Adds a formula, such as "CEst = Ir + 10 Dr : long name" or "Ir : long name". Returns false if it is invalid.
  [[nodiscard]] bool AddFormula(std::string_view text);

  // The columns, followed by the formulas.
  const std::vector<StackEvent>& events() const { return events_; }

  // Removes the numbers of all columns from a line, and returns an event's cost; missing columns are 0. Returns nullopt
  // if a number is invalid or the cost exceeds 64 bits.
  std::optional<std::uint64_t> TakeCost(std::string_view& numbers, std::size_t event) const;

  // Sets the costs of all columns, without formulas. Returns false if a number is invalid or exceeds 63 bits.
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
