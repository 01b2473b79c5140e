// SPDX-License-Identifier: GPL-3.0-or-later
// A store of executions in one file, and what their history says: when did which function change?
#ifndef PROFDIFF_STORE_H_
#define PROFDIFF_STORE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/functions.h"
#include "profdiff/profile.h"
#include "profdiff/properties.h"
#include "profdiff/selection.h"
#include "profdiff/trace.h"

namespace profdiff {

// Trials as values.

// "APPLICATION/EXPERIMENT/TRIAL". Names further back may be empty: then all of the experiment, or the application.
struct TrialPath {
  std::string application, experiment, trial;

  std::string Text() const;
  bool Holds(const TrialPath& other) const;
  friend bool operator==(const TrialPath&, const TrialPath&) = default;
};

// What a path has to say.
enum class PathDepth { kAny, kExperiment, kExperimentOrTrial, kTrial };

// Errors: kBadArgument for text that has not that many names, or an empty one before another.
PROFDIFF_EXPORT TrialPath ParseTrialPath(std::string_view text, PathDepth depth);

// The same behind the name of a store, "FILE:APPLICATION/EXPERIMENT/TRIAL".
struct StoredPath {
  std::string file;
  TrialPath path;
};
PROFDIFF_EXPORT StoredPath ParseStoredPath(std::string_view text, PathDepth depth);

// A function as all trials of a store know it.
struct StoredFunction {
  std::string name;         // as linked
  std::string file;         // source path; empty when unknown
  std::string image;        // program or library; empty when there is one image alone
  std::string unit;         // file symbol of a local symbol; else empty
  std::int64_t number = 0;  // among functions of one trial that are equal but for this

  friend bool operator==(const StoredFunction&, const StoredFunction&) = default;
};

// A number of one function in one run.
struct StoredValue {
  std::uint32_t function = 0;  // of StoredTrial::functions
  std::uint32_t metric = 0;    // of StoredTrial::metrics
  double value = 0;
};

struct StoredArc {
  std::uint32_t caller = 0, callee = 0;  // of StoredTrial::functions
  std::uint64_t count = 0;               // below 2^63
  double seconds = 0;                    // inclusive time on behalf of the caller where it was measured, else 0
};

// One call. Only where a user wants all of them.
struct StoredInvocation {
  std::uint32_t function = 0;
  double start = 0, seconds = 0;
};

struct StoredRun {
  static constexpr std::int64_t kHasTimes = 1, kHasArcs = 2, kKnowsCalls = 4, kIsExact = 8, kUnitsAreImages = 16;

  double period = 0;             // in `unit`; 0 where nothing was sampled
  std::string unit = "seconds";  // of times
  std::string event;             // what another profiler counted
  std::string format;            // of another profiler's file; empty: gprof's
  std::int64_t samples = 0;      // of the event, where the file says how many
  double total = 0;              // ticks of all functions and of none
  double outside = 0;            // ticks that lie in no function
  double scale = 0;              // as Profile::scale
  std::int64_t flags = 0;        // of the constants above
  std::vector<StoredValue> values;
  std::vector<StoredArc> arcs;  // in order of creation
  std::vector<StoredInvocation> invocations;
};

// One measurement: several runs of one program.
// Metrics: `self` and `time` (inclusive, where it was measured) in the run's unit, `calls`, names of properties; and
// what a difference needs besides: `selfCalls`, `samples` (where self time and period do not give them),
// `totalSamples`, `ended`, `squares`, `totalSquares`, `line`, `kind`, and of the first run `sumSamples`, `sumTotal`,
// `sumOutside`. Shape: functions in order of address, each with a value of `self` in the first run, 0 too.
struct StoredTrial {
  TrialPath path;
  std::int64_t position = 0;  // among those of an experiment: in the order in which they were added
  std::string revision;
  std::string recorded;                                       // a date
  std::vector<std::pair<std::string, std::string>> metadata;  // by name
  std::vector<std::pair<std::string, double>> parameters;     // by name
  std::vector<StoredFunction> functions;
  std::vector<std::string> metrics;
  std::vector<StoredRun> runs;
};

// The metadata that tells an image from others, by its bytes: functions of trials with the same are those of one image.
inline constexpr std::string_view kImageIdName = "image-id";

// Executions as trials. Text becomes UTF-8. Errors: kBadArgument for numbers that are not finite.
PROFDIFF_EXPORT StoredTrial MakeTrial(const LoadedExecution& execution);
// `calls`: each call as well. Units: seconds.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Trace& trace, bool calls);
// Severities by region; a metric for each property.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Findings& findings, const Measurements& measurements);
// What `egprof check --format=json` and `egprof search --format=json` write; nothing for any other file.
// Errors: kSystem; kBadProfile for such a file that is damaged.
PROFDIFF_EXPORT std::optional<StoredTrial> ReadFindingsAsTrial(const std::string& path);

// Keeps the profile of all runs of a trial together as far as adding them up does not give it: samples of files are
// added up before they are credited to functions, and rounding differs in the last bit.
PROFDIFF_EXPORT void KeepSum(StoredTrial& trial, const Profile& sum);

// Adds the runs of another execution of the same program.
// Errors: kIncompatible for other units.
PROFDIFF_EXPORT void AddRuns(StoredTrial& trial, const StoredTrial& more);

// A trial as the profiles it was made from.
struct TrialProfiles {
  FunctionTable functions;
  std::vector<Profile> runs;
  Profile sum;  // of all runs
};
// Several trials are of one program at different times: of each, one run, the mean of its runs.
// Errors: kMissingRecords for trials without times and calls; kIncompatible for different units.
PROFDIFF_EXPORT TrialProfiles ProfilesOf(const std::vector<StoredTrial>& trials);
// All runs added up. Errors: kIncompatible for different units.
PROFDIFF_EXPORT Profile SumProfiles(const std::vector<Profile>& runs);

// The file.
// Errors of all below: kSystem; kBadDatabase for what is no store or damaged; kBadVersion for a newer one; kUnsupported
// in a build without SQLite.

PROFDIFF_EXPORT bool CanStore();

// What a list says of a trial.
struct TrialEntry {
  TrialPath path;
  std::int64_t position = 0;
  std::string revision, recorded;
  std::uint64_t runs = 0, functions = 0;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<std::pair<std::string, double>> parameters;
};

// Trials below a path, by application, experiment and position.
PROFDIFF_EXPORT std::vector<TrialEntry> ListTrials(const std::string& file, const TrialPath& path);

// Errors: kNotFound where there is no such trial.
PROFDIFF_EXPORT StoredTrial ReadTrial(const std::string& file, const TrialPath& path);

// All below a path, one after the other, as they are at one moment.
PROFDIFF_EXPORT void ReadTrials(const std::string& file, const TrialPath& path,
                                const std::function<void(StoredTrial trial)>& use);

// Gives trials as long as there are some.
using TrialSource = std::function<std::optional<StoredTrial>()>;

// Adds all of them or, after an error, none. The file is made if it is not there. Returns how many.
// Errors: kExists for a trial that is there already.
PROFDIFF_EXPORT std::size_t AddTrials(const std::string& file, const TrialSource& next);

// Removes all below a path. Returns how many; an error if none.
PROFDIFF_EXPORT std::size_t RemoveTrials(const std::string& file, const TrialPath& path);

// JSON Lines: what is written of a trial is read as the same trial.
PROFDIFF_EXPORT void WriteExport(std::string& out, const StoredTrial& trial);

// Reads such lines, from a file or for "-" standard input, trial by trial.
// Errors: kSystem; kBadProfile, with the line in message().
class PROFDIFF_EXPORT ExportReader {
 public:
  explicit ExportReader(const std::string& path);
  ~ExportReader();
  ExportReader(ExportReader&&) noexcept;

  std::optional<StoredTrial> Next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

PROFDIFF_EXPORT void WriteTrials(std::string& out, const std::vector<TrialEntry>& trials);
PROFDIFF_EXPORT void WriteTrials(std::string& out, const TableFormat& format, const std::vector<TrialEntry>& trials);

// History.

// One number over the trials of an experiment.
struct Series {
  std::string function;  // readable apart from others of its name; as linked
  std::string metric;
  std::string unit;
  std::vector<std::optional<double>> values;  // by trial: the mean of its runs; none where the function is not there
};

struct SeriesChoice {
  std::vector<std::string> metrics;    // none: all but calls and what only differences need
  std::vector<std::string> functions;  // by name as linked; none: all
};

struct StoredSeries {
  std::vector<TrialEntry> trials;  // by position
  std::vector<Series> series;      // by function and metric; without those that are always 0
};

// Errors: kNotFound where the experiment, or a function or metric that is asked for, is not there.
PROFDIFF_EXPORT StoredSeries ReadSeries(const std::string& file, const TrialPath& experiment,
                                        const SeriesChoice& choice = {});

// A step: from the trial on, values are others.
struct Change {
  std::size_t trial = 0;         // of StoredSeries::trials: the first after the step
  double before = 0, after = 0;  // medians between this step and its neighbours
  double probability = 1;        // that the best split of trials in any order is as good

  // 100 times the growth; nothing from 0.
  std::optional<double> Percent() const;
};

struct SeriesHistory {
  std::vector<Change> changes;     // in order
  double autocorrelation = 0;      // of neighbours, beside the steps
  bool is_autocorrelated = false;  // more than chance explains
  bool has_few_trials = false;     // fewer than kFewestTrials
};

struct HistoryOptions {
  double alpha = 0.05;    // how often a series without any step may have one
  double min_change = 0;  // smaller steps are left out: a fraction of the value before
};

inline constexpr std::size_t kFewestTrials = 6;

// Finds the steps of series. The same numbers give the same steps, on any machine.
// Method: each split of an interval into at least 3 trials a side has an exact two-sided rank-sum probability; the best
// split of an interval is compared with those of 4,000 permutations; the best of several intervals with those of 1,000.
// Then both parts are looked at in the same way. Cost: linear in trials and series.
class PROFDIFF_EXPORT HistoryFinder {
 public:
  explicit HistoryFinder(const HistoryOptions& options);
  ~HistoryFinder();

  SeriesHistory Find(const std::vector<std::optional<double>>& values);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The probability that ranks of `size` values, of which the first `left` have this sum, are as far apart or further by
// chance: both tails, exactly.
PROFDIFF_EXPORT double RankSumProbability(std::size_t size, std::size_t left, double rank_sum);

struct History {
  StoredSeries stored;
  std::vector<SeriesHistory> found;  // by series
};

PROFDIFF_EXPORT History MakeHistory(StoredSeries stored, const HistoryOptions& options);

// The trials since the total self time last changed; all where it never did.
PROFDIFF_EXPORT std::vector<TrialEntry> TrialsSinceChange(const std::string& file, const TrialPath& experiment);

// What changed, newest first; then numbers. `limit` rows, 0 is all.
PROFDIFF_EXPORT void WriteHistory(std::string& out, const History& history, std::size_t limit = 0);
PROFDIFF_EXPORT void WriteHistory(std::string& out, const TableFormat& format, const History& history);

// "change > 5%", "change < -10%": asked of the newest step of each series, if that is in the newest trials.
struct HistoryGate {
  std::string text;
  bool is_above = true;
  double bound = 0;  // a fraction

  // Errors: kBadArgument.
  PROFDIFF_EXPORT static HistoryGate Parse(const std::string& text);
  // Series with a step that the condition holds for.
  PROFDIFF_EXPORT std::vector<std::size_t> Offenders(const History& history) const;
};

}  // namespace profdiff

#endif  // PROFDIFF_STORE_H_
