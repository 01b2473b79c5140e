// SPDX-License-Identifier: GPL-3.0-or-later
// The input of every report of two executions: both sides loaded, matched and subtracted.
#ifndef EGPROF_LISTINGS_COMPARISON_H_
#define EGPROF_LISTINGS_COMPARISON_H_

#include <vector>

#include "egprof/console/console.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/sides.h"
#include "egprof/listings/listings.h"
#include "egprof/options/options.h"
#include "egprof/options/report_rows.h"
#include "profdiff/difference.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/record.h"
#include "profdiff/significance.h"

namespace egprof {

struct Comparison {
  Executions sides;
  double scale = 1;  // factor by which --normalize multiplied the other side's times
  profdiff::Difference difference;
  profdiff::SideLabels labels;
  profdiff::Conclusion conclusion;
  const profdiff::RecordComparison* record = nullptr;  // if run i of the base and run i of the other side are a pair
};

// Throws for options that exclude each other. `is_one_sided` is true for --growth and --shrink. Errors: kBadArgument.
void RequireSingleChoice(bool side_by_side, bool is_one_sided, const GraphOptions& graphs);

// Reads both sides and warns about implausible combinations. Errors: kBadArgument for -S with two images; those of
// LoadRenames and LoadExecutions.
class Loading {
 public:
  Loading(const LoadPlan& plan, const RenameOptions& renames, const Side& base, const Side& other, LoadLog& log);

  const Side& base() const { return base_; }
  const Side& other() const { return other_; }
  const Executions& sides() const { return sides_; }

  // Compares run i of the base with run i of the other side. `record` describes these pairs, and must outlive the
  // comparison.
  void SetPairs(const profdiff::RecordComparison& record) { record_ = &record; }

  // Throws if a side lacks records that listings of these styles, or the call graphs, need.
  void RequireRecords(const GraphOptions& graphs, Styles styles) const;

  // Normalises times if requested, matches the functions and subtracts. May be called only once.
  Comparison Subtract(bool normalize, Messages& messages);

  // Adds a note for each reason why a listing of one side alone shows different numbers from the comparison: cycles
  // that exist only if both sides' arcs are joined, and functions that gprof does not list.
  void NoteWhatListingsLack(const Comparison& comparison, Messages& messages) const;

 private:
  const Side& base_;
  const Side& other_;
  const unsigned threads_;
  const bool may_have_extra_functions_;  // true if functions that gprof does not list are compared by default
  profdiff::Renames renames_;
  Executions sides_;
  const profdiff::RecordComparison* record_ = nullptr;
};

// Judges functions, or groups of them, by the runs of both sides or by their pairs.
profdiff::Significance JudgeRuns(const Comparison& comparison, const profdiff::Difference& difference,
                                 const profdiff::RunTable& base, const profdiff::RunTable& other);

// Judges whether the difference of each joined function is significant, and adds notes about what limits the
// reliability of these verdicts.
profdiff::Significance JudgeFunctions(const Comparison& comparison, Messages& messages);

// Adds caveats to the doubts of the conclusion, except those that it already has.
void AddCaveats(const std::vector<profdiff::Message>& caveats, profdiff::Conclusion& conclusion);

// Writes the planned listings and files; does not check gates. `significance` may be null.
void WriteComparison(const ListingPlan& plan, const DifferenceOptions& options, const Comparison& comparison,
                     const profdiff::Significance* significance, const Outlets& to);

// Subtracts two executions, writes the result, and checks gates. `report` determines the rows of --markdown. Source:
// ARCHITECTURE.md ("The difference, rule by rule").
void RunDifference(Loading loading, const ReportOptions& report, const ComparisonOptions& options,
                   const OutputOptions& outputs, const LayoutOptions& layout, Console& console);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_COMPARISON_H_
