// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of gprof's listings. A name may contain blanks, so it is what remains behind the numbers of a line; in the
// call graph, the number of its entry follows it.
// Tests: tests/unit/read/listings/gprof_listing_test.cpp.
#ifndef PROFDIFF_READ_LISTINGS_LISTING_LINES_H_
#define PROFDIFF_READ_LISTINGS_LISTING_LINES_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace profdiff {

// A row of the flat profile.
struct ListedRow {
  double cumulative = 0, self = 0;     // in the unit of the heading
  std::optional<std::uint64_t> calls;  // nullopt if the column is blank
  std::string_view name;
};

// A name of the call graph, such as "odd <cycle 1> [7]".
struct ListedName {
  std::string_view name;     // without the cycle and the number
  std::uint32_t number = 0;  // number of the entry; 0 if the text has none
};

// The line of an entry that begins with the entry's number.
struct ListedEntry {
  ListedName of;
  double self = 0;
  std::optional<std::uint64_t> calls;  // from other functions
  std::uint64_t self_calls = 0;
  bool is_cycle = false;  // true for a cycle as a whole, which is no function
};

// The line of a caller or a callee; invalid (number 0) for "<spontaneous>".
struct ListedCall {
  ListedName of;
  std::uint64_t count = 0;
};

// Each function returns nullopt for any other line.
std::optional<ListedRow> ParseListedRow(std::string_view line);
std::optional<ListedEntry> ParseListedEntry(std::string_view line);
std::optional<ListedCall> ParseListedCall(std::string_view line);
ListedName ParseListedName(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_READ_LISTINGS_LISTING_LINES_H_
