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

// Folded stacks, for flame graphs.

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

// The formats of reports, described for command lines, help texts and file names. Every function that writes a report
// takes one of them.
class TableWriter;
struct TableFormat {
  std::string_view name;       // "csv"
  std::string_view extension;  // ".csv"
  // Starts a writer that appends to `out`; only the library itself calls this.
  std::unique_ptr<TableWriter> (*start)(std::string& out);
  bool is_text = false;      // true for a report for people, in sentences and aligned columns
  bool is_document = false;  // true for one document with nested values instead of tables
  // True for a short report to be read beside a change: the answer, a few rows, and what is left out.
  bool is_comment = false;
  std::string_view summary = {};  // part of a line of --help; only for comments
};

// Returns all formats; the text is the first.
PROFDIFF_EXPORT std::span<const TableFormat> TableFormats();
// Returns the format with this name; null if there is none.
PROFDIFF_EXPORT const TableFormat* FindTableFormat(std::string_view name);

// Each writer appends to `out` in a format for programs: either tables, in the order flat, graph, counts and tree, or
// one document. `label` names the image and the profiles of an execution; tables do not contain it. Only the options
// for demangling, show_unused and limit are used. Errors: kMissingRecords for a tree without whole stacks.
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

// The report of one or two executions as a self-contained HTML page.

struct RankStatistics;  // profdiff/ranks.h

struct ReportPageOptions {
  // Style of function names, and whether unused functions are shown. A limit other than 0 also limits the number of
  // functions.
  ListingOptions listing;
  // Maximum number of functions; 0: no maximum. The number of paths is up to twice as large. Pages of ranks have at
  // most 500 functions.
  std::size_t functions = 100000;
  std::size_t picture = 60;                // number of functions in the picture of the call graph
  std::vector<Message> remarks;            // caveats about the numbers, one line each
  std::vector<Message> readings;           // how files were read, one line each
  double scale = 1;                        // factor by which the other side's times were multiplied
  bool of_traces = false;                  // true if the profiles were made from traces, whose times are not sampled
  GateResults gates;                       // the gates, each with the functions that do not pass it
  const Conclusion* conclusion = nullptr;  // about a difference; may be null
};

// Appends a page. It has the same numbers and ids as the JSON document. Functions are chosen alternately by self time
// and by inclusive time (for two executions, by the change of these times), and always include the functions in the
// picture. The page states the number of omitted functions and their time.
// Errors: as for RequirePages.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Execution& execution, const std::string& label,
                                     const ReportPageOptions& options);
// Appends the page of a difference. `significance` may be null.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Difference& difference, const SideLabels& labels,
                                     const Significance* significance, const ReportPageOptions& options);

// The self times of all processes. Shape: by rank, in the order of RankStatistics::files, then by FunctionId. Units: as
// in the profiles.
using RankTimes = std::vector<std::vector<double>>;

// Appends the page for the processes of a program. It has no call graph.
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                                     const RankTimes& times, const std::string& label,
                                     const ReportPageOptions& options);

// One side of a difference: the statistics of each function over all ranks of the side, and its self time in each rank.
// FunctionIds are the side's own.
struct RankSide {
  const RankStatistics& ranks;
  const RankTimes& times;
};
PROFDIFF_EXPORT void WriteReportPage(std::string& out, const Match& match, const RankSide& base, const RankSide& other,
                                     const SideLabels& labels, const ReportPageOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_FORMATS_H_
