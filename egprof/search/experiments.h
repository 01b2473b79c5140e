// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments: what a search wants to have recorded is run and read.
// Tests: tests/cli/search/run.py.
#ifndef EGPROF_SEARCH_EXPERIMENTS_H_
#define EGPROF_SEARCH_EXPERIMENTS_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "egprof/console/output.h"
#include "egprof/process/program.h"
#include "egprof/search/growing_folder.h"
#include "egprof/search/monitors.h"
#include "egprof/search/options.h"
#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"

namespace egprof {

// A folder for recordings: that of --keep, or one that is removed in the end.
class RecordingFolder {
 public:
  // `keep`: empty for the latter. Errors: kSystem; kBadArgument for a folder that is not empty.
  explicit RecordingFolder(const std::string& keep);
  ~RecordingFolder();
  RecordingFolder(const RecordingFolder&) = delete;
  RecordingFolder& operator=(const RecordingFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool is_kept_;
};

// The plan for one monitor: lackey may have a command of its own.
RecordingPlan PlanFor(const SearchOptions& options, const MonitorRow& row, const std::string& folder);

class Experiments {
 public:
  // The time of --budget begins. References have to outlive it.
  Experiments(const SearchOptions& options, const std::string& folder, SignalWatch& watch, Output& output);

  // Runs the monitor of an experiment; or with --strategy=all goes on with a run that has not ended.
  profdiff::ExperimentResult Run(const MonitorRow& row);

  // Why the first one that gave nothing did so.
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
  const std::string folder_;
  SignalWatch& watch_;
  Output& output_;
  const Time begin_ = std::chrono::steady_clock::now();
  Time end_ = Time::max();  // of --budget
  std::unique_ptr<WatchedProgram> running_;
  RecordingPlan plan_;                     // of the run
  std::string command_;                    // likewise
  std::optional<CacheShape> first_cache_;  // from --cache or a recording
  std::string first_reason_;
};

}  // namespace egprof

#endif  // EGPROF_SEARCH_EXPERIMENTS_H_
