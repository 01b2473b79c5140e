// SPDX-License-Identifier: GPL-3.0-or-later
// Messages to the user while profiles are read: progress, warnings, descriptions, and files that are left out.
#ifndef EGPROF_EXECUTIONS_PROFILE_LOG_H_
#define EGPROF_EXECUTIONS_PROFILE_LOG_H_

#include <cstddef>
#include <cstdint>

#include "egprof/console/load_log.h"
#include "egprof/executions/sides.h"
#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "profdiff/gmon.h"

namespace egprof {

// What is reported about the profiles of a side, and what happens if a file cannot be used.
struct FileReporting {
  bool keep_going = false;     // --keep-going
  bool describes = false;      // -i: describes each file
  bool is_sum = true;          // true if the files are added up
  bool uses_blocks = false;    // true if basic-block counts are used (-l)
  bool any_format = true;      // true if the user has not named the format of the files
  bool refuses_files = false;  // `-O prof`
};

// Messages about the profiles of one side, file by file.
class ProfileLog {
 public:
  // Begins the reading stage. Errors: kUnsupported for `-O prof`.
  ProfileLog(const FileReporting& reporting, const Side& side, LoadLog& log);

  // Called once for each file, like a profdiff::FileObserver.
  void Add(const profdiff::GmonOutline& file, const profdiff::Error* error);

  // Called by profdiff::LoadingObserver::EndStacks.
  void AddStacks(const profdiff::StackProfile& file, const profdiff::Error* error);

  // Handles an error in the last file: with --keep-going, the file is left out; otherwise, the error ends the run.
  void Fail(const profdiff::Error& error);

  // Called after the last file, with the sum of all files.
  void End(const profdiff::Records& records);

 private:
  // Warns that basic-block counts are ignored without -l. Like gprof, warns once, at the first block of any file. Does
  // not warn about blocks after an error in a file; `reached_offset` is the byte offset of that error.
  void WarnAboutBlocks(const profdiff::GmonOutline& file, std::uint64_t reached_offset);
  // Warns once if a file has a different sampling rate from the files before it. A sum has only one rate: that of the
  // first file, as in gprof.
  void WarnAboutRate(const profdiff::GmonOutline& file);
  void SayWhatIsMissing(const profdiff::GmonOutline& file);
  bool IsForeign(const profdiff::GmonOutline& file) const;
  void Count(const profdiff::GmonOutline& file);

  const FileReporting reporting_;
  const std::size_t files_;
  std::size_t seen_ = 0, left_out_ = 0;
  LoadLog& log_;
  bool ignores_blocks_;     // true if block counts are ignored and no warning was printed yet; false with -l
  std::uint32_t rate_ = 0;  // rate of the first file that has one, in ticks per second; 0 until then
  bool has_several_rates_ = false;
  int version_ = 0;
};

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_PROFILE_LOG_H_
