// SPDX-License-Identifier: GPL-3.0-or-later
// Monitors, the ways in which a program can be recorded. Each has a row: the tool, its command line, and the data model
// of its recordings.
// Tests: tests/unit/egprof/search/options_test.cpp, tests/cli/search/run.py.
#ifndef EGPROF_SEARCH_MONITORS_H_
#define EGPROF_SEARCH_MONITORS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/options/property_rows.h"
#include "egprof/process/program_traits.h"
#include "egprof/search/launch_line.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"

namespace egprof {

// Everything that the command lines of recorders depend on.
struct RecordingPlan {
  std::string folder;  // directory in which recordings are stored
  LaunchLine line;
  ProgramTraits traits;
  std::string phase;       // name of a function; empty for main, or for the whole run if there is no main
  bool instances = false;  // true if each call to the phase is recorded separately
  std::optional<CacheShape> first_cache, last_cache;
};

// Name of the profiles that programs compiled with -pg write on their own while a monitor other than gmon records them.
inline constexpr std::string_view kProfileBeside = "profile-beside";

struct Recording {
  std::string path;
  std::optional<std::uint32_t> rank;  // set if a launcher started the program and the recording contains one process

  friend bool operator==(const Recording&, const Recording&) = default;
};

struct MonitorRow {
  std::string_view name;
  std::string_view program = {};                    // file name of the recorder; empty if the program records itself
  std::string_view package = {};                    // Debian package of the recorder
  std::string_view context = {};                    // name of the ASL data model whose metrics the recordings contain
  std::vector<std::string_view> without = {};       // metrics of `context` that the recordings lack
  std::vector<std::string_view> metrics = {};       // metrics that the recordings contain besides those of `context`
  std::vector<std::string_view> efficiencies = {};  // efficiencies that the recordings may contain
  bool arrays = false;     // true if the recorder attributes memory accesses to data structures
  bool grows = false;      // true if a recording can be read before the run has ended
  bool is_folder = false;  // true if each process of a run has its own directory in one common directory
  bool (*fits)(const RecordingPlan& plan);
  // Returns the reason why the program cannot be recorded; empty if it can, or if its file could not be read.
  std::string (*obstacle)(const RecordingPlan& plan);
  // Adds the words of the recorder, which precede those of the program. The recording goes to `file`.
  void (*add_words)(const RecordingPlan& plan, const std::string& file, std::vector<std::string>& words);
  // Reads the recordings of a run. The recorded program is options.image.
  profdiff::Measurements (*load)(const std::vector<Recording>& recordings, const profdiff::MeasureOptions& options);
};

// Returns the monitors in the order in which they are tried.
std::span<const MonitorRow> MonitorRows();
// Returns the monitor with the given name; null if there is none.
const MonitorRow* FindMonitor(std::string_view name);

profdiff::Monitor MonitorOf(const MonitorRow& row, const profdiff::PropertySet& set);

// Returns the command line of the launcher, the recorder and the program. Under a launcher, every process of the run
// starts its own recorder, because each recording is named after the rank of its process.
std::vector<std::string> RecordingCommand(const MonitorRow& row, const RecordingPlan& plan);

// Returns the values of uftrace's option -A, which select arguments to record.
std::vector<std::string> ArgumentSpecifications(const RecordingPlan& plan);

// Returns the recordings of a run in the order of ranks.
std::vector<Recording> FindRecordings(const MonitorRow& row, const RecordingPlan& plan);

// Returns the ranks, up to the last rank with a recording, that have no measurements in `read`.
std::vector<std::uint32_t> FindLostRanks(const std::vector<Recording>& recordings, const profdiff::Measurements& read);

}  // namespace egprof

#endif  // EGPROF_SEARCH_MONITORS_H_
