// SPDX-License-Identifier: GPL-3.0-or-later
// The folder that `egprof record` fills: a manifest (manifest.json), which says what ran when on which machine, and one
// profile for each run (runs/0007-a.pb.gz).
//
// Source of the format: egprof-record(1), "The folder". Times of runs are in seconds; a field that was not measured is
// nullopt, and an empty text is not written.
#ifndef PROFDIFF_RECORD_H_
#define PROFDIFF_RECORD_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/export.h"

namespace profdiff {

enum class RecordState : std::uint8_t {
  kRunning,      // the recording goes on, or the recorder was killed
  kComplete,     // all pairs were run
  kUntil,        // the interval was narrow enough
  kTime,         // no time was left
  kFailed,       // a run failed
  kInterrupted,  // the user ended it
};

enum class RunState : std::uint8_t { kOk, kFailed, kKilled, kTimeout, kInterrupted };

// Returns "running", "complete", "until", "time", "failed" or "interrupted".
PROFDIFF_EXPORT std::string_view RecordStateName(RecordState state);
// Returns "ok", "failed", "killed", "timeout" or "interrupted".
PROFDIFF_EXPORT std::string_view RunStateName(RunState state);

// The machine, as far as its operating system says. `aslr` and `paranoid` are the numbers of the kernel's settings
// randomize_va_space and perf_event_paranoid.
struct RecordMachine {
  std::string host, kernel, cpu, governor;
  std::size_t cpus = 0;
  std::optional<int> aslr, paranoid;
};

// What made the profiles.
struct Recorder {
  std::string name;                 // "perf", "gmon", "callgrind", "uftrace" or "time"
  std::string version;              // as the recorder prints it
  std::vector<std::string> words;   // its command line, without the program's
  std::string event;                // "cpu-clock", "Ir"; empty for "time"
  std::optional<double> frequency;  // samples per second that were asked for
  std::optional<double> period;     // seconds per sample
  std::string call_graph;           // "fp", "dwarf" or "no"
  std::string reason;               // why this recorder was chosen
};

struct RecordedCommand {
  std::string name;                                             // given by the user, or else the command line
  std::string command;                                          // command line as the user wrote it
  std::vector<std::string> words;                               // what is executed
  std::string program;                                          // path of the program
  std::string sha256, build_id;                                 // of the program, in hexadecimal digits
  std::vector<std::pair<std::string, std::string>> parameters;  // names and values, as given
};

// What a run printed on standard output.
struct RecordedOutput {
  std::uint64_t bytes = 0;
  std::string sha256;  // in hexadecimal digits
};

struct RecordedRun {
  std::size_t run = 1;       // number of the run, from 1, in the order of their start
  std::size_t pair = 1;      // number of the pair (with several commands: of the round), from 1
  std::size_t command = 0;   // index into RecordFolder::commands
  std::size_t position = 1;  // 1 for the first run of its pair
  bool warmup = false;       // true if the run is not used
  std::string started;       // date and time in UTC: "2026-11-29T12:00:00Z"
  double wall = 0;
  std::optional<double> user, sys;
  std::optional<std::uint64_t> max_rss;  // bytes
  std::optional<std::uint64_t> minor_faults, involuntary_switches;
  std::optional<double> load;  // load average of the last minute, before the run
  int status = 0;              // exit status
  int signal = 0;              // signal that ended the run, or 0
  RunState state = RunState::kOk;
  std::string profile;  // path below the folder, as "runs/0007-a.pb.gz"; empty if there is none
  std::optional<std::uint64_t> samples, lost;
  std::optional<RecordedOutput> output;
};

struct RecordFolder {
  std::string egprof;          // version that wrote the folder
  std::string created, ended;  // dates and times in UTC
  std::string directory;       // working directory of the runs
  RecordState state = RecordState::kRunning;
  RecordMachine machine;
  std::vector<std::pair<std::string, std::string>> options;  // names without "--", and values; "seed" among them
  Recorder recorder;
  std::vector<RecordedCommand> commands;  // the first is the base of each other
  std::vector<RecordedRun> runs;          // in the order in which they were started
};

// Reads the manifest of `folder`. Errors: kUnknownFormat if it is damaged, of another schema, or names a path outside
// the folder; kSystem if it cannot be read.
PROFDIFF_EXPORT RecordFolder ReadRecordFolder(const std::string& folder);

// Appends the manifest as JSON of the schema "egprof-record-1".
PROFDIFF_EXPORT void WriteManifest(std::string& out, const RecordFolder& folder);

}  // namespace profdiff

#endif  // PROFDIFF_RECORD_H_
