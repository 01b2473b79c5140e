// SPDX-License-Identifier: GPL-3.0-or-later
// Two executions, loaded from their files and subtracted: base minus other, with both sides kept.
#ifndef PROFDIFF_DIFFERENCE_H_
#define PROFDIFF_DIFFERENCE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/input.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"

namespace profdiff {

// Loading executions from files.

struct ExecutionFiles {
  Input image;  // may be empty for profiles from other profilers, which contain function names
  std::vector<Input> profiles;
  std::string store = {};  // if not empty, `profiles` are paths of trials in this store, and `image` is empty
};

// The way in which an execution is loaded.
enum class LoadingPolicy : std::uint8_t {
  kExact,  // specs and calls in the code are exact; profiles are compared with the image
  // As gprof loads it: its rules for specs and calls in the code, without checks; rows for source lines as gprof has
  // them. There is no table of runs, and no profiler other than gprof. Source: GPROF.md, sections 1.5, 2 and 9.
  kGprof,
  kGprof244,  // as gprof of binutils 2.44 does, which finds other calls in the code
};

struct LoadingOptions {
  LoadingPolicy policy = LoadingPolicy::kExact;
  // `text_bytes`, `exact` and `threads` of this member are ignored: their values follow from the other options.
  ImageOptions image = {.symbols = SymbolPolicy::kAll, .symbol_file = {}};
  std::vector<SymbolSpec> specs;
  GmonFormat format = GmonFormat::kAuto;
  // Subtracted from all addresses of the profiles; with `finds_shift`, the shift of each profile is found instead
  // (FindAddressShift).
  std::uint64_t shift = 0;
  bool finds_shift = false;
  bool salvage = false;     // as in ReadingOptions
  bool keep_going = false;  // as in ReadingOptions; at least one profile of a side must be usable
  bool runs = false;        // true if each profile is one run; false if all profiles are added up
  bool keep_runs = false;   // true to fill LoadedExecution::each if there are several runs
  // true to add all calls found in the code as arcs of count 0; gprof's -c adds only some of them
  bool static_calls = false;
  Substitutions substitutions;  // change the names of functions as soon as they are read
  bool unused_lines = false;  // with ImageOptions::lines: true to keep lines that neither side uses (SideNumbers::Used)
  unsigned threads = 1;       // does not affect the result; 0 counts as 1

  // The next members are for profiles from other profilers.
  StackOptions stacks;  // its `salvage` and `format` are ignored: `salvage` above and the format of the input apply
  // Returns the output of `perf script` for a perf.data file, which may be compressed with gzip; needed because the
  // library starts no programs. If this function is empty, perf.data files are rejected.
  std::function<PerfText(const std::string& path)> perf_script;

  // The next members are for kGprof; they may be empty.
  // True to warn if nothing in the profiles matches the image.
  bool warns_of_misfit = false;
  // Returns true if source positions are needed after all, so that the image is read again with all of them.
  std::function<bool(const Records& records)> needs_positions;
  // Receives the execution and its records before the calls in the code are added.
  std::function<void(const struct LoadedExecution& execution, const Records& records)> use_records;
};

// True if the profiles of a side come from other profilers. The first file decides this. For a pipe, which cannot be
// examined, the format that the user named and the presence of an image decide.
PROFDIFF_EXPORT bool HasStacks(const ExecutionFiles& files);

// One execution, with its samples attributed to the functions of its image or to their lines.
struct LoadedExecution {
  std::shared_ptr<const Image> image;  // null if no image is needed because the profile contains function names
  // functions of the image or of the profile; with ImageOptions::lines, source lines
  std::shared_ptr<const FunctionTable> functions;
  // sum of all files of a profiler other than gprof; null for gprof's profiles
  std::shared_ptr<const StackProfile> stacks;
  std::shared_ptr<const ContextTree> contexts;  // stacks that the selection keeps; null if there are none
  double context_scale = 1;                     // value of a tick of `contexts` in the profile's unit
  Selection selection;
  Profile profile;            // sum of all profiles; with LoadingOptions::runs, their mean
  std::vector<Profile> each;  // with LoadingOptions::keep_runs: the profile of each run
  RunTable runs;              // one run; with LoadingOptions::runs, one run for each profile
  bool has_histogram = false;
  bool has_arcs = false;
  std::vector<Doubt> doubts;  // about this side's numbers
};

// Two executions to be subtracted. A symspec applies to both sides even if it matches functions on only one side.
struct LoadedExecutions {
  LoadedExecution base, other;
  bool same_image = false;
};

// Observes how executions are loaded. The functions of one observer are called one after the other, in the order of the
// files. Two executions are loaded at the same time, the second one on another thread; StartBeside makes the observer
// for that thread. An exception from any of these functions stops loading.
class PROFDIFF_EXPORT LoadingObserver {
 public:
  virtual ~LoadingObserver();

  virtual void BeginImage() {}
  virtual void EndImage(const Image& /*image*/) {}
  virtual void BeginProfiles(const ExecutionFiles& /*files*/) {}
  virtual void EndFile(const GmonOutline& /*file*/, const Error* /*error*/) {}  // see FileObserver
  // Called for a file from another profiler; after an error, only the file's path is set.
  virtual void EndStacks(const StackProfile& /*file*/, const Error* /*error*/) {}
  virtual void EndProfiles(const Records& /*records*/) {}
  // Called for an error in the use of the last file (see LoadEachProfile).
  virtual void Fail(const Error& error) { throw Error(error); }
  virtual void Warn(const Message& warning) = 0;
  // Called for a message of gprof that is no warning.
  virtual void Note(const Message& note) { Warn(note); }

  virtual std::unique_ptr<LoadingObserver> StartBeside() = 0;
  virtual void End() {}  // called at the end of the second thread, for the observer made by StartBeside
  // called after both executions are loaded, to repeat on this observer the calls that `beside` received
  virtual void Join(LoadingObserver& /*beside*/) {}
};

// Reads an image and its profiles. Warns about omitted files. Also warns if the image and the profiles do not seem to
// belong together. Profiles from other profilers need no image and have exact inclusive times; specs select their
// stacks as in KeepStacks.
// Errors: as for ReadImage, ReadProfiles, MakeProfile, ReadStacks and AddStacks; kMissingRecords for a run that lacks
// records that other runs have.
PROFDIFF_EXPORT LoadedExecution LoadExecution(const ExecutionFiles& files, const LoadingOptions& options,
                                              Diagnostics& diagnostics);
PROFDIFF_EXPORT LoadedExecution LoadExecution(const ExecutionFiles& files, const LoadingOptions& options,
                                              LoadingObserver& observer);

// Loads only an image. Errors: as for ReadImage.
PROFDIFF_EXPORT std::shared_ptr<const Image> LoadImage(const Input& image, const LoadingOptions& options,
                                                       LoadingObserver& observer);

// Reads a side's profiles without adding them up. After `each` has received the records of a file, on any thread,
// `next` is called with the file's number; calls of `next` are sequential and in file order. An error thrown by `next`
// goes to LoadingObserver::Fail. Errors: as for ReadProfiles.
PROFDIFF_EXPORT void LoadEachProfile(const ExecutionFiles& files, const TargetLayout& layout,
                                     const LoadingOptions& options, LoadingObserver& observer, const RecordsUser& each,
                                     const std::function<void(std::size_t number)>& next);

// Loads two executions. An image that both share is read only once. With ImageOptions::lines, the functions of both
// tables are source lines; a line is kept if it has time or calls on at least one side. Errors and warnings of the base
// come before those of the other side.
PROFDIFF_EXPORT LoadedExecutions LoadExecutions(const ExecutionFiles& base, const ExecutionFiles& other,
                                                const LoadingOptions& options, Diagnostics& diagnostics);
PROFDIFF_EXPORT LoadedExecutions LoadExecutions(const ExecutionFiles& base, const ExecutionFiles& other,
                                                const LoadingOptions& options, LoadingObserver& observer);

// Scales the times of the other side so that its total and unit equal the base's. The sides may have different units
// before the call. Returns the factor; 1 if either side has no time.
PROFDIFF_EXPORT double NormalizeTimes(LoadedExecutions& executions);

// The difference of two executions.

// The execution of one side, before the sides are joined.
struct SideInput {
  const FunctionTable& functions;
  const Profile& profile;
  const Selection& selection;
};

// Values of one function (or cycle) on one side. Units: times in seconds.
struct SideNumbers {
  bool present = false;   // true if the side's image has the function
  bool selected = false;  // true if this side's selection lists the function in the flat profile
  bool counted = false;   // true if this side's selection lists the function in the execution counts
  bool shown = false;     // true if this side's selection includes the function's entry in the call graph
  double self = 0;
  double total = 0;              // inclusive time: self time plus propagated time of callees
  double kept_self = 0;          // part of the self time that the selection keeps
  double kept_child = 0;         // part of the callees' time that the selection keeps
  std::uint64_t calls = 0;       // number of calls from other functions (for a cycle: from outside)
  std::uint64_t self_calls = 0;  // number of calls from the function itself (for a cycle: between different members)
  // True if `total` was measured, not propagated. A function with an exact `total` counts as used even if its other
  // values are 0.
  bool is_exact = false;

  bool Used() const { return self != 0 || calls != 0 || self_calls != 0 || (is_exact && total != 0); }
  double KeptTotal() const { return kept_self + kept_child; }
};

// Values of one arc on one side. Units: times in seconds.
struct SideArc {
  static constexpr std::uint64_t kMostCalls = ~std::uint64_t{0} >> 1;  // largest number of calls that `count` can hold

  bool present : 1 = false;  // true if the side recorded the arc
  std::uint64_t count : 63 = 0;
  double self = 0;   // part of the callee's self time that is attributed to the caller
  double child = 0;  // part of the time of the callee's own callees that is attributed to the caller

  double Total() const { return self + child; }
};

// Totals of a side.
struct SideTotals {
  double seconds = 0;               // self time of all selected functions
  double unattributed_seconds = 0;  // time of samples outside of all functions
  double missing_seconds = 0;       // estimated time of samples that are missing (Profile::missing_ticks)
  double rate = 0;                  // samples per second
  double scale = 0;                 // number of two-byte units of text per histogram bin
  std::string dimension = "seconds";
  char abbreviation = 's';
  bool has_histogram = false;
  bool has_arcs = false;
  bool calls_known = true;
  bool is_exact = false;                // true if inclusive times were measured, not propagated
  bool arc_self_known = true;           // false if SideArc::self is unknown and therefore 0
  std::optional<ProfileOrigin> origin;  // nullopt for gprof's profiles
  Loss loss;                            // what the side's files lack

  // The time of all samples, in functions or not.
  double AllSeconds() const { return seconds + unattributed_seconds; }
  // True if more than half of the side's time is in no function.
  bool IsMostlyInNoFunction() const { return 2 * unattributed_seconds > AllSeconds(); }
  // True if a function that the side lacks is not in its program, or was not called. False if it may only have no
  // samples: only images, counted calls and traces, which record each call, list functions without samples.
  bool ListsAllFunctions() const { return !origin || calls_known || IsOfTrace(); }
  // True if times are sums over the calls of a trace, not over samples.
  bool IsOfTrace() const {
    const InputFormat* const format = origin ? FindInputFormat(origin->format) : nullptr;
    return format != nullptr && format->kind == InputKind::kTrace && origin->samples == 0;
  }
};

// Numbers of samples of a function on both sides. `base` and `other` count the samples that end in the function;
// `base_total` and `other_total` count the samples with the function on their stack.
struct SampleNumbers {
  std::uint64_t base = 0, other = 0, base_total = 0, other_total = 0;
};

// Numbers of functions or arcs that are on both sides or on one side only.
struct Presence {
  std::size_t both = 0, only_base = 0, only_other = 0;

  void Count(bool base, bool other) {
    if (base && other) ++both;
    if (base && !other) ++only_base;
    if (!base && other) ++only_other;
  }
  void Add(const Presence& more) {
    both += more.both;
    only_base += more.only_base;
    only_other += more.only_other;
  }
};

// A cycle of the joined graph that at least one side does not have by itself. The inclusive times of that side
// nevertheless treat the cycle as one function.
struct JoinedCycle {
  CycleId cycle;  // id in Difference::components
  bool base_lacks = false, other_lacks = false;
};

// A full outer join of two executions.
struct Difference {
  struct Row {
    SideNumbers base, other;
  };
  struct alignas(64) ArcRow {   // one row fills one cache line (64 bytes), because graphs may have millions of arcs
    FunctionId caller, callee;  // ids in `match.functions`
    SideArc base, other;
  };
  Match match;
  std::vector<Row> functions;          // by joined FunctionId
  std::vector<ArcRow> arcs;            // sorted by caller, then callee, in the order of the joined table
  Adjacency adjacency;                 // indices into `arcs`
  Components components;               // components and cycles of the union of both sides' arcs
  std::vector<Row> cycles;             // by CycleId
  std::vector<SampleNumbers> samples;  // by joined FunctionId; empty unless both sides have samples with whole stacks
  std::shared_ptr<const ContextDifference> contexts;  // null unless both sides have stacks
  SideTotals base, other;
  double sum_abs_self = 0;  // sum over all functions of the absolute difference of self seconds
  // Numbers of functions that have time or calls on at least one side: of those that both images have, and of those
  // that only one image has.
  Presence function_presence;
  Presence arc_presence;

  // Cycles of the union of both sides' arcs that at least one side does not have by itself. If there are none, each
  // side's inclusive times are the same as in a listing of this side alone. `joined_cycles` has a line for each of the
  // first few of these cycles, with some of its members, and a last line with the number of the remaining cycles, if
  // any.
  std::vector<JoinedCycle> unshared_cycles;
  std::vector<std::string> joined_cycles;
};

// Returns a - b; exactly 0 if a and b differ by less than half a nanosecond, which is a rounding error.
PROFDIFF_EXPORT double SecondsDifference(double a, double b);

// Returns base minus other for 64-bit counts.
inline std::int64_t CountDifference(std::uint64_t base, std::uint64_t other) {
  return static_cast<std::int64_t>(base - other);
}

// Propagates the time of each side along the joined graph, whose cycles apply to both sides, in proportion to the
// side's own counts; then joins the sides. Exact times (Profile::exact) are used unchanged; if a side has them, there
// are no joined cycles. Warns if sampling rates differ, if no functions match, and if only one side is exact.
// Errors: kOverflow for a side with 2^63 calls or more; kIncompatible for different units if a side is exact. Uses up
// to `threads` threads; the result does not depend on their number.
// Source: ARCHITECTURE.md ("The difference, rule by rule"); section 3.1 of the eGprof paper.
PROFDIFF_EXPORT Difference Subtract(const SideInput& base, const SideInput& other, Match match,
                                    Diagnostics& diagnostics, unsigned threads = 1);

// Matches the functions of two loaded executions and subtracts the executions.
PROFDIFF_EXPORT Difference Subtract(const LoadedExecutions& executions, Diagnostics& diagnostics,
                                    const Renames* renames = nullptr, unsigned threads = 1);

// An entry of the call graph's difference: a function or a cycle. Entries are sorted by |difference| of the time that
// EntrySort names, then by |difference of calls|, then cycles before functions, then in the table's order.
struct DifferenceEntry {
  FunctionId function;  // exactly one of `function` and `cycle` is valid
  CycleId cycle;
};
enum class EntrySort {
  kInclusive,  // by inclusive time, as in gprof; for the classic layout
  // by self time, for the side-by-side layout: entries have the order of the flat rows, so that a function has the same
  // index in both tables
  kSelf,
};

// The direction of change that a one-sided profile shows: growth (other minus base) or shrinkage (base minus other).
// Such a profile is an ordinary profile of the joined functions: negative differences count as 0, and a function's
// calls are the sum of its kept arcs. If both sides have stacks, it is the profile of OneSidedContexts, with exact
// inclusive times and unknown calls.
enum class Direction { kGrowth, kShrink };
PROFDIFF_EXPORT Profile OneSidedProfile(const Difference& difference, Direction direction);

}  // namespace profdiff

#endif  // PROFDIFF_DIFFERENCE_H_
