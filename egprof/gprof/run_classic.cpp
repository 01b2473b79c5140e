// SPDX-License-Identifier: GPL-3.0-or-later
// Lists one execution as gprof does. Source: GPROF.md, section 1.5 (the order of work). The oracle test compares the
// listings byte by byte with the listings of the installed gprof.
#include <optional>
#include <utility>

#include "egprof/executions/execution.h"
#include "egprof/executions/inputs.h"
#include "egprof/gprof/run.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/source_listings.h"
#include "profdiff/profile.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

void RequireRecords(const GraphOptions& options, const Execution& execution, Styles styles) {
  if (options.NeedHistogram(styles) && !execution.has_histogram) {
    throw Error(ErrorCode::kMissingRecords, "gmon.out file is missing histogram");
  }
  if (options.NeedArcs(styles) && !execution.has_arcs) {
    throw Error(ErrorCode::kMissingRecords, "gmon.out file is missing call-graph data");
  }
}

// Loads as gprof does. Adds what to do about code outside of .text to gprof's message, except under the name gprof.
Execution LoadWithAdvice(LoadPlan plan, const Side& side, bool strict, LoadLog& log) {
  try {
    return LoadAsGprof(std::move(plan), side, log);
  } catch (const Error& error) {
    if (!strict && error.code() == ErrorCode::kNoText && error.remedy().kind != profdiff::RemedyKind::kNone) {
      log.messages.AddOnce({Severity::kNote, profdiff::Message("only differences use code outside of .text",
                                                               error.path(), {}, error.remedy())});
    }
    throw;
  }
}

bool IsOnly(Style style, Styles styles) {
  if (!styles.Has(style)) return false;
  styles.Remove(style);
  return styles.empty();
}

}  // namespace

void RunClassic(const GprofOptions& options, LoadPlan load, const Side& side, Console& console) {
  profdiff::LoadingOptions& loading = load.loading;
  profdiff::OrderMap map;
  if (options.styles.Has(Style::kFileOrder)) {
    map = LoadOrderMap(options.order_map, side.image.path(), console.messages);
    loading.image.order_map = &map;
  }
  loading.warns_of_misfit = !options.WritesText() || options.page || !options.graphs.empty();
  Styles styles;
  // Execution counts are the default listing for files without samples and calls. They need source positions; all other
  // runs save the time for looking them up.
  loading.needs_positions = [&](const profdiff::Records& records) {
    console.stages.Begin(Stage::kAnalyse);
    styles = WithDefaults(options, records.has_histogram, records.has_arcs);
    return styles.Has(Style::kExecCounts) && !options.styles.Has(Style::kExecCounts);
  };
  loading.use_records = [&](const Execution& loaded, const profdiff::Records& records) {
    if (styles.Has(Style::kAnnotatedSource) && !options.strict) PlanAnnotation(options, *loaded.image, console.files);
    if (styles.Has(Style::kSum)) WriteSum(options, *loaded.image, loaded.profile, records, console.files);
  };
  LoadLog log = console.load_log();
  Execution execution = LoadWithAdvice(std::move(load), side, options.strict, log);
  RequireRecords(options, execution, styles);

  // A flat profile needs no arcs once their counts are in `calls`.
  profdiff::Profile& profile = execution.profile;
  const profdiff::Selection& selection = execution.selection;
  profdiff::CallLists calls = profdiff::ListCalls(profile.self_ticks.size(), profile.arcs, options.threads);
  if (IsOnly(Style::kFlat, styles)) profile.arcs = {};
  profdiff::CallGraph graph = profdiff::MakeCallGraph(profile, selection, std::move(calls), options.threads);
  if (IsOnly(Style::kFlat, styles)) graph.calls = {};
  console.stages.Begin(Stage::kWrite);
  const SourceListings sources{options, options.specs, map};
  WriteExecution({styles, options, options, std::nullopt}, {*execution.functions, profile, graph, selection},
                 Label(side), console.outlets(), &sources);
  if (IsOnly(Style::kSum, styles) && options.short_form) {
    console.messages.Hint("the sum of the profiles is in gmon.sum; to subtract profiles, use --subtract");
  }
}

}  // namespace egprof
