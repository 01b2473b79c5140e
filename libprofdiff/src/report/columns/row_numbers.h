// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that rows of a difference have for both sides, such as self time and calls. Each is described once, in
// row_numbers.cpp; side-by-side tables, --columns and its help, CSV, JSON and pages are derived from these
// descriptions, and tests compare the schema with them. Tests: tests/unit/report/columns/row_numbers_test.cpp,
// tests/lint/new_column_test.sh.
#ifndef PROFDIFF_REPORT_COLUMNS_ROW_NUMBERS_H_
#define PROFDIFF_REPORT_COLUMNS_ROW_NUMBERS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "profdiff/difference.h"

namespace profdiff {

// How a number is written, and what its difference is if only one side has it.
enum class NumberKind {
  kAmount,       // in the unit of the profiles; a side without it has 0
  kAmountRatio,  // in the unit or a part of it; has a difference only if both sides have the number
  kRatio,        // in a unit of its own; has a difference only if both sides have the number
  kCount,        // a whole number; a side without it has 0
};

// Which outputs show a number, besides listings (those show numbers with a name).
struct NumberPlaces {
  bool documents = false;  // objects base, other and difference of JSON
  bool tables = false;     // columns baseKEY, otherKEY and diffKEY of CSV
  bool pages = false;      // a column for each side in the table of functions
};

struct RowNumber {
  std::string_view key = {};          // "perCall", the member of the objects in documents
  std::string_view name = {};         // "per-call", in lists of columns; empty if no list has it
  std::string_view description = {};  // one line
  std::string_view heading = {};      // "self"; the columns of the sides are "+self" and "-self"
  // Below the heading, for the base, the other side and the difference. In amounts, "seconds" stands for the profiles'
  // unit.
  std::string_view units[3] = {};
  NumberKind kind = NumberKind::kAmount;
  NumberPlaces in = {};
  // Returns the number of a side; nullopt if it has none. `whole` is true if amounts are whole numbers.
  std::optional<double> (*value)(const SideNumbers& side, const SideTotals& totals, bool whole) = nullptr;
  std::uint64_t (*count)(const SideNumbers& side) = nullptr;  // for kCount, instead of `value`
  // Member that is true for sides that know the number; null if all sides do.
  bool SideTotals::*known = nullptr;

  bool IsKnown(const SideTotals& side) const { return known == nullptr || side.*known; }
  // True for numbers whose decimals and width are those of the profiles' amounts.
  bool InUnit() const { return kind == NumberKind::kAmount || kind == NumberKind::kAmountRatio; }
};

// Returns all numbers, in the order in which documents have them.
std::span<const RowNumber> RowNumbers();

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_COLUMNS_ROW_NUMBERS_H_
