// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/check/programs.h"

#include "profdiff/error.h"

namespace egprof {

std::vector<ProgramRun> SplitAtPrograms(const std::vector<profdiff::Input>& inputs, bool several) {
  std::vector<ProgramRun> runs;
  bool has_program = false;
  for (const profdiff::Input& input : inputs) {
    const bool is_asked = several || has_program || runs.empty();
    if (is_asked && input.IsImage()) {
      if (has_program && !several) {
        throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                              "a second program: only --table accepts several, each followed by its profiles",
                              input.path());
      }
      has_program = true;
      runs.push_back({{input}, true});
    } else if (has_program) {
      runs.back().inputs.push_back(input);
    } else {
      runs.push_back({{input}, false});
    }
  }
  return runs;
}

}  // namespace egprof
