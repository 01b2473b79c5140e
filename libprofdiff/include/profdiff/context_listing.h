// SPDX-License-Identifier: GPL-3.0-or-later
// Trees of whole stacks for reports: seen from either end, as growth alone, and opened where most has changed.
#ifndef PROFDIFF_CONTEXT_LISTING_H_
#define PROFDIFF_CONTEXT_LISTING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/export.h"
#include "profdiff/functions.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"

namespace profdiff {

// Other trees made of trees.

// Which end of the stacks is on top.
enum class TreeDirection : std::uint8_t {
  kDown,  // the outermost callers
  kUp,    // the functions in which samples end, above their callers
};

// The same samples from the other end: functions in which they end on top, below each function those that call it.
// Shape: as any tree; a node's own samples are those of stacks that begin with it.
// Cost: as many steps as frames of all different stacks, without recursion.
// Errors: kUnsupported for more than 2^28 of these, and for 2^25 nodes or more.
PROFDIFF_EXPORT ContextTree InvertContexts(const ContextTree& contexts);

// What grew (other minus base) or shrank (base minus other) on each path, without samples; functions are the joined
// ones. Negative differences count as 0, so a function that is called along another path now has grown there.
// Units: ticks of the base. Where the other side's are different ones, ticks are a thousandth of the smaller, rounded.
// Errors: kOverflow.
PROFDIFF_EXPORT ScaledContexts OneSidedContexts(const ContextDifference& contexts, Direction direction);

// Paths in rows.

// Numbers of a path on one side. Units: those of the profile.
struct ContextNumbers {
  bool present = false;  // the side has the path
  double self = 0;       // of stacks that are the path
  double total = 0;      // of stacks that begin with it
  std::uint64_t samples = 0, total_samples = 0;
};

struct ContextRow {
  static constexpr std::uint32_t kNone = 0xffffffff;

  FunctionId function;           // the last one of the path; invalid: other paths of the parent's, added up
  std::uint32_t parent = kNone;  // the row of the path without it
  std::uint32_t depth = 0;       // how many rows are above it
  std::uint32_t paths = 1;       // how many the row adds up
  ContextNumbers base, other;    // of one execution: `base`
};

// Shape: preorder; the paths of a parent by |difference|, or of one execution by |total|, the largest first, and what
// they leave out last.
struct ContextRows {
  std::vector<ContextRow> rows;
  std::size_t left_out = 0;  // paths that have no row of their own
  bool has_samples = false;  // on each side
};

struct ContextChoice {
  TreeDirection direction = TreeDirection::kDown;
  std::size_t rows = 0;  // at most so many; 0 is all
  bool adds_up = false;  // one more row below a parent for the sum of its paths without a row
};

// Opens a tree where most is: of all paths whose parent has a row, the largest gets the next row.
// Cost: n log n of nodes; without recursion. Errors: those of InvertContexts.
PROFDIFF_EXPORT ContextRows ChooseContexts(const ScaledContexts& contexts, const ContextChoice& choice);
PROFDIFF_EXPORT ContextRows ChooseContexts(const ContextDifference& contexts, const Match& match,
                                           const ContextChoice& choice);

// How much of both sides is in stacks that both have, and functions of one side alone that keep other stacks apart:
// those above everything that the sides have in common, and with a tenth of their side below them.
struct CommonContexts {
  double share = 1;                  // of both sides' times
  std::vector<FunctionId> wrappers;  // joined functions, the largest first; at most four
};
PROFDIFF_EXPORT CommonContexts FindCommonContexts(const ContextDifference& contexts, const Match& match);

// Text.

// Each writer appends a section to `out`, with a form feed before it where `out` already holds a section: a line for
// each path, indented by its depth. `options.limit` bounds the lines below the heading.
// They return how many paths have no line of their own.
// Errors: kMissingRecords where stacks are unknown, of either side.
PROFDIFF_EXPORT std::size_t WriteContextTree(std::string& out, const Execution& execution, TreeDirection direction,
                                             const ListingOptions& options);
// "~" behind a difference: of its function, noise explains the difference of inclusive values. `significance` may be
// null.
PROFDIFF_EXPORT std::size_t WriteContextTree(std::string& out, const Difference& difference, const SideLabels& labels,
                                             const Significance* significance, TreeDirection direction,
                                             const ListingOptions& options);

// One line, without its end, where less than half of the time is in stacks that both sides have: it names the functions
// that --hide takes out. Else empty.
PROFDIFF_EXPORT std::string DescribeUncommonContexts(const Difference& difference);

}  // namespace profdiff

#endif  // PROFDIFF_CONTEXT_LISTING_H_
