// SPDX-License-Identifier: GPL-3.0-or-later
// One execution, listed as gprof lists it.
// Source: gprof-behaviour section 1.5, the order of work. The oracle test compares every byte with the installed gprof.
#include "egprof/inputs.h"
#include "egprof/listings.h"
#include "egprof/run.h"
#include "profdiff/call_graph.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

void RequireRecords(const profdiff::Records& records, Styles styles) {
  if (styles.Has(Style::kFlat) && !records.has_histogram) {
    throw Error(ErrorCode::kMissingRecords, "gmon.out file is missing histogram");
  }
  if ((styles.Has(Style::kGraph) || styles.Has(Style::kGml)) && !records.has_arcs) {
    throw Error(ErrorCode::kMissingRecords, "gmon.out file is missing call-graph data");
  }
}

// Execution counts that nobody asked for: files of neither samples nor calls show them. They need source positions,
// which are too dear to be looked up in every run for their sake.
profdiff::Image ReloadWithPositions(Options options, const std::string& path, Output& output) {
  options.styles.Add(Style::kExecCounts);
  return LoadImage(options, path, profdiff::SymbolPolicy::kGprof, output);
}

}  // namespace

void RunClassic(const Options& options, const Side& side, Output& output) {
  RefuseWhatIsMissing(options, options.styles);

  profdiff::Image image = LoadImage(options, side.image, profdiff::SymbolPolicy::kGprof, output);
  profdiff::Selection selection = profdiff::Select(image.functions, options.specs, profdiff::SpecRules::kGprof);
  profdiff::Records records = LoadProfiles(options, side, image, output);

  Styles styles = WithDefaults(options, records.has_histogram, records.has_arcs);
  RequireRecords(records, styles);
  if (styles.Has(Style::kExecCounts) && !options.styles.Has(Style::kExecCounts)) {
    image = ReloadWithPositions(options, side.image, output);
  }

  profdiff::Profile profile = profdiff::MakeProfile(image.functions, records, selection);
  profdiff::CallGraph graph = profdiff::MakeCallGraph(profile, selection);
  WriteExecution(options, styles, {image.functions, profile, graph, selection}, output);
}

}  // namespace egprof
