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

#include "profdiff/call_graph.h"
#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace profdiff {

// From files to executions, in one call.

struct ExecutionFiles {
  std::string image;  // may be empty with profiles of other profilers, which name their functions themselves
  std::vector<std::string> profiles;
  std::string store = {};  // if not empty: `profiles` are paths of trials in this store, and `image` is empty
};

struct LoadingOptions {
  // Without `text_bytes` and `threads`, which follow from what is below.
  ImageOptions image = {.symbols = SymbolPolicy::kAll, .symbol_file = {}};
  std::vector<SymbolSpec> specs;
  GmonFormat format = GmonFormat::kAuto;
  bool salvage = false;       // as in ReadingOptions
  bool keep_going = false;    // as in ReadingOptions; one profile of a side has to be usable
  bool runs = false;          // each profile is one run; otherwise they are added up
  bool keep_runs = false;     // of several runs, LoadedExecution::each as well
  bool static_calls = false;  // calls found in the code become arcs of count 0 (gprof's -c, but all of them)
  bool unused_lines = false;  // of ImageOptions::lines, those too that neither side uses
  unsigned threads = 1;       // 0 counts as 1; the result is the same for any number

  // Of profiles of other profilers:
  StackOptions stacks;     // without `salvage`
  bool only_gmon = false;  // there are none
  // What `perf script` prints of a file of perf's; the library starts no program. Without it such files are refused.
  std::function<ByteReader(const std::string& path)> perf_script;
};

// True if the profiles of a side are other profilers': by the first one's content, or where that cannot be looked at
// beforehand (a pipe), by what the options say, or if there is no image.
// Errors: kSystem; kBadCompression.
PROFDIFF_EXPORT bool HasStacks(const ExecutionFiles& files, const LoadingOptions& options);

// One execution, credited to the functions of its image, or to their lines.
struct LoadedExecution {
  std::shared_ptr<const Image> image;              // null where a profile knows its functions itself, and needs none
  std::shared_ptr<const FunctionTable> functions;  // the image's; by line, one row for each line
  std::shared_ptr<const StackProfile> stacks;      // of another profiler: all files of the side together; else null
  std::shared_ptr<const ContextTree> contexts;     // the stacks that the selection keeps; null where there are none
  double context_scale = 1;                        // of a tick of these, in the profile's unit
  Selection selection;
  Profile profile;            // of all profiles together; of runs their mean
  std::vector<Profile> each;  // with LoadingOptions::keep_runs: of each run
  RunTable runs;              // one run, or with LoadingOptions::runs one for each profile
  bool has_histogram = false;
  bool has_arcs = false;
};

// Two executions that are to be subtracted. Specs that one side alone has functions for count on both.
struct LoadedExecutions {
  LoadedExecution base, other;
  bool same_image = false;
};

// Watches an execution being loaded. What one object hears comes in order. Two executions are loaded at the same time
// on two threads: then StartBeside makes the object that hears of the second. What functions throw ends the loading.
class PROFDIFF_EXPORT LoadingObserver {
 public:
  virtual ~LoadingObserver();

  virtual void BeginImage() {}
  virtual void EndImage(const Image& /*image*/) {}
  virtual void BeginProfiles(const ExecutionFiles& /*files*/) {}
  virtual void EndFile(const GmonOutline& /*file*/, const Error* /*error*/) {}  // as FileObserver
  // Of another profiler's; after an error the path is all that is known.
  virtual void EndStacks(const StackProfile& /*file*/, const Error* /*error*/) {}
  virtual void EndProfiles(const Records& /*records*/) {}
  virtual void Warn(const std::string& warning) = 0;

  virtual std::unique_ptr<LoadingObserver> StartBeside() = 0;
  virtual void End() {}                              // of what is done beside, on its thread
  virtual void Join(LoadingObserver& /*beside*/) {}  // once both are done: what it heard comes now
};

// Reads an image and profiles of it. Warns where they seem not to belong together, and of files that are left out.
// Profiles of other profilers need no image, and have exact inclusive times; specs choose among their stacks as
// KeepStacks says.
// Errors: those of ReadImage, ReadProfiles and MakeProfile; of ReadStacks and AddStacks; kMissingRecords for a run that
// lacks what others have.
PROFDIFF_EXPORT LoadedExecution LoadExecution(const ExecutionFiles& files, const LoadingOptions& options,
                                              Diagnostics& diagnostics);
PROFDIFF_EXPORT LoadedExecution LoadExecution(const ExecutionFiles& files, const LoadingOptions& options,
                                              LoadingObserver& observer);

// The same of two executions, an image that both have being read once. By line, their rows are lines that either uses.
// Errors and warnings come as if the other one were loaded after the base.
PROFDIFF_EXPORT LoadedExecutions LoadExecutions(const ExecutionFiles& base, const ExecutionFiles& other,
                                                const LoadingOptions& options, Diagnostics& diagnostics);
PROFDIFF_EXPORT LoadedExecutions LoadExecutions(const ExecutionFiles& base, const ExecutionFiles& other,
                                                const LoadingOptions& options, LoadingObserver& observer);

// Scales the times of the other side to the total of the base, whose unit they then have: so the sides' units may
// differ. Returns the factor; 1 where a side has no time.
PROFDIFF_EXPORT double NormalizeTimes(LoadedExecutions& executions);

// The difference.

// One side's execution, before it is joined with the other.
struct SideInput {
  const FunctionTable& functions;
  const Profile& profile;
  const Selection& selection;
};

// Numbers of one function (or cycle) on one side. Units: seconds.
struct SideNumbers {
  bool present = false;   // the side's image has the function
  bool selected = false;  // listed in the flat profile by this side's selection
  bool counted = false;   // listed in the execution counts by this side's selection
  bool shown = false;     // has an entry in the call graph by this side's selection
  double self = 0;
  double total = 0;      // inclusive: self time and callees', by propagation
  double kept_self = 0;  // self and callees' time that the selection keeps in the call graph
  double kept_child = 0;
  std::uint64_t calls = 0;       // from other functions (of a cycle: from outside)
  std::uint64_t self_calls = 0;  // from itself (of a cycle: between different members)
  bool is_exact = false;         // `total` was measured, not propagated: it alone makes a function used

  bool Used() const { return self != 0 || calls != 0 || self_calls != 0 || (is_exact && total != 0); }
  double KeptTotal() const { return kept_self + kept_child; }
};

// Numbers of one arc on one side. Units: seconds.
struct SideArc {
  static constexpr std::uint64_t kMostCalls = ~std::uint64_t{0} >> 1;  // of a side in all

  bool present : 1 = false;  // the side recorded the arc
  std::uint64_t count : 63 = 0;
  double self = 0;   // the callee's self time on behalf of the caller
  double child = 0;  // the callee's callees' time

  double Total() const { return self + child; }
};

// What a side is as a whole.
struct SideTotals {
  double seconds = 0;               // self time of all selected functions
  double unattributed_seconds = 0;  // samples in no function
  double rate = 0;                  // samples per second
  double scale = 0;                 // two-byte units of text per bin
  std::string dimension = "seconds";
  char abbreviation = 's';
  bool has_histogram = false;
  bool has_arcs = false;
  bool calls_known = true;
  bool is_exact = false;                // inclusive times were measured, not propagated
  bool arc_self_known = true;           // else SideArc::self is 0 and says nothing
  std::optional<ProfileOrigin> origin;  // else the profile is gprof's
};

// Samples of a function on both sides: those that end in it, and those that have it.
struct SampleNumbers {
  std::uint64_t base = 0, other = 0, base_total = 0, other_total = 0;
};

// How many of something are on both sides, or on one.
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

// A cycle of the joined graph that a side alone has not: its inclusive times treat it as one function all the same.
struct JoinedCycle {
  CycleId cycle;  // of Difference::components
  bool base_lacks = false, other_lacks = false;
};

// A full outer join of two executions.
struct Difference {
  struct Row {
    SideNumbers base, other;
  };
  struct alignas(64) ArcRow {   // graphs have millions of them, and a processor fetches 64 bytes at a time
    FunctionId caller, callee;  // of `match.functions`
    SideArc base, other;
  };
  Match match;
  std::vector<Row> functions;          // by joined FunctionId
  std::vector<ArcRow> arcs;            // by (caller, callee): the order of the joined table
  Adjacency adjacency;                 // of `arcs`
  Components components;               // cycles of the union of both sides' arcs
  std::vector<Row> cycles;             // by CycleId
  std::vector<SampleNumbers> samples;  // by joined FunctionId; empty unless both sides have samples of whole stacks
  std::shared_ptr<const ContextDifference> contexts;  // null unless both sides have stacks
  SideTotals base, other;
  double sum_abs_self = 0;     // sum over all functions of |difference of self seconds|
  Presence function_presence;  // of functions with time or calls on either side, by the images that have them
  Presence arc_presence;

  // Cycles that the union has and a side alone has not; empty where both sides' inclusive numbers equal their own
  // listings. Then the first of them as lines for people, with a few members each.
  std::vector<JoinedCycle> unshared_cycles;
  std::vector<std::string> joined_cycles;
};

// a - b, or exactly 0 where they differ by less than half a nanosecond: rounding, not time.
PROFDIFF_EXPORT double SecondsDifference(double a, double b);

// Base minus other, of 64-bit counts.
inline std::int64_t CountDifference(std::uint64_t base, std::uint64_t other) {
  return static_cast<std::int64_t>(base - other);
}

// Propagates each side over the cycles of the joined graph on its own counts, then joins.
// Exact times are taken as they are: then no side has cycles in common with the other.
// Warns where sampling rates differ, where no function at all matches, and where one side alone is exact.
// Errors: kOverflow for a side with 2^63 calls or more; kIncompatible where a side is exact, for different units.
// Works on up to `threads` threads; the result is the same for any number.
// Source: differential.md section 3; the paper's section 3.1.
PROFDIFF_EXPORT Difference Subtract(const SideInput& base, const SideInput& other, Match match,
                                    Diagnostics& diagnostics, unsigned threads = 1);

// Matches the functions of two loaded executions, and subtracts these.
PROFDIFF_EXPORT Difference Subtract(const LoadedExecutions& executions, Diagnostics& diagnostics,
                                    const Renames* renames = nullptr, unsigned threads = 1);

// Joined functions in the order of the flat difference: |seconds| and |calls| descending, then the table's order.
// Left out: functions that are not selected, and without `keep_unused` those without time and calls on both sides.
PROFDIFF_EXPORT std::vector<FunctionId> OrderFlatRows(const Difference& difference, bool keep_unused,
                                                      unsigned threads = 1);

// Joined functions in the order of the differences of calls: |calls| descending, then the table's order. Left out:
// functions that are not selected, and without `keep_unused` those without calls on both sides.
PROFDIFF_EXPORT std::vector<FunctionId> OrderCountRows(const Difference& difference, bool keep_unused);

// Entries of the call graph's difference, in order: |difference of the chosen time|, |difference of calls|, cycles
// before functions, then the table's order.
struct DifferenceEntry {
  FunctionId function;  // exactly one of the two is valid
  CycleId cycle;
};
enum class EntrySort {
  kInclusive,  // the classic layout: as gprof sorts
  kSelf,       // side by side: the order of the flat rows, so that one number means one function in both tables
};
PROFDIFF_EXPORT std::vector<DifferenceEntry> OrderEntries(const Difference& difference, bool keep_unused,
                                                          EntrySort sort = EntrySort::kInclusive);

// What grew (other minus base) or shrank (base minus other), as an ordinary profile of the joined functions: negative
// differences count as 0, a function's calls are the sum of its kept arcs. Where both sides have stacks, of what is
// left of these (OneSidedContexts): inclusive times are exact then, and calls unknown.
enum class Direction { kGrowth, kShrink };
PROFDIFF_EXPORT Profile OneSidedProfile(const Difference& difference, Direction direction);

}  // namespace profdiff

#endif  // PROFDIFF_DIFFERENCE_H_
