// SPDX-License-Identifier: GPL-3.0-or-later
// Two executions: each is read and credited on its own, then they are matched and subtracted.
// Source: differential profile.
#include <algorithm>
#include <cstdio>
#include <optional>

#include "egprof/difference_listings.h"
#include "egprof/doubts.h"
#include "egprof/execution.h"
#include "egprof/gates.h"
#include "egprof/inputs.h"
#include "egprof/listings.h"
#include "egprof/run.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/match.h"
#include "profdiff/match_listing.h"
#include "profdiff/rename.h"
#include "profdiff/significance.h"

namespace egprof {
namespace {

using profdiff::Difference;
using profdiff::Error;
using profdiff::ErrorCode;

// A listing that one side has no records for would show the other side alone, and call that a difference.
void RequireRecords(const Side& side, const Execution& execution, Styles styles) {
  std::string files = JoinNames(side.profiles);
  if (NeedsHistogram(styles) && !execution.has_histogram) {
    throw Error(ErrorCode::kMissingRecords, files + ": no histogram, which a flat profile needs; -q lists calls alone");
  }
  if (NeedsArcs(styles) && !execution.has_arcs) {
    throw Error(ErrorCode::kMissingRecords,
                files + ": no call-graph data, which a call graph needs; -p lists times alone");
  }
}

void RequireSingleChoice(const Options& options, const Side& base, const Side& other) {
  if (options.side_by_side && options.direction) {
    throw Error(ErrorCode::kBadArgument, "--growth and --shrink have one number each: no --side-by-side");
  }
  if (options.styles.Has(Style::kCallgrind) && !options.direction) {
    throw Error(ErrorCode::kBadArgument, "--callgrind has no negative costs: add --growth or --shrink");
  }
  if (options.symbol_file && !IsSameFile(base.image, other.image)) {
    throw Error(ErrorCode::kBadArgument, "-S has one table of functions, and there are two images");
  }
}

void WriteMatching(const Options& options, Styles styles, const Executions& sides, const Difference& difference,
                   Output& output) {
  const profdiff::DemangleStyle demangle = options.listing.names.demangle;
  const profdiff::FunctionTable& base = *sides.base.functions;
  const profdiff::FunctionTable& other = *sides.other.functions;
  if (styles.Has(Style::kMatches)) profdiff::WriteMatches(output.text, difference.match, base, other, demangle);
  if (styles.Has(Style::kCycles)) {
    profdiff::WriteJoinedCycles(output.text, difference, options.listing);
    if (difference.unshared_cycles.empty()) output.notes.push_back("each side alone has the cycles of both");
  }
  if (!styles.Has(Style::kSuggestions)) return;
  const std::vector<profdiff::RenameSuggestion> suggestions = profdiff::SuggestRenames(difference, base, other);
  profdiff::WriteSuggestions(output.text, difference.match, suggestions, demangle);
  if (suggestions.empty()) output.notes.push_back("no likely partners among the functions of one side");
}

// What either side selects, for the joined functions. Arcs need no ranges: those left out are gone from both profiles.
profdiff::Selection JoinSelections(const profdiff::Match& match, const profdiff::Selection& base,
                                   const profdiff::Selection& other) {
  profdiff::Selection joined;
  joined.active = static_cast<std::uint16_t>(base.active | other.active);
  for (const profdiff::Match::Pair& pair : match.pairs) {
    unsigned bits = pair.base.valid() ? base.bits[pair.base.value] : 0U;
    if (pair.other.valid()) bits |= other.bits[pair.other.value];
    joined.bits.push_back(static_cast<std::uint16_t>(bits));
  }
  return joined;
}

profdiff::SideLabels LabelsFor(const Side& base, const Side& other, double scale) {
  profdiff::SideLabels labels{Label(base), Label(other)};
  char factor[40];
  std::snprintf(factor, sizeof factor, ", times x %.6g", scale);
  if (scale != 1) labels.other += factor;
  return labels;
}

// --columns with a column that only verdicts can fill; of several runs, calls show their range as well.
bool ColumnsNeedSignificance(const Options& options) {
  if (!options.columns) return false;
  return options.runs || std::ranges::any_of(*options.columns, [](profdiff::Column column) {
           return column == profdiff::Column::kInterval || column == profdiff::Column::kDeviation;
         });
}

// Verdicts, where something needs them; what limits them is told of.
std::optional<profdiff::Significance> Verdicts(const Options& options, const Executions& sides,
                                               const Difference& difference, double scale, Output& output) {
  const bool shown = options.significance || ColumnsNeedSignificance(options);
  if (!shown && !GatesNeedSignificance(options)) return std::nullopt;
  profdiff::Significance significance = profdiff::Judge(difference, sides.base.runs, sides.other.runs, scale);
  for (const std::string& remark : significance.remarks) output.notes.push_back(remark);
  return significance;
}

}  // namespace

void RunDifference(const Options& options, const Side& base_side, const Side& other_side, Output& output) {
  RequireSingleChoice(options, base_side, other_side);
  const profdiff::Renames renames = LoadRenames(options);
  DoubtFiles(base_side, other_side, output);
  Executions sides = LoadExecutions(options, base_side, other_side, output);
  DoubtComparison(*sides.base.image, *sides.other.image, sides.base.runs.total_samples, sides.other.runs.total_samples,
                  output);

  Styles styles = WithDefaults(options, sides.base.has_histogram || sides.other.has_histogram,
                               sides.base.has_arcs || sides.other.has_arcs);
  if (options.styles.empty()) styles.Remove(Style::kExecCounts);
  RequireRecords(base_side, sides.base, styles);
  RequireRecords(other_side, sides.other, styles);
  const double scale = options.normalize ? Normalize(sides) : 1;
  if (scale != 1) output.notes.push_back("the other side's times are multiplied by " + std::to_string(scale));

  profdiff::Diagnostics diagnostics;
  profdiff::Match match = profdiff::MatchFunctions(*sides.base.functions, *sides.other.functions, sides.same_image,
                                                   &renames, options.threads);
  Difference difference =
      profdiff::Subtract(sides.base.Input(), sides.other.Input(), std::move(match), diagnostics, options.threads);
  output.TakeWarnings(diagnostics);
  if (!difference.unshared_cycles.empty()) output.Warn(profdiff::SummarizeJoinedCycles(difference));
  if (!options.symbols) NoteExtraFunctions(difference, *sides.base.functions, *sides.other.functions, output);

  const std::optional<profdiff::Significance> significance = Verdicts(options, sides, difference, scale, output);
  const profdiff::SideLabels labels = LabelsFor(base_side, other_side, scale);
  const Subtraction result{difference, labels, significance ? &*significance : nullptr};
  output.stages.Begin(Stage::kWrite);
  WriteMatching(options, styles, sides, difference, output);
  if (options.direction) {
    profdiff::Selection selection = JoinSelections(difference.match, sides.base.selection, sides.other.selection);
    WriteOneSided(options, styles, result, selection, output);
  } else {
    WriteDifference(options, styles, result, output);
  }
  CheckGates(options, difference, result.significance, output);
}

}  // namespace egprof
