// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/structure_file.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "egprof/console/output_file.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

// True if the path exists. A path that cannot be examined counts as existing, so that it is never overwritten.
bool IsThere(const std::string& path) {
  std::error_code error;
  const bool is_there = std::filesystem::exists(std::filesystem::symlink_status(path, error));
  return is_there || (error && error != std::errc::no_such_file_or_directory);
}

}  // namespace

StructureFile::StructureFile(std::string path) : path_(std::move(path)) {
  if (!path_.empty() && IsThere(path_)) structure_ = profdiff::ReadStructure(path_);
}

void StructureFile::Plan(PlannedOutputs& outputs, FileGuard& files) const {
  if (path_.empty()) return;
  if (structure_) {
    files.AddInputs([path = path_] { return std::vector{path}; });
  } else {
    outputs.push_back({"--structure", path_, false});
  }
}

void StructureFile::Apply(std::span<profdiff::Measurements> runs) const {
  if (!structure_) return;
  for (profdiff::Measurements& run : runs) profdiff::ApplyStructure(*structure_, run);
}

void StructureFile::Write(const profdiff::Measurements& run) const {
  if (!is_written()) return;
  std::string text;
  profdiff::WriteStructure(text, run);
  WriteOutputFile(path_, text);
}

}  // namespace egprof
