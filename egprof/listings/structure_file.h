// SPDX-License-Identifier: GPL-3.0-or-later
// The file given with --structure, which is read if it exists and otherwise written.
// Tests: tests/cli/check/run.py, tests/cli/search/passed_on.py.
#ifndef EGPROF_LISTINGS_STRUCTURE_FILE_H_
#define EGPROF_LISTINGS_STRUCTURE_FILE_H_

#include <optional>
#include <span>
#include <string>

#include "egprof/console/file_guard.h"
#include "egprof/listings/file_plan.h"
#include "profdiff/properties.h"

namespace egprof {

class StructureFile {
 public:
  // Reads the file if it exists. An empty path means that there is no file. Errors: those of ReadStructure.
  explicit StructureFile(std::string path);

  // Registers the file as an input or an output.
  void Plan(PlannedOutputs& outputs, FileGuard& files) const;
  bool is_written() const { return !path_.empty() && !structure_; }
  // Apply nests the regions of `runs` as described in the file; it does nothing unless the file existed. Write writes
  // the regions of `run` to the file; it does nothing if the file existed. Errors: those of WriteOutputFile.
  void Apply(std::span<profdiff::Measurements> runs) const;
  void Write(const profdiff::Measurements& run) const;

 private:
  const std::string path_;
  std::optional<profdiff::ProgramStructure> structure_;  // nullopt unless the file existed
};

}  // namespace egprof

#endif  // EGPROF_LISTINGS_STRUCTURE_FILE_H_
