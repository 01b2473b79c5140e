// SPDX-License-Identifier: GPL-3.0-or-later
// The recorders of a program, one per row: the tool, its command line, and the data model of its recordings.
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
#include "egprof/search/launch_line.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"

namespace egprof {

// Properties of a program that its file shows.
struct ProgramTraits {
  bool is_known = false;     // the file could be read
  bool has_main = false;     // a symbol of that name
  bool is_traced = false;    // calls are reported: -pg, -mfentry or -finstrument-functions
  bool is_parallel = false;  // it calls OpenMP or MPI
  bool writes_gmon = false;  // it was linked with -pg
};

// All are false for a word that names no file.
ProgramTraits LookAtProgram(const std::string& path);

// Everything on which the command lines of recorders depend.
struct RecordingPlan {
  std::string folder;  // where recordings go
  LaunchLine line;
  ProgramTraits traits;
  std::string phase;  // a function; empty: main, as far as that is known
  std::optional<CacheShape> first_cache, last_cache;
};

struct Recording {
  std::string path;
  std::optional<std::uint32_t> rank;  // if a launcher started the program, and the recording is of one process

  friend bool operator==(const Recording&, const Recording&) = default;
};

struct MonitorRow {
  std::string_view name;
  std::string_view program;                    // that records; empty: the program does so itself
  std::string_view package;                    // of Debian
  std::string_view context;                    // the data model, in files of properties, whose metrics recordings have
  std::vector<std::string_view> without;       // but not these of it
  std::vector<std::string_view> metrics;       // in place of `context`
  std::vector<std::string_view> efficiencies;  // which recordings may show
  bool arrays = false;                         // it distinguishes data structures
  bool grows = false;                          // a recording can be read before the run has ended
  bool is_folder = false;                      // the processes of a run are in one folder
  bool (*fits)(const RecordingPlan& plan);
  // Reason why the program cannot be recorded; empty if it can, or if its file could not be read.
  std::string (*obstacle)(const RecordingPlan& plan);
  // The words before the program, for a recording in `file`.
  void (*add_words)(const RecordingPlan& plan, const std::string& file, std::vector<std::string>& words);
  // Reads the recordings of a run, which are of the program options.image.
  profdiff::Measurements (*load)(const std::vector<Recording>& recordings, const profdiff::MeasureOptions& options);
};

// In the order in which they are tried.
std::span<const MonitorRow> MonitorRows();
// Null if there is none.
const MonitorRow* FindMonitor(std::string_view name);

profdiff::Monitor MonitorOf(const MonitorRow& row, const profdiff::PropertySet& set);

// The whole command line. Under a launcher every process of the run becomes the recorder by itself, as its recording is
// named by its number.
std::vector<std::string> RecordingCommand(const MonitorRow& row, const RecordingPlan& plan);

// The argument specification for uftrace's option -A.
std::vector<std::string> ArgumentSpecifications(const RecordingPlan& plan);

// The recordings of a run, by rank.
std::vector<Recording> FindRecordings(const MonitorRow& row, const RecordingPlan& plan);

// The ranks up to the last one with a recording that have no context in `read`.
std::vector<std::uint32_t> FindLostRanks(const std::vector<Recording>& recordings, const profdiff::Measurements& read);

}  // namespace egprof

#endif  // EGPROF_SEARCH_MONITORS_H_
