// SPDX-License-Identifier: GPL-3.0-or-later
// Performance properties: the problems of a run, with their locations and their costs.
//
// The steps of `egprof check`: a recording is turned into contexts, which are regions of the program with their metrics
// (ReadMeasurements); properties are read from files in the APART Specification Language (ReadProperties); each
// property is evaluated in each region (FindProperties).
//
// Source: Gerndt, Fürlinger, Kereku, Periscope: Advanced Techniques for Performance Analysis; Fahringer, Gerndt, Riley,
// Träff, Knowledge Specification for Automatic Performance Analysis (the language). Additions to these papers are
// marked as such.
#ifndef PROFDIFF_PROPERTIES_H_
#define PROFDIFF_PROPERTIES_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/image.h"
#include "profdiff/input.h"
#include "profdiff/property_set.h"

namespace profdiff {

struct ExecutionFiles;  // profdiff/difference.h
struct Profile;         // profdiff/profile.h
struct TableFormat;     // profdiff/formats.h
struct Trace;           // profdiff/trace.h

// Measurements of a recording.

enum class RegionKind : std::uint8_t {
  kProgram,
  kFunction,
  kCall,  // a call site
  kLoop,
  kLine,
  kParallel,  // this kind and the following ones up to kBarrier belong to OpenMP
  kWorksharing,
  kSections,
  kSingle,
  kMaster,
  kCritical,
  kLock,
  kBarrier,
  kMpi,
  kUser,
  kThread,  // the time of a function in a routine of POSIX threads
};

// Returns the name of a kind, such as "function" or "call".
PROFDIFF_EXPORT std::string_view RegionKindName(RegionKind kind);

using RegionId = Id<struct RegionTag>;  // index into Measurements::regions

// A part of the program, such as a function, a loop or a line.
struct Region {
  RegionKind kind = RegionKind::kProgram;
  std::string name = {};     // linkage name of the function: for a call, the callee; for a line, the enclosing function
  std::string image = {};    // program or library; empty if unknown
  std::string file = {};     // source file; for a call, the file of the call site; empty if unknown
  std::uint32_t line = 0;    // source line; 0 for functions, and if unknown
  std::uint32_t number = 0;  // for a loop: its index among the loops of its function, from 1; otherwise 0
  // the enclosing region, or one of several enclosing regions; invalid for Measurements::phase
  RegionId parent = {};
  // name of the routine, such as MPI_Recv, if this region is the time of `parent` in one routine; otherwise empty
  std::string callee = {};
  // name of the array, if this region is the part of the parent's values that one array causes; otherwise empty
  std::string data_structure = {};
  // address of the mutex that accounts for at least 80 % of the waits for mutexes in this region, such as "0x4040a0";
  // otherwise empty
  std::string object = {};
  std::vector<std::string> arrays = {};  // names of the data structures that the region uses
  // the reason why Measurements::incomplete_metrics are unknown in this region; empty if they are known
  std::string incomplete = {};
};

// Returns Region::callee or Region::data_structure, whichever is set; empty for a whole region.
inline const std::string& PartOf(const Region& region) {
  return region.data_structure.empty() ? region.callee : region.data_structure;
}

// A process and a thread. A location with neither is the sum of all processes and threads.
struct Location {
  std::optional<std::uint32_t> rank, thread;

  friend auto operator<=>(const Location&, const Location&) = default;
};

// The metrics of a region at one location.
struct Context {
  RegionId region;
  Location location;
  std::vector<double> values;  // in the order of Measurements::metrics; NaN for missing metrics
};

// The metrics of a region in one instance (call) of the phase, summed over locations.
struct InstanceContext {
  RegionId region;
  std::uint64_t instance = 1;  // number of the phase's call, from 1
  std::vector<double> values;  // see Context::values
};

// An efficiency of the whole phase, such as "loadBalance", from 0 to 1; computationScaling may exceed 1.
struct Efficiency {
  std::string name;
  double value = 0;
};

// Offsets that are added to the clocks of ranks so that no message arrives before it is sent.
struct ClockCorrection {
  // By rank, in nanoseconds; nullopt for ranks without a recording. Empty if clocks agree, or if there is only one
  // rank.
  std::vector<std::optional<std::int64_t>> offsets;
  std::uint64_t half_width = 0;  // largest half width of the feasible interval of an offset, in nanoseconds
};

// References to a part of a data structure during the phase.
struct AddressBucket {
  Location location;
  std::string data_structure;  // name of an array, "stack" or "heap"
  // start of the array (in the image), or of a range of the stack or heap (in memory)
  std::uint64_t address = 0;
  std::uint64_t begin = 0, end = 0;  // the bucket's bytes: [address + begin, address + end)
  std::uint64_t reads = 0, writes = 0, read_misses = 0, write_misses = 0;
  std::uint64_t compulsory = 0, capacity = 0, conflict = 0;  // numbers of misses by cause

  std::uint64_t references() const { return reads + writes; }
  std::uint64_t misses() const { return read_misses + write_misses; }
};

// An error in the program's use of MPI that the recording shows.
struct RunError {
  // "collective": ranks call different operations, or a rank ends without one that others call; "root": they name
  // different roots; "tag": a rank waits for a message with another tag than the one that was sent to it; "unreceived":
  // a rank ends without having received messages that were sent to it.
  std::string kind;
  std::vector<std::uint32_t> ranks;  // ranks whose calls contradict each other, in ascending order
  std::string text;
};

// Work by which one thread delayed other ranks. Units: seconds of waiting.
struct WaitCause {
  Location location;
  std::vector<std::string> path;  // linkage names of functions, from the phase on; the last one did the work
  double direct = 0;              // waits of ranks for this thread
  double indirect = 0;            // waits for ranks that themselves had waited because of this work

  double total() const { return direct + indirect; }
};

// Work on the critical path. Units: seconds.
struct CriticalPart {
  Location location;
  std::vector<std::string> path;  // as in WaitCause
  double seconds = 0;
  double imbalance = 0;  // the part of `seconds` by which this work takes longer than on average over the ranks
};

// Why ranks waited for each other. The totals of all causes and `unexplained` add up to `seconds`.
struct WaitCauses {
  double seconds = 0;                  // waits of ranks in the phase
  double unexplained = 0;              // the part for which the rank that ended a wait spent no more time in any path
  std::vector<WaitCause> causes = {};  // largest total first
  std::vector<CriticalPart> critical_path = {};  // the work that determined the length of the phase, longest first
  double before_all = 0;                         // the part before all ranks are recorded
};

// Time lost in waits and overheads of one kind, in calls with one path. Units: seconds.
struct PathLoss {
  std::string name;               // name of the property, such as LateSender
  std::vector<std::string> path;  // linkage names of functions, from the phase on; the last one is the routine
  std::string callee;             // the routine of a library in which the time was lost; empty if there is none
  double lost = 0;
};

// Time in which ranks start and end: in MPI_Init, MPI_Init_thread and MPI_Finalize, and before the first or after the
// last time of a rank that calls them in the phase. Units: seconds.
struct StartUp {
  double seconds = 0;  // by which the recorded phase is longer than Measurements::seconds
  double lost = 0;     // in these calls, over all ranks
};

// A rank whose recording begins late, compared with the length of the whole recording. What other ranks wait for it
// until then is no fault of the program. Units: seconds.
struct LateStart {
  std::uint32_t rank = 0, first_rank = 0;  // whose recordings begin last and first
  double seconds = 0;                      // between these two moments
  double waits = 0;                        // the waits of ranks in this time
  double from = 0;                         // where the part begins to which MeasureOptions::from should be set
  Message remark = Message("");
};

// The value of Measurements::machine for a recording without simulated caches.
inline constexpr std::string_view kNoCaches = "no simulated caches";

// The measurements of a program from a recording.
struct Measurements {
  std::vector<std::string> inputs;   // paths of the inputs
  std::vector<std::string> metrics;  // names of metrics as used in expressions
  std::vector<std::string> units;    // by metric, such as "misses" or "s"; empty if unknown
  std::vector<Region> regions;
  // pairs of an outer and an inner region; an inner region may be in several outer ones
  std::vector<std::pair<RegionId, RegionId>> nested;
  std::vector<Context> contexts;  // sorted by region and location
  // sorted by region and instance; only with MeasureOptions::instances
  std::vector<InstanceContext> instance_contexts;
  std::vector<AddressBucket> histogram;  // sorted by location, structure and address; only with MeasureOptions::buckets
  std::vector<Efficiency> efficiencies;  // efficiencies that can be computed from the recording
  ClockCorrection clocks;
  std::vector<RunError> errors;
  std::optional<StartUp> start_up;        // only for traces with MPI whose phase contains these calls
  std::optional<LateStart> late_start;    // only for traces of several ranks whose clocks are known
  std::vector<PathLoss> paths;            // only for traces; largest loss first
  std::optional<WaitCauses> wait_causes;  // only for traces of several ranks whose waits are known
  // Names of metrics and efficiencies that are unknown although this kind of recording can contain them, each with the
  // reason.
  std::vector<std::pair<std::string, std::string>> absent;
  // Names of metrics that lack some events in regions with Region::incomplete. The values there are too small.
  std::vector<std::string> incomplete_metrics;
  RegionId phase;                 // the region whose values are the reference for Finding::share
  std::uint64_t instances = 1;    // number of instances of the phase
  std::optional<double> seconds;  // duration of the phase
  std::string machine;            // simulated caches as described by the recording; empty if unknown
  std::string process;            // process id; empty unless other threads of the process may have separate recordings
  // true if `machine` describes the cache of MeasureOptions, which was simulated from an address trace
  bool is_played = false;
  std::vector<Message> missing;  // messages about omitted parts of a damaged file, if the file was salvaged
  std::vector<Message> remarks;  // messages about oddities that are not damage

  // Returns the index of a metric; nullopt for an unknown name.
  PROFDIFF_EXPORT std::optional<std::size_t> FindMetric(std::string_view name) const;
};

// Returns the text for a region in reports, such as "line 49 of bound.c (bound)", "call of bound at main.c:69" or
// "MPI_Recv in solve".
PROFDIFF_EXPORT std::string RegionText(const Measurements& measurements, RegionId region);

struct MeasureOptions {
  std::string phase = {};        // name of a function; empty for main, or for the whole recording if there is no main
  std::uint32_t phase_line = 0;  // line of the loop that is the phase; 0 if the whole function is the phase
  bool instances = false;        // fill Measurements::instance_contexts
  bool arrays = false;           // fill Region::arrays from the debug information of images
  bool salvage = false;          // read a damaged file up to the damage
  unsigned threads = 1;          // 0 counts as 1; does not affect the result
  std::string image = {};        // program of an address trace; empty for the program named in the trace
  // maximum number of buckets for an array or a range of memory in Measurements::histogram; 0: no histogram
  std::size_t buckets = 0;
  // The part of a trace to measure, in nanoseconds since its first call, on the corrected clocks of ranks.
  static constexpr std::uint64_t kWholeTrace = ~std::uint64_t{0};
  std::uint64_t from = 0, to = kWholeTrace;
  // The first-level data cache for address traces: size in bytes, number of ways, bytes per line.
  std::uint64_t cache_size = 32768, cache_ways = 8, cache_line = 64;
};

// Reads a recording: a callgrind.out file, an address trace of Valgrind's lackey, or a CSV table with the columns
// region, file, line, rank, thread, metric and value. Gzip-compressed files are unpacked.
//
// - Callgrind: regions are the functions that the phase calls at any depth, with inclusive costs; calls, with inclusive
//   costs; loops, which are found by jumps to lower addresses, with the costs of all code in between; and source lines,
//   with their own costs. Metrics are the columns of the file; metrics that begin with "self" exclude calls. The
//   location of all values in a file of one thread (--separate-threads) is that thread.
// - Address traces: regions are the phase, functions, loops and lines, with the references of their own code, and the
//   parts of these regions that one array causes. Metrics are references, misses of the first-level cache and the
//   causes of misses.
// - CSV: the region of a row is a line if the row contains one, otherwise a function.
// Errors: kSystem; kUnknownFormat for other formats; kBadProfile, kTruncated and kOverflow; kBadArgument for an unknown
// phase; kBadCompression; kNotAnImage and kIncompatible for the program of an address trace.
PROFDIFF_EXPORT Measurements ReadMeasurements(const std::string& path, const MeasureOptions& options = {});

// Reads any recording: a trace (InputKind::kTrace) as in ReadTrace, or a file as in ReadMeasurements. Errors: as for
// ReadTrace, MeasureTrace and ReadMeasurements.
PROFDIFF_EXPORT Measurements LoadMeasurements(const Input& input, const MeasureOptions& options = {});
// Reads the traces of the processes of one run, in the same way as ReadTraceByRank.
PROFDIFF_EXPORT Measurements LoadTraceMeasurements(const std::vector<Input>& inputs,
                                                   const MeasureOptions& options = {});

// Joins the processes of one run. Measurements without a rank get the index of their process as rank. Measurements with
// the same Measurements::process and different threads belong to one process. If the phase is a function that only some
// of these threads call, everything that the other threads do counts as part of the phase. Regions with the same kind,
// names and source positions are joined. If there is only one part, it is returned unchanged.
// Errors: kBadArgument if there is no part; kIncompatible for different phases or machines.
PROFDIFF_EXPORT Measurements JoinMeasurements(std::vector<Measurements> parts);

// Measures gprof profiles, one for each process of a program.
// Errors: as for LoadExecution; kBadArgument if a phase is given, since gprof profiles have no phases.
PROFDIFF_EXPORT Measurements LoadRankMeasurements(const ExecutionFiles& files, const MeasureOptions& options);

// Adds computationScaling (useful time of the reference divided by useful time of the run), globalEfficiency (the
// product of computationScaling and parallelEfficiency, if the latter is known) and, if there are counters,
// instructionScaling, ipcScaling and frequencyScaling, whose product is computationScaling. Errors: kIncompatible if
// either run has neither useful times nor instructions.
PROFDIFF_EXPORT void AddScaling(Measurements& run, const Measurements& reference);

// The structure of a program, independent of any run: APART's Standard Intermediate Program Representation (SIR).
// Shape: outer regions before inner ones. Region::parent is the index of the enclosing region; invalid for outermost
// regions.
struct ProgramStructure {
  std::vector<Region> regions;
};

// Reads a file written by WriteStructure. Elements other than regions and arrays are skipped.
// Errors: kSystem; kUnsupported if this build cannot read structures, and for files larger than 64 MiB; kBadProfile,
// whose message contains the line.
PROFDIFF_EXPORT ProgramStructure ReadStructure(const std::string& path);

// Sets the kinds, nesting and arrays of regions from a structure. Regions match by name, line and, if both have a file,
// the file's name without directories. Adds regions that were not measured if they enclose measured ones. Cost: linear;
// nesting deeper than 1000 is omitted.
PROFDIFF_EXPORT void ApplyStructure(const ProgramStructure& structure, Measurements& measurements);

// Appends the regions of a run as XML.
PROFDIFF_EXPORT void WriteStructure(std::string& out, const Measurements& measurements);

// Results of evaluating properties.

struct PropertyOptions {
  double threshold = 0.01;      // the value of `threshold` in conditions
  double min_share = 0.01;      // the value of `min_share` in conditions
  double min_confidence = 0.5;  // findings with a lower confidence are omitted
};

// The severity of a property at one location, if there are several.
struct LocatedSeverity {
  Location location;
  double severity = 0;
  std::optional<double> lost;
};
// The severity of a property in one instance of the phase.
struct InstanceSeverity {
  std::uint64_t instance = 1;
  double severity = 0;
};

// A property that holds in a region.
struct Finding {
  std::string name, refines, hint;
  bool is_meta = false;
  // True if no refinement of the property holds in `region`, and the property holds in no nested region.
  bool leaf = true;
  RegionId region;
  double severity = 0;
  double confidence = 1;
  std::optional<double> lost;               // amount lost, in `unit`; nullopt if the property does not define it
  std::optional<double> share;              // lost amount as a fraction of the metric's value for the phase
  std::string unit;                         // unit of `lost`
  std::vector<LocatedSeverity> locations;   // most severe first; empty unless there are several locations
  std::vector<InstanceSeverity> instances;  // in order; only with MeasureOptions::instances
};

// A property that could not be evaluated.
struct NotApplicable {
  std::string name;
  RegionId region;  // invalid if the property could not be evaluated in any region
  std::string reason;
};

// The result of FindProperties. Shape: findings are sorted by severity (most severe first), region and name, but those
// with under 5 % of what is lost in the phase come last; properties that are not applicable are sorted by name and
// region.
struct Findings {
  std::vector<Finding> properties;
  std::vector<NotApplicable> not_applicable;
  // properties that could not be evaluated in any region, each with a reason
  std::map<std::string, std::string> unjudged;
};

// Evaluates each property in each region. For a region at several locations, metrics are sums over locations.
// Errors: as for CheckProperties; kBadArgument if a confidence is not between 0 and 1, or a severity is negative. Cost:
// proportional to the number of regions times the number of properties.
PROFDIFF_EXPORT Findings FindProperties(const Measurements& measurements, const PropertySet& set,
                                        const PropertyOptions& options = {});

// A property that holds in a region of one or both runs.
struct PropertyChange {
  // kNotApplicable: the property holds on one side and cannot be evaluated on the other.
  enum class Status : std::uint8_t { kBoth, kOnlyBase, kOnlyOther, kNotApplicable };

  std::string name;
  RegionId base_region, other_region;  // invalid for a side without such a region
  std::optional<double> base, other;   // severities, even if the property does not hold; nullopt if unknown
  std::optional<double> difference;    // base minus other; nullopt unless both are known
  // Amounts lost, in `unit`, and base minus other. nullopt if unknown, or if the property does not define a loss.
  std::optional<double> base_lost = {}, other_lost = {}, lost_difference = {};
  std::string unit = {};
  Status status = Status::kBoth;  // the sides on which the property holds
  // for kNotApplicable: the reason why the property could not be evaluated on one side
  std::string reason = {};
};

// The result of SubtractProperties. Shape: changes of lost time come first, sorted by |lost_difference|, largest first;
// then the other changes by |difference|; changes without a difference come last.
struct PropertyDifference {
  std::vector<PropertyChange> changes;
  Findings base, other;
};

// Subtracts the properties of two runs. Regions match by the rules for functions (profdiff/match.h); calls match by
// caller, callee and order; lines match by function, file and line.
// Errors: as for FindProperties; kIncompatible for runs on different machines, and for runs that have none of the set's
// CONTEXTs in common.
PROFDIFF_EXPORT PropertyDifference SubtractProperties(const Measurements& base, const Measurements& other,
                                                      const PropertySet& set, const PropertyOptions& options = {});

// Reports on properties.

struct PropertyView {
  const Measurements& measurements;
  const Findings& findings;
  bool paths = false;  // also writes Measurements::paths in text and tables
  RemedyWords words = {};
};
struct PropertyDifferenceView {
  const Measurements& base;
  const Measurements& other;
  const PropertyDifference& difference;
  TextStyles styles = {};  // of the text
};

// Returns the text for the region of a change: that of the base or, if the base does not have the region, that of the
// other side.
PROFDIFF_EXPORT std::string RegionText(const PropertyDifferenceView& view, const PropertyChange& change);

// Writes findings: a summary of about ten lines, then tables. Documents have the schema's kinds "properties" and
// "propertyDifference". A limit of 0 shows all rows.
PROFDIFF_EXPORT void WriteFindings(std::string& out, const TableFormat& format, const PropertyView& view,
                                   std::size_t limit = 0);
PROFDIFF_EXPORT void WriteFindings(std::string& out, const TableFormat& format, const PropertyDifferenceView& view,
                                   std::size_t limit = 0);

// Writes the number of findings of each property in each run; only leaves are counted. Source: Figure 6 of the
// Periscope paper.
PROFDIFF_EXPORT void WritePropertyTable(std::string& out, const TableFormat& format,
                                        const std::vector<PropertyView>& runs);

// Writes Measurements::histogram; in JSON, as a document of the kind "addressHistogram".
// Errors: kBadArgument if the histogram is empty.
PROFDIFF_EXPORT void WriteHistogram(std::string& out, const TableFormat& format, const Measurements& measurements);

// Writes a self-contained HTML page: a summary, the tree of regions, and a heat map of ranks and threads; or, for a
// difference, a table. The page contains the JSON document.
// Errors: as for RequirePages (profdiff/formats.h).
PROFDIFF_EXPORT void WritePropertyPage(std::string& out, const PropertyView& view);
PROFDIFF_EXPORT void WritePropertyPage(std::string& out, const PropertyDifferenceView& view);

}  // namespace profdiff

#endif  // PROFDIFF_PROPERTIES_H_
