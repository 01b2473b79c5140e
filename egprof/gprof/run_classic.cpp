// SPDX-License-Identifier: GPL-3.0-or-later
// Lists one execution as gprof does. Source: GPROF.md, section 1.5 (the order of work). The oracle test compares the
// listings byte by byte with the listings of the installed gprof.
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "base/beside.h"
#include "egprof/executions/inputs.h"
#include "egprof/gprof/run.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/source_listings.h"
#include "egprof/process/binutils.h"
#include "profdiff/call_graph.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

void RequireRecords(const OutputOptions& options, const profdiff::Records& records, Styles styles) {
  if (options.NeedHistogram(styles) && !records.has_histogram) {
    throw Error(ErrorCode::kMissingRecords, "gmon.out file is missing histogram");
  }
  if (options.NeedArcs(styles) && !records.has_arcs) {
    throw Error(ErrorCode::kMissingRecords, "gmon.out file is missing call-graph data");
  }
}

bool IsOnly(Style style, Styles styles) {
  if (!styles.Has(style)) return false;
  styles.Remove(style);
  return styles.empty();
}

// True for a large regular file. False for a pipe, because reading it may block.
bool IsLarge(const std::string& path) {
  constexpr std::uintmax_t kLarge = 1 << 20;
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  return !error && bytes >= kLarge;
}

struct Input {
  profdiff::Image image;
  profdiff::Selection selection;
  profdiff::Records records;
};

// Loads an image and its profiles. A single large profile is read at the same time as a large image. Several profiles
// are read after the image, because reading them uses all threads anyway.
Input Load(const GprofOptions& options, const Side& side, const profdiff::OrderMap& map, Output& output) {
  Input input;
  const auto load_image = [&](Output& to) {
    input.image = LoadImage(options, side.image, profdiff::SymbolPolicy::kGprof, to, map);
    input.selection = profdiff::Select(input.image.functions, options.specs, profdiff::SpecRules::kGprof);
  };
  const auto load_profiles = [&](const profdiff::TargetLayout& layout, Output& to) {
    input.records = LoadProfiles(options, side, layout, to);
  };
  if (side.profiles.size() == 1 && IsLarge(side.profiles.front()) && IsLarge(side.image)) {
    profdiff::DoBothInTurn(options.threads, output, load_image,
                           [&](Output& to) { load_profiles(profdiff::ReadLayout(side.image), to); });
    output.stages.Begin(Stage::kAnalyse);
  } else {
    load_image(output);
    load_profiles(input.image.layout, output);
  }
  return input;
}

// Loads the image again with source positions, which execution counts need. Execution counts are the default listing
// for files without samples and calls; all other runs save the time for looking up positions.
profdiff::Image ReloadWithPositions(GprofOptions options, const std::string& path, Output& output) {
  options.styles.Add(Style::kExecCounts);
  const InputSizes sizes = output.stages.sizes;  // restored below, because the sizes already include this image
  profdiff::Image image = LoadImage(options, path, profdiff::SymbolPolicy::kGprof, output);
  output.stages.sizes = sizes;
  output.stages.Begin(Stage::kAnalyse);
  return image;
}

}  // namespace

void RunClassic(const GprofOptions& options, const Side& side, Output& output) {
  const profdiff::OrderMap map = LoadOrderMap(options, side.image, output);
  auto [image, selection, records] = Load(options, side, map, output);

  Styles styles = WithDefaults(options, records.has_histogram, records.has_arcs);
  if (styles.Has(Style::kExecCounts) && !options.styles.Has(Style::kExecCounts)) {
    image = ReloadWithPositions(options, side.image, output);
  }
  profdiff::Profile profile = profdiff::MakeProfile(image.functions, records, selection, options.threads);
  if (styles.Has(Style::kAnnotatedSource) && !options.strict) PlanAnnotation(options, image, output.files);
  if (styles.Has(Style::kSum)) WriteSum(options, image, profile, records, output);
  AddCodeCalls(options, image, records, GprofCodeRules(), profile, output);
  RequireRecords(options, records, styles);
  records = {};  // frees the largest data, which `profile` replaces

  // A flat profile needs no arcs once their counts are in `calls`.
  profdiff::CallLists calls = profdiff::ListCalls(profile.self_ticks.size(), profile.arcs, options.threads);
  if (IsOnly(Style::kFlat, styles)) profile.arcs = {};
  profdiff::CallGraph graph = profdiff::MakeCallGraph(profile, selection, std::move(calls), options.threads);
  if (IsOnly(Style::kFlat, styles)) graph.calls = {};
  output.stages.Begin(Stage::kWrite);
  WriteExecution(options, styles, {image.functions, profile, graph, selection}, Label(side), output, map);
  if (IsOnly(Style::kSum, styles) && options.short_form) {
    output.hints.push_back("the sum of the profiles is in gmon.sum; to subtract profiles, use --subtract");
  }
}

}  // namespace egprof
