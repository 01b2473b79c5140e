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

// Groups of columns. By default, each group shows the base, the other side and their difference.
enum class Column {
  kImpact,  // difference of self time divided by the sum of all absolute differences, in percent
  kSelf,    // self time in seconds
  // 95 % confidence interval of the difference of self time or, after kTotal, of exact inclusive time; "~" if noise
  // explains the difference.
  kInterval,
  kDeviation,  // standard deviation over each side's runs: of self time or, after kTotal, inclusive time; in seconds
  kTotal,      // inclusive time, in seconds
  kShare,      // self time divided by the side's total, in percent; the difference is in percentage points
  kRatio,      // the other side's self time divided by the base's
  kPerCall,    // self time divided by calls, in milliseconds
  kCalls,      // number of calls; "low..high" if a side's runs differ
};

struct ColumnChoice {
  // Columns in order. The functions' presence ("sym +-") and names always follow as the last columns.
  std::vector<Column> columns = {Column::kImpact, Column::kSelf, Column::kCalls};
  const Significance* significance = nullptr;  // needed for kInterval, kDeviation and the range in kCalls; may be null
};

// Parses a comma-separated list of the words impact, self, interval, deviation, total, share, ratio, per-call and
// calls, each optional and in any order. Returns nullopt for any other word and for an empty list.
PROFDIFF_EXPORT std::optional<std::vector<Column>> ParseColumns(std::string_view list);

// Labels of the sides, shown in the lines "+ base: …" and "- other: …".
struct SideLabels {
  std::string base;  // "IMAGE, PROFILES"
  std::string other;
};

// Each writer appends a section to `out`, preceded by a form feed if `out` already contains a section. It returns the
// number of rows or entries that --limit omitted; the side-by-side tables also print this number in their last line.

// The classic layout: gprof's columns, which contain differences.
PROFDIFF_EXPORT std::size_t WriteFlatDifference(std::string& out, const Difference& difference,
                                                const ListingOptions& options);
PROFDIFF_EXPORT std::size_t WriteGraphDifference(std::string& out, const Difference& difference,
                                                 const ListingOptions& options);
PROFDIFF_EXPORT void WriteIndexDifference(std::string& out, const Difference& difference,
                                          const ListingOptions& options);

// The side-by-side layout: both sides and their difference next to each other.
PROFDIFF_EXPORT std::size_t WriteFlatSideBySide(std::string& out, const Difference& difference,
                                                const SideLabels& labels, const ListingOptions& options,
                                                const ColumnChoice& choice = {});
PROFDIFF_EXPORT std::size_t WriteGraphSideBySide(std::string& out, const Difference& difference,
                                                 const SideLabels& labels, const ListingOptions& options);

// Writes the number of calls of each function (base, other and difference), and the place where the function is
// defined.
PROFDIFF_EXPORT std::size_t WriteCountsDifference(std::string& out, const Difference& difference,
                                                  const SideLabels& labels, const ListingOptions& options);

// Returns a message about Difference::unshared_cycles; nullopt if there are no such cycles.
// WriteJoinedCycles lists all of these cycles: for each, a line for the cycle and a line for each member.
PROFDIFF_EXPORT std::optional<Message> SummarizeJoinedCycles(const Difference& difference);
PROFDIFF_EXPORT void WriteJoinedCycles(std::string& out, const Difference& difference, const ListingOptions& options);

// Writes the lines below a difference in the classic layout: a blank line, a note that this is a difference, and its
// sides.
PROFDIFF_EXPORT void WriteDifferenceLabels(std::string& out, const SideLabels& labels);

// Writes the last lines of every difference: the time of all samples, what follows from it, and how much the sides have
// in common. `conclusion` is TextOf or BriefTextOf a conclusion; without it, only figures are written.
PROFDIFF_EXPORT void WriteTotals(std::string& out, const Difference& difference, std::string_view conclusion = {});

// Matched functions, and the rules that matched them.

// Returns the rule that matched the pair: "same symbol", "name", "file", "clone", "line", "rename", "signature" or
// "image"; for a function on one side only, "only base" or "only other".
PROFDIFF_EXPORT std::string_view RuleName(const Match::Pair& pair);

// Writes a line for each joined function: the rule that matched it, and its name, or both names if they differ.
PROFDIFF_EXPORT void WriteMatches(std::string& out, const Match& match, const FunctionTable& base,
                                  const FunctionTable& other, DemangleStyle demangle = DemangleStyle::kAuto);

// Writes suggestions as a file for ReadRenameFile. Each suggestion is a comment with its score, demangled names and
// reasons, followed by "--rename='^OLD$=NEW'", quoted for a shell. Rules use linkage names, so each rule applies to one
// function.
PROFDIFF_EXPORT void WriteSuggestions(std::string& out, const Match& match,
                                      const std::vector<RenameSuggestion>& suggestions,
                                      DemangleStyle demangle = DemangleStyle::kAuto);

}  // namespace profdiff

#endif  // PROFDIFF_DIFFERENCE_LISTING_H_
