// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of programs that were loaded at another address than they were linked for.
// Tests: tests/cli/images/run.py.
#ifndef PROFDIFF_LOAD_SHIFTED_PROFILES_H_
#define PROFDIFF_LOAD_SHIFTED_PROFILES_H_

#include <string>
#include <vector>

#include "profdiff/difference.h"

namespace profdiff {

inline bool SubtractsShift(const LoadingOptions& options) { return options.finds_shift || options.shift != 0; }

// Reads profiles as ReadProfiles does, but first subtracts the shift of each (LoadingOptions::shift, finds_shift).
// Reports what was subtracted, and warns of profiles whose shift was not found.
Records ReadShiftedProfiles(const std::vector<std::string>& paths, const ReadingOptions& reading, const Image& image,
                            const LoadingOptions& options, const FileObserver& look, const RecordsUser& each,
                            LoadingObserver& observer);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_SHIFTED_PROFILES_H_
