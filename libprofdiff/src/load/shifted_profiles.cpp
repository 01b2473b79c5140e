// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/shifted_profiles.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/text.h"
#include "profdiff/significance.h"
#include "values/loading_profiles.h"

namespace profdiff {
namespace {

// A file that was read, and its shift; nullopt if the shift was not found.
struct Shifted {
  Records records;
  std::optional<std::uint64_t> shift = 0;
};

GmonFile AsFile(Records records, const GmonOutline& outline) {
  GmonFile file;
  static_cast<GmonOutline&>(file) = outline;
  file.damage.reset();  // the usable part of a damaged file is complete
  file.histograms = std::move(records.histograms);
  file.arcs = std::move(records.arcs);
  file.blocks = std::move(records.blocks);
  return file;
}

// Reports the shifts of files that were read. Their shifts differ if each run was loaded at an address of its own.
void ReportShifts(const std::vector<std::string>& paths, const std::vector<Shifted>& files, LoadingObserver& observer) {
  constexpr std::size_t kMost = 3;
  std::size_t shifted = 0, unknown = 0;
  std::string first, texts;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].shift && unknown++ == 0) first = paths[i];
    if (files[i].shift.value_or(0) == 0) continue;
    if (shifted++ < kMost) texts += (texts.empty() ? "" : ", ") + ShiftText(*files[i].shift) + " from " + paths[i];
  }
  if (shifted > kMost) texts += " and others, " + std::to_string(shifted) + " in all";
  if (shifted != 0) observer.Warn(Message("subtracted from the addresses: " + texts));
  if (unknown == 0) return;
  observer.Warn(Message("no single shift makes the addresses fit the code: nothing is subtracted from those of " +
                            (unknown == 1 ? "this profile" : Plural(unknown, "profile") + ", such as this one"),
                        first));
}

}  // namespace

Records ReadShiftedProfiles(const std::vector<std::string>& paths, const ReadingOptions& reading, const Image& image,
                            const LoadingOptions& options, const FileObserver& look, const RecordsUser& each,
                            LoadingObserver& observer) {
  std::vector<Shifted> files(paths.size());
  const RecordsUser keep = [&](std::size_t number, Records records) {
    Shifted& file = files[number];
    file.shift = options.finds_shift ? FindAddressShift(image, records) : options.shift;
    SubtractShift(records, file.shift.value_or(0));
    if (each) each(number, records);
    file.records = std::move(records);
  };
  RecordAdder sum;
  std::size_t seen = 0;
  const FileObserver add = [&](const GmonOutline& outline, const Error* error) {
    Records& records = files[seen++].records;
    if (error != nullptr) return look(outline, error);
    try {
      sum.AddFile(AsFile(std::move(records), outline));
    } catch (const Error& wrong) {
      look(outline, &wrong);
      throw;
    }
    look(outline, nullptr);
  };
  ReadEachProfile(paths, reading, add, keep);
  ReportShifts(paths, files, observer);
  return sum.Take();
}

}  // namespace profdiff
