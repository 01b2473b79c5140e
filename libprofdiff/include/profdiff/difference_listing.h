// SPDX-License-Identifier: GPL-3.0-or-later
// Listings of a difference: the classic layout of gprof and the side-by-side tables.
#ifndef PROFDIFF_DIFFERENCE_LISTING_H_
#define PROFDIFF_DIFFERENCE_LISTING_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"

namespace profdiff {

// Which columns stand side by side in the flat table of a difference.

struct Significance;  // profdiff/significance.h

// Groups of columns. Each shows the base, the other side and their difference, if nothing else is said.
enum class Column {
  kImpact,    // the difference of self time by the sum of all such differences, in percent
  kSelf,      // self time, in seconds
  kInterval,  // 95 % interval of the difference of self time, or behind kTotal of exact inclusive time; "~" where noise
              // explains the difference
  kDeviation,  // standard deviation of the runs' time, likewise, of each side, in seconds
  kTotal,      // inclusive time, in seconds
  kShare,      // self time by all self time of the same side, in percent; the difference in percentage points
  kRatio,      // the other side's self time by the base's
  kPerCall,    // self time by calls, in milliseconds
  kCalls,      // calls; "low..high" where a side's runs differ
};

struct ColumnChoice {
  // In order; the functions' presence ("sym +-") and names always stand at the end.
  std::vector<Column> columns = {Column::kImpact, Column::kSelf, Column::kCalls};
  const Significance* significance = nullptr;  // for kInterval, kDeviation and the range of calls; may be null
};

// "impact,self,interval,deviation,total,share,ratio,per-call,calls": any of these words, in any order. Nothing if there
// is another word, or none.
PROFDIFF_EXPORT std::optional<std::vector<Column>> ParseColumns(std::string_view list);

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

// Which function was taken for which, and why.

// "same symbol", "name", "file", "clone", "line", "rename", "signature", "image"; for a function on one side "only
// base" or "only other".
PROFDIFF_EXPORT std::string_view RuleName(const Match::Pair& pair);

// One line for every joined function: its rule, its name, and where the sides' names differ both.
PROFDIFF_EXPORT void WriteMatches(std::string& out, const Match& match, const FunctionTable& base,
                                  const FunctionTable& other, DemangleStyle demangle = DemangleStyle::kAuto);

// Suggestions as a file that ReadRenameFile reads: a comment with score, readable names and reasons, then
// "--rename='^OLD$=NEW'", quoted for a shell. Rules are about linkage names: each means one function.
PROFDIFF_EXPORT void WriteSuggestions(std::string& out, const Match& match,
                                      const std::vector<RenameSuggestion>& suggestions,
                                      DemangleStyle demangle = DemangleStyle::kAuto);

}  // namespace profdiff

#endif  // PROFDIFF_DIFFERENCE_LISTING_H_
