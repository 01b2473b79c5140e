// SPDX-License-Identifier: GPL-3.0-or-later
// A store of executions in one file, and their history, which shows when each function changed.
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

#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/functions.h"
#include "profdiff/profile.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"
#include "profdiff/selection.h"
#include "profdiff/trace.h"

namespace profdiff {

// Trials in memory.

// "APPLICATION/EXPERIMENT/TRIAL". A path without a trial, or without an experiment and a trial, means all trials of the
// experiment or the application.
struct TrialPath {
  std::string application, experiment, trial;

  std::string Text() const;
  bool Holds(const TrialPath& other) const;
  friend bool operator==(const TrialPath&, const TrialPath&) = default;
};

// The names that a path must have.
enum class PathDepth { kAny, kExperiment, kExperimentOrTrial, kTrial };

// Errors: kBadArgument for a text with another number of names, or with an empty name before another.
PROFDIFF_EXPORT TrialPath ParseTrialPath(std::string_view text, PathDepth depth);

// A path in the store FILE, "FILE:APPLICATION/EXPERIMENT/TRIAL".
struct StoredPath {
  std::string file;
  TrialPath path;
};
PROFDIFF_EXPORT StoredPath ParseStoredPath(std::string_view text, PathDepth depth);

// A function, shared by all trials of a store.
struct StoredFunction {
  std::string name;         // linkage name
  std::string file;         // source path; empty when unknown
  std::string image;        // program or library; empty if there is only one image
  std::string unit;         // file symbol for a local symbol; else empty
  std::int64_t number = 0;  // distinguishes otherwise equal functions of one trial

  friend bool operator==(const StoredFunction&, const StoredFunction&) = default;
};

// The value of one metric of one function in one run.
struct StoredValue {
  std::uint32_t function = 0;  // index into StoredTrial::functions
  std::uint32_t metric = 0;    // index into StoredTrial::metrics
  double value = 0;
};

struct StoredArc {
  std::uint32_t caller = 0, callee = 0;  // indices into StoredTrial::functions
  std::uint64_t count = 0;               // below 2^63
  double seconds = 0;                    // inclusive time on behalf of the caller; 0: not measured
};

// One call of a trace, stored on request only.
struct StoredInvocation {
  std::uint32_t function = 0;
  double start = 0, seconds = 0;
};

// A node of a trial's tree of stacks, in preorder as ContextTree.
struct StoredContext {
  std::uint32_t depth = 0;     // 0: top level
  std::uint32_t function = 0;  // index into StoredTrial::functions
  std::int64_t ticks = 0;      // of samples that end here
  std::uint64_t samples = 0;   // below 2^63; 0 in trees without samples
  double squares = 0;          // of ticks; 0 in trees whose samples have one weight
};

// The stacks of a trial: the sum of its runs. A tick is a period of the first run.
struct StoredStacks {
  std::int64_t ticks = 0;     // of samples without any stack
  std::uint64_t samples = 0;  // these samples
  std::vector<StoredContext> nodes;
};

// A region in which a property holds.
struct StoredRegion {
  std::string kind;  // as RegionKindName
  std::string name;  // linkage name of the function
  std::string image, file;
  std::int64_t line = 0;               // 0 when unknown
  std::string callee, data_structure;  // as Region; empty for a whole region
  std::string path;                    // the regions around it and itself, separated by semicolons

  friend auto operator<=>(const StoredRegion&, const StoredRegion&) = default;
};

// A property, shared by all trials of a store.
struct StoredProperty {
  std::string name, refines;
  std::string unit;  // of StoredFinding::lost

  friend auto operator<=>(const StoredProperty&, const StoredProperty&) = default;
};

struct StoredFinding {
  std::uint32_t property = 0, region = 0;  // indices into StoredTrial::properties and ::regions
  double severity = 0, confidence = 1;
  std::optional<double> share, lost;          // as Finding
  bool is_leaf = false;                       // as Finding::leaf
  std::optional<std::uint32_t> rank, thread;  // of the most severe location
};

// As SearchStep.
struct StoredStep {
  std::int64_t step = 1, experiment = 0;  // experiment: SearchStep::run
  std::string tool, command, kind;
  std::int64_t hypotheses = 0, proved = 0, reused = 0;
};

struct StoredRun {
  static constexpr std::int64_t kHasTimes = 1, kHasArcs = 2, kKnowsCalls = 4, kIsExact = 8, kUnitsAreImages = 16;

  double period = 0;             // sampling period in `unit`; 0: not sampled
  std::string unit = "seconds";  // unit of times
  std::string event;             // event that was counted; empty for gprof
  std::string format;            // format of the profile; empty: gprof's
  std::int64_t samples = 0;      // number of samples, if the file has it
  double total = 0;              // ticks inside and outside of functions
  double outside = 0;            // ticks outside of all functions
  double scale = 0;              // as Profile::scale
  std::int64_t flags = 0;        // a sum of the constants above
  std::vector<StoredValue> values;
  std::vector<StoredArc> arcs;  // in order of creation
  std::vector<StoredInvocation> invocations;
  std::vector<StoredFinding> findings;  // most severe first
  std::vector<StoredStep> steps;
};

// One measurement: one or more runs of one program. Metrics: `self` and `time` (inclusive, where it was measured) in
// the run's unit, `calls`, names of properties; and metrics that only differences use: `selfCalls`, `samples` (if not
// implied by self time and period), `totalSamples`, `ended`, `squares`, `totalSquares`, `line`, `kind`, and in the
// first run `sumSamples`, `sumTotal`, `sumOutside`. Shape: functions in order of address, each with a value of `self`,
// maybe 0, in the first run.
struct StoredTrial {
  TrialPath path;
  std::int64_t position = 0;  // position in the experiment, in order of addition
  std::string revision;
  std::string recorded;                                       // date of the recording
  std::vector<std::pair<std::string, std::string>> metadata;  // by name
  std::vector<std::pair<std::string, double>> parameters;     // by name
  std::vector<StoredFunction> functions;
  std::vector<std::string> metrics;
  std::vector<StoredRegion> regions;       // of findings
  std::vector<StoredProperty> properties;  // of findings
  std::vector<StoredRun> runs;
  std::optional<StoredStacks> stacks;  // nothing for gprof, traces and runs of different kinds
};

// The name of the metadata with a hash of the image's bytes. Trials with the same value have the same image and
// functions.
inline constexpr std::string_view kImageIdName = "image-id";

// Converts executions to trials, and text to UTF-8. Errors: kBadArgument for numbers that are not finite.
PROFDIFF_EXPORT StoredTrial MakeTrial(const LoadedExecution& execution);
// `calls`: store each call as well. Units: seconds.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Trace& trace, bool calls);
// Stores findings with their regions, and severities by region, with a metric for each property.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Findings& findings, const Measurements& measurements);
// As above, and the steps of the search; the metadata "stopped" has the reason for its end.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Search& search);
// Reads the output of `egprof check --format=json` or `egprof search --format=json`; returns nothing for any other
// file.
// Errors: kSystem; kBadProfile for a damaged file of that kind.
PROFDIFF_EXPORT std::optional<StoredTrial> ReadFindingsAsTrial(const std::string& path);

// Stores the sum of all runs where it differs from the sum of stored runs: the sum attributes the added samples of all
// files to functions, so that rounding differs in the last bit.
PROFDIFF_EXPORT void KeepSum(StoredTrial& trial, const Profile& sum);

// Adds the runs of another execution of the same program. The trial loses its stacks.
// Errors: kIncompatible for different units.
PROFDIFF_EXPORT void AddRuns(StoredTrial& trial, const StoredTrial& more);

// The profiles that a trial was made from.
struct TrialProfiles {
  FunctionTable functions;
  std::vector<Profile> runs;
  Profile sum;              // sum of all runs
  ScaledContexts contexts;  // of a single trial with stacks
};
// Several trials are measurements of one program at different times: each becomes one run, the mean of its runs.
// Errors: kMissingRecords for trials without times and calls; kIncompatible for different units.
PROFDIFF_EXPORT TrialProfiles ProfilesOf(const std::vector<StoredTrial>& trials);
// Adds up all runs. Errors: kIncompatible for different units.
PROFDIFF_EXPORT Profile SumProfiles(const std::vector<Profile>& runs);

// Store files. Errors of all functions below: kSystem; kBadDatabase for a file that is not a store, or a damaged store;
// kBadVersion for a newer one; kUnsupported in a build without SQLite.

PROFDIFF_EXPORT bool CanStore();

// A trial in a list.
struct TrialEntry {
  TrialPath path;
  std::int64_t position = 0;
  std::string revision, recorded;
  std::uint64_t runs = 0, functions = 0;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<std::pair<std::string, double>> parameters;
};

// Lists the trials below a path by application, experiment and position.
PROFDIFF_EXPORT std::vector<TrialEntry> ListTrials(const std::string& file, const TrialPath& path);

// Stacks have many times the rows of a profile without them.
enum class StacksOfTrial { kRead, kSkip };

// Errors: kNotFound where there is no such trial.
PROFDIFF_EXPORT StoredTrial ReadTrial(const std::string& file, const TrialPath& path,
                                      StacksOfTrial stacks = StacksOfTrial::kRead);

// Reads all trials below a path in one transaction, and passes them to `use` one by one.
PROFDIFF_EXPORT void ReadTrials(const std::string& file, const TrialPath& path,
                                const std::function<void(StoredTrial trial)>& use,
                                StacksOfTrial stacks = StacksOfTrial::kRead);

// Returns the next trial, or nothing at the end.
using TrialSource = std::function<std::optional<StoredTrial>()>;

// Adds all trials or, after an error, none. Creates the file if it does not exist. Returns the number of trials.
// Errors: kExists for a trial that exists already.
PROFDIFF_EXPORT std::size_t AddTrials(const std::string& file, const TrialSource& next);

// Removes all trials below a path. Returns their number. Errors: kNotFound if there are none.
PROFDIFF_EXPORT std::size_t RemoveTrials(const std::string& file, const TrialPath& path);

// Writes a trial as JSON Lines, which ExportReader reads as the same trial.
PROFDIFF_EXPORT void WriteExport(std::string& out, const StoredTrial& trial);

// Reads such lines trial by trial, from a file or, for "-", from standard input.
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

// One metric of one function over the trials of an experiment.
struct Series {
  std::string function;  // linkage name, made unique among functions of the same name
  std::string metric;
  std::string unit;
  std::vector<std::optional<double>> values;  // by trial: the mean of its runs; nothing where the function is missing
};

struct SeriesChoice {
  std::vector<std::string> metrics;    // empty: all except `calls` and the metrics for differences only
  std::vector<std::string> functions;  // linkage names; empty: all
};

struct StoredSeries {
  std::vector<TrialEntry> trials;  // by position
  std::vector<Series> series;      // by function and metric; series that are always 0 are omitted
};

// Errors: kNotFound if the experiment, or a chosen function or metric, does not exist.
PROFDIFF_EXPORT StoredSeries ReadSeries(const std::string& file, const TrialPath& experiment,
                                        const SeriesChoice& choice = {});

// A step: values differ from this trial on.
struct Change {
  std::size_t trial = 0;         // index into StoredSeries::trials of the first after the step
  double before = 0, after = 0;  // medians of the values between this step and the neighbouring steps
  double probability = 1;        // probability that trials in random order have a split at least as good

  // The relative change in percent; nothing if `before` is 0.
  std::optional<double> Percent() const;
};

struct SeriesHistory {
  std::vector<Change> changes;     // in order
  double autocorrelation = 0;      // correlation of neighbouring trials, after removing the steps
  bool is_autocorrelated = false;  // the autocorrelation is significant
  bool has_few_trials = false;     // fewer than kFewestTrials
};

struct HistoryOptions {
  double alpha = 0.05;    // probability of a false step in a series without any
  double min_change = 0;  // smaller steps are left out; a fraction of the value before
};

inline constexpr std::size_t kFewestTrials = 6;

// Finds the steps of series. The same numbers give the same steps, on any machine.
// Method: each split of an interval into at least 3 trials on each side has an exact two-sided rank-sum probability;
// the best split of one interval is compared with the best ones of 4,000 permutations, the best split of several
// intervals with those of 1,000. Both parts are then searched in the same way. Cost: linear in trials and series.
class PROFDIFF_EXPORT HistoryFinder {
 public:
  explicit HistoryFinder(const HistoryOptions& options);
  ~HistoryFinder();

  SeriesHistory Find(const std::vector<std::optional<double>>& values);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The exact two-sided probability that the ranks of the first `left` of `size` values in random order have this sum or
// one further from its mean.
PROFDIFF_EXPORT double RankSumProbability(std::size_t size, std::size_t left, double rank_sum);

struct History {
  StoredSeries stored;
  std::vector<SeriesHistory> found;  // by series
};

PROFDIFF_EXPORT History MakeHistory(StoredSeries stored, const HistoryOptions& options);

// The trials since the total self time last changed; all if it never did.
PROFDIFF_EXPORT std::vector<TrialEntry> TrialsSinceChange(const std::string& file, const TrialPath& experiment);

// Writes the changes, newest first, then at most `limit` rows of numbers; 0: all.
PROFDIFF_EXPORT void WriteHistory(std::string& out, const History& history, std::size_t limit = 0);
PROFDIFF_EXPORT void WriteHistory(std::string& out, const TableFormat& format, const History& history);

// "change > 5%", "change < -10%": applies to the newest step of each series, however old.
struct HistoryGate {
  std::string text;
  bool is_above = true;
  double bound = 0;  // a fraction

  // Errors: kBadArgument.
  PROFDIFF_EXPORT static HistoryGate Parse(const std::string& text);
  // Indices of the series with a step for which the condition holds.
  PROFDIFF_EXPORT std::vector<std::size_t> Offenders(const History& history) const;
};

}  // namespace profdiff

#endif  // PROFDIFF_STORE_H_
