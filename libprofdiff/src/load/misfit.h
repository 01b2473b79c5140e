// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that do not fit their image.
// Test: tests/unit/load/executions_test.cpp.
#ifndef PROFDIFF_LOAD_MISFIT_H_
#define PROFDIFF_LOAD_MISFIT_H_

#include <string>
#include <vector>

#include "profdiff/difference.h"

namespace profdiff {

// Checks whether the records of a profile, or of several with these names, fit the image.
Diagnostics FindMisfit(const LoadingOptions& options, const std::string& names, const Image& image,
                       const Records& records);

// Warns if the records of a side's files do not fit the image, and adds the warnings to the side's doubts.
void WarnOfMisfit(const LoadingOptions& options, const ExecutionFiles& files, const Image& image,
                  const Records& records, LoadingObserver& observer, std::vector<Doubt>& doubts);

// True if no sample and no call of a profile is in a function.
bool MatchesNothing(const Profile& profile);

// Warns of the first run that does not match the image; the addresses of each may be shifted by another number. Returns
// false if there is none.
bool WarnOfRuns(const std::vector<Diagnostics>& misfits, LoadingObserver& observer, std::vector<Doubt>& doubts);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_MISFIT_H_
