// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes the samples of each side to functions, then matches and subtracts them. Source: ARCHITECTURE.md ("The
// difference, rule by rule").
#include "egprof/listings/comparison.h"

#include <cstdio>
#include <string>
#include <utility>

#include "egprof/executions/inputs.h"
#include "egprof/executions/plausibility.h"
#include "egprof/listings/difference_listings.h"
#include "egprof/listings/records.h"
#include "profdiff/difference_listing.h"
#include "profdiff/match.h"

namespace egprof {
namespace {

using profdiff::Difference;
using profdiff::Error;
using profdiff::ErrorCode;

void RequireSingleChoice(const ProfileOptions& options, const Side& base, const Side& other) {
  if (options.side_by_side && options.direction) {
    throw Error(ErrorCode::kBadArgument,
                "--growth and --shrink show one number for each function: omit --side-by-side");
  }
  for (const GraphOutput& graph : options.graphs) {
    if (graph.format->write_difference != nullptr || options.direction) continue;
    throw Error(ErrorCode::kBadArgument,
                "--" + std::string(graph.format->name) + " cannot write negative costs: add --growth or --shrink");
  }
  if (options.symbol_file && !IsSameFile(base.image, other.image)) {
    throw Error(ErrorCode::kBadArgument, "-S reads one table of functions, but the sides have different images");
  }
}

void WriteMatching(const ProfileOptions& options, Styles styles, const Executions& sides, const Difference& difference,
                   Output& output) {
  const profdiff::DemangleStyle demangle = options.listing.names.demangle;
  const profdiff::FunctionTable& base = *sides.base.functions;
  const profdiff::FunctionTable& other = *sides.other.functions;
  if (styles.Has(Style::kMatches)) profdiff::WriteMatches(output.text, difference.match, base, other, demangle);
  if (styles.Has(Style::kCycles)) {
    profdiff::WriteJoinedCycles(output.text, difference, options.listing);
    if (difference.unshared_cycles.empty()) output.notes.push_back("both sides have the same cycles");
  }
  if (!styles.Has(Style::kSuggestions)) return;
  const std::vector<profdiff::RenameSuggestion> suggestions = profdiff::SuggestRenames(difference, base, other);
  profdiff::WriteSuggestions(output.text, difference.match, suggestions, demangle);
  if (suggestions.empty()) output.notes.push_back("no likely matches for functions that only one side has");
}

// Returns a selection of joined functions, which contains each function that either side's selection contains.
// Selection::included_arcs and excluded_arcs stay empty, because the profiles already lack the arcs that the sides'
// selections left out.
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

std::string ScaleText(double scale) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", scale);
  return text;
}

profdiff::SideLabels LabelsFor(const Side& base, const Side& other, double scale) {
  profdiff::SideLabels labels{Label(base), Label(other)};
  if (scale != 1) labels.other += ", times x " + ScaleText(scale);
  return labels;
}

}  // namespace

Loading::Loading(const ProfileOptions& options, const Side& base, const Side& other, Output& output)
    : options_(options), base_(base), other_(other) {
  RequireSingleChoice(options, base, other);
  renames_ = LoadRenames(options);
  CheckFiles(base, other, output);
  sides_ = LoadExecutions(options, base, other, output);
  CheckStacks(sides_, !options.stacks.event.empty(), output);
  profdiff::Diagnostics caveats;
  if (sides_.base.image && sides_.other.image) {
    profdiff::CheckComparable(*sides_.base.image, *sides_.other.image, sides_.base.runs.total_samples,
                              sides_.other.runs.total_samples, caveats);
  } else {
    profdiff::CheckComparable(sides_.base.runs, sides_.other.runs, caveats);
  }
  for (const std::string& warning : caveats.warnings) output.Warn(warning);
}

void Loading::RequireRecords(Styles styles) const {
  egprof::RequireRecords(base_, sides_.base, options_, styles);
  egprof::RequireRecords(other_, sides_.other, options_, styles);
}

Comparison Loading::Subtract(Output& output) {
  Comparison comparison;
  comparison.scale = options_.normalize ? profdiff::NormalizeTimes(sides_) : 1;
  if (comparison.scale != 1) {
    output.notes.push_back("the other side's times are multiplied by " + ScaleText(comparison.scale));
  }
  comparison.labels = LabelsFor(base_, other_, comparison.scale);
  profdiff::Diagnostics diagnostics;
  comparison.difference = profdiff::Subtract(sides_, diagnostics, &renames_, options_.threads);
  output.TakeWarnings(diagnostics);
  comparison.sides = std::move(sides_);
  return comparison;
}

void NoteWhatListingsLack(const ProfileOptions& options, const Comparison& comparison, Output& output) {
  const Difference& difference = comparison.difference;
  if (!difference.unshared_cycles.empty()) output.Warn(profdiff::SummarizeJoinedCycles(difference));
  const Executions& sides = comparison.sides;
  const bool has_images = sides.base.image && sides.other.image;
  if (!options.symbols && !options.lines && has_images)
    NoteExtraFunctions(difference, *sides.base.functions, *sides.other.functions, output);
}

profdiff::Significance JudgeFunctions(const Comparison& comparison, Output& output) {
  profdiff::Significance significance =
      profdiff::Judge(comparison.difference, comparison.sides.base.runs, comparison.sides.other.runs, comparison.scale);
  for (const std::string& remark : significance.remarks) output.notes.push_back(remark);
  return significance;
}

void WriteComparison(const ProfileOptions& options, Styles styles, const Comparison& comparison,
                     const profdiff::Significance* significance, Output& output) {
  const Subtraction result{comparison.difference, comparison.labels, significance};
  const Executions& sides = comparison.sides;
  WriteMatching(options, styles, sides, comparison.difference, output);
  if (options.direction) {
    profdiff::Selection selection =
        JoinSelections(comparison.difference.match, sides.base.selection, sides.other.selection);
    WriteOneSided(options, styles, result, selection, output);
  } else {
    WriteDifference(options, styles, result, output);
  }
}

}  // namespace egprof
