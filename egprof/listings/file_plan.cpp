// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/file_plan.h"

#include <optional>
#include <string>
#include <vector>

#include "egprof/console/output_file.h"
#include "egprof/listings/source_listings.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

// True if listings go to standard output.
bool HasListings(const OutputOptions& options, const TextOutputs& text) {
  if (options.own_report) return !ReplacesReport(options);
  Styles styles = options.styles;
  if (text.is_source_separate) styles.Remove(Style::kAnnotatedSource);
  styles.Remove(Style::kGraphFile);
  styles.Remove(Style::kPage);
  return !styles.empty() || text.ranks || (options.styles.empty() && !text.sum);
}

void AddProfiles(const std::vector<Input>& profiles, bool sum, std::vector<std::string>& inputs) {
  const std::optional<FileIdentity> sum_name = IdentityOfName(kSumFile);
  for (const Input& profile : profiles) {
    if (!sum || IdentityOfName(profile.path()) != sum_name) inputs.push_back(profile.path());
  }
}

void AddSide(const Side& side, bool sum, std::vector<std::string>& inputs) {
  inputs.push_back(side.image.path());
  if (side.store.empty()) return AddProfiles(side.profiles, sum, inputs);
  inputs.push_back(side.store);
  inputs.push_back(side.store + "-journal");
}

std::vector<std::string> InputsOf(const Sides& sides, const std::vector<std::string>& named) {
  std::vector<std::string> inputs;
  AddSide(sides.base, sides.sum, inputs);
  if (sides.other) AddSide(*sides.other, sides.sum, inputs);
  std::erase(inputs, "");  // empty if the profiles need no image
  inputs.insert(inputs.end(), named.begin(), named.end());
  return inputs;
}

std::vector<std::string> DebugFilesOf(const Sides& sides) {
  std::vector<std::string> files;
  if (!sides.base.image.empty()) files.push_back(profdiff::FindDebugFile(sides.base.image.path()));
  if (sides.other && !sides.other->image.empty()) files.push_back(profdiff::FindDebugFile(sides.other->image.path()));
  return files;
}

// Throws if several outputs go to standard output and not all of them are listings. Outputs that cannot go to a file
// come first in `shown`.
void RequireOneText(const PlannedOutputs& shown) {
  for (std::size_t i = 1; i < shown.size(); ++i) {
    if (shown[0].listing && shown[i].listing) continue;
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "standard output: " + shown[0].name + " and " + shown[i].name +
                              " cannot both go there; give the second a file: " + shown[i].name + "=FILE");
  }
}

}  // namespace

bool ReplacesReport(const CommentOptions& options) {
  return options.markdown && LeadsToStandardOutput(*options.markdown);
}

bool ReplacesReport(const BesideOptions& options) {
  const CommentOptions& comment = options;
  return ReplacesReport(comment) || (options.json && LeadsToStandardOutput(*options.json));
}

void AddComment(const CommentOptions& options, PlannedOutputs& outputs) {
  if (options.markdown) outputs.push_back({"--markdown", *options.markdown, false});
}

void PlanOutputs(const PlannedOutputs& outputs, FileGuard& files) {
  PlannedOutputs shown;
  for (const PlannedOutput& output : outputs) {
    if (LeadsToStandardOutput(output.path)) shown.push_back(output);
  }
  RequireOneText(shown);
  if (!shown.empty()) files.AddOutput(shown.front().name, "");
  for (const PlannedOutput& output : outputs) {
    if (!LeadsToStandardOutput(output.path)) files.AddOutput(output.name, output.path);
  }
}

PlannedOutputs ListingOutputs(const OutputOptions& options, const TextOutputs& text) {
  PlannedOutputs outputs;
  if (text.sum) outputs.push_back({"-s", kSumFile, false});
  if (!options.WritesText()) {
    outputs.push_back({"--format=" + std::string(options.table_format->name), "", false});
  } else if (HasListings(options, text)) {
    outputs.push_back({"a listing", "", true});
  }
  for (const GraphOutput& graph : options.graphs) {
    outputs.push_back({"--" + std::string(graph.format->name), graph.file, false});
  }
  if (options.json) {
    outputs.push_back({"--json", *options.json, false});
  }
  AddComment(options, outputs);
  if (options.page) {
    profdiff::RequirePages();
    outputs.push_back({"--html", *options.page, false});
  }
  return outputs;
}

void PlanFiles(const Sides& sides, const std::vector<std::string>& named, const PlannedOutputs& outputs,
               FileGuard& files) {
  files.AddInputs([inputs = InputsOf(sides, named)] { return inputs; });
  files.AddInputs([sides] { return DebugFilesOf(sides); });
  PlanOutputs(outputs, files);
}

}  // namespace egprof
