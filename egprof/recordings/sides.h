// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded runs of a folder as the sides of a difference.
// Tests: tests/cli/record_folder/run.py.
#ifndef EGPROF_RECORDINGS_SIDES_H_
#define EGPROF_RECORDINGS_SIDES_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "egprof/console/messages.h"
#include "egprof/executions/sides.h"
#include "profdiff/record.h"

namespace egprof {

// True for a folder of recorded runs.
inline bool IsRecording(const Input& input) { return input.kind() == profdiff::InputKind::kRecord; }

// Returns the runs of one command that ended well and have a profile, as the runs of a side. If the profiles need an
// image, it is the program. Errors: kMissingRecords if there is no such run.
Side SideOfCommand(const std::string& directory, const profdiff::RecordFolder& folder, std::size_t command);

// Replaces each folder among the files by the runs of its only command. Errors: kBadArgument for a folder of several
// commands; those of profdiff::ReadRecordFolder.
std::vector<LineItem> WithRunsOfFolders(const std::vector<LineItem>& line);

// Returns the run of one command whose wall time is the median, or the longer of the two in the middle, and tells which
// one it is; the program comes first if the profile needs an image. Errors: kMissingRecords if no run has a profile.
std::vector<Input> MedianRunOf(const std::string& directory, const profdiff::RecordFolder& folder, std::size_t command,
                               Messages& messages);

// Returns the complete pairs of the first command and of another one, with their measures and remarks.
profdiff::RecordComparison ComparePairs(const std::string& directory, const profdiff::RecordFolder& folder,
                                        std::size_t command);

// Returns both sides of the pairs; run i of a side belongs to pair i. Pairs without profiles are left out of
// `comparison`. Errors: kMissingRecords if no pair is left.
Sides SidesOfPairs(profdiff::RecordComparison& comparison, Messages& messages);

// Describes the pairs for readers of a report, in a few lines.
void DescribePairs(const profdiff::RecordComparison& comparison, Messages& messages);

}  // namespace egprof

#endif  // EGPROF_RECORDINGS_SIDES_H_
