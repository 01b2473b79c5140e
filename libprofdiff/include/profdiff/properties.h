// SPDX-License-Identifier: GPL-3.0-or-later
// Performance properties: what is wrong with a run, where, and how much of it that costs.
//
// The steps of `egprof check`: a provider turns a recording into contexts, regions of the program with their metrics
// (ReadMeasurements); properties are read from files in the APART Specification Language (ReadProperties); each
// property is evaluated in each region (FindProperties).
//
// Source: Gerndt, Fürlinger, Kereku, Periscope: Advanced Techniques for Performance Analysis; Fahringer, Gerndt, Riley,
// Träff, Knowledge Specification for Automatic Performance Analysis (the language). What is not in these is "ours".
#ifndef PROFDIFF_PROPERTIES_H_
#define PROFDIFF_PROPERTIES_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/expression.h"
#include "profdiff/functions.h"

namespace profdiff {

struct ExecutionFiles;  // profdiff/difference.h
struct Profile;         // profdiff/profile.h
struct TableFormat;     // profdiff/formats.h
struct Trace;           // profdiff/trace.h

// What was measured.

enum class RegionKind : std::uint8_t {
  kProgram,
  kFunction,
  kCall,  // a call site
  kLoop,
  kLine,
  kParallel,  // from here on constructs of OpenMP
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
  std::string name = {};                 // linkage name of a function; of a call the callee's; of a line its function's
  std::string image = {};                // program or library; empty when unknown
  std::string file = {};                 // of a call, where it is made; empty when unknown
  std::uint32_t line = 0;                // 0 when unknown, and of functions
  std::uint32_t number = 0;              // of a loop: its place among those of its function, from 1; else 0
  RegionId parent = {};                  // the first one it is nested in, seen from the phase; invalid for the phase
  std::string callee = {};               // of a part of `parent` that one routine takes: its name, as MPI_Recv
  std::string data_structure = {};       // of a part of `parent` that one array takes: its name
  std::vector<std::string> arrays = {};  // data structures that it uses
};

// The array or routine that a part of a region belongs to; empty for a whole region.
inline const std::string& PartOf(const Region& region) {
  return region.data_structure.empty() ? region.callee : region.data_structure;
}

// A process and a thread; neither for all of them.
struct Location {
  std::optional<std::uint32_t> rank, thread;

  friend auto operator<=>(const Location&, const Location&) = default;
};

// The metrics of a region at a location.
struct Context {
  RegionId region;
  Location location;
  std::vector<double> values;  // by Measurements::metrics; NaN for what is absent
};

// The metrics of a region in one instance of the phase, summed over locations.
struct InstanceContext {
  RegionId region;
  std::uint64_t instance = 1;  // the phase's first call is 1
  std::vector<double> values;  // as Context::values
};

// A figure of the whole phase from 0 to 1, as "loadBalance"; computationScaling may exceed 1.
struct Efficiency {
  std::string name;
  double value = 0;
};

// What was added to the clocks of ranks so that no message arrives before it is sent.
struct ClockCorrection {
  std::vector<std::int64_t> offsets;  // by rank, in nanoseconds; empty: clocks agree, or there is one
  std::uint64_t half_width = 0;       // largest distance from an offset to the ends of what is possible, nanoseconds
};

// What a recording says of a program.
struct Measurements {
  std::vector<std::string> inputs;   // paths
  std::vector<std::string> metrics;  // names, as in expressions
  std::vector<std::string> units;    // by metric: "misses", "s"; empty when unknown
  std::vector<Region> regions;
  std::vector<std::pair<RegionId, RegionId>>
      nested;                                      // outer and inner region; an inner one may have several outer ones
  std::vector<Context> contexts;                   // by region and location, ascending
  std::vector<InstanceContext> instance_contexts;  // by region and instance, ascending; only when asked for
  std::vector<Efficiency> efficiencies;            // as far as the recording shows them
  ClockCorrection clocks;
  // Reasons why metrics are absent, where the kind of recording does not explain it.
  std::vector<std::pair<std::string, std::string>> absent;  // metric and reason
  RegionId phase;                                           // the region in whose amounts shares are
  std::uint64_t instances = 1;                              // of the phase
  std::optional<double> seconds;                            // that the phase took
  std::string machine;               // simulated caches, as the recording describes them; empty when unknown
  std::vector<std::string> missing;  // what of a damaged file was left out; only when salvaging
  std::vector<std::string> remarks;  // what is no damage, but may surprise people

  // The number of a metric; nothing if there is none of the name.
  PROFDIFF_EXPORT std::optional<std::size_t> FindMetric(std::string_view name) const;
};

struct MeasureOptions {
  std::string phase = {};        // a function; else main, or all that was recorded if there is no main
  std::uint32_t phase_line = 0;  // of the loop there that is the phase; 0: the function
  bool instances = false;        // fill Measurements::instance_contexts
  bool salvage = false;          // of a damaged file, what is before the damage counts
  unsigned threads = 1;          // 0 counts as 1; the result is the same for any number
  // The program that an address trace is of; empty: the one that the trace names.
  std::string image = {};
  // Of the first cache of data, for address traces: bytes, ways, bytes of a line.
  std::uint64_t cache_size = 32768, cache_ways = 8, cache_line = 64;
};

// Reads a recording: a callgrind.out file, an address trace of Valgrind's lackey, or a CSV table with the columns
// region, file, line, rank, thread, metric and value. Gzip-compressed files are unpacked.
//
// Callgrind: regions are the functions that the phase calls, at any depth, with inclusive costs; calls, with what they
// took; loops, as jumps to lower addresses show them, with all between; and source lines, with what they cost
// themselves. Metrics are the columns of the file; those that begin with "self" are what a region costs without calls.
// Address traces: regions are the phase, functions and lines, with what they do themselves, and the parts that one
// array takes of these; metrics are references, misses of the first cache, and why it missed. CSV: a region is a
// function, or with a line that line.
// Errors: kSystem; kBadMagic for neither; kBadProfile, kTruncated and kOverflow; kBadArgument for a phase that is not
// there; kBadCompression; kNotAnImage and kIncompatible for the program of an address trace.
PROFDIFF_EXPORT Measurements ReadMeasurements(const std::string& path, const MeasureOptions& options = {});

// What a trace shows of waits: of threads in OpenMP, and of ranks in MPI. Regions are the phase, functions that call
// these libraries, routines of MPI within a function (`callee`), and constructs of OpenMP within one. Metrics are times
// in seconds and counts; "total" is the length of the phase times locations. Clocks of ranks are corrected where
// messages would arrive before they are sent. Errors: kBadArgument for a phase that is not there, or is a loop. Source:
// Scalasca's patterns of wait states; POP's efficiencies. Cost: linear in calls but for sorting.
PROFDIFF_EXPORT Measurements MeasureTrace(const Trace& trace, const MeasureOptions& options = {});

// True for a path that LoadMeasurements reads as a trace: a directory, or a name with a trace's suffix.
PROFDIFF_EXPORT bool IsTracePath(const std::string& path);

// Any recording: a trace as ReadTrace reads it (a folder, *.otf2, *.json, *.json.gz), or what ReadMeasurements reads.
// Errors: those of ReadTrace, MeasureTrace and ReadMeasurements.
PROFDIFF_EXPORT Measurements LoadMeasurements(const std::string& path, const MeasureOptions& options = {});

// Several processes of one run: what has no rank gets the number of its part. Regions are one where kind, names and
// places are the same. Of one part alone that part, unchanged.
// Errors: kBadArgument for no part; kIncompatible for other phases and other machines.
PROFDIFF_EXPORT Measurements JoinMeasurements(std::vector<Measurements> parts);

// Profiles of processes of one program, a rank each. Regions are the functions that have self time or calls; metrics
// are "self" seconds, "calls", "rankTotal", the seconds of all functions of a rank, and "evenChance", the probability
// that ranks with equal shares have such different samples. Shape: each region has a context of each rank.
PROFDIFF_EXPORT Measurements MeasureRanks(const FunctionTable& functions, std::span<const Profile> ranks,
                                          std::span<const std::string> paths);
// The same of a program and its profiles by gprof's runtime.
// Errors: those of LoadExecution; kBadArgument for a phase: such profiles have none.
PROFDIFF_EXPORT Measurements LoadRankMeasurements(const ExecutionFiles& files, const MeasureOptions& options);

// Adds computationScaling, useful time of the reference by that of the run, and globalEfficiency, its product with
// parallelEfficiency.
// Errors: kIncompatible where one of them has no useful times.
PROFDIFF_EXPORT void AddScaling(Measurements& run, const Measurements& reference);

// The structure of a program, apart from any run: APART's Standard Intermediate Program Representation (SIR).
// Shape: outer regions before inner ones. Region::parent is the number of the one around it; invalid for outermost
// ones.
struct ProgramStructure {
  std::vector<Region> regions;
};

// True if this build can read structures: it needs pugixml when it is compiled.
PROFDIFF_EXPORT bool CanReadStructure();
// Reads a file as WriteStructure writes it; what it has beside regions and arrays is passed over.
// Errors: kSystem; kUnsupported where structures cannot be read, and for files above 64 MiB; kBadProfile, whose message
// has the line.
PROFDIFF_EXPORT ProgramStructure ReadStructure(const std::string& path);

// Gives regions that a structure names its kinds, nesting and arrays. A region is named by its name, its line, and its
// file where both have one; folders do not count. Of what was not measured, regions are added that have a measured one
// within. Cost: linear, but for nesting deeper than 1000, which is left out.
PROFDIFF_EXPORT void ApplyStructure(const ProgramStructure& structure, Measurements& measurements);

// Appends the regions of a run as XML.
PROFDIFF_EXPORT void WriteStructure(std::string& out, const Measurements& measurements);

// Properties, as files say them.

// Where something is written. Places are no part of a definition: all are equal.
struct AslPlace {
  std::string file;
  std::uint32_t line = 0;

  friend bool operator==(const AslPlace&, const AslPlace&) { return true; }
};

// A value or an operation. kCall has the name of a function and takes `operands` values; others take one or two.
struct AslTerm {
  enum class Kind : std::uint8_t {
    kNumber,  // `number` in units of `member`: empty, "%", "s", "ms", "us"
    kName,    // a parameter, a LET, "threshold", "min_share", "severity" or "share"
    kMetric,  // name.member, and how it is added up over locations: name.member.aggregate
    kCall,
    kOr,
    kAnd,
    kNot,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kEqual,
    kNotEqual,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kNegate,
  };

  Kind kind = Kind::kNumber;
  double number = 0;
  std::string name = {}, member = {}, aggregate = {};
  std::uint32_t operands = 0;
  std::uint32_t line = 0;

  friend bool operator==(const AslTerm& a, const AslTerm& b) {
    return a.kind == b.kind && a.number == b.number && a.name == b.name && a.member == b.member &&
           a.aggregate == b.aggregate && a.operands == b.operands;
  }
};

// In postfix order: operands before what takes them.
using AslExpression = std::vector<AslTerm>;

struct AslLet {
  std::string name;
  AslExpression value;

  friend bool operator==(const AslLet&, const AslLet&) = default;
};

struct AslBody {
  std::vector<AslLet> lets;
  AslExpression condition, confidence, severity;

  friend bool operator==(const AslBody&, const AslBody&) = default;
};

// What all definitions have: a name, unique among those of its kind, and the context that they are about.
struct AslHead {
  std::string name;
  std::string type, context;  // "SeqPerf s"; empty for what has no context
  AslPlace place;

  friend bool operator==(const AslHead&, const AslHead&) = default;
};

// A data model: names of metrics.
struct AslModel {
  AslHead head;
  std::vector<std::string> metrics;

  friend bool operator==(const AslModel&, const AslModel&) = default;
};

struct AslFunction {
  AslHead head;
  std::string parameter;  // a number, or a context if `value` takes metrics of it
  AslExpression value;

  friend bool operator==(const AslFunction&, const AslFunction&) = default;
};

struct AslTemplate {
  AslHead head;
  std::vector<std::string> parameters;
  AslBody body;

  friend bool operator==(const AslTemplate&, const AslTemplate&) = default;
};

struct AslProperty {
  AslHead head;
  std::string refines, hint;  // empty: none
  AslBody body;               // empty if it is made of a template
  std::string made_of;        // the template; empty: none
  std::vector<AslExpression> arguments;

  friend bool operator==(const AslProperty&, const AslProperty&) = default;
};

struct AslMetaProperty {
  AslHead head;
  AslExpression value;  // calls of properties, joined by AND, OR and NOT

  friend bool operator==(const AslMetaProperty&, const AslMetaProperty&) = default;
};

// Definitions of one file or several, each kind in the order in which they came.
//
// A body's `LET lost = …` says how much is lost, in the unit of the first metric in it (ours): shares are of the
// phase's. A condition may ask for `severity` and `share`, and for `phase_severity`, which the property has in the
// phase as a whole (ours).
struct PropertySet {
  std::vector<AslModel> models;
  std::vector<AslFunction> functions;
  std::vector<AslTemplate> templates;
  std::vector<AslProperty> properties;
  std::vector<AslMetaProperty> metas;

  friend bool operator==(const PropertySet&, const PropertySet&) = default;
};

// Parses a text; messages call it `path`. CheckProperties resolves names. Expressions, and definitions that use others,
// nest at most kDeepestExpression deep.
// Errors: kBadArgument, whose message is "PATH:LINE: what was expected", and whose offset() is the line.
// Source: the grammar in egprof-check(1).
PROFDIFF_EXPORT PropertySet ParseProperties(std::string_view text, const std::string& path);
// Errors: kSystem; those of ParseProperties.
PROFDIFF_EXPORT PropertySet ReadProperties(const std::string& path);

// Those that this library brings along; installed as share/egprof/builtin.asl.
PROFDIFF_EXPORT PropertySet BuiltInProperties();
PROFDIFF_EXPORT std::string_view BuiltInPropertiesText();

// Adds definitions; one of the same kind and name is replaced where it stands.
PROFDIFF_EXPORT void AddProperties(PropertySet& set, PropertySet more);

// Appends a set as a file of its own, which parses to the same set.
PROFDIFF_EXPORT void WriteProperties(std::string& out, const PropertySet& set);
// An expression as it is written there.
PROFDIFF_EXPORT std::string ExpressionText(const AslExpression& expression);

// Errors: kBadArgument for names that are defined nowhere, wrong numbers of arguments, and definitions that need
// themselves.
PROFDIFF_EXPORT void CheckProperties(const PropertySet& set);

// What was found.

struct PropertyOptions {
  double threshold = 0.01;      // severities above it count, where conditions ask for `threshold`
  double min_share = 0.01;      // likewise
  double min_confidence = 0.5;  // of all properties
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
  std::optional<double> lost;               // an amount, where the property says what is lost
  std::optional<double> share;              // of the phase's amount
  std::string unit;                         // of `lost`
  std::vector<LocatedSeverity> locations;   // where there are several, most severe first
  std::vector<InstanceSeverity> instances;  // in order; only when asked for
};

// A property that could not be evaluated.
struct NotApplicable {
  std::string name;
  RegionId region;  // invalid: nowhere
  std::string reason;
};

// Shape: properties most severe first, then by region and name; what is not applicable by property and region.
struct Findings {
  std::vector<Finding> properties;
  std::vector<NotApplicable> not_applicable;
};

// Evaluates each property in each region. Of a region at several locations, metrics are sums over these.
// Errors: those of CheckProperties and RequireEvaluation; kBadArgument for a confidence beyond 0 to 1 and a severity
// below 0. Cost: linear in regions times properties.
PROFDIFF_EXPORT Findings FindProperties(const Measurements& measurements, const PropertySet& set,
                                        const PropertyOptions& options = {});

// A property that holds in a region of one run or of both.
struct PropertyChange {
  enum class Status : std::uint8_t { kBoth, kOnlyBase, kOnlyOther };

  std::string name;
  RegionId base_region, other_region;  // invalid where a side has no such region
  std::optional<double> base, other;   // severities, also where the property does not hold; nothing if unknown
  std::optional<double> difference;    // base minus other; nothing unless both are known
  Status status = Status::kBoth;       // where it holds
};

// Shape: by size of the difference, largest first; those without one at the end.
struct PropertyDifference {
  std::vector<PropertyChange> changes;
  Findings base, other;
};

// Regions match as functions do, calls by caller and callee in their order, lines by function, file and line.
// Errors: those of FindProperties; kIncompatible for runs on different machines.
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

// For people: the answer in ten lines, then tables. A limit of 0 shows all rows.
PROFDIFF_EXPORT void WriteFindings(std::string& out, const PropertyView& view, std::size_t limit = 0);
PROFDIFF_EXPORT void WriteFindings(std::string& out, const PropertyDifferenceView& view, std::size_t limit = 0);

// How many times each property was found in each run, without what others refine (the paper's Figure 6).
PROFDIFF_EXPORT void WritePropertyTable(std::string& out, const std::vector<PropertyView>& runs);
PROFDIFF_EXPORT void WritePropertyTable(std::string& out, const TableFormat& format,
                                        const std::vector<PropertyView>& runs);

// For programs. Documents have the kinds "properties" and "propertyDifference" of the schema.
// Errors: kUnsupported where the format is not available.
PROFDIFF_EXPORT void WriteFindings(std::string& out, const TableFormat& format, const PropertyView& view);
PROFDIFF_EXPORT void WriteFindings(std::string& out, const TableFormat& format, const PropertyDifferenceView& view);

// One page of HTML, which asks no network: the answer, the tree of regions, a heat map of ranks and threads; of a
// difference a table. It has the document for programs in it.
// Errors: those of RequirePages (profdiff/formats.h); kUnsupported where JSON is not available.
PROFDIFF_EXPORT void WritePropertyPage(std::string& out, const PropertyView& view);
PROFDIFF_EXPORT void WritePropertyPage(std::string& out, const PropertyDifferenceView& view);

}  // namespace profdiff

#endif  // PROFDIFF_PROPERTIES_H_
