// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and reads the experiments that a search requests.
// Tests: tests/cli/search/run.py.
#ifndef EGPROF_SEARCH_EXPERIMENTS_H_
#define EGPROF_SEARCH_EXPERIMENTS_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "egprof/console/exit_status.h"
#include "egprof/console/messages.h"
#include "egprof/console/stages.h"
#include "egprof/listings/structure_file.h"
#include "egprof/process/program.h"
#include "egprof/search/growing_folder.h"
#include "egprof/search/monitors.h"
#include "egprof/search/options.h"
#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"

namespace egprof {

// A directory for recordings: the directory given with --keep, or a temporary one, which is removed at the end.
class RecordingFolder {
 public:
  // Creates the directory; a temporary one if `keep` is empty. Errors: kSystem; kBadArgument for a directory that is
  // not empty.
  explicit RecordingFolder(const std::string& keep);
  ~RecordingFolder();
  RecordingFolder(const RecordingFolder&) = delete;
  RecordingFolder& operator=(const RecordingFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool is_kept_;
  bool is_new_ = false;  // true if the directory given with --keep was created; it is removed if nothing was recorded
};

// Returns the plan for one monitor. Lackey may have its own command (--array-command).
RecordingPlan PlanFor(const SearchOptions& options, const MonitorRow& row, const std::string& folder);

class Experiments {
 public:
  // Starts the clock of --budget. The arguments, which are stored as references, must outlive this object.
  Experiments(const SearchOptions& options, const StructureFile& structure, const std::string& folder,
              SignalWatch& watch, Messages& messages, ExitStatus& status, Stages& stages);

  // Runs a monitor and reads its recordings. With --strategy=all, may continue a run that has not ended.
  profdiff::ExperimentResult Run(const MonitorRow& row);

  // Returns the reason why the first unsuccessful experiment gave no result.
  const std::string& first_reason() const { return first_reason_; }

 private:
  using Time = WatchedProgram::Time;

  profdiff::ExperimentResult Start(const MonitorRow& row);
  profdiff::ExperimentResult Wait(const MonitorRow& row);
  profdiff::ExperimentResult Failed(const MonitorRow& row);
  profdiff::ExperimentResult StoppedFor(const MonitorRow& row, profdiff::SearchStop stop);
  profdiff::ExperimentResult ReadGrowing(const MonitorRow& row);
  profdiff::ExperimentResult ReadEnded(const MonitorRow& row, bool is_whole);
  profdiff::ExperimentResult Read(const MonitorRow& row, const std::vector<Recording>& recordings, bool is_whole);
  profdiff::Measurements ReadAll(const MonitorRow& row, const std::vector<Recording>& recordings, bool is_whole);
  void ReportLost(const MonitorRow& row, const std::vector<Recording>& recordings, const profdiff::Measurements& read);
  GrowingFolder Growing(const MonitorRow& row) const;
  std::string ReasonFor(const profdiff::Error& error) const;
  profdiff::ExperimentResult Without(std::string reason, std::optional<profdiff::SearchStop> stop = {});
  std::string LogOf(const MonitorRow& row) const { return folder_ + "/" + std::string(row.name) + ".log"; }

  const SearchOptions& options_;
  const StructureFile& structure_;
  const std::string folder_;
  SignalWatch& watch_;
  Messages& messages_;
  ExitStatus& status_;
  Stages& stages_;
  const Time begin_ = std::chrono::steady_clock::now();
  Time end_ = Time::max();  // time at which --budget is used up
  std::unique_ptr<WatchedProgram> running_;
  RecordingPlan plan_;                     // plan of the current run
  std::string command_;                    // command of the current run
  std::optional<CacheShape> first_cache_;  // from --cache, or from the description in a recording
  std::string first_reason_;
};

}  // namespace egprof

#endif  // EGPROF_SEARCH_EXPERIMENTS_H_
