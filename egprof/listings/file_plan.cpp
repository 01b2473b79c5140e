// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/file_plan.h"

#include <optional>
#include <string>
#include <vector>

#include "egprof/listings/listings.h"
#include "egprof/listings/source_listings.h"
#include "profdiff/error.h"
#include "profdiff/image.h"
#include "profdiff/report_page.h"

namespace egprof {
namespace {

// True if listings go to standard output.
bool HasListings(const ProfileOptions& options, bool sum) {
  if (options.own_report) return true;
  Styles styles = options.styles;
  if (options.separate_files) styles.Remove(Style::kAnnotatedSource);
  styles.Remove(Style::kGraphFile);
  styles.Remove(Style::kPage);
  return !styles.empty() || options.ranks || (options.styles.empty() && !sum);
}

PlannedOutputs OutputsOf(const ProfileOptions& options, bool sum) {
  PlannedOutputs outputs;
  if (sum) outputs.push_back({"-s", kSumFile, false});
  if (options.table_format != nullptr) {
    outputs.push_back({"--format=" + std::string(options.table_format->name), "", false});
  } else if (HasListings(options, sum)) {
    outputs.push_back({"a listing", "", true});
  }
  for (const GraphOutput& graph : options.graphs) {
    outputs.push_back({"--" + std::string(graph.format->name), graph.file, false});
  }
  if (options.page) {
    profdiff::RequireReportPages();
    outputs.push_back({"--html", *options.page, false});
  }
  return outputs;
}

void AddProfiles(const std::vector<std::string>& profiles, bool sum, std::vector<std::string>& inputs) {
  const std::optional<FileIdentity> sum_name = IdentityOfName(kSumFile);
  for (const std::string& profile : profiles) {
    if (!sum || IdentityOfName(profile) != sum_name) inputs.push_back(profile);
  }
}

void AddSide(const Side& side, bool sum, std::vector<std::string>& inputs) {
  inputs.push_back(side.image);
  if (side.store.empty()) return AddProfiles(side.profiles, sum, inputs);
  inputs.push_back(side.store);
  inputs.push_back(side.store + "-journal");
}

std::vector<std::string> InputsOf(const ProfileOptions& options, const Sides& sides) {
  std::vector<std::string> inputs;
  AddSide(sides.base, sides.sum, inputs);
  if (sides.other) AddSide(*sides.other, sides.sum, inputs);
  std::erase(inputs, "");  // empty if the profiles need no image
  inputs.insert(inputs.end(), options.rename_files.begin(), options.rename_files.end());
  if (options.symbol_file) inputs.push_back(*options.symbol_file);
  if (options.styles.Has(Style::kFileOrder)) inputs.push_back(options.order_map);
  return inputs;
}

std::vector<std::string> DebugFilesOf(const Sides& sides) {
  std::vector<std::string> files;
  if (!sides.base.image.empty()) files.push_back(profdiff::FindDebugFile(sides.base.image));
  if (sides.other && !sides.other->image.empty()) files.push_back(profdiff::FindDebugFile(sides.other->image));
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

void PlanFiles(const ProfileOptions& options, const Sides& sides, FileGuard& files) {
  files.AddInputs([inputs = InputsOf(options, sides)] { return inputs; });
  files.AddInputs([sides] { return DebugFilesOf(sides); });
  PlanOutputs(OutputsOf(options, sides.sum), files);
}

}  // namespace egprof
