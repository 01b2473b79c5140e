// SPDX-License-Identifier: GPL-3.0-or-later
// The columns shared by both side-by-side tables: seconds and calls of the base and of the other side, and their
// differences.
#ifndef PROFDIFF_REPORT_DIFFERENCE_SIDE_BY_SIDE_LINES_H_
#define PROFDIFF_REPORT_DIFFERENCE_SIDE_BY_SIDE_LINES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profdiff/difference.h"
#include "profdiff/listing.h"
#include "report/gprof/amounts.h"

namespace profdiff {

// A cell without a value is printed as blanks.
using NumberCell = std::optional<double>;

struct SideBySideCells {
  NumberCell base_seconds, other_seconds, seconds_difference;
  std::string base_calls, other_calls, calls_difference;
  std::string sides;  // "XX", "X-", "-X"
};

// Append a blank and a cell: a number of at least eight characters, or a string of at least `width` characters.
void AppendNumber(std::string& out, const NumberCell& number, const Amounts& amounts = {});
void AppendText(std::string& out, std::string_view text, int width);

// Appends the text between the first column and the name: " %8s %8s %8s %10s %9s %9s  %2s  ".
void AppendCells(std::string& out, const SideBySideCells& cells, const Amounts& amounts);

// Returns the difference of two numbers of calls; a dash if a side did not count calls.
std::string CallsDifference(const Difference& difference, std::uint64_t base, std::uint64_t other);

// Returns "X-" if only the base is present, "-X" if only the other side is, "XX" for both.
std::string SidesCell(bool base, bool other);

// Appends two lines, each with the label of a side.
void AppendSideLabels(std::string& out, const SideLabels& labels);

// Appends a line with the number of rows that --limit omitted from a table; appends nothing if no row was omitted.
// `what` is the plural name of the rows.
void AppendLeftOut(std::string& out, std::size_t count, std::string_view what);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIFFERENCE_SIDE_BY_SIDE_LINES_H_
