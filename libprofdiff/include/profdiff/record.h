// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of recorded runs: a manifest (manifest.json), which says what ran when on which machine, and one profile for
// each run (runs/0007-a.pb.gz).
//
// Source of the format: egprof-formats(5). Times of runs are in seconds; a field that was not measured is
// nullopt, and an empty text is not written.
#ifndef PROFDIFF_RECORD_H_
#define PROFDIFF_RECORD_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"

namespace profdiff {

// The name of the format of manifests.
inline constexpr std::string_view kRecordSchema = "egprof-record-1";

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
  std::optional<std::uint64_t> launcher_samples;  // of egprof itself around the program; left out of the profile
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

// Appends the manifest of a folder, which ReadRecordFolder reads back. Fields that are not known are not written.
PROFDIFF_EXPORT void WriteManifest(std::string& out, const RecordFolder& folder);

// A pair of runs; `base` is a run of the first command.
struct RecordPair {
  const RecordedRun* base = nullptr;
  const RecordedRun* other = nullptr;
};

// Returns the pairs of the first command and of another one, in the order of their numbers. Warm-ups are left out, and
// pairs with a run that is missing or did not end well.
PROFDIFF_EXPORT std::vector<RecordPair> CompletePairs(const RecordFolder& folder, std::size_t command);

// How much more the other side takes than the base, estimated from pairs of runs.
struct PairedChange {
  std::size_t pairs = 0;
  double base = 0, other = 0;             // means over the runs
  double percent = 0, low = 0, high = 0;  // change of the geometric mean, and its 95 % interval
  double spread = 0;                      // standard deviation of a pair's ratio, in percent
  double p = 1;
  double wilcoxon_p = 1;  // the same by ranks, which outliers affect less
  bool significant = false;
};

// Compares values of pairs: those of pair i are at index i of both sides. Returns nullopt for fewer than two pairs, for
// a value that is not positive, and in a build that cannot judge.
// Source: t interval of the logarithms of the pairs' ratios; signed-rank test (Wilcoxon 1945).
PROFDIFF_EXPORT std::optional<PairedChange> FindPairedChange(std::span<const double> base,
                                                             std::span<const double> other);

// Returns the number of pairs at which to end a recording whose interval first was narrow enough after `pairs`: a tenth
// more, at least 2 more. Ending at once would end more often than not where the interval is narrow by chance.
PROFDIFF_EXPORT std::size_t PairsAfterWidth(std::size_t pairs);

// A measure of whole runs: "cpu", "wall", "user", "sys" or "maxRss"; seconds or bytes.
struct RecordMeasure {
  std::string_view name;
  PairedChange change;
};

// Compares the measures of pairs. A measure that some run lacks is left out.
PROFDIFF_EXPORT std::vector<RecordMeasure> MeasurePairs(std::span<const RecordPair> pairs);

// A reason to doubt the mean of pairs: "changing", "order", "drift", "outlier" or "outputs".
struct RecordRemark {
  std::string_view code;
  Message message;
};

// Looks for reasons to doubt the times of pairs: CPU times, or wall times if some run lacks those. Trends and outliers
// are only looked for in at least 8 pairs, each at p < .01.
// Source: rank correlation (Kendall 1938); t test of the order.
PROFDIFF_EXPORT std::vector<RecordRemark> CheckPairs(std::span<const RecordPair> pairs);

// Pairs of a folder that are compared, for reports.
struct RecordComparison {
  RecordFolder folder;
  std::string directory;          // where the folder is
  std::vector<RecordPair> pairs;  // of `folder`
  std::vector<RecordMeasure> measures;
  std::vector<RecordRemark> remarks;
};

// Appends a JSON document with the measures of pairs, for runs without profiles.
PROFDIFF_EXPORT void WriteRecordedTimes(std::string& out, const RecordComparison& record, const RemedyWords& words);

// Judges functions as Judge() does, but run i of the base and run i of the other side are a pair. Times that were not
// sampled, and a single pair, are judged by Judge(). Errors: kBadArgument if the sides have different numbers of runs;
// those of Judge().
// Source: moderated paired t test with a trend of the variance (Smyth 2004; Law and others 2014).
PROFDIFF_EXPORT Significance JudgePairs(const Difference& difference, const RunTable& base, const RunTable& other);

// Replaces the interval and the kind of a conclusion about the total time by those of its pairs, unless a reason other
// than noise prevents a conclusion.
PROFDIFF_EXPORT void ConcludeFromPairs(const RunTable& base, const RunTable& other, Conclusion& conclusion);

}  // namespace profdiff

#endif  // PROFDIFF_RECORD_H_
