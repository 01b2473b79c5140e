// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/check/programs.h"

#include "profdiff/error.h"
#include "profdiff/image.h"

namespace egprof {

std::vector<ProgramRun> SplitAtPrograms(const std::vector<std::string>& paths, bool several) {
  std::vector<ProgramRun> runs;
  bool has_program = false;
  for (const std::string& path : paths) {
    const bool is_asked = several || has_program || runs.empty();
    if (is_asked && profdiff::IsImage(path)) {
      if (has_program && !several) {
        throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                              path + ": a second program: only --table accepts several, each followed by its profiles",
                              path);
      }
      has_program = true;
      runs.push_back({{path}, true});
    } else if (has_program) {
      runs.back().paths.push_back(path);
    } else {
      runs.push_back({{path}, false});
    }
  }
  return runs;
}

}  // namespace egprof
