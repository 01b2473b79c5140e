// SPDX-License-Identifier: GPL-3.0-or-later
// Context trees for reports: inverted trees, trees of growth, and tables of the paths with the largest changes.
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

// Trees derived from other trees.

// The end of the stacks at which a tree begins.
enum class TreeDirection : std::uint8_t {
  kDown,  // the outermost callers
  kUp,    // the innermost functions, with their callers below
};

// Returns the inverted tree, which has the innermost functions of the stacks at the top, and the callers of each
// function below it.
// Shape: as in ContextTree; a node's own samples come from the stacks in which its function is the outermost one.
// Cost: linear in the frames of all distinct stacks, without recursion.
// Errors: kUnsupported for more than 2^28 frames, and for 2^25 nodes or more.
PROFDIFF_EXPORT ContextTree InvertContexts(const ContextTree& contexts);

// Returns a tree with the growth (other minus base) or shrinkage (base minus other) of each path. The tree's functions
// are joined functions, and the tree has no sample counts. Negative differences count as 0. A function that moved to
// another path therefore appears to have grown on that path.
// Units: ticks of the base. If the sides' ticks differ, the unit is a thousandth of the smaller tick, and values are
// rounded.
// Errors: kOverflow.
PROFDIFF_EXPORT ScaledContexts OneSidedContexts(const ContextDifference& contexts, Direction direction);

// Tables of paths.

// Values of a path on one side. Units: times as in the profile.
struct ContextNumbers {
  bool present = false;  // true if the side has the path
  double self = 0;       // time of stacks that end at the path's last function
  double total = 0;      // time of stacks that begin with the path, including `self`
  std::uint64_t samples = 0, total_samples = 0;
};

struct ContextRow {
  static constexpr std::uint32_t kNone = 0xffffffff;

  FunctionId function;           // the path's last function; invalid for the sum of the parent's remaining paths
  std::uint32_t parent = kNone;  // index of the row for the path without its last function
  std::uint32_t depth = 0;       // number of ancestors
  std::uint32_t paths = 1;       // number of paths whose values the row adds up
  ContextNumbers base, other;    // only `base` is used for a single execution
};

// The rows of a table of paths.
// Shape: preorder. The paths below a parent are sorted by |difference| (for one execution by |total|), largest first;
// the sum of the remaining paths comes last.
struct ContextRows {
  std::vector<ContextRow> rows;
  std::size_t left_out = 0;  // number of paths without a row of their own
  bool has_samples = false;  // true if all sides have samples
};

struct ContextChoice {
  TreeDirection direction = TreeDirection::kDown;
  std::size_t rows = 0;  // maximum number of rows; 0 for all
  bool adds_up = false;  // true to add a row below a parent for the sum of its paths without a row
};

// Chooses rows one by one: the next row is that of the largest path whose parent already has a row.
// Cost: O(n log n) for n nodes; without recursion. Errors: as for InvertContexts.
PROFDIFF_EXPORT ContextRows ChooseContexts(const ScaledContexts& contexts, const ContextChoice& choice);
PROFDIFF_EXPORT ContextRows ChooseContexts(const ContextDifference& contexts, const Match& match,
                                           const ContextChoice& choice);

// The share of time in stacks that both sides have in common, and wrappers: functions on one side only that prevent
// other stacks from matching. A wrapper is above everything that the sides have in common, and at least a tenth of its
// side's time is below it.
struct CommonContexts {
  double share = 1;                  // from 0 to 1, as a fraction of both sides' times
  std::vector<FunctionId> wrappers;  // joined functions, at most four; those with the most time below them come first
};
PROFDIFF_EXPORT CommonContexts FindCommonContexts(const ContextDifference& contexts, const Match& match);

// Output as text.

// Each writer appends a section to `out`, preceded by a form feed if `out` already contains a section. The section has
// a line for each path, indented by its depth. `options.limit` bounds the lines below the heading. Returns the number
// of paths without a line.
// Errors: kMissingRecords if either side has no stacks.
PROFDIFF_EXPORT std::size_t WriteContextTree(std::string& out, const Execution& execution, TreeDirection direction,
                                             const ListingOptions& options);
// A "~" after a difference means that the difference of the function's inclusive values may be noise. `significance`
// may be null.
PROFDIFF_EXPORT std::size_t WriteContextTree(std::string& out, const Difference& difference, const SideLabels& labels,
                                             const Significance* significance, TreeDirection direction,
                                             const ListingOptions& options);

// Returns a message with the share of the time in stacks that both sides have in common, and with the wrappers to hide,
// if any, as its remedy. Returns nullopt if the share is at least one half.
PROFDIFF_EXPORT std::optional<Message> DescribeUncommonContexts(const Difference& difference);

}  // namespace profdiff

#endif  // PROFDIFF_CONTEXT_LISTING_H_
