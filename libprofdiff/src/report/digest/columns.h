// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a digest's rows as text.
// Tests: tests/unit/report/digest/digest_test.cpp, tests/unit/report/digest/markdown_test.cpp.
#ifndef PROFDIFF_REPORT_DIGEST_COLUMNS_H_
#define PROFDIFF_REPORT_DIGEST_COLUMNS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/listing.h"
#include "report/format/fitted_numbers.h"

namespace profdiff {

// The interval of a function that was not judged.
inline constexpr std::string_view kNotJudged = "-";

// Returns the columns of numbers, the most important first: times, their interval, calls.
std::vector<NumberColumn> NumberColumns(const DigestView& view);

// Returns the heading of the rows' names, such as "function".
std::string NameHeading(const DigestView& view);

// Returns the index of the first row within noise. Returns the number of rows if there is none, or if the order of the
// rows does not part them.
std::size_t FirstWithinNoise(const DigestView& view);

// Returns the verdicts on the values that the rows show, by joined FunctionId; null if there are none. Counted costs
// have no noise, and therefore no confidence intervals.
const std::vector<Verdict>* VerdictsOnRows(const DigestView& view);

// Formats seconds with two decimals, or with three if several runs or a fast clock justify the third. All amounts of a
// digest have the same number of decimals.
std::string DigestSeconds(const DigestView& view, double seconds);

// Returns "s", or the unit of amounts that are not seconds.
std::string DigestUnit(const DigestView& view);

// Returns " or loss" if what one side lost could explain a difference; otherwise an empty text.
std::string LossWords(const Significance& significance);

// Returns a count such as "12345", or "12.3M" for a million or more.
std::string ShortCount(std::uint64_t count);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIGEST_COLUMNS_H_
