// SPDX-License-Identifier: GPL-3.0-or-later
// A store of executions in one file, and the history of an experiment's executions, which shows when each function
// changed.
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
#include "profdiff/image.h"
#include "profdiff/models.h"
#include "profdiff/profile.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"
#include "profdiff/trace.h"

namespace profdiff {

// Trials in memory.

// A path "APPLICATION/EXPERIMENT/TRIAL". Without a trial, the path refers to all trials of the experiment; with only an
// application, to all trials of the application.
struct TrialPath {
  std::string application, experiment, trial;

  std::string Text() const;
  bool Holds(const TrialPath& other) const;
  friend bool operator==(const TrialPath&, const TrialPath&) = default;
};

// The names that a path must have.
enum class PathDepth { kAny, kExperiment, kExperimentOrTrial, kTrial };

// Parses a path. Errors: kBadArgument for a path with the wrong number of names, or with an empty name before another
// one.
PROFDIFF_EXPORT TrialPath ParseTrialPath(std::string_view text, PathDepth depth);

// A path in the store FILE, "FILE:APPLICATION/EXPERIMENT/TRIAL".
struct StoredPath {
  std::string file;
  TrialPath path;
};
PROFDIFF_EXPORT StoredPath ParseStoredPath(std::string_view text, PathDepth depth);

// A function. Equal functions of several trials are stored once.
struct StoredFunction {
  std::string name;         // linkage name
  std::string file;         // source path; empty if unknown
  std::string image;        // program or library; empty if there is only one image
  std::string unit;         // file symbol that precedes a local symbol in the symbol table; otherwise empty
  std::int64_t number = 0;  // distinguishes functions of one trial that are otherwise equal

  friend auto operator<=>(const StoredFunction&, const StoredFunction&) = default;
};

// What a trial knows about a function besides what identifies it.
struct StoredDetails {
  std::uint32_t line = 0;  // 0 if unknown
  std::uint32_t kind = 0;  // sum of 1 for static, 2 for a label, 4 for a file, 8 for a symbol that gprof does not list

  friend bool operator==(const StoredDetails&, const StoredDetails&) = default;
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
  // inclusive time that the callee spends on behalf of the caller; 0 if not measured
  double seconds = 0;
};

// One call of a trace; stored only on request. Units: seconds.
struct StoredInvocation {
  std::uint32_t function = 0;
  double start = 0, seconds = 0;
};

// A node of a trial's tree of stacks. Nodes are in preorder, as in ContextTree.
struct StoredContext {
  std::uint32_t depth = 0;     // 0: top level
  std::uint32_t function = 0;  // index into StoredTrial::functions
  std::int64_t ticks = 0;      // ticks of samples whose stack ends at this node
  // number of samples whose stack ends at this node, below 2^63; 0 in trees without samples
  std::uint64_t samples = 0;
  double squares = 0;  // sum of the squares of these samples' ticks; 0 if all samples have the same weight
};

// The stacks of a trial, summed over its runs. A tick is one sampling period of the first run.
struct StoredStacks {
  std::int64_t ticks = 0;     // ticks of samples without a stack
  std::uint64_t samples = 0;  // number of samples without a stack
  std::vector<StoredContext> nodes;
};

// A region in which a property holds.
struct StoredRegion {
  std::string kind;  // as returned by RegionKindName
  std::string name;  // linkage name of the function
  std::string image, file;
  std::int64_t line = 0;               // 0 if unknown
  std::string callee, data_structure;  // as in Region; empty for a whole region
  // names of the enclosing regions and of the region itself, separated by semicolons
  std::string path;

  friend auto operator<=>(const StoredRegion&, const StoredRegion&) = default;
};

// A property. Equal properties of several trials are stored once.
struct StoredProperty {
  std::string name, refines;
  std::string unit;  // unit of StoredFinding::lost

  friend auto operator<=>(const StoredProperty&, const StoredProperty&) = default;
};

struct StoredFinding {
  // indices into StoredTrial::properties and StoredTrial::regions
  std::uint32_t property = 0, region = 0;
  double severity = 0, confidence = 1;
  std::optional<double> share, lost;          // see Finding
  bool is_leaf = false;                       // see Finding::leaf
  std::optional<std::uint32_t> rank, thread;  // location at which the severity is highest
};

// A step of a search; see SearchStep.
struct StoredStep {
  std::int64_t step = 1, experiment = 0;  // `experiment`: number of the run, as in SearchStep::run
  std::string tool, command, kind;
  std::int64_t hypotheses = 0, proved = 0, reused = 0;
};

struct StoredRun {
  static constexpr std::int64_t kHasTimes = 1, kHasArcs = 2, kKnowsCalls = 4, kIsExact = 8, kUnitsAreImages = 16;

  double period = 0;             // sampling period in `unit`; 0 if not sampled
  std::string unit = "seconds";  // unit of times
  std::string event;             // name of the sampled or counted event; empty for gprof's profiles
  std::string format;            // format from which the profile was read; empty for gprof's format
  std::int64_t samples = 0;      // number of samples, if the file contains this number
  double total = 0;              // ticks inside and outside of functions
  double outside = 0;            // ticks outside of all functions
  double scale = 0;              // see Profile::scale
  std::int64_t flags = 0;        // bitwise OR of the constants kHasTimes to kUnitsAreImages
  std::vector<StoredValue> values;
  std::vector<StoredArc> arcs;  // in the order of Profile::arcs
  std::vector<StoredInvocation> invocations;
  std::vector<StoredFinding> findings;  // most severe first
  std::vector<StoredStep> steps;
};

// One measurement: one or more runs of one program. Metrics are `self` and `time` (inclusive; only if it was measured)
// in the run's unit, `calls`, and names of properties. Some metrics are needed only to compute differences:
// `selfCalls`, `samples` (if not implied by self time and period), `totalSamples`, `ended`, `squares`, `totalSquares`,
// `line`, `kind`, and in the first run `sumSamples`, `sumTotal`, `sumOutside`.
// Shape: functions are in address order; in the first run, each has a value of `self`, which may be 0.
struct StoredTrial {
  TrialPath path;
  std::int64_t position = 0;  // index of the trial in the experiment, in the order in which trials were added
  std::string revision;
  std::string recorded;                                       // date of the recording
  std::vector<std::pair<std::string, std::string>> metadata;  // by name
  std::vector<std::pair<std::string, double>> parameters;     // by name
  std::vector<StoredFunction> functions;
  std::vector<StoredDetails> details;  // by function; functions beyond its end have none
  std::vector<std::string> metrics;
  std::vector<StoredRegion> regions;
  std::vector<StoredProperty> properties;
  std::vector<StoredRun> runs;
  std::optional<StoredStacks> stacks;  // nullopt for gprof profiles, for traces, and if the runs are of different kinds
};

// Name of the metadata entry that contains a hash of the image's bytes. Trials with the same value have the same image
// and functions.
inline constexpr std::string_view kImageIdName = "image-id";
// Name of the metadata entry that tells where `recorded` is from: "given", or "file" for the time of the first file.
inline constexpr std::string_view kDateOriginName = "recorded-from";
// Prefix of the names of metadata entries with the units of single metrics, as in "unit.latency". Other metrics have
// the unit of their run, which may be empty.
inline constexpr std::string_view kUnitPrefix = "unit.";

// Converts an execution to a trial, and its strings to UTF-8. Errors: kBadArgument for numbers that are not finite.
PROFDIFF_EXPORT StoredTrial MakeTrial(const LoadedExecution& execution);
// Converts a trace to a trial; stores each call if `calls` is true. Units: seconds.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Trace& trace, bool calls);
// Converts findings to a trial. Stores the findings with their regions. The severities of each property also become a
// metric, with a value for each region.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Findings& findings, const Measurements& measurements);
// Converts the findings and the steps of a search to a trial. The metadata entry "stopped" contains the reason why the
// search ended.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Search& search);
// Converts observations, such as results of benchmarks, to a trial: a set of parameter values of a function becomes a
// function, such as "sort n=64", and each value a run. The metric `self` is the first of `time`, `real_time`, `value`
// that exists, or else the first one of all; metrics of other units are left out, with a warning. Where a function has
// fewer values than others, their mean takes the place of those that are missing.
// Errors: kBadArgument if there are no observations.
PROFDIFF_EXPORT StoredTrial MakeTrial(const Observations& observed, std::string_view format, Diagnostics& diagnostics);
// Reads findings in JSON (InputKind::kFindings). Errors: kSystem; kBadProfile for a damaged or any other file.
PROFDIFF_EXPORT StoredTrial ReadFindingsAsTrial(const std::string& path);

// Compares `sum`, the profile of all runs together, with the sum of the trial's runs, and stores the values that
// differ. Rounding can make values differ in the last bit: for `sum`, the samples of all files were added before they
// were attributed to functions.
PROFDIFF_EXPORT void KeepSum(StoredTrial& trial, const Profile& sum);

// Adds the runs of another execution of the same program, and removes the trial's stacks.
// Errors: kIncompatible for different units.
PROFDIFF_EXPORT void AddRuns(StoredTrial& trial, const StoredTrial& more);

// The profiles from which trials were made.
struct TrialProfiles {
  FunctionTable functions;
  std::vector<Profile> runs;
  Profile sum;              // sum of all runs
  ScaledContexts contexts;  // empty unless there is a single trial and it has stacks
};

// Store files. Errors of all functions below: kSystem; kBadDatabase for a file that is not a store, or a damaged store;
// kUnsupported for a store of a newer version, and in a build without SQLite.

PROFDIFF_EXPORT bool CanStore();

// Checks that the pages and tables of a whole store are consistent, which takes about as long as reading it. The other
// functions do this for a store that belongs to another user. Errors: kBadDatabase.
PROFDIFF_EXPORT void CheckStore(const std::string& file);

// An entry of a list of trials.
struct TrialEntry {
  TrialPath path;
  std::int64_t position = 0;
  std::string revision, recorded;
  std::uint64_t runs = 0, functions = 0;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<std::pair<std::string, double>> parameters;
  bool has_given_date = false;  // true if `recorded` was given by a user or an import, and is not the time of a file
};

// Lists the trials below a path, sorted by application, experiment and position.
PROFDIFF_EXPORT std::vector<TrialEntry> ListTrials(const std::string& file, const TrialPath& path);

// Selects whether stacks are read. Stacks have many times as many rows as the rest of a profile.
enum class StacksOfTrial { kRead, kSkip };

// Reads all trials below a path in one transaction and passes them to `use` one by one.
PROFDIFF_EXPORT void ReadTrials(const std::string& file, const TrialPath& path,
                                const std::function<void(StoredTrial trial)>& use,
                                StacksOfTrial stacks = StacksOfTrial::kRead);

// Returns the next trial; nullopt if there are no more trials.
using TrialSource = std::function<std::optional<StoredTrial>()>;

// Adds all trials, or none if there is an error. Creates the file if it does not exist. Returns the number of trials.
// Errors: kExists for a trial that already exists.
PROFDIFF_EXPORT std::size_t AddTrials(const std::string& file, const TrialSource& next);

// Removes all trials below a path and returns their number. Errors: kNotFound if there are none.
PROFDIFF_EXPORT std::size_t RemoveTrials(const std::string& file, const TrialPath& path);

// Writes trials as JSON Lines, which ExportReader reads back. The first line announces a last one with counts, so that
// a part of an export is not taken for all of it.
class PROFDIFF_EXPORT ExportWriter {
 public:
  void Add(std::string& out, const StoredTrial& trial);
  // Writes the last line; nothing if there are no trials.
  void End(std::string& out) const;

 private:
  TrialPath last_;
  std::uint64_t trials_ = 0, lines_ = 0;
};

// Reads the lines of ExportWriter, trial by trial, from a file or, for "-", from standard input.
// Errors: kSystem; kBadProfile, whose place() is the line, also for an export that lacks lines.
class PROFDIFF_EXPORT ExportReader {
 public:
  explicit ExportReader(const std::string& path);
  ~ExportReader();
  ExportReader(ExportReader&&) noexcept;

  std::optional<StoredTrial> Next();
  // True if all trials so far belong to exports whose last line was read. Exports of earlier versions have none.
  bool IsCounted() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

PROFDIFF_EXPORT void WriteTrials(std::string& out, const TableFormat& format, const std::vector<TrialEntry>& trials);

// History of an experiment.

// One metric of one function over the trials of an experiment.
struct Series {
  std::string function;  // linkage name, made unique if several functions have the same name
  std::string metric;
  std::string unit;
  // by trial: mean over its runs; nullopt if the trial does not have the function
  std::vector<std::optional<double>> values;
};

struct SeriesChoice {
  // empty: all metrics except `calls` and those that are needed only to compute differences
  std::vector<std::string> metrics;
  std::vector<std::string> functions;  // linkage names; empty: all
};

struct StoredSeries {
  std::vector<TrialEntry> trials;  // sorted by position, unless OrderTrials sorts them by date
  std::vector<Series> series;      // sorted by function and metric; series that are always 0 are omitted
  bool is_by_date = false;         // true if the trials are in the order of their dates
  bool orders_differ = false;      // true if the trials were added in another order than that of their dates
};

// Reads the series of an experiment. Errors: kNotFound if the experiment, or a chosen function or metric, does not
// exist.
PROFDIFF_EXPORT StoredSeries ReadSeries(const std::string& file, const TrialPath& experiment,
                                        const SeriesChoice& choice = {});

enum class TrialOrder { kDateIfGiven, kDate, kAdded };

// Sorts the trials by date, and trials with equal dates by position. With kDateIfGiven, only if each trial has a date
// that was given. Errors: kBadArgument with kDate if a trial has no date.
PROFDIFF_EXPORT void OrderTrials(StoredSeries& stored, TrialOrder order);

// A step in a series: from the trial with the index `trial` on, the values are different.
struct Change {
  std::size_t trial = 0;  // index (in StoredSeries::trials) of the first trial after the step
  // Median of the values between the previous step and this one; median of the values between this step and the next.
  double before = 0, after = 0;
  double probability = 1;  // that noise alone has a step as clear as this one

  // Returns the change in percent of `before`; nullopt if `before` is 0.
  std::optional<double> Percent() const;
};

// Trials between two steps.
struct Level {
  std::size_t trial = 0, trials = 0;  // index of the first trial; number of trials with a value
  double value = 0;                   // median
  std::optional<double> low, high;    // 95 % interval; nullopt for a single trial
};

// The newest trial compared with the others of its level, which are at least three. One trial is never a change.
struct NewestTrial {
  double value = 0, level = 0, low = 0, high = 0;  // low, high: where 95 % of further trials of the level would be
  bool is_beyond = false;                          // true if the value is outside of this interval

  std::optional<double> Percent() const;
};

// A trend that a straight line describes better than steps do.
struct Drift {
  double percent = 0;  // from the first trial to the last
  double probability = 1;
};

// How much a series may have changed, whether that was found or not: with a probability of 95 %, neither a step nor the
// drift from the first trial to the last is outside of this interval. Steps with fewer than three trials on a side (two
// in series of fewer than kFewestTrials) cannot be told.
struct StepBounds {
  double low = 0, high = 0;  // in percent of the value before the change

  double Largest() const;
};

struct SeriesHistory {
  std::vector<Change> changes;  // in the order of trials
  std::vector<Level> levels;    // of all steps, including those that are too small to be listed
  std::optional<NewestTrial> newest;
  std::optional<Drift> drift;
  std::optional<StepBounds> bounds;  // nullopt if there are too few trials, or if a level is not above or below 0
  // The newest level in percent of the best earlier one of at least three trials, and of the first one; nullopt if
  // there is none, or it is 0.
  std::optional<double> since_best, since_first;
  bool has_best = false;            // true if there is an earlier level of at least three trials
  double probability = 1;           // that noise alone has a step as clear as the clearest one of this series
  double false_discovery = 1;       // share of false ones among all series with a probability up to this one
  double autocorrelation = 0;       // correlation between neighbouring trials after the steps are removed
  bool is_autocorrelated = false;   // true if the autocorrelation is significant
  bool has_few_trials = false;      // true if there are fewer than kFewestTrials trials
  bool has_too_few_trials = false;  // true if there are fewer than kFewestTrialsForChanges trials
  bool is_bimodal = false;          // true if the values of a level are in two separate groups
  bool is_higher_better = false;    // as in HistoryOptions
};

struct HistoryOptions {
  double alpha = 0.05;    // probability of finding a step in a series that has none
  double min_change = 0;  // steps with a smaller change, as a fraction of the value before the step, are omitted
  std::vector<std::string> higher_is_better = {};  // metrics; all others are better if they are lower
  unsigned threads = 1;
};

// With fewer than kFewestTrials trials, normally distributed noise has to be assumed. With fewer than
// kFewestTrialsForChanges, no step can be told from noise.
inline constexpr std::size_t kFewestTrials = 9, kFewestTrialsForChanges = 4;

// Over all series without a sure change or a drift: with a probability of 95 %, none changed by more.
struct OverallBound {
  double percent = 0;      // largest bound
  double median = 0;       // median of the bounds
  std::size_t widest = 0;  // index of the series with the largest bound
  std::size_t series = 0;  // number of these series
};

struct History {
  StoredSeries stored;
  std::vector<SeriesHistory> found = {};   // by series
  double alpha = 0.05;                     // share of false ones up to which changes of several series are sure
  std::optional<OverallBound> bound = {};  // nullopt if no series has bounds

  // True if the changes of a series are sure, given the number of series.
  bool IsSure(std::size_t series) const { return found[series].false_discovery <= alpha; }
};

PROFDIFF_EXPORT History MakeHistory(StoredSeries stored, const HistoryOptions& options);

// Returns the trials since the last change of the total self time, or all trials if it never changed.
PROFDIFF_EXPORT std::vector<TrialEntry> TrialsSinceChange(const std::string& file, const TrialPath& experiment);

// How the text of a history is written.
struct HistoryTextOptions {
  std::size_t limit = 0;  // maximum number of changes; 0: all
  RemedyWords words = {};
  TextStyles styles = {};
};

// Writes a history. The text has a summary of the newest changes, then a table of changes, the surest and largest
// first.
PROFDIFF_EXPORT void WriteHistory(std::string& out, const TableFormat& format, const History& history,
                                  const HistoryTextOptions& options = {});
// Writes a self-contained HTML page: charts of all series, and the differences of neighbouring trials. `experiment` is
// where they are from. Errors: those of RequirePages().
PROFDIFF_EXPORT void WriteHistoryPage(std::string& out, const History& history, const StoredPath& experiment);

// A condition such as "since best > 5%" or "change < -10%". Percentages are of getting worse. `change`: the newest step
// of a series, however old it is; `since best`, `since first`: the newest level or the drift, against the best earlier
// or the first level; `newest`: the newest trial, if it is beyond the noise of its level. Steps that are not sure,
// given the number of series, do not count.
struct PROFDIFF_EXPORT HistoryGate {
  enum class Subject { kChange, kSinceBest, kSinceFirst, kNewest };

  std::string text;
  Subject subject = Subject::kChange;
  bool is_above = true;
  double bound = 0;  // as a fraction

  // Parses a condition. Errors: kBadArgument.
  static HistoryGate Parse(const std::string& text);
  // Returns the indices of the series that fulfil the condition.
  std::vector<std::size_t> Offenders(const History& history) const;
  // Returns the indices of the series for which it cannot be told: those without a sure change or a drift that may,
  // with more than 5 % probability, have changed by more than the bound.
  std::vector<std::size_t> Undecided(const History& history) const;
};

}  // namespace profdiff

#endif  // PROFDIFF_STORE_H_
