// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/property_page.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "egprof/console/output_file.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"

namespace egprof {

PlannedOutputs FindingOutputs(const FindingOptions& options, const TableOptions& table) {
  const bool is_text = table.WritesText();
  PlannedOutputs outputs = {{is_text ? "the findings" : "--format", "", is_text}};
  if (options.page) {
    profdiff::RequirePages();
    outputs.push_back({"--html", *options.page, false});
  }
  if (options.store) {
    if (!profdiff::CanStore()) {
      throw profdiff::Error(
          profdiff::ErrorCode::kUnsupported,
          "--db: this build cannot use stores: it was compiled without SQLite (Debian: libsqlite3-dev)");
    }
    outputs.push_back({"--db", options.store->file, false});
  }
  return outputs;
}

void RequireNewTrial(const std::string& store, const profdiff::TrialPath& path) {
  RequireOwnLinks(store);
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(store, error);
  const bool is_new = !std::filesystem::exists(status) ||
                      (std::filesystem::is_regular_file(status) && std::filesystem::file_size(store, error) == 0);
  if (is_new || profdiff::ListTrials(store, path).empty()) return;
  throw profdiff::Error(profdiff::ErrorCode::kExists, "trial " + path.Text() + " already exists; choose another name",
                        store, {}, {profdiff::RemedyKind::kRemoveTrial, path.Text()});
}

void AddAllTrials(const std::string& store, std::vector<profdiff::StoredTrial> trials) {
  std::size_t next = 0;
  profdiff::AddTrials(store, [&]() -> std::optional<profdiff::StoredTrial> {
    return next == trials.size() ? std::nullopt : std::optional(std::move(trials[next++]));
  });
}

void KeepFindings(const FindingOptions& options, const std::function<profdiff::StoredTrial()>& make) {
  if (!options.store) return;
  profdiff::StoredTrial trial = make();
  trial.path = options.store->path;
  AddAllTrials(options.store->file, {std::move(trial)});
}

}  // namespace egprof
