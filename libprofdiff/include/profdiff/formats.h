// SPDX-License-Identifier: GPL-3.0-or-later
// Executions and differences for other programs: GML, callgrind, folded stacks, pprof, CSV, JSON, and profile files.
#ifndef PROFDIFF_FORMATS_H_
#define PROFDIFF_FORMATS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/export.h"
#include "profdiff/gmon.h"
#include "profdiff/listing.h"
#include "profdiff/profile.h"

namespace profdiff {

// True if this build can write pages of HTML: it needs d3 when it is compiled.
PROFDIFF_EXPORT bool CanWritePage();
// Errors: kUnsupported if it cannot.
PROFDIFF_EXPORT void RequirePages();

// Call graphs as GML, for yEd and every strict reader of the format.

struct GmlOptions {
  std::size_t max_nodes = 500;  // number of functions to keep, those with the largest time or |difference|; 0: all
  bool size_by_time = false;    // node width shows self time, height inclusive time (the larger side's)
  bool show_unused = false;     // also functions without time and calls
  NameStyle names;
  const std::vector<bool>* kept = nullptr;  // by FunctionId: value of the node key "kept", 1 or 0; null: no such key
};

// Number of omitted nodes; 0 if the graph is complete.
struct GmlResult {
  std::size_t nodes = 0;
  std::size_t left_out = 0;
};

// For profiles of other profilers the graph has the key `unit`; if that is not a unit of time, the keys of values are
// selfCost, totalCost and cost. If calls were not counted, their keys are omitted, and the labels and widths of edges
// follow from time.
// Source: ARCHITECTURE.md ("The difference, rule by rule", GML).
PROFDIFF_EXPORT GmlResult WriteGml(std::string& out, const Execution& execution, const GmlOptions& options);
PROFDIFF_EXPORT GmlResult WriteGml(std::string& out, const Difference& difference, const GmlOptions& options);

// One execution as a callgrind.out file, for KCachegrind, callgrind_annotate and other readers of that format.

// Appends a whole file. `label` names the image and the profiles; its text up to the first comma and blank, the image,
// is the object ("ob=") of all functions.
//
// The format has no negative costs: for a difference, write OneSidedProfile and its call graph.
//
// Costs are whole nanoseconds (of time that is measured in seconds). The file contains the functions with an entry in
// the call graph; `callgrind_annotate --inclusive=yes` shows their inclusive time (self time and callees' time) as far
// as the selection keeps it. A callee without an entry gets the time that these functions spend in it. Readers support
// neither cycles nor calls without a caller; these rules give the same sums:
// - A cycle is a function "<cycle 1>" without self time: callers from outside call it, and it calls the members. Calls
//   between members, and of a function to itself, cost nothing. A member without calls from outside is called once. A
//   cycle without calls from outside has the time of its members, where gprof prints none.
// - Time of a called function that is not propagated to any caller becomes one call by a function "<spontaneous>".
// - Samples in no function are the self time of a function "<no function>".
// - Arcs of count 0 are left out: readers would take them for self time.
// - If calls were not counted, each arc is one call, as the format requires a count, and a line "desc: Calls:" states
//   this. Any other count would be as wrong, and readers would take 0 for self time.
// - Measured inclusive times (Profile::exact) are the costs of arcs. Calls of a function to itself cost nothing, since
//   its total contains them. With recursion through other functions, readers count a stack once for each time that it
//   enters the cycle.
// - Functions with an image have it as their object.
// - Counts of other profilers are written unchanged, under the event's name.
// - Functions with the same name in one file get the suffixes "[2]", "[3]", …; control characters become \x09 and the
//   like.
// - With rows by source line (gprof's -l), the lines of a function are written as its lines.
//
// Errors: kOverflow for more than 1e9 seconds, which fit into no sum of nanoseconds.
// Source: Valgrind's manual, "Callgrind Format Specification".
PROFDIFF_EXPORT void WriteCallgrind(std::string& out, const Execution& execution, const std::string& label,
                                    DemangleStyle demangle = DemangleStyle::kAuto);

// Folded stacks, for flame graphs.

// Appends a line for each stack with self time: its functions, outermost first, separated by semicolons; then a blank
// and a number. A semicolon in a name becomes a colon, a control character a question mark, and a blank before digits
// at a name's end an underscore; functions with the same name are one frame. Time outside of functions is "[no
// function]". Lines with 0 are omitted.
//
// Whole stacks (Execution::contexts, Difference::contexts) are written unchanged.
// Shape: in the order of the tree. Units: for events measured in seconds, samples if all samples of both sides have the
// same weight, otherwise nanoseconds; for other events, their counts. ReadStacks reads the same numbers back,
// nanoseconds with StackOptions::unit "ns", others without unit. Only scaled values (means of runs, normalised times)
// are rounded.
// Errors: kUnsupported for negative numbers.
//
// Without whole stacks, lines have two frames, "caller;callee N", or one, "function N", for the time of functions
// without callers: such a profile records callers and callees, but not chains of calls. A function's time is divided
// among its callers as in the call graph, in proportion to calls; within a cycle by the calls of each member. Calls of
// a function to itself get no share. The lines add up to the self time that the selection keeps.
// Shape: in the order of the table. Units: whole microseconds (of time measured in seconds).
// Errors: kOverflow for more than 1e12 seconds.
PROFDIFF_EXPORT void WriteFolded(std::string& out, const Execution& execution,
                                 DemangleStyle demangle = DemangleStyle::kAuto);

// Two numbers per line, base and other, as written by difffolded.pl: flamegraph.pl draws the difference in red and
// blue.
PROFDIFF_EXPORT void WriteFolded(std::string& out, const Difference& difference,
                                 DemangleStyle demangle = DemangleStyle::kAuto);

// pprof's profiles (profile.proto), gzip-compressed.

// Appends a whole file: the stacks of WriteFolded, whole or with two frames, leaf first, with linkage and demangled
// names, and images as mappings. Samples outside of functions have no location.
//
// A difference is other minus base, as written by `pprof -proto -diff_base`: the samples of the other side, and those
// of the base with negative values and the label pprof::base = true. A stack of both sides thus occurs twice, and no
// rounding is needed. ReadStacks subtracts the two.
//
// Units: "samples" in "count", if known; and the event, times in nanoseconds, others in their own unit. Sets a period
// if all samples have the same.
// Errors: kUnsupported in a build without protozero; kOverflow.
// Source: pprof's profile.proto.
PROFDIFF_EXPORT void WritePprof(std::string& out, const Execution& execution,
                                DemangleStyle demangle = DemangleStyle::kAuto);
PROFDIFF_EXPORT void WritePprof(std::string& out, const Difference& difference,
                                DemangleStyle demangle = DemangleStyle::kAuto);

// The formats above by name, for command lines, help texts and file names.
struct GraphFormat {
  std::string_view name;         // "folded"
  std::string_view extension;    // ".folded"
  std::string_view summary;      // for --help: part of a line
  bool needs_histogram = false;  // requires records with a histogram
  bool needs_arcs = false;
  bool has_stacks = false;       // writes whole stacks, if known
  bool needs_positions = false;  // writes source lines of functions, which needs SourcePositions::kAll
  GmlResult (*write)(std::string& out, const Execution& execution, const std::string& label,
                     const GmlOptions& options) = nullptr;
  // Null if the format has no negative numbers: then write OneSidedProfile of the difference.
  GmlResult (*write_difference)(std::string& out, const Difference& difference, const GmlOptions& options) = nullptr;
};

PROFDIFF_EXPORT std::span<const GraphFormat> GraphFormats();
// Null if there is none of that name.
PROFDIFF_EXPORT const GraphFormat* FindGraphFormat(std::string_view name);

// Listings for programs: tables in CSV, and one document in JSON. Numbers are in full precision, names in UTF-8.
//
// CSV follows RFC 4180: a header line, lines that end with CR LF, quotes around cells with commas, quotes or line ends.
// A text that begins with one of = + - @ ', a tab or a carriage return gets an apostrophe in front, since a spreadsheet
// would take it for a formula; readers remove one apostrophe from the beginning of a cell. Each listing is a table with
// a heading of its own; an empty line separates the tables of one text. Columns of each listing, for one execution and
// for two. Numbers come first, the demangled name last:
//
//   flat    one: percent self total calls selfCalls cycle id address line file linkageName name
//           two: impact baseSelf otherSelf diffSelf, as these …Total, …Calls and …SelfCalls, then status match cycle
//                id line file linkageName name
//                and before "status", with a Significance, diffSelfLow diffSelfHigh p q significant baseMean otherMean
//                baseDeviation otherDeviation baseCallsLow baseCallsHigh otherCallsLow otherCallsHigh, and with
//                Significance::totals diffTotalLow diffTotalHigh totalP totalQ totalSignificant baseTotalMean
//                otherTotalMean baseTotalDeviation otherTotalDeviation
//   graph   one: row percent self total calls selfCalls number cycle id callerId line file callerLinkageName
//                linkageName caller name
//           two: row impact, the twelve numbers, status match number cycle id callerId line file callerLinkageName
//                linkageName caller name
//   counts  one: row calls id address line file linkageName name
//           two: baseCalls otherCalls diffCalls status match id line file linkageName name
//   tree    one: context parent depth percent self total samples totalSamples id line file linkageName name
//           two: context parent depth baseSelf otherSelf diffSelf, as these …Total, …Samples and …TotalSamples, then
//                status match id line file linkageName name
//
// - A difference is base minus other, as in every listing. `impact` is its signed share in the sum of all |changes| of
//   self time, in percent; `percent` is the share of one execution's time.
// - `total` is inclusive time, `calls` are calls from other functions, `selfCalls` calls from the function itself; for
//   a cycle, calls from outside and calls between its members. Times in a graph are the times that the selection keeps.
// - `row` is "function", "cycle" or "arc"; in counts "function" or "block". The row of an arc has the callee's names,
//   the caller in columns of its own, and the times that the callee spends on behalf of this caller.
// - `number` is the index that the text listing prints in brackets. `cycle` counts from 1. `id` counts from 1 and means
//   one function within one output, also across its documents.
// - `status` is "changed", "unchanged", "onlyBase" or "onlyOther": of functions by the images, of arcs by the records.
//   `match` is the rule that matched the functions of both sides, empty for a function of one side.
// - A row of the tree is a path of calls: `context` counts from 0, `parent` is the path without its last function,
//   `self` the time of stacks equal to the path, `total` the time of stacks that begin with it. In JSON these rows are
//   the array "contexts", in the same order.
// - Cells are empty for unknown values: of a side without the function, times without a histogram, source positions
//   without line information. Then `file` is the file name from the symbol table, if any.
// - Profiles of other profilers (Profile::origin) add columns after selfCalls or diffSelfCalls, and the image after
//   `file`, which is empty for them; for gprof's profiles the columns do not change, for readers that use column
//   positions. `samples` end in the function, `totalSamples` have it on their stack; both are empty if times are sums.
//     one: samples totalSamples image
//     two: baseSamples otherSamples diffSamples baseTotalSamples otherTotalSamples diffTotalSamples image
//   Calls are empty (in JSON null), never 0, if they were not counted; likewise an unknown self time of an arc. Their
//   difference is empty unless both sides are known. Values other than times are integers.
//
// JSON is one object, described by the schema libprofdiff/schema/egprof-1.schema.json, with the same names and the same
// ids. Keys may be added within version 1; readers must skip unknown keys.
//
// Calls through registers to unknown functions (gprof's -c on some machines) are omitted.

struct Significance;  // profdiff/significance.h

enum class TreeDirection : std::uint8_t;  // profdiff/context_listing.h

// The listings of an output.
struct MachineListings {
  bool flat = false, graph = false, counts = false;
  std::optional<TreeDirection> tree = {};  // tree of whole stacks
};

// Number of rows or entries of each listing that --limit omitted. Arcs are omitted with the entries that list them.
struct MachineLeftOut {
  std::size_t flat = 0, graph = 0, counts = 0, tree = 0;
};

// The formats of listings and of all other tables, for command lines, help texts and file names.
class TableWriter;
struct TableFormat {
  std::string_view name;       // "csv"
  std::string_view extension;  // ".csv"
  bool (*available)();         // false in a build without a library that the format needs
  // For the library: starts a writer that appends to `out`. Errors: kUnsupported if the format is not available.
  std::unique_ptr<TableWriter> (*start)(std::string& out);
  bool is_document = false;  // one document with nested values, in place of tables
};

PROFDIFF_EXPORT std::span<const TableFormat> TableFormats();
// Null if there is none of that name.
PROFDIFF_EXPORT const TableFormat* FindTableFormat(std::string_view name);

// Each writer appends to `out`: tables in the order flat, graph, counts, tree, or one document. `label` names the image
// and the profiles of an execution; tables do not contain it. Uses the options for demangling, show_unused and limit
// only. Errors: kUnsupported where the format is not available; kMissingRecords for a tree without whole stacks.
PROFDIFF_EXPORT MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Execution& execution,
                                             const std::string& label, MachineListings listings,
                                             const ListingOptions& options);
// `significance` may be null.
PROFDIFF_EXPORT MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Difference& difference,
                                             const SideLabels& labels, const Significance* significance,
                                             MachineListings listings, const ListingOptions& options);

// Profiles as profile files, such as gprof's gmon.sum.

enum class GmonLayout {
  kMagic,  // gmon.out version 1
  kBsd,    // old BSD; 4.4BSD where the sampling rate is not 100
  kBsd44,  // 4.4BSD
};

// The bytes of a file that holds the sum of `records`: histograms unchanged, and calls between the functions of `table`
// in its order, each function's newest arc first.
//
// Bins of more than 16 bits and counts of more than 32 bits are split into several records with the same addresses, so
// that the file is exact; kUnsupported is thrown if that would take millions of records. Calls of
// FunctionTable::indirect must not be in the profile. The BSD layouts have room for one histogram: there bins are cut
// to 16 bits, as in gprof, and only the first range is kept.
// Source: GPROF.md, sections 4 and 16.
PROFDIFF_EXPORT std::string EncodeGmon(const FunctionTable& table, const Profile& profile, const Records& records,
                                       const TargetLayout& target, GmonLayout layout);

}  // namespace profdiff

#endif  // PROFDIFF_FORMATS_H_
