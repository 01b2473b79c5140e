// SPDX-License-Identifier: GPL-3.0-or-later
// Exports, imports and removes trials. Only one trial is in memory at a time.
// Tests: tests/cli/db/run.py.
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "egprof/db/verbs.h"
#include "profdiff/error.h"
#include "profdiff/input.h"

namespace egprof {
namespace {

// Refuses results of benchmarks and other measurements, which do not name a trial. Exports are JSON Lines, too.
void RefuseMeasurements(const std::string& path) {
  const profdiff::Input input(path);
  const bool is_other =
      input.kind() == profdiff::InputKind::kMeasurements && input.format() != profdiff::FindInputFormat("json-lines");
  if (!is_other) return;
  throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                        std::string(input.format()->description) +
                            ", which name no trial: add them with 'egprof db add STORE APPLICATION/EXPERIMENT/TRIAL " +
                            path + "'",
                        path);
}

}  // namespace

void RunExport(const std::string& store, const profdiff::TrialPath& path, TextSink& out, Stages& stages) {
  stages.Begin(Stage::kWrite);
  std::size_t count = 0;
  profdiff::ExportWriter writer;
  profdiff::ReadTrials(store, path, [&](const profdiff::StoredTrial& trial) {
    writer.Add(out.text, trial);
    ++count;
    out.Drain();
  });
  writer.End(out.text);
  if (count == 0 && !path.application.empty()) {
    throw profdiff::Error(profdiff::ErrorCode::kNotFound, "no trials below " + path.Text(), store);
  }
}

void RunImport(const std::string& store, const std::vector<std::string>& inputs, Console& console) {
  console.stages.Begin(Stage::kReadProfiles);
  std::size_t file = 0;
  std::optional<profdiff::ExportReader> reader;
  const std::size_t count = profdiff::AddTrials(store, [&]() -> std::optional<profdiff::StoredTrial> {
    while (file < inputs.size()) {
      if (!reader) {
        RefuseMeasurements(inputs[file]);
        reader.emplace(inputs[file]);
      }
      if (std::optional<profdiff::StoredTrial> trial = reader->Next()) return trial;
      if (!reader->IsCounted()) {
        console.messages.Note(profdiff::Message(
            "no last line with counts, so whether the export is complete cannot be told; exports of this version have "
            "one",
            inputs[file]));
      }
      reader.reset();
      console.stages.Count(++file, inputs.size());
    }
    return std::nullopt;
  });
  console.out.text += store + ": added " + profdiff::Plural(count, "trial") + "\n";
}

void RunRemove(const std::string& store, const profdiff::TrialPath& path, TextSink& out) {
  const std::size_t count = profdiff::RemoveTrials(store, path);
  out.text += store + ": removed " + profdiff::Plural(count, "trial") + "\n";
}

}  // namespace egprof
