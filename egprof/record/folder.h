// SPDX-License-Identifier: GPL-3.0-or-later
// The folder into which a recording writes: only its owner may read it.
// Test: tests/cli/record/run.py.
#ifndef EGPROF_RECORD_FOLDER_H_
#define EGPROF_RECORD_FOLDER_H_

#include <cstddef>
#include <string>

#include "egprof/record/options.h"
#include "profdiff/record.h"

namespace egprof {

// Creates the folder of a recording with its directory for profiles: that of -o, or the next free record-N. Errors:
// kBadArgument if it is not empty; kSystem.
std::string MakeRecordFolder(const RecordOptions& options);

// Reads the folder of --append. Errors: kBadArgument if it has other commands, or other programs than now; those of
// profdiff::ReadRecordFolder.
profdiff::RecordFolder FolderToAppend(const RecordOptions& options, const profdiff::RecordFolder& now);

// Describes this recording: the machine, the options, the commands with the hashes of their programs.
profdiff::RecordFolder DescribeRecording(const RecordOptions& options, std::uint64_t seed);

// Writes the manifest in place of an earlier one. Errors: kSystem.
void SaveManifest(const std::string& directory, const profdiff::RecordFolder& folder);

// Returns the name of a run's files, without an extension: "0007-a".
std::string NameOfRun(std::size_t run, std::size_t command);

// Returns the date and time in UTC, as manifests contain it.
std::string TimeNow();

}  // namespace egprof

#endif  // EGPROF_RECORD_FOLDER_H_
