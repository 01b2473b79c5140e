// SPDX-License-Identifier: GPL-3.0-or-later
// Exports, imports and removes trials. Only one trial is in memory at a time.
// Tests: tests/cli/db/run.py.
#include <optional>
#include <string>

#include "base/text.h"
#include "egprof/db/verbs.h"
#include "egprof/listings/listings.h"
#include "profdiff/error.h"

namespace egprof {

void RunExport(const DbOptions& options, Output& output) {
  const profdiff::TrialPath& path = options.paths.front();
  output.stages.Begin(Stage::kWrite);
  std::size_t count = 0;
  DeliverInParts(
      "",
      [&](std::string& text, const std::function<void(std::string&)>& drain) {
        profdiff::ReadTrials(options.store, path, [&](const profdiff::StoredTrial& trial) {
          profdiff::WriteExport(text, trial);
          ++count;
          if (drain) drain(text);
        });
      },
      output);
  if (count == 0 && !path.application.empty()) {
    throw profdiff::Error(profdiff::ErrorCode::kNotFound, "no trials below " + path.Text(), options.store);
  }
}

void RunImport(const DbOptions& options, Output& output) {
  output.stages.Begin(Stage::kReadProfiles);
  std::size_t file = 0;
  std::optional<profdiff::ExportReader> reader;
  const std::size_t count = profdiff::AddTrials(options.store, [&]() -> std::optional<profdiff::StoredTrial> {
    while (file < options.inputs.size()) {
      if (!reader) reader.emplace(options.inputs[file]);
      if (std::optional<profdiff::StoredTrial> trial = reader->Next()) return trial;
      reader.reset();
      output.stages.Count(++file, options.inputs.size());
    }
    return std::nullopt;
  });
  output.text += options.store + ": added " + profdiff::Plural(count, "trial") + "\n";
}

void RunRemove(const DbOptions& options, Output& output) {
  const std::size_t count = profdiff::RemoveTrials(options.store, options.paths.front());
  output.text += options.store + ": removed " + profdiff::Plural(count, "trial") + "\n";
}

}  // namespace egprof
