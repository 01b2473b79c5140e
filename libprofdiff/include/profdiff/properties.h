// SPDX-License-Identifier: GPL-3.0-or-later
// Performance properties: the problems of a run, their location, and their cost.
//
// The steps of `egprof check`: a provider turns a recording into contexts, regions of the program with their metrics
// (ReadMeasurements); properties are read from files in the APART Specification Language (ReadProperties); each
// property is evaluated in each region (FindProperties).
//
// Source: Gerndt, Fürlinger, Kereku, Periscope: Advanced Techniques for Performance Analysis; Fahringer, Gerndt, Riley,
// Träff, Knowledge Specification for Automatic Performance Analysis (the language). "Ours" marks additions to these
// papers.
#ifndef PROFDIFF_PROPERTIES_H_
#define PROFDIFF_PROPERTIES_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/expression.h"
#include "profdiff/functions.h"
#include "profdiff/property_set.h"

namespace profdiff {

struct ExecutionFiles;  // profdiff/difference.h
struct Profile;         // profdiff/profile.h
struct TableFormat;     // profdiff/formats.h
struct Trace;           // profdiff/trace.h

// Measurements.

enum class RegionKind : std::uint8_t {
  kProgram,
  kFunction,
  kCall,  // a call site
  kLoop,
  kLine,
  kParallel,  // this and the following kinds are OpenMP constructs
  kWorksharing,
  kSections,
  kSingle,
  kMaster,
  kCritical,
  kLock,
  kBarrier,
  kMpi,
  kUser,
};

// "function", "call", …
PROFDIFF_EXPORT std::string_view RegionKindName(RegionKind kind);

using RegionId = Id<struct RegionTag>;  // an entry of Measurements::regions

// A part of the program.
struct Region {
  RegionKind kind = RegionKind::kProgram;
  std::string name = {};     // linkage name of the function; for a call of the callee, for a line of its function
  std::string image = {};    // program or library; empty when unknown
  std::string file = {};     // file of the call site; empty when unknown
  std::uint32_t line = 0;    // 0 for functions, and when unknown
  std::uint32_t number = 0;  // for a loop, its index in the function, from 1; otherwise 0
  RegionId parent = {};      // the first enclosing region on the way from the phase; invalid for the phase
  std::string callee = {};   // for the part of `parent` spent in one routine: its name, such as MPI_Recv
  std::string data_structure = {};       // for the part of `parent` caused by one array: its name
  std::vector<std::string> arrays = {};  // data structures that the region uses
};

// The array or routine of a part of a region; empty for a whole region.
inline const std::string& PartOf(const Region& region) {
  return region.data_structure.empty() ? region.callee : region.data_structure;
}

// A process and a thread; neither is set for all of them.
struct Location {
  std::optional<std::uint32_t> rank, thread;

  friend auto operator<=>(const Location&, const Location&) = default;
};

// The metrics of a region at a location.
struct Context {
  RegionId region;
  Location location;
  std::vector<double> values;  // by Measurements::metrics; NaN for absent metrics
};

// The metrics of a region in one instance of the phase, summed over locations.
struct InstanceContext {
  RegionId region;
  std::uint64_t instance = 1;  // the phase's calls, from 1
  std::vector<double> values;  // as Context::values
};

// An efficiency of the whole phase from 0 to 1, such as "loadBalance"; computationScaling may exceed 1.
struct Efficiency {
  std::string name;
  double value = 0;
};

// Offsets added to the clocks of ranks so that no message arrives before it is sent.
struct ClockCorrection {
  std::vector<std::int64_t> offsets;  // by rank, in nanoseconds; empty if clocks agree, or if there is one rank
  std::uint64_t half_width = 0;       // largest half width of an offset's feasible interval, in nanoseconds
};

// References to a part of a data structure while the phase ran.
struct AddressBucket {
  Location location;
  std::string data_structure;        // the name of an array, "stack" or "heap"
  std::uint64_t address = 0;         // where the array (in the image) or a range of stack or heap (in memory) begins
  std::uint64_t begin = 0, end = 0;  // the bucket's bytes: [address + begin, address + end)
  std::uint64_t reads = 0, writes = 0, read_misses = 0, write_misses = 0;
  std::uint64_t compulsory = 0, capacity = 0, conflict = 0;  // misses by cause

  std::uint64_t references() const { return reads + writes; }
  std::uint64_t misses() const { return read_misses + write_misses; }
};

// Measurements::machine of a recording that simulates no caches.
inline constexpr std::string_view kNoCaches = "no simulated caches";

// Measurements of a program from a recording.
struct Measurements {
  std::vector<std::string> inputs;   // paths
  std::vector<std::string> metrics;  // names of metrics, as in expressions
  std::vector<std::string> units;    // by metric: "misses", "s"; empty when unknown
  std::vector<Region> regions;
  std::vector<std::pair<RegionId, RegionId>>
      nested;                     // pairs of outer and inner region; an inner region may have several outer ones
  std::vector<Context> contexts;  // by region and location, ascending
  // by region and instance, ascending; only with MeasureOptions::instances
  std::vector<InstanceContext> instance_contexts;
  std::vector<AddressBucket> histogram;  // by location, structure and address; only with MeasureOptions::buckets
  std::vector<Efficiency> efficiencies;  // as far as the recording shows them
  ClockCorrection clocks;
  // Metrics and efficiencies that are unknown, with reasons beyond the kind of recording.
  std::vector<std::pair<std::string, std::string>> absent;
  RegionId phase;                    // the region to whose values shares relate
  std::uint64_t instances = 1;       // instances of the phase
  std::optional<double> seconds;     // duration of the phase
  std::string machine;               // simulated caches, as the recording describes them; empty when unknown
  std::string process;               // process id, if other recordings may be of other threads of it
  bool is_played = false;            // `machine` is the cache of MeasureOptions, to which an address trace was played
  std::vector<std::string> missing;  // omitted parts of a damaged file; only when salvaging
  std::vector<std::string> remarks;  // messages about oddities that are not damage

  // The index of a metric; nothing for an unknown name.
  PROFDIFF_EXPORT std::optional<std::size_t> FindMetric(std::string_view name) const;
};

// "line 49 of bound.c (bound)", "call of bound at main.c:69", "MPI_Recv in solve": a region in reports.
PROFDIFF_EXPORT std::string RegionText(const Measurements& measurements, RegionId region);

struct MeasureOptions {
  std::string phase = {};        // name of a function; if empty: main, or everything recorded if there is no main
  std::uint32_t phase_line = 0;  // line of a loop in that function, if the loop is the phase; 0: the function
  bool instances = false;        // fill Measurements::instance_contexts
  bool arrays = false;           // fill Region::arrays from the debugging information of images
  bool salvage = false;          // reads a damaged file up to the damage
  unsigned threads = 1;          // 0 counts as 1; the result is the same for any number
  std::string image = {};        // the program of an address trace; empty: the one named in the trace
  std::size_t buckets = 0;       // Measurements::histogram: most buckets for an array or a range of memory; 0: none
  // First-level data cache for address traces: size in bytes, ways, bytes per line.
  std::uint64_t cache_size = 32768, cache_ways = 8, cache_line = 64;
};

// Reads a recording: a callgrind.out file, an address trace of Valgrind's lackey, or a CSV table with the columns
// region, file, line, rank, thread, metric and value. Gzip-compressed files are unpacked.
//
// Callgrind: regions are the functions that the phase calls, at any depth, with inclusive costs; calls, with their
// inclusive costs; loops, which are found by jumps to lower addresses, with the costs of all code in between; and
// source lines, with their own costs. Metrics are the columns of the file; metrics that begin with "self" exclude
// calls. A file of one thread (--separate-threads) has its location. Address traces: regions are the phase, functions,
// loops and lines, with the references of their own code, and the part of each that one array causes; metrics are
// references, misses of the first-level cache and their causes. CSV: a region is a function, or a line if the row has
// one.
// Errors: kSystem; kBadMagic for other formats; kBadProfile, kTruncated and kOverflow; kBadArgument for an unknown
// phase; kBadCompression; kNotAnImage and kIncompatible for the program of an address trace.
PROFDIFF_EXPORT Measurements ReadMeasurements(const std::string& path, const MeasureOptions& options = {});

// Measures waiting times in a trace: of threads in OpenMP, and of ranks in MPI. Regions are the phase, functions that
// call these libraries, MPI routines called by a function (`callee`), and OpenMP constructs in a function. Metrics are
// times in seconds and counts; "total" is the duration of the phase times the number of locations. Clocks of ranks are
// corrected if messages would arrive before they are sent. Errors: kBadArgument for a phase that is unknown or a loop.
// Source: Scalasca's patterns of wait states; POP's efficiencies. Cost: linear in calls, plus sorting.
PROFDIFF_EXPORT Measurements MeasureTrace(const Trace& trace, const MeasureOptions& options = {});

// True for a path that LoadMeasurements reads as a trace: a directory, or a name with a trace's suffix.
PROFDIFF_EXPORT bool IsTracePath(const std::string& path);

// Reads any recording: a trace for ReadTrace (a directory, *.otf2, *.json, *.json.gz), or a file for ReadMeasurements.
// Errors: those of ReadTrace, MeasureTrace and ReadMeasurements.
PROFDIFF_EXPORT Measurements LoadMeasurements(const std::string& path, const MeasureOptions& options = {});
// Reads the traces of one run's processes, as ReadTraceByRank does.
PROFDIFF_EXPORT Measurements LoadTraceMeasurements(const std::vector<std::string>& paths,
                                                   const MeasureOptions& options = {});

// Joins the processes of one run: measurements without a rank get the index of their process as rank. Parts with the
// same Measurements::process and different threads are one process; if only some of these have a function as phase, the
// whole program of the others is added to it. Regions are the same if kind, names and source positions are equal. A
// single part is returned unchanged.
// Errors: kBadArgument for no part; kIncompatible for different phases or machines.
PROFDIFF_EXPORT Measurements JoinMeasurements(std::vector<Measurements> parts);

// Measures profiles of the processes of one program, one per rank. Regions are the functions with self time or calls.
// Metrics are "self" in seconds, "calls", "rankTotal" (seconds of all functions of a rank), and "evenChance"
// (probability of such different samples if all ranks had equal shares). Shape: each region has a context for each
// rank.
PROFDIFF_EXPORT Measurements MeasureRanks(const FunctionTable& functions, std::span<const Profile> ranks,
                                          std::span<const std::string> paths);
// The same for a program and gprof's profiles of it.
// Errors: those of LoadExecution; kBadArgument for a phase, which such profiles do not have.
PROFDIFF_EXPORT Measurements LoadRankMeasurements(const ExecutionFiles& files, const MeasureOptions& options);

// Adds loadBalance (mean useful time of locations divided by the largest) if the run does not have it: tables may have
// the metric "useful" for several locations.
PROFDIFF_EXPORT void AddLoadBalance(Measurements& run);

// Adds computationScaling (useful time of the reference divided by that of the run), globalEfficiency (its product with
// parallelEfficiency, where that is known), and with counters instructionScaling, ipcScaling and frequencyScaling,
// whose product it is. Errors: kIncompatible if either has neither useful times nor instructions.
PROFDIFF_EXPORT void AddScaling(Measurements& run, const Measurements& reference);

// The structure of a program, apart from any run: APART's Standard Intermediate Program Representation (SIR).
// Shape: outer regions before inner ones. Region::parent is the index of the enclosing region; invalid for outermost
// ones.
struct ProgramStructure {
  std::vector<Region> regions;
};

// True if this build can read structures: it needs pugixml when it is compiled.
PROFDIFF_EXPORT bool CanReadStructure();
// Reads a file of WriteStructure; elements other than regions and arrays are skipped.
// Errors: kSystem; kUnsupported if this build cannot read structures, and for files above 64 MiB; kBadProfile, whose
// message contains the line.
PROFDIFF_EXPORT ProgramStructure ReadStructure(const std::string& path);

// Sets kind, nesting and arrays of the regions that a structure contains. Regions match by name, line, and file name
// (without directories) if both have one. Adds regions that were not measured if a measured one is nested in them.
// Cost: linear, but omits nesting deeper than 1000.
PROFDIFF_EXPORT void ApplyStructure(const ProgramStructure& structure, Measurements& measurements);

// Appends the regions of a run as XML.
PROFDIFF_EXPORT void WriteStructure(std::string& out, const Measurements& measurements);

// Results of the evaluation.

struct PropertyOptions {
  double threshold = 0.01;      // the value of `threshold` in conditions
  double min_share = 0.01;      // the value of `min_share` in conditions
  double min_confidence = 0.5;  // findings with a lower confidence are dropped
};

// A property at one of several locations.
struct LocatedSeverity {
  Location location;
  double severity = 0;
  std::optional<double> lost;
};
// A property in one of several instances of the phase.
struct InstanceSeverity {
  std::uint64_t instance = 1;
  double severity = 0;
};

// A property that holds in a region.
struct Finding {
  std::string name, refines, hint;
  bool is_meta = false;
  bool leaf = true;  // no refinement of it holds in its region, and it holds in no nested region
  RegionId region;
  double severity = 0;
  double confidence = 1;
  std::optional<double> lost;               // amount lost, if the property defines it
  std::optional<double> share;              // fraction of the phase's amount
  std::string unit;                         // of `lost`
  std::vector<LocatedSeverity> locations;   // if there are several locations; most severe first
  std::vector<InstanceSeverity> instances;  // in order; only with MeasureOptions::instances
};

// A property that could not be evaluated.
struct NotApplicable {
  std::string name;
  RegionId region;  // invalid: nowhere
  std::string reason;
};

// Shape: properties most severe first, then by region and name; properties that are not applicable by property and
// region.
struct Findings {
  std::vector<Finding> properties;
  std::vector<NotApplicable> not_applicable;
  std::map<std::string, std::string> unjudged;  // properties that are applicable nowhere, and a reason for each
};

// Evaluates each property in each region. For a region at several locations, metrics are sums over them.
// Errors: those of CheckProperties and RequireEvaluation; kBadArgument for a confidence beyond 0 to 1 and a severity
// below 0. Cost: linear in regions times properties.
PROFDIFF_EXPORT Findings FindProperties(const Measurements& measurements, const PropertySet& set,
                                        const PropertyOptions& options = {});

// A property that holds in a region of one run or of both.
struct PropertyChange {
  // kNotApplicable: it holds on one side, and cannot be evaluated on the other one.
  enum class Status : std::uint8_t { kBoth, kOnlyBase, kOnlyOther, kNotApplicable };

  std::string name;
  RegionId base_region, other_region;  // invalid where a side has no such region
  std::optional<double> base, other;   // severities, also where the property does not hold; nothing if unknown
  std::optional<double> difference;    // base minus other; nothing unless both are known
  Status status = Status::kBoth;       // side on which it holds
  std::string reason = {};             // for kNotApplicable: why the side without a severity could not be evaluated
};

// Shape: by |difference|, largest first; changes without a difference at the end.
struct PropertyDifference {
  std::vector<PropertyChange> changes;
  Findings base, other;
};

// Regions match as functions do, calls by caller and callee in their order, lines by function, file and line.
// Errors: those of FindProperties; kIncompatible for runs on different machines, and for runs that have no CONTEXT of
// the set in common.
PROFDIFF_EXPORT PropertyDifference SubtractProperties(const Measurements& base, const Measurements& other,
                                                      const PropertySet& set, const PropertyOptions& options = {});

// Reports.

struct PropertyView {
  const Measurements& measurements;
  const Findings& findings;
};
struct PropertyDifferenceView {
  const Measurements& base;
  const Measurements& other;
  const PropertyDifference& difference;
};

// The region of a change on the base's side, or on the other side if the base has none.
PROFDIFF_EXPORT std::string RegionText(const PropertyDifferenceView& view, const PropertyChange& change);

// As text: the answer in ten lines, then tables. A limit of 0 shows all rows.
PROFDIFF_EXPORT void WriteFindings(std::string& out, const PropertyView& view, std::size_t limit = 0);
PROFDIFF_EXPORT void WriteFindings(std::string& out, const PropertyDifferenceView& view, std::size_t limit = 0);

// Number of findings of each property in each run, leaves only (the paper's Figure 6).
PROFDIFF_EXPORT void WritePropertyTable(std::string& out, const std::vector<PropertyView>& runs);
PROFDIFF_EXPORT void WritePropertyTable(std::string& out, const TableFormat& format,
                                        const std::vector<PropertyView>& runs);

// Measurements::histogram; the document has the kind "addressHistogram".
// Errors: kBadArgument if it is empty; kUnsupported where the format is not available.
PROFDIFF_EXPORT void WriteHistogram(std::string& out, const Measurements& measurements);
PROFDIFF_EXPORT void WriteHistogram(std::string& out, const TableFormat& format, const Measurements& measurements);

// For programs. Documents have the kinds "properties" and "propertyDifference" of the schema. A limit of 0 shows all
// rows.
// Errors: kUnsupported where the format is not available.
PROFDIFF_EXPORT void WriteFindings(std::string& out, const TableFormat& format, const PropertyView& view,
                                   std::size_t limit = 0);
PROFDIFF_EXPORT void WriteFindings(std::string& out, const TableFormat& format, const PropertyDifferenceView& view,
                                   std::size_t limit = 0);

// One HTML page, which needs no network: the answer, the tree of regions, a heat map of ranks and threads; for a
// difference a table. It contains the JSON document.
// Errors: those of RequirePages (profdiff/formats.h); kUnsupported where JSON is not available.
PROFDIFF_EXPORT void WritePropertyPage(std::string& out, const PropertyView& view);
PROFDIFF_EXPORT void WritePropertyPage(std::string& out, const PropertyDifferenceView& view);

}  // namespace profdiff

#endif  // PROFDIFF_PROPERTIES_H_
