// SPDX-License-Identifier: GPL-3.0-or-later
// Executions and differences for other programs, as GML, callgrind files, folded stacks, pprof's profiles, CSV, JSON
// and gprof's profile files.
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

// True if this build can write HTML pages, which requires d3 at compile time.
PROFDIFF_EXPORT bool CanWritePage();
// Throws if this build cannot write HTML pages. Errors: kUnsupported.
PROFDIFF_EXPORT void RequirePages();

// Call graphs as GML, for yEd and all strict readers of the format.

struct GmlOptions {
  // maximum number of functions; those with the largest time or |difference| are kept; 0 for all
  std::size_t max_nodes = 500;
  // True to make nodes wider with self time and higher with inclusive time. For a difference, the larger of both sides'
  // times counts.
  bool size_by_time = false;
  bool show_unused = false;  // true to include functions that have neither time nor calls
  NameStyle names;
  const std::vector<bool>* kept = nullptr;  // by FunctionId: value of the node key "kept", 1 or 0; null for no such key
  // For a difference: value of the graph's keys verdict, verdictLow, verdictHigh, verdictWhy, conditions and doubts;
  // null for no such keys.
  const struct Conclusion* conclusion = nullptr;
};

// Numbers of written and omitted nodes; `left_out` is 0 if the graph is complete.
struct GmlResult {
  std::size_t nodes = 0;
  std::size_t left_out = 0;
};

// Appends a graph. For profiles from other profilers, the graph has a key `unit`; if the unit is not a unit of time,
// the keys for values are selfCost, totalCost and cost. If calls were not counted, the keys for calls are omitted, and
// the labels and widths of edges show time instead.
// Source: ARCHITECTURE.md ("The difference, rule by rule", GML).
PROFDIFF_EXPORT GmlResult WriteGml(std::string& out, const Execution& execution, const GmlOptions& options);
PROFDIFF_EXPORT GmlResult WriteGml(std::string& out, const Difference& difference, const GmlOptions& options);

// One execution as a callgrind.out file, for KCachegrind, callgrind_annotate and other readers of that format.

// Appends a whole file. `label` names the image and the profiles; its text before the first ", " is the image, which
// becomes the object ("ob=") of all functions.
//
// The format has no negative costs: for a difference, write OneSidedProfile and its call graph.
//
// Costs are whole nanoseconds (for time that is measured in seconds). The file contains the functions that
// Execution::selection shows in the call graph, and the functions that they call. For the shown functions,
// `callgrind_annotate --inclusive=yes` prints the inclusive time that the selection keeps. A called function that is
// not shown has the time that the shown functions spend in it. Readers support neither cycles nor calls without a
// caller; with the following rules, they compute the same sums:
// - A cycle is a function "<cycle 1>" without self time: callers from outside call it, and it calls the members. Calls
//   between members and recursive calls of one function cost nothing. A member without calls from outside is called
//   once. A cycle without calls from outside has the time of its members, whereas gprof prints none.
// - Time of a called function that is propagated to no caller becomes one call by a function "<spontaneous>".
// - Samples outside of all functions become the self time of a function "<no function>".
// - Arcs with count 0 are left out, since readers would mistake the arcs' time for self time.
// - If calls were not counted, each arc is one call, as the format requires a count, and a line "desc: Calls:" states
//   this. Any other count would be just as wrong, and readers would mistake 0 for self time.
// - Measured inclusive times (Profile::exact) are the costs of arcs. Recursive calls of one function cost nothing,
//   since its total contains them. For recursion through other functions, readers count a stack once for each time that
//   it enters the cycle.
// - If a function has an image of its own, that image is the function's object.
// - Counts from other profilers are written unchanged, under the event's name.
// - Functions with the same name in one file get the suffixes "[2]", "[3]", …; control characters become escapes such
//   as \x09.
// - Rows of source lines (gprof's -l) are written as lines of their function.
//
// Errors: kOverflow for more than 1e9 seconds, which do not fit in a sum of nanoseconds.
// Source: Valgrind's manual, "Callgrind Format Specification".
PROFDIFF_EXPORT void WriteCallgrind(std::string& out, const Execution& execution, const std::string& label,
                                    DemangleStyle demangle = DemangleStyle::kAuto);

// Folded stacks, for flame graphs.

// Appends a line for each stack with self time: the stack's functions, outermost first, separated by semicolons; then a
// blank and a number. A semicolon in a name becomes a colon, a control character becomes a question mark, and a blank
// before digits at the end of a name becomes an underscore. Functions with the same name share a frame. Time outside of
// functions is in the frame "[no function]". Lines with the number 0 are omitted.
//
// Whole stacks (Execution::contexts, Difference::contexts) are written unchanged.
// Shape: lines are in the order of the tree. Units: for events measured in seconds, samples if all samples of both
// sides represent the same amount of time, otherwise nanoseconds; for other events, their counts. ReadStacks reads the
// same numbers back, with StackOptions::unit "ns" for nanoseconds and without a unit otherwise. Only scaled values
// (means of runs, normalised times) are rounded.
// Errors: kUnsupported for negative numbers.
//
// Without whole stacks, only pairs of callers and callees are known. A line then has two frames, "caller;callee N", or,
// for the time of functions without callers, one frame, "function N". A function's time is divided among its callers as
// in the call graph, in proportion to calls; within a cycle, in proportion to the calls of each member. No time is
// attributed to calls of a function by itself. The sum of all lines is the self time that Execution::selection keeps.
// Shape: lines are in the order of the table. Units: whole microseconds (for time measured in seconds).
// Errors: kOverflow for more than 1e12 seconds.
PROFDIFF_EXPORT void WriteFolded(std::string& out, const Execution& execution,
                                 DemangleStyle demangle = DemangleStyle::kAuto);

// Appends lines with two numbers, base and other, as difffolded.pl does. flamegraph.pl draws the difference in red and
// blue.
PROFDIFF_EXPORT void WriteFolded(std::string& out, const Difference& difference,
                                 DemangleStyle demangle = DemangleStyle::kAuto);

// pprof's profiles (profile.proto), gzip-compressed.

// Appends a whole file. It contains the stacks that WriteFolded writes (whole, or with two frames), leaf first, with
// linkage names and demangled names, and with images as mappings. Samples outside of functions have no location.
//
// A difference is other minus base, as written by `pprof -proto -diff_base`: the samples of the other side, and the
// samples of the base with negative values and the label pprof::base = true. A stack that both sides have thus occurs
// twice, and no rounding is needed. ReadStacks subtracts the two.
//
// Units: "samples" in "count", if known; and the event, in nanoseconds for times, otherwise in its own unit. The period
// is set if it is the same for all samples.
// Errors: kUnsupported in a build without protozero; kOverflow.
// Source: pprof's profile.proto.
PROFDIFF_EXPORT void WritePprof(std::string& out, const Execution& execution,
                                DemangleStyle demangle = DemangleStyle::kAuto);
PROFDIFF_EXPORT void WritePprof(std::string& out, const Difference& difference,
                                DemangleStyle demangle = DemangleStyle::kAuto);

// One of the formats above, described for command lines, help texts and file names.
struct GraphFormat {
  std::string_view name;         // "folded"
  std::string_view extension;    // ".folded"
  std::string_view summary;      // part of a line of --help
  bool needs_histogram = false;  // true if it requires records with a histogram
  bool needs_arcs = false;
  bool has_stacks = false;       // true if it writes whole stacks when they are known
  bool needs_positions = false;  // true if it writes source lines of functions, which needs SourcePositions::kAll
  GmlResult (*write)(std::string& out, const Execution& execution, const std::string& label,
                     const GmlOptions& options) = nullptr;
  // Null if the format has no negative numbers. In that case, write the OneSidedProfile of the difference.
  GmlResult (*write_difference)(std::string& out, const Difference& difference, const GmlOptions& options) = nullptr;
};

PROFDIFF_EXPORT std::span<const GraphFormat> GraphFormats();
// Returns the format with this name; null if there is none.
PROFDIFF_EXPORT const GraphFormat* FindGraphFormat(std::string_view name);

// Listings for programs: tables in CSV, and one document in JSON. Numbers have full precision, names are in UTF-8.
//
// CSV follows RFC 4180: a header line, lines that end with CR LF, quotes around cells with commas, quotes or line ends.
// A string that begins with one of = + - @ ', a tab or a carriage return gets an apostrophe before it, since a
// spreadsheet would otherwise treat the string as a formula; readers remove one apostrophe from the start of a cell.
// Each listing is a table with its own heading; an empty line separates tables in the same text. The columns of each
// listing, for one execution and for two, begin with numbers and end with the demangled name:
//
//   flat    one: percent self total calls selfCalls cycle id address line file linkageName name
//           two: impact baseSelf otherSelf diffSelf, the same for …Total, …Calls and …SelfCalls, then status match
//                cycle id line file linkageName name;
//                before "status", given a Significance, also diffSelfLow diffSelfHigh p q significant baseMean
//                otherMean baseDeviation otherDeviation baseCallsLow baseCallsHigh otherCallsLow otherCallsHigh, and
//                with Significance::totals diffTotalLow diffTotalHigh totalP totalQ totalSignificant
//                baseTotalMean otherTotalMean baseTotalDeviation otherTotalDeviation
//   graph   one: row percent self total calls selfCalls number cycle id callerId line file callerLinkageName
//                linkageName caller name
//           two: row impact, the twelve numbers of "flat", status match number cycle id callerId line file
//                callerLinkageName linkageName caller name
//   counts  one: row calls id address line file linkageName name
//           two: baseCalls otherCalls diffCalls status match id line file linkageName name
//   verdict two: row result low high functions text why
//   tree    one: context parent depth percent self total samples totalSamples id line file linkageName name
//           two: context parent depth baseSelf otherSelf diffSelf, the same for …Total, …Samples, …TotalSamples, then
//                status match id line file linkageName name
//
// - A difference is base minus other, as in every listing. `impact` is the difference of self time, with its sign, as a
//   percentage of the sum of |difference| over all functions; `percent` is the share of one execution's time.
// - `total` is inclusive time, `calls` are calls from other functions, `selfCalls` calls from the function itself; for
//   a cycle, calls from outside and calls between its members. Times in a graph are those that Execution::selection
//   keeps.
// - `row` is "function", "cycle" or "arc"; in counts "function" or "block". The row of an arc has the callee's names,
//   the caller in separate columns, and the times that the callee spends on behalf of this caller.
// - `number` is the index that the text listing prints in brackets. `cycle` counts from 1. `id` counts from 1 and
//   identifies a function within one output, across all its documents.
// - `status` is "changed", "unchanged", "onlyBase" or "onlyOther"; for functions, it depends on the images; for arcs,
//   on the records. `match` is the rule that matched the functions of both sides; empty for a function on one side
//   only.
// - A row of the tree is a path of calls: `context` counts from 0, `parent` is the path without its last function,
//   `self` the time of stacks equal to the path, `total` the time of stacks that begin with it. In JSON these rows are
//   the array "contexts", in the same order.
// - The table "verdict" is the last one of a difference: a row "verdict" with the kind of the conclusion, less, more,
//   noise, equal or unknown (what the other side takes), and the 95 % interval of base minus other; a row "condition"
//   for each gate, which is passed, failed or unknown; and a row "doubt", with its code, for each reason to doubt the
//   numbers.
// - Cells are empty for unknown values: values of a side without the function, times without a histogram, and source
//   positions without line information. Without line information, `file` is the file name from the symbol table, if
//   any.
// - For profiles from other profilers (Profile::origin), there are additional columns after selfCalls or diffSelfCalls,
//   and the image after `file`, which is then empty. For gprof's profiles the columns stay the same, for readers that
//   use column positions. `samples` is the number of samples that end in the function, `totalSamples` the number with
//   the function anywhere on the stack; both are empty if times are sums.
//     one: samples totalSamples image
//     two: baseSamples otherSamples diffSamples baseTotalSamples otherTotalSamples diffTotalSamples image
//   Calls that were not counted and the unknown self time of an arc are empty (in JSON null), never 0. A difference is
//   empty unless the values of both sides are known. Values other than times are integers.
//
// JSON output is one object with the same names and ids. It is described by the schema
// libprofdiff/schema/egprof-1.schema.json. Keys may be added within version 1; readers must skip unknown keys.
//
// Calls through registers to unknown functions (gprof's -c on some machines) are omitted.

struct Significance;  // profdiff/significance.h
struct Conclusion;    // profdiff/conclusion.h

enum class TreeDirection : std::uint8_t;  // profdiff/context_listing.h
struct RecordComparison;                  // profdiff/record.h

// The listings to write.
struct MachineListings {
  bool flat = false, graph = false, counts = false;
  std::optional<TreeDirection> tree = {};    // the tree of whole stacks
  const RecordComparison* record = nullptr;  // pairs of runs, which documents describe; null if there are none
};

// The numbers of rows or entries that --limit omitted, by listing. An arc is omitted together with the entries that
// list it.
struct MachineLeftOut {
  std::size_t flat = 0, graph = 0, counts = 0, tree = 0;
};

// The formats of listings and of all other tables, described for command lines, help texts and file names.
class TableWriter;
struct TableFormat {
  std::string_view name;       // "csv"
  std::string_view extension;  // ".csv"
  // Starts a writer that appends to `out`; only the library itself calls this.
  std::unique_ptr<TableWriter> (*start)(std::string& out);
  bool is_document = false;  // true for one document with nested values instead of tables
};

PROFDIFF_EXPORT std::span<const TableFormat> TableFormats();
// Returns the format with this name; null if there is none.
PROFDIFF_EXPORT const TableFormat* FindTableFormat(std::string_view name);

// Each writer appends to `out`: either tables, in the order flat, graph, counts and tree, or one document. `label`
// names the image and the profiles of an execution; tables do not contain it. Only the options for demangling,
// show_unused and limit are used.
// Errors: kMissingRecords for a tree without whole stacks.
PROFDIFF_EXPORT MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Execution& execution,
                                             const std::string& label, MachineListings listings,
                                             const ListingOptions& options);
// Writes the listings of a difference. `significance` may be null, and so may `conclusion`, which becomes a last table
// or the values "verdict", "conditions" and "doubts".
PROFDIFF_EXPORT MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Difference& difference,
                                             const SideLabels& labels, const Significance* significance,
                                             MachineListings listings, const ListingOptions& options,
                                             const Conclusion* conclusion = nullptr);

// Files in gprof's formats, such as gprof's gmon.sum.

enum class GmonLayout {
  kMagic,  // gmon.out version 1
  kBsd,    // old BSD if the sampling rate is 100 per second; otherwise 4.4BSD
  kBsd44,  // 4.4BSD
};

// Returns the bytes of a profile file that holds the sum of `records`. Histograms are unchanged. Calls are those
// between the functions of `table`, in the table's order, with the most recently added arc of each function
// first.
//
// So that the file is exact, bins of more than 16 bits and counts of more than 32 bits are split into several records
// with the same addresses; kUnsupported is thrown if that would take millions of records. Calls to
// FunctionTable::indirect must not be in the profile. The BSD layouts have room for only one histogram: as in gprof,
// bins are cut to 16 bits, and only the first range is kept.
// Source: GPROF.md, sections 4 and 16.
PROFDIFF_EXPORT std::string EncodeGmon(const FunctionTable& table, const Profile& profile, const Records& records,
                                       const TargetLayout& target, GmonLayout layout);

}  // namespace profdiff

#endif  // PROFDIFF_FORMATS_H_
