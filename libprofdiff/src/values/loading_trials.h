// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of loading the trials of a store that no command calls.
#ifndef PROFDIFF_VALUES_LOADING_TRIALS_H_
#define PROFDIFF_VALUES_LOADING_TRIALS_H_

#include <optional>
#include <string>
#include <vector>

#include "profdiff/store.h"

namespace profdiff {

// Returns the profiles of trials. If there are several trials, they are taken to be measurements of one program at
// different times: each becomes one run, the mean of that trial's runs. Errors: kMissingRecords for trials without
// times and calls; kIncompatible for different units.
TrialProfiles ProfilesOf(const std::vector<StoredTrial>& trials);

// Returns the sum of all runs. Errors: kIncompatible for different units.
Profile SumProfiles(const std::vector<Profile>& runs);

// Reads one trial. Errors: kNotFound if there is no such trial.
StoredTrial ReadTrial(const std::string& file, const TrialPath& path, StacksOfTrial stacks = StacksOfTrial::kRead);

// Finds the steps in one series. The same numbers result in the same steps on any machine.
// Method: each split of a series is scored by the difference of the means of several numbers of trials before and after
// it, in standard errors of noise without outliers, which may be autocorrelated. The best score is compared with those
// of 499 series of the same residuals in random order (99 for more than 1,000 trials). Steps are added as long as they
// are clear, and placed by least squares between their neighbours. Student's t decides on steps before two trials, and
// on fewer than 9 trials.
SeriesHistory FindHistory(const std::vector<std::optional<double>>& values, const HistoryOptions& options,
                          bool is_higher_better = false);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LOADING_TRIALS_H_
