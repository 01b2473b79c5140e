// SPDX-License-Identifier: GPL-3.0-or-later
// Listings of a difference: the classic layout of gprof and the side-by-side tables.
#ifndef PROFDIFF_DIFFERENCE_LISTING_H_
#define PROFDIFF_DIFFERENCE_LISTING_H_

#include <cstddef>
#include <string>

#include "profdiff/columns.h"
#include "profdiff/difference.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"

namespace profdiff {

// What the lines "+ base: …" and "- other: …" say.
struct SideLabels {
  std::string base;  // "IMAGE, PROFILES"
  std::string other;
};

// Each writer appends a section to `out`, with a form feed before it where `out` already holds a section, and
// returns how many rows or entries --limit left out (side by side says it in its last line as well).
// Source: differential.md section 4.

// The classic layout: gprof's columns, with differences in them.
PROFDIFF_EXPORT std::size_t WriteFlatDifference(std::string& out, const Difference& difference,
                                                const ListingOptions& options);
PROFDIFF_EXPORT std::size_t WriteGraphDifference(std::string& out, const Difference& difference,
                                                 const ListingOptions& options);
PROFDIFF_EXPORT void WriteIndexDifference(std::string& out, const Difference& difference,
                                          const ListingOptions& options);

// Both sides and their difference next to each other.
PROFDIFF_EXPORT std::size_t WriteFlatSideBySide(std::string& out, const Difference& difference,
                                                const SideLabels& labels, const ListingOptions& options,
                                                const ColumnChoice& choice = {});
PROFDIFF_EXPORT std::size_t WriteGraphSideBySide(std::string& out, const Difference& difference,
                                                 const SideLabels& labels, const ListingOptions& options);

// How often each function was called: base, other, difference, and where the function is defined.
PROFDIFF_EXPORT std::size_t WriteCountsDifference(std::string& out, const Difference& difference,
                                                  const SideLabels& labels, const ListingOptions& options);

// One line about Difference::unshared_cycles, without its end; empty where there are none. Then all of them, a line
// each, with their members below, one a line.
PROFDIFF_EXPORT std::string SummarizeJoinedCycles(const Difference& difference);
PROFDIFF_EXPORT void WriteJoinedCycles(std::string& out, const Difference& difference, const ListingOptions& options);

// Lines below a difference in the classic layout, after a blank one: that it is a difference, and of what.
PROFDIFF_EXPORT void WriteDifferenceLabels(std::string& out, const SideLabels& labels);

// The closing lines of every difference: seconds, percent, how much is on both sides.
PROFDIFF_EXPORT void WriteTotals(std::string& out, const Difference& difference);

}  // namespace profdiff

#endif  // PROFDIFF_DIFFERENCE_LISTING_H_
