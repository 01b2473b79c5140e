// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the manifest of a folder of recorded runs. A manifest that is accepted names no file outside of the folder,
// stays the same when it is written and read again, and has pairs that can be judged and reported.
#include <filesystem>
#include <string>
#include <string_view>

#include "fuzz/input.h"
#include "profdiff/record.h"
#include "support/temporary_folder.h"

namespace {

using profdiff::RecordFolder;

std::string TextOf(const RecordFolder& folder) {
  std::string text;
  profdiff::WriteManifest(text, folder);
  return text;
}

bool LeadsOut(const std::string& path) {
  return path.starts_with('/') || ("/" + path + "/").find("/../") != std::string::npos;
}

void Judge(const RecordFolder& folder) {
  for (std::size_t command = 0; command < folder.commands.size(); ++command) {
    profdiff::RecordComparison comparison{folder, "record-1", {}, {}, {}};
    comparison.pairs = profdiff::CompletePairs(comparison.folder, command);
    if (comparison.pairs.empty()) continue;
    comparison.measures = profdiff::MeasurePairs(comparison.pairs);
    comparison.remarks = profdiff::CheckPairs(comparison.pairs);
    for (const profdiff::RecordMeasure& each : comparison.measures) {
      fuzz::Require(each.change.low <= each.change.high && each.change.p >= 0 && each.change.p <= 1);
    }
    std::string out;
    profdiff::WriteRecordedTimes(out, comparison, {});
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder place;
  const auto read = [](std::string_view text) {
    std::filesystem::remove(place.path() + "/manifest.json");  // ext4 waits for the disk when a file is truncated
    place.Write("manifest.json", text);
    return profdiff::ReadRecordFolder(place.path());
  };
  fuzz::Accepts([&] {
    const RecordFolder folder = read({reinterpret_cast<const char*>(data), size});
    for (const profdiff::RecordedRun& run : folder.runs) fuzz::Require(!LeadsOut(run.profile));
    const std::string text = TextOf(folder);
    bool is_same = false;
    fuzz::Require(fuzz::Accepts([&] { is_same = TextOf(read(text)) == text; }) && is_same);
    if (folder.commands.size() < 20) Judge(folder);
  });
  return 0;
}
