// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes the samples of each side to functions, then matches and subtracts them. Source: ARCHITECTURE.md ("The
// difference, rule by rule").
#include "egprof/listings/comparison.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "egprof/executions/copies.h"
#include "egprof/executions/inputs.h"
#include "egprof/executions/plausibility.h"
#include "egprof/listings/difference_listings.h"
#include "egprof/listings/records.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "values/amount_words.h"

namespace egprof {
namespace {

using profdiff::Difference;
using profdiff::Error;
using profdiff::ErrorCode;

void WriteMatching(Styles styles, const profdiff::ListingOptions& listing, const Executions& sides,
                   const Difference& difference, const Outlets& to) {
  const profdiff::DemangleStyle demangle = listing.names.demangle;
  const profdiff::FunctionTable& base = *sides.base.functions;
  const profdiff::FunctionTable& other = *sides.other.functions;
  if (styles.Has(Style::kMatches)) profdiff::WriteMatches(to.out.text, difference.match, base, other, demangle);
  if (styles.Has(Style::kCycles)) {
    profdiff::WriteJoinedCycles(to.out.text, difference, Streamed(listing, to.out));
    if (difference.unshared_cycles.empty()) to.messages.Note("both sides have the same cycles");
  }
  if (!styles.Has(Style::kSuggestions)) return;
  const std::vector<profdiff::RenameSuggestion> suggestions = profdiff::SuggestRenames(difference, base, other);
  profdiff::WriteSuggestions(to.out.text, difference.match, suggestions, demangle);
  if (suggestions.empty()) to.messages.Note("no likely matches for functions that only one side has");
}

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

profdiff::SideLabels LabelsFor(const profdiff::RecordComparison& record) {
  const auto name_of = [&record](const profdiff::RecordedRun& run) { return record.folder.commands[run.command].name; };
  return {name_of(*record.pairs.front().base), name_of(*record.pairs.front().other)};
}

profdiff::SideLabels LabelsFor(const Side& base, const Side& other, double scale, std::string_view unit) {
  profdiff::SideLabels labels{Label(base), Label(other)};
  if (scale != 1) labels.other += ", " + profdiff::AmountsWord(unit) + " x " + ScaleText(scale);
  return labels;
}

}  // namespace

void RequireSingleChoice(bool side_by_side, bool is_one_sided, const GraphOptions& graphs) {
  if (side_by_side && is_one_sided) {
    throw Error(ErrorCode::kBadArgument,
                "--growth and --shrink show one number for each function: omit --side-by-side");
  }
  for (const GraphOutput& graph : graphs.graphs) {
    if (graph.format->write_difference != nullptr || is_one_sided) continue;
    throw Error(ErrorCode::kBadArgument,
                "--" + std::string(graph.format->name) + " cannot write negative costs: add --growth or --shrink");
  }
}

Loading::Loading(const LoadPlan& plan, const RenameOptions& renames, const Side& base, const Side& other, LoadLog& log)
    : base_(base),
      other_(other),
      threads_(plan.loading.threads),
      may_have_extra_functions_(!plan.has_symbol_choice && !plan.loading.image.lines) {
  if (plan.loading.image.symbol_file && !IsSameFile(base.image.path(), other.image.path())) {
    throw Error(ErrorCode::kBadArgument, "-S reads one table of functions, but the sides have different images");
  }
  renames_ = LoadRenames(renames);
  CheckFiles(base, other, log.messages);
  if (plan.loading.runs) {
    RefuseTwins(base);
    RefuseTwins(other);
  }
  sides_ = LoadExecutions(WithSubstitutions(plan, renames), base, other, log);
  if (plan.loading.runs) {
    RefuseCopies(base, sides_.base.runs);
    RefuseCopies(other, sides_.other.runs);
  }
  CheckStacks(sides_, !plan.loading.stacks.event.empty(), log.messages);
  profdiff::Diagnostics caveats;
  const auto samples_of = [](const profdiff::RunTable& runs) { return runs.total_samples + runs.unattributed_samples; };
  if (sides_.base.image && sides_.other.image) {
    profdiff::CheckComparable(*sides_.base.image, *sides_.other.image, samples_of(sides_.base.runs),
                              samples_of(sides_.other.runs), caveats);
  } else {
    profdiff::CheckComparable(sides_.base.runs, sides_.other.runs, caveats);
  }
  for (const profdiff::Message& warning : caveats.warnings) log.messages.Warn(warning);
}

void Loading::RequireRecords(const GraphOptions& graphs, Styles styles) const {
  egprof::RequireRecords(base_, sides_.base, graphs, styles);
  egprof::RequireRecords(other_, sides_.other, graphs, styles);
}

Comparison Loading::Subtract(bool normalize, Messages& messages) {
  Comparison comparison;
  comparison.scale = normalize ? profdiff::NormalizeTimes(sides_) : 1;
  if (comparison.scale != 1) {
    messages.Note("the other side's " + profdiff::AmountsWord(sides_.base.profile.dimension) + " are multiplied by " +
                  ScaleText(comparison.scale));
  }
  comparison.labels = record_ != nullptr ? LabelsFor(*record_)
                                         : LabelsFor(base_, other_, comparison.scale, sides_.base.profile.dimension);
  profdiff::Diagnostics diagnostics;
  comparison.difference = profdiff::Subtract(sides_, diagnostics, &renames_, threads_);
  messages.TakeWarnings(diagnostics);
  comparison.sides = std::move(sides_);
  const auto& [base, other, same_image] = comparison.sides;
  std::vector<profdiff::Doubt> doubts = base.doubts;
  for (const profdiff::Doubt& doubt : other.doubts) {
    const auto is_same = [&doubt](const profdiff::Doubt& known) { return known.message == doubt.message; };
    if (std::ranges::none_of(doubts, is_same)) doubts.push_back(doubt);
  }
  comparison.conclusion =
      profdiff::Conclude(comparison.difference, base.runs, other.runs, std::move(doubts), comparison.scale);
  comparison.record = record_;
  if (record_ != nullptr) profdiff::ConcludeFromPairs(base.runs, other.runs, comparison.conclusion);
  return comparison;
}

void Loading::NoteWhatListingsLack(const Comparison& comparison, Messages& messages) const {
  const Difference& difference = comparison.difference;
  if (std::optional<profdiff::Message> cycles = profdiff::SummarizeJoinedCycles(difference)) {
    messages.Warn(*std::move(cycles));
  }
  const Executions& sides = comparison.sides;
  const bool has_images = sides.base.image && sides.other.image;
  if (may_have_extra_functions_ && has_images)
    NoteExtraFunctions(difference, *sides.base.functions, *sides.other.functions, messages);
}

profdiff::Significance JudgeRuns(const Comparison& comparison, const Difference& difference,
                                 const profdiff::RunTable& base, const profdiff::RunTable& other) {
  profdiff::Significance significance = comparison.record != nullptr
                                            ? profdiff::JudgePairs(difference, base, other)
                                            : profdiff::Judge(difference, base, other, comparison.scale);
  profdiff::WithdrawVerdicts(comparison.conclusion, significance);
  return significance;
}

profdiff::Significance JudgeFunctions(const Comparison& comparison, Messages& messages) {
  profdiff::Significance significance =
      JudgeRuns(comparison, comparison.difference, comparison.sides.base.runs, comparison.sides.other.runs);
  for (const profdiff::Message& remark : significance.remarks) messages.Note(remark);
  return significance;
}

void AddCaveats(const std::vector<profdiff::Message>& caveats, profdiff::Conclusion& conclusion) {
  for (const profdiff::Message& caveat : caveats) {
    const bool is_known = std::ranges::any_of(
        conclusion.doubts, [&](const profdiff::Doubt& doubt) { return doubt.message.cause == caveat.cause; });
    if (!is_known) conclusion.doubts.push_back({profdiff::DoubtCode::kCaveat, caveat, false});
  }
}

void WriteComparison(const ListingPlan& plan, const DifferenceOptions& options, const Comparison& comparison,
                     const profdiff::Significance* significance, const Outlets& to) {
  const Subtraction result{comparison.difference, comparison.labels, significance, comparison.conclusion,
                           comparison.record};
  const Executions& sides = comparison.sides;
  WriteMatching(plan.styles, plan.layout.listing, sides, comparison.difference, to);
  if (plan.direction) {
    profdiff::Selection selection =
        JoinSelections(comparison.difference.match, sides.base.selection, sides.other.selection);
    WriteOneSided(plan, result, selection, to);
  } else {
    WriteDifference(plan, options, result, to);
  }
}

}  // namespace egprof
