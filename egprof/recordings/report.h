// SPDX-License-Identifier: GPL-3.0-or-later
// The report on a folder of recorded runs, for all commands that write it.
// Tests: tests/cli/record_folder/run.py.
#ifndef EGPROF_RECORDINGS_REPORT_H_
#define EGPROF_RECORDINGS_REPORT_H_

#include <cstddef>
#include <string>

#include "egprof/cli/command_line.h"
#include "egprof/console/console.h"
#include "egprof/options/options.h"
#include "egprof/options/report_rows.h"

namespace egprof {

// The options of a command that writes the report, group by group. Their owner must outlive this.
struct RecordingOptions {
  const CommandLine& line;
  const WorkOptions& work;
  const LayoutOptions& layout;
  const RenameOptions& renames;
  const FunctionOptions& functions;
  const FileOptions& files;
  const InputOptions& input;
  const SideOptions& sides;
  const ComparisonOptions& comparison;
  const OutputOptions& outputs;
  const ReportOptions& report;
};

template <class Options>
RecordingOptions RecordingOptionsOf(const Options& options) {
  return {options, options, options, options, options, options, options, options, options, options, options};
}

// Checks that an output has room for the reports on so many commands: only text has, for more than two. Errors:
// kBadArgument.
void RequireOneReport(const OutputOptions& outputs, std::size_t commands);

// Writes the report of `egprof diff` on each command of the folder, compared with the first one by pairs, and checks
// gates; of a single command, its profile. The options must have been prepared (Prepare in egprof/listings/listings.h).
// Errors: those of profdiff::ReadRecordFolder; kBadArgument for output files of more than two commands;
// kMissingRecords.
void ReportRecording(const std::string& directory, const RecordingOptions& options, Console& console);

}  // namespace egprof

#endif  // EGPROF_RECORDINGS_REPORT_H_
