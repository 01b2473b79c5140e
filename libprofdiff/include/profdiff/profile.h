// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of one execution: self times and calls by function; the functions and arcs that specs select; and the
// call graph derived from the arcs.
#ifndef PROFDIFF_PROFILE_H_
#define PROFDIFF_PROFILE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"

namespace profdiff {

// The table to which a symspec applies, named after the output that it affects. Each table has an include half and an
// exclude half.
enum class SpecTable : std::uint8_t { kGraph, kTime, kFlat, kArcs, kAnnotate, kExec };
inline constexpr int kSpecTables = 6;

// One symspec of the command line, for example {kFlat, true, "file.c:leaf"}.
struct SymbolSpec {
  SpecTable table = SpecTable::kGraph;
  bool include = true;
  std::string text;  // "name", "file", "file:name", "file:line", "caller/callee"
};

// The rules by which several specs are combined.
enum class SpecRules {
  // As in gprof: overlapping ranges hide each other, and only the last of several specs "CALLER/CALLEE" with the same
  // caller has an effect.
  kGprof,
  kExact,  // every spec has an effect
};

// The functions and arcs of one function table that a list of symspecs selects.
struct Selection {
  // Bit 2*table is set for functions in the include half, bit 2*table+1 for functions in the exclude half.
  std::vector<std::uint16_t> bits;  // by FunctionId
  std::uint16_t active = 0;         // bit 2*table is set if any function is in the include half

  bool Included(SpecTable t, FunctionId f) const { return bits[f.value] >> (2 * static_cast<int>(t)) & 1; }
  bool Excluded(SpecTable t, FunctionId f) const { return bits[f.value] >> (2 * static_cast<int>(t) + 1) & 1; }
  bool AnyIncluded(SpecTable t) const { return active >> (2 * static_cast<int>(t)) & 1; }
  // True if the function is in the include half, or if that half is empty and the function is not in the exclude half.
  bool Selects(SpecTable t, FunctionId f) const { return AnyIncluded(t) ? Included(t, f) : !Excluded(t, f); }

  // The address range [first, last].
  struct Addresses {
    std::uint64_t first = 0, last = 0;
  };
  // The calls selected by one spec: from functions that start in a range of `callers` to functions inside a range of
  // `callees`.
  // Shape: ranges are sorted by `first`. Since address ranges of source lines may overlap, `last` is the maximum over
  // this range and all ranges before it.
  struct ArcSet {
    std::vector<Addresses> callers, callees;

    PROFDIFF_EXPORT bool Holds(const Function& caller, const Function& callee) const;
  };
  std::vector<ArcSet> included_arcs;
  std::vector<ArcSet> excluded_arcs;

  // True if the selection keeps calls from `caller` to `callee`.
  PROFDIFF_EXPORT bool KeepsArc(const Function& caller, const Function& callee) const;
};

// Finds the functions and arcs that specs select. `table` must be in address order, and `specs` in command-line order.
// The functions of the profiling runtime (mcount and similar functions) are excluded from times, graph and flat
// profile, as if by specs that precede the user's. The file part of a spec is compared with the base names of
// `table.files`, so the image must be read with SourcePositions::kAll.
// Source: GPROF.md, section 2.
PROFDIFF_EXPORT Selection Select(const FunctionTable& table, const std::vector<SymbolSpec>& specs, SpecRules rules);

// True if source positions are needed to resolve a spec, because it names a file or a line.
PROFDIFF_EXPORT bool NeedsPositions(const SymbolSpec& spec);

struct Arc {
  FunctionId caller;
  FunctionId callee;
  std::uint64_t count = 0;
};

// The number of executions of one basic block.
struct BlockCount {
  FunctionId function;
  std::uint64_t address = 0;
  std::uint64_t count = 0;
};

// Exact inclusive times. They are measured, not propagated along counted calls: they come from whole stacks or from a
// profiler that measures inclusive costs, such as callgrind. A stack counts once for each distinct function and arc on
// it.
// Shape: includes arcs from a function to itself. Units: ticks.
struct ExactTimes {
  struct OfArc {
    double self = 0;   // time of stacks that end with the arc
    double total = 0;  // time of stacks that contain the arc
  };
  std::vector<double> total_ticks;  // by FunctionId
  std::vector<OfArc> arcs;          // by ArcId
  bool arc_self_known = true;       // false if OfArc::self is unknown (and 0)
  // By FunctionId: number of samples whose stack ends in the function, and number of samples whose stack contains it.
  // Empty if times were not derived from counted samples.
  std::vector<std::uint64_t> samples, total_samples;
  // By FunctionId: sums of the squares of these samples' ticks. Empty if all samples have the same weight.
  std::vector<double> squares, total_squares;
};

// The origin of a profile that comes from another profiler.
struct ProfileOrigin {
  std::string format;               // InputFormat::name
  std::string event;                // the event that was read
  std::vector<std::string> events;  // all events of the file
  std::uint64_t samples = 0;        // number of the event's samples, after filters; 0 if times are sums without samples
};

// The profile of one execution, indexed by the functions of one table.
// Units: ticks, which are samples; ticks / `rate` is a time in the unit `dimension`.
struct Profile {
  std::vector<double> self_ticks;         // by FunctionId
  std::vector<std::uint64_t> calls;       // by FunctionId: number of calls from other functions
  std::vector<std::uint64_t> self_calls;  // by FunctionId: number of calls from the function itself
  std::vector<Arc> arcs;                  // by ArcId, in order of creation; includes arcs from a function to itself
  // sorted by function, at most ten for each, as in gprof; only with line granularity
  std::vector<BlockCount> blocks;
  // Number of samples in selected functions plus number of samples outside of all functions.
  double total_ticks = 0;
  double unattributed_ticks = 0;  // number of samples outside of all functions
  // Estimated number of samples that are missing, because they were lost or because a file ends early; not part of
  // `total_ticks`.
  double missing_ticks = 0;
  double rate = 0;   // samples per second; 0 without a histogram
  double scale = 0;  // number of two-byte units of code per bin of the histogram
  std::string dimension = "seconds";
  char abbreviation = 's';
  bool has_histogram = false;
  bool has_arcs = false;
  bool calls_known = true;              // false if all counts of calls are unknown (and 0)
  std::optional<ExactTimes> exact;      // nullopt if inclusive times are propagated
  std::optional<ProfileOrigin> origin;  // nullopt for profiles in gprof's format
  Loss loss;                            // what the files lack

  double Seconds(double ticks) const { return ticks / rate; }
};

// Attributes samples to functions, and arcs to pairs of functions. Functions that the selection excludes from the flat
// profile get no time; excluded arcs are not counted. Uses up to `threads` threads; the result does not depend on their
// number.
// Errors: kOverflow for 2^64 calls or more.
// Source: GPROF.md, sections 7 and 8.1.
PROFDIFF_EXPORT Profile MakeProfile(const FunctionTable& table, const Records& records, const Selection& selection,
                                    unsigned threads = 1);

// Several runs of one program, as separate observations for statistics or as an average.

// The measurements from which times are derived.
enum class TimesOf : std::uint8_t {
  kSamples,  // numbers of samples, which vary randomly
  kCounts,   // exact counts of events, as from callgrind
  kSums,     // sums of an unknown number of samples
};

// The runs of one side, as values by function and run.
// Shape: the values of function f in run r have the index f * runs + r. Units: seconds, calls, samples.
struct RunTable {
  TimesOf kind = TimesOf::kSamples;  // the least reliable kind of measurement among all runs
  // True if samples have different weights. Then `samples` is the effective sample size (sum of weights)^2 / sum of
  // squared weights, rounded down in each run.
  bool is_weighted = false;
  std::size_t functions = 0;
  std::size_t runs = 0;
  std::vector<double> seconds;
  std::vector<std::uint64_t> calls;
  std::vector<double> rates;      // samples per second, by run; 0 without a histogram
  std::vector<double> samples;    // by function: number of samples in all runs together; may be fractional
  double samples_per_second = 0;  // sum of `rates`
  double total_samples = 0;       // number of samples in all functions and runs
  // Time in no function, by run, and the number of its samples in all runs together.
  std::vector<double> unattributed_seconds;
  double unattributed_samples = 0;
  // Inclusive times and their samples, arranged as in `seconds` and `samples`; empty if inclusive times are propagated.
  // A sample counts for all functions on its stack.
  std::vector<double> inclusive_seconds, inclusive_samples;

  std::span<const double> Seconds(FunctionId function) const { return {seconds.data() + function.value * runs, runs}; }
  std::span<const std::uint64_t> Calls(FunctionId function) const {
    return {calls.data() + function.value * runs, runs};
  }
};

// Makes the table of several runs, one for each profile; all profiles must have the same function table. A function
// without time in a run counts as an observation of zero.
PROFDIFF_EXPORT RunTable MakeRunTable(std::span<const Profile> runs);

// Replaces the sum of several runs by their mean. Counts of calls are rounded to integers, but to at least 1 if they
// are above 0.
PROFDIFF_EXPORT void AverageRuns(Profile& sum, std::size_t runs);

// The strongly connected components of a call graph.
struct Components {
  // By FunctionId: the component's topological number 1, 2, …, with callees before callers; members of one cycle have
  // the same number.
  std::vector<std::uint32_t> number;
  // Cycle by FunctionId; invalid for functions outside of cycles.
  std::vector<CycleId> cycle;
  // Members by CycleId; the member that the search reached first comes first. Cycles are sorted by the id of that first
  // member.
  std::vector<std::vector<FunctionId>> members;
};

// Arcs by function: the arcs into and out of each function, most recently added first.
struct Adjacency {
  // By FunctionId: index in `parents` or `children` at which the function's list begins. The list ends where the next
  // one begins; an additional element marks the end of the last list.
  std::vector<std::uint32_t> first_parent, first_child;
  std::vector<ArcId> parents, children;

  std::span<const ArcId> Parents(FunctionId f) const {
    return {parents.data() + first_parent[f.value], parents.data() + first_parent[f.value + 1]};
  }
  std::span<const ArcId> Children(FunctionId f) const {
    return {children.data() + first_child[f.value], children.data() + first_child[f.value + 1]};
  }
};

// Copies of the arcs in the order of Adjacency, so that a traversal of a large graph reads memory sequentially.
struct CallLists {
  // An arc as seen from one of its ends.
  struct Call {
    FunctionId function;  // function at the other end
    std::uint64_t count = 0;
  };
  // By FunctionId, as in Adjacency: index in `callers` or `callees` at which the function's list begins.
  std::vector<std::uint32_t> first_caller, first_callee;
  std::vector<Call> callers, callees;

  std::size_t functions() const { return first_caller.size() - 1; }
  std::span<const Call> Callers(FunctionId f) const {
    return {callers.data() + first_caller[f.value], callers.data() + first_caller[f.value + 1]};
  }
  std::span<const Call> Callees(FunctionId f) const {
    return {callees.data() + first_callee[f.value], callees.data() + first_callee[f.value + 1]};
  }
};

PROFDIFF_EXPORT CallLists ListCalls(std::size_t functions, std::span<const Arc> arcs, unsigned threads = 1);

// Propagated times of a function or of a whole cycle. Everything needed to compute the time of an arc fits in one cache
// line. Units: ticks.
struct Propagated {
  double own_ticks = 0;    // self time before the selection is applied; for a cycle, the sum over its selected members
  double child_ticks = 0;  // time propagated from callees
  // number of calls from other functions; for a cycle and each of its members, number of calls from outside the cycle
  std::uint64_t calls = 0;
  double fraction = 0;  // fraction of the time that the selection keeps, from 0 to 1
  CycleId cycle;        // the function's cycle; invalid if it is in none
  bool shown = false;   // true if the function or cycle has an entry in the call graph
  double child = 0;     // part of `child_ticks` that the selection keeps

  double Self() const { return own_ticks * fraction; }  // self time that the selection keeps
  double Total() const { return Self() + child; }
};

// Time of an arc. Units: ticks.
struct ArcTime {
  double self = 0;   // part of the callee's self time that is attributed to this caller
  double child = 0;  // part of the time of the callee's own callees that is attributed to this caller

  double Total() const { return self + child; }
};

// A call graph derived from a Profile, which stays unchanged. If the profile has exact times, nothing is propagated:
// the graph then has no cycles, and the selection only decides which entries are shown.
struct CallGraph {
  struct ExactArc {
    FunctionId caller, callee;
    ArcTime time;
  };
  Components components;
  CallLists calls;
  std::vector<Propagated> functions;             // by FunctionId
  std::vector<Propagated> cycles;                // by CycleId
  std::vector<std::uint64_t> cycle_inner_calls;  // number of calls between different members of a cycle, by CycleId
  double total_ticks = 0;                        // self time that the selection keeps, summed over all functions
  bool is_exact = false;                         // true if times are exact, not propagated
  std::vector<ExactArc> exact_arcs;              // sorted by caller and callee

  CycleId CycleOf(FunctionId f) const { return functions[f.value].cycle; }
  bool InOneCycle(FunctionId f, FunctionId g) const { return CycleOf(f).valid() && CycleOf(f) == CycleOf(g); }

  // Returns the time of `count` calls of a function from outside its cycle, before the selection is applied.
  ArcTime TimeOfCalls(FunctionId callee, std::uint64_t count) const {
    const Propagated& function = functions[callee.value];
    if (count == 0 || function.calls == 0 || function.fraction == 0) return {};
    const Propagated& whole = function.cycle.valid() ? cycles[function.cycle.value] : function;
    const double part = static_cast<double>(count) / static_cast<double>(function.calls);
    return {whole.own_ticks * part, whole.child_ticks * part};
  }

  // Returns the part of an arc's time that the selection keeps. The part is computed on demand, because reading a
  // stored value is not faster for graphs that are larger than a processor's cache.
  ArcTime TimeOf(const Arc& arc) const {
    if (is_exact) return FindExact(arc);
    const double kept = functions[arc.caller.value].fraction;
    if (kept == 0 || arc.caller == arc.callee || InOneCycle(arc.caller, arc.callee)) return {};
    const ArcTime whole = TimeOfCalls(arc.callee, arc.count);
    return {whole.self * kept, whole.child * kept};
  }

 private:
  PROFDIFF_EXPORT ArcTime FindExact(const Arc& arc) const;
};

// Makes the call graph of a single profile. Uses up to `threads` threads; the result does not depend on their number.
PROFDIFF_EXPORT CallGraph MakeCallGraph(const Profile& profile, const Selection& selection, unsigned threads = 1);

// Makes the call graph of a profile from existing lists of its calls; the arcs of the profile are not used.
PROFDIFF_EXPORT CallGraph MakeCallGraph(const Profile& profile, const Selection& selection, CallLists calls,
                                        unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_PROFILE_H_
