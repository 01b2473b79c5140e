// SPDX-License-Identifier: GPL-3.0-or-later
// Two executions: each is read and credited on its own, then they are matched and subtracted.
// Source: differential profile.
#include <memory>

#include "egprof/doubts.h"
#include "egprof/inputs.h"
#include "egprof/listings.h"
#include "egprof/run.h"
#include "profdiff/call_graph.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/gml.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace egprof {
namespace {

using profdiff::Difference;
using profdiff::Error;
using profdiff::ErrorCode;

// An execution, credited to the functions of its image.
struct Execution {
  std::shared_ptr<const profdiff::Image> image;
  profdiff::Selection selection;
  profdiff::Records records;
  profdiff::Profile profile;

  profdiff::SideInput Input() const { return {image->functions, profile, selection}; }
};

std::shared_ptr<const profdiff::Image> Load(const Options& options, const std::string& path, Output& output) {
  return std::make_shared<const profdiff::Image>(LoadImage(options, path, profdiff::SymbolPolicy::kAll, output));
}

profdiff::Selection SelectOn(const Options& options, const profdiff::Image& image) {
  return profdiff::Select(image.functions, options.specs, profdiff::SpecRules::kExact);
}

// A spec that one image alone has functions for still is one: the other side then shows nothing, not everything.
void ShareSpecs(profdiff::Selection& base, profdiff::Selection& other) {
  base.active = other.active = static_cast<std::uint16_t>(base.active | other.active);
}

bool ReadsAllFunctions(const Options& options) {
  return !options.image.omit_statics && options.symbol_file.empty() &&
         options.symbols.value_or(profdiff::SymbolPolicy::kAll) == profdiff::SymbolPolicy::kAll;
}

Execution Credit(const Options& options, const Side& side, std::shared_ptr<const profdiff::Image> image,
                 profdiff::Selection selection, Output& output) {
  Execution execution;
  execution.image = std::move(image);
  execution.selection = std::move(selection);
  execution.records = LoadProfiles(options, side, *execution.image, output);
  execution.profile = profdiff::MakeProfile(execution.image->functions, execution.records, execution.selection);
  DoubtProfile(side, *execution.image, execution.records, ReadsAllFunctions(options), output);
  return execution;
}

// A listing that one side has no records for would show the other side alone, and call that a difference.
void RequireRecords(const Side& side, const profdiff::Records& records, Styles styles) {
  std::string files = JoinNames(side.profiles);
  if (styles.Has(Style::kFlat) && !records.has_histogram) {
    throw Error(ErrorCode::kMissingRecords, files + ": no histogram, which a flat profile needs; -q lists calls alone");
  }
  if ((styles.Has(Style::kGraph) || styles.Has(Style::kGml)) && !records.has_arcs) {
    throw Error(ErrorCode::kMissingRecords,
                files + ": no call-graph data, which a call graph needs; -p lists times alone");
  }
}

void RequireSingleChoice(const Options& options, const Side& base, const Side& other) {
  if (options.side_by_side && options.direction) {
    throw Error(ErrorCode::kBadArgument, "--growth and --shrink have one number each: no --side-by-side");
  }
  if (!options.symbol_file.empty() && !IsSameFile(base.image, other.image)) {
    throw Error(ErrorCode::kBadArgument, "-S has one table of functions, and there are two images");
  }
}

std::string Label(const Side& side) { return side.image + ", " + JoinNames(side.profiles); }

void WriteSideBySide(const Options& options, Styles styles, const Difference& difference,
                     const profdiff::SideLabels& labels, Output& output) {
  if (styles.Has(Style::kFlat)) profdiff::WriteFlatSideBySide(output.text, difference, labels, options.listing);
  if (styles.Has(Style::kGraph)) profdiff::WriteGraphSideBySide(output.text, difference, labels, options.listing);
}

void WriteClassicLayout(const Options& options, Styles styles, const Difference& difference, Output& output) {
  auto write_flat = [&] {
    if (!styles.Has(Style::kFlat)) return;
    ReportLimit(profdiff::WriteFlatDifference(output.text, difference, options.listing), "rows of the flat profile",
                output);
  };
  auto write_graph = [&] {
    if (!styles.Has(Style::kGraph)) return;
    ReportLimit(profdiff::WriteGraphDifference(output.text, difference, options.listing), "entries of the call graph",
                output);
  };
  if (options.listing.traditional) {
    write_graph();
    write_flat();
  } else {
    write_flat();
    write_graph();
  }
  if (styles.Has(Style::kGraph)) profdiff::WriteIndexDifference(output.text, difference, options.listing);
}

bool OnlyGml(Styles styles) {
  styles.Remove(Style::kGml);
  return styles.empty();
}

void WriteDifference(const Options& options, Styles styles, const Difference& difference,
                     const profdiff::SideLabels& labels, Output& output) {
  if (options.side_by_side) {
    WriteSideBySide(options, styles, difference, labels, output);
  } else {
    WriteClassicLayout(options, styles, difference, output);
  }
  if (styles.Has(Style::kExecCounts)) {
    ReportLimit(profdiff::WriteCountsDifference(output.text, difference, labels, options.listing), "rows of the counts",
                output);
  }
  const bool gml = styles.Has(Style::kGml);
  if (!gml || !OnlyGml(styles)) profdiff::WriteTotals(output.text, difference);
  if (gml) {
    std::string graph;
    profdiff::GmlResult result = profdiff::WriteGml(graph, difference, GmlOptionsFor(options));
    DeliverGml(options, graph, result, output);
  }
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

// --growth and --shrink: an ordinary profile, by the writers of ordinary profiles.
void WriteOneSided(const Options& options, Styles styles, const Difference& difference,
                   const profdiff::Selection& selection, Output& output) {
  profdiff::Profile profile = profdiff::OneSidedProfile(difference, *options.direction);
  profdiff::CallGraph graph = profdiff::MakeCallGraph(profile, selection);
  WriteExecution(options, styles, {difference.match.functions, profile, graph, selection}, output);
}

}  // namespace

void RunDifference(const Options& options, const Side& base_side, const Side& other_side, Output& output) {
  RequireSingleChoice(options, base_side, other_side);
  RefuseWhatIsMissing(options, options.styles);
  DoubtFiles(base_side, other_side, output);

  const bool same_image = IsSameFile(base_side.image, other_side.image);
  auto base_image = Load(options, base_side.image, output);
  auto other_image = same_image ? base_image : Load(options, other_side.image, output);
  profdiff::Selection base_selection = SelectOn(options, *base_image);
  profdiff::Selection other_selection = SelectOn(options, *other_image);
  ShareSpecs(base_selection, other_selection);
  Execution base = Credit(options, base_side, base_image, std::move(base_selection), output);
  Execution other = Credit(options, other_side, other_image, std::move(other_selection), output);

  Styles styles = WithDefaults(options, base.records.has_histogram || other.records.has_histogram,
                               base.records.has_arcs || other.records.has_arcs);
  if (options.styles.empty()) styles.Remove(Style::kExecCounts);
  RequireRecords(base_side, base.records, styles);
  RequireRecords(other_side, other.records, styles);

  profdiff::Diagnostics diagnostics;
  profdiff::Match match = profdiff::MatchFunctions(base_image->functions, other_image->functions, same_image);
  Difference difference = profdiff::Subtract(base.Input(), other.Input(), std::move(match), diagnostics);
  output.TakeWarnings(diagnostics);
  for (const std::string& cycle : difference.joined_cycles) output.Warn(cycle);

  if (options.direction) {
    profdiff::Selection selection = JoinSelections(difference.match, base.selection, other.selection);
    return WriteOneSided(options, styles, difference, selection, output);
  }
  WriteDifference(options, styles, difference, {Label(base_side), Label(other_side)}, output);
}

}  // namespace egprof
