// SPDX-License-Identifier: GPL-3.0-or-later
// The input of every report of two executions: both sides loaded, matched and subtracted.
#ifndef EGPROF_LISTINGS_COMPARISON_H_
#define EGPROF_LISTINGS_COMPARISON_H_

#include "egprof/console/output.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/match.h"
#include "profdiff/significance.h"

namespace egprof {

struct Comparison {
  Executions sides;
  double scale = 1;  // factor by which --normalize multiplied the other side's times
  profdiff::Difference difference;
  profdiff::SideLabels labels;
};

// Reads both sides and warns about implausible combinations. Errors: kBadArgument for options that exclude each other;
// those of LoadRenames and LoadExecutions.
class Loading {
 public:
  Loading(const ProfileOptions& options, const Side& base, const Side& other, Output& output);

  const Executions& sides() const { return sides_; }

  // Throws if a side lacks records that listings of these styles need.
  void RequireRecords(Styles styles) const;

  // Normalises times if requested, matches the functions and subtracts. May be called only once.
  Comparison Subtract(Output& output);

 private:
  const ProfileOptions& options_;
  const Side& base_;
  const Side& other_;
  profdiff::Renames renames_;
  Executions sides_;
};

// Adds a note for each reason why a listing of one side alone shows different numbers from the comparison: cycles that
// exist only if both sides' arcs are joined, and functions that gprof does not list.
void NoteWhatListingsLack(const ProfileOptions& options, const Comparison& comparison, Output& output);

// Judges whether the difference of each joined function is significant, and adds notes about what limits the
// reliability of these verdicts.
profdiff::Significance JudgeFunctions(const Comparison& comparison, Output& output);

// Writes the listings and files that `styles` selects; does not check gates. `significance` may be null.
void WriteComparison(const ProfileOptions& options, Styles styles, const Comparison& comparison,
                     const profdiff::Significance* significance, Output& output);

// Loads and subtracts two executions, writes the result, and checks gates. Source: ARCHITECTURE.md ("The difference,
// rule by rule").
void RunDifference(const ProfileOptions& options, const Side& base, const Side& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_COMPARISON_H_
