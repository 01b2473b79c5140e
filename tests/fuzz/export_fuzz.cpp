// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a store if the input begins like one, and otherwise the lines of an export. Trials read from an export are
// exported, and read and exported again: both exports must have the same bytes.
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/input.h"
#include "profdiff/store.h"
#include "values/loading_trials.h"

namespace {

std::string Exported(const std::string& path) {
  std::string text;
  profdiff::ExportReader reader(path);
  profdiff::ExportWriter writer;
  while (const std::optional<profdiff::StoredTrial> trial = reader.Next()) writer.Add(text, *trial);
  writer.End(text);
  return text;
}

void TryLines(const std::string& path) {
  std::string once;
  if (!fuzz::Accepts([&] { once = Exported(path); })) return;
  static fuzz::MemoryFile again;
  fuzz::Require(Exported(again.Fill(once)) == once);
}

void TryStore(const std::string& path) {
  fuzz::Accepts([&] {
    profdiff::ReadTrials(path, {}, [&](const profdiff::StoredTrial& trial) {
      std::string text;
      profdiff::ExportWriter().Add(text, trial);
      fuzz::Accepts([&] { profdiff::ProfilesOf({trial}); });
    });
  });
  fuzz::Accepts([&] {
    for (const profdiff::TrialEntry& trial : profdiff::ListTrials(path, {})) {
      profdiff::MakeHistory(profdiff::ReadSeries(path, {trial.path.application, trial.path.experiment, ""}), {});
    }
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string& path = file.Fill(bytes);
  bytes.starts_with("SQLite format 3") ? TryStore(path) : TryLines(path);
  return 0;
}
