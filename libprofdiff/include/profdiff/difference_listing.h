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

// Columns of the side-by-side flat table of a difference.

struct Significance;  // profdiff/significance.h

// Groups of columns. By default, each shows the base, the other side and their difference.
enum class Column {
  kImpact,     // difference of self time divided by the sum of all |differences|, in percent
  kSelf,       // self time, in seconds
  kInterval,   // 95 % interval of the difference of self time, or after kTotal of exact inclusive time; "~" where noise
               // explains the difference
  kDeviation,  // standard deviation of each side's runs, in seconds: of self time, or after kTotal of inclusive time
  kTotal,      // inclusive time, in seconds
  kShare,      // self time divided by the total of its side, in percent; the difference in percentage points
  kRatio,      // the other side's self time divided by the base's
  kPerCall,    // self time divided by calls, in milliseconds
  kCalls,      // calls; "low..high" where a side's runs differ
};

struct ColumnChoice {
  // In order; the functions' presence ("sym +-") and names are always the last columns.
  std::vector<Column> columns = {Column::kImpact, Column::kSelf, Column::kCalls};
  const Significance* significance = nullptr;  // for kInterval, kDeviation and the range of calls; may be null
};

// "impact,self,interval,deviation,total,share,ratio,per-call,calls": any of these words, in any order. Nothing for
// another word or an empty list.
PROFDIFF_EXPORT std::optional<std::vector<Column>> ParseColumns(std::string_view list);

// Texts of the lines "+ base: …" and "- other: …".
struct SideLabels {
  std::string base;  // "IMAGE, PROFILES"
  std::string other;
};

// Each writer appends a section to `out`, with a form feed before it where `out` already holds a section, and returns
// how many rows or entries --limit omitted (the side-by-side tables also print this number in their last line).

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

// One line about Difference::unshared_cycles, without line feed; empty if there are none. WriteJoinedCycles lists them
// all, one per line, with their members below, one per line.
PROFDIFF_EXPORT std::string SummarizeJoinedCycles(const Difference& difference);
PROFDIFF_EXPORT void WriteJoinedCycles(std::string& out, const Difference& difference, const ListingOptions& options);

// Lines below a difference in the classic layout, after a blank line: the note that it is a difference, and its sides.
PROFDIFF_EXPORT void WriteDifferenceLabels(std::string& out, const SideLabels& labels);

// The closing lines of every difference: seconds, percent, and how much both sides have in common.
PROFDIFF_EXPORT void WriteTotals(std::string& out, const Difference& difference);

// Matched functions, and the rules that matched them.

// "same symbol", "name", "file", "clone", "line", "rename", "signature", "image"; for a function of one side "only
// base" or "only other".
PROFDIFF_EXPORT std::string_view RuleName(const Match::Pair& pair);

// One line for every joined function: its rule and its name, or both names if they differ.
PROFDIFF_EXPORT void WriteMatches(std::string& out, const Match& match, const FunctionTable& base,
                                  const FunctionTable& other, DemangleStyle demangle = DemangleStyle::kAuto);

// Suggestions as a file for ReadRenameFile: a comment with score, demangled names and reasons, then
// "--rename='^OLD$=NEW'", quoted for a shell. Rules use linkage names, so that each applies to one function.
PROFDIFF_EXPORT void WriteSuggestions(std::string& out, const Match& match,
                                      const std::vector<RenameSuggestion>& suggestions,
                                      DemangleStyle demangle = DemangleStyle::kAuto);

}  // namespace profdiff

#endif  // PROFDIFF_DIFFERENCE_LISTING_H_
