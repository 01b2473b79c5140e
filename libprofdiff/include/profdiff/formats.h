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
  std::size_t max_nodes = 500;  // functions kept: those of the largest time or |difference|; 0 keeps all
  bool size_by_time = false;    // node width shows self time, height inclusive time (the larger side's)
  bool show_unused = false;     // functions without time and calls as well
  NameStyle names;
  const std::vector<bool>* kept = nullptr;  // by FunctionId: value of the node key "kept", 1 or 0; null: no such key
};

// How many nodes a graph was cut by; 0 if it is whole.
struct GmlResult {
  std::size_t nodes = 0;
  std::size_t left_out = 0;
};

// Of other profilers' numbers a graph has the key `unit`. Where that is no time, keys are selfCost, totalCost and cost.
// Keys of calls are left out where nobody counted these; edges are then named by their time, and as wide.
// Source: differential.md section 5.
PROFDIFF_EXPORT GmlResult WriteGml(std::string& out, const Execution& execution, const GmlOptions& options);
PROFDIFF_EXPORT GmlResult WriteGml(std::string& out, const Difference& difference, const GmlOptions& options);

// One execution as a callgrind.out file, for KCachegrind, callgrind_annotate and other readers of that format.

// Appends a whole file. `label` says which image and profiles it is of; the image, up to the first comma and blank, is
// the object ("ob=") of all functions.
//
// The format has no negative costs: of a difference, OneSidedProfile and a call graph made of it can be written.
//
// Costs are whole nanoseconds (of time that is measured in seconds). Functions are those with an entry in the call
// graph; what `callgrind_annotate --inclusive=yes` shows for them is their inclusive time there, self time and
// callees', as far as the selection keeps it. A callee without an entry has what such functions spend in it. Readers
// know neither cycles nor calls by nobody; so that they add up the same:
// - A cycle is a function "<cycle 1>" without self time: callers from outside call it, and it calls the members. Calls
//   between members, and of a function to itself, cost nothing. A member that nothing outside calls is called once. A
//   cycle that nothing outside calls has its members' time, where gprof prints none.
// - Time of a called function that none of its callers has is called once by a function "<spontaneous>".
// - Samples in no function are the self time of a function "<no function>".
// - Arcs of count 0 are left out: readers would take them for self time.
// - Where nobody counted calls, each arc is one call, as the format has no arc without, and a line "desc: Calls:" says
//   so. Any other number would be as wrong, and 0 would be read as above.
// - Measured inclusive times (Profile::exact) are the costs of arcs. Calls of a function to itself cost nothing, since
//   its own total has them; through others, readers count a stack for each time it passes an arc into the ring.
// - Functions that are known by image have it as their object.
// - What other profilers count is written as it is, under the event's name.
// - Functions of one name in one file get "[2]", "[3]", … after it; control characters become \x09 and the like.
// - Where rows are source lines (gprof's -l), the lines of a function are its lines in the file as well.
//
// Errors: kOverflow for more than 1e9 seconds, which fit into no sum of nanoseconds.
// Source: Valgrind's manual, "Callgrind Format Specification".
PROFDIFF_EXPORT void WriteCallgrind(std::string& out, const Execution& execution, const std::string& label,
                                    DemangleStyle demangle = DemangleStyle::kAuto);

// Folded stacks, for flame graphs.

// Appends a line for each stack in which time ends: its functions, the outermost first, with semicolons between them, a
// blank, and a number. A semicolon in a name becomes a colon, a control character a question mark, and a blank before
// digits at a name's end an underscore; functions of one name are one frame. What is in no function is "[no function]".
// Lines of 0 are left out.
//
// Whole stacks (Execution::contexts, Difference::contexts) are written as they are.
// Shape: in the order of the tree. Units: of what is measured in seconds, samples where all stand for the same, on both
// sides, else nanoseconds; of anything else, as much as was counted. ReadStacks gives these numbers again: nanoseconds
// with StackOptions::unit "ns", others without. Only what was scaled (means of runs, normalised times) is rounded.
// Errors: kUnsupported for negative numbers.
//
// Where stacks are not known, they have two frames, "caller;callee N", and one, "function N", for time that no caller
// has: of functions that nothing calls. Such a profile records who called whom and not along which chain. A function's
// time is divided among its callers as the call graph divides it, in proportion to calls; within a cycle by the calls
// of each member. Calls of a function to itself share nothing. All lines add up to all self time that the selection
// keeps.
// Shape: in the order of the table. Units: whole microseconds (of time measured in seconds).
// Errors: kOverflow for more than 1e12 seconds.
PROFDIFF_EXPORT void WriteFolded(std::string& out, const Execution& execution,
                                 DemangleStyle demangle = DemangleStyle::kAuto);

// Two numbers a line, base and other: what flamegraph.pl draws in red and blue, as after difffolded.pl.
PROFDIFF_EXPORT void WriteFolded(std::string& out, const Difference& difference,
                                 DemangleStyle demangle = DemangleStyle::kAuto);

// pprof's profiles (profile.proto), gzip-compressed.

// Appends a whole file: stacks as WriteFolded has them, whole or of two frames, the leaf first, with linked and
// readable names, and images as mappings. What is in no function has no location.
//
// Of a difference, other less base, as `pprof -proto -diff_base` writes it: samples of the other side, and samples of
// the base with negative values and the label pprof::base = true. So a stack that both sides have is there twice, and
// nothing is rounded away. ReadStacks makes the difference of both.
//
// Units: "samples", where they are known, in "count"; and the event, of time in nanoseconds, else as it was counted. A
// period, where all samples have the same.
// Errors: kUnsupported in a build without protozero; kOverflow.
// Source: pprof's profile.proto.
PROFDIFF_EXPORT void WritePprof(std::string& out, const Execution& execution,
                                DemangleStyle demangle = DemangleStyle::kAuto);
PROFDIFF_EXPORT void WritePprof(std::string& out, const Difference& difference,
                                DemangleStyle demangle = DemangleStyle::kAuto);

// The formats above, by name: a list that command lines, help and names of files can follow.
struct GraphFormat {
  std::string_view name;         // "folded"
  std::string_view extension;    // ".folded"
  std::string_view summary;      // for --help: part of a line
  bool needs_histogram = false;  // as records must have for anything to be written
  bool needs_arcs = false;
  bool has_stacks = false;       // whole stacks show, where they are known
  bool needs_positions = false;  // source lines of functions show: SourcePositions::kAll
  GmlResult (*write)(std::string& out, const Execution& execution, const std::string& label,
                     const GmlOptions& options) = nullptr;
  // Null where the format has no negative numbers: of a difference, OneSidedProfile can be written.
  GmlResult (*write_difference)(std::string& out, const Difference& difference, const GmlOptions& options) = nullptr;
};

PROFDIFF_EXPORT std::span<const GraphFormat> GraphFormats();
// Null if there is none of that name.
PROFDIFF_EXPORT const GraphFormat* FindGraphFormat(std::string_view name);

// Listings for programs: tables in CSV, and one document in JSON. Numbers are in full precision, names in UTF-8.
//
// CSV follows RFC 4180: a header line, lines that end with CR LF, quotes around what holds commas, quotes or line ends.
// A text that begins with one of = + - @ ', a tab or a carriage return has an apostrophe before it, since a spreadsheet
// would take it for a formula; readers take one apostrophe away from the beginning of a cell.
// Each listing is a table with a heading of its own; an empty line separates the tables of one text.
// Columns of each listing, for one execution and for two. Numbers come first, the demangled name last:
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
// - A difference is base minus other, as in every listing. `impact` is its share in the sum of all changes of self
//   time, in per cent with its sign; `percent` is the share of one execution's time.
// - `total` is inclusive time, `calls` are those from other functions, `selfCalls` those from the function itself; of a
//   cycle, calls from outside and between its members. Times in a graph are those that the selection keeps.
// - `row` is "function", "cycle" or "arc"; in counts "function" or "block". An arc is a row of its callee's names, with
//   the caller in columns of its own, and times that the callee spends for this caller.
// - `number` is the one that the listing for people prints in brackets. `cycle` counts from 1. `id` counts from 1 and
//   means one function within one output, also across its documents.
// - `status` is "changed", "unchanged", "onlyBase" or "onlyOther": of functions by the images, of arcs by the records.
//   `match` is the rule by which both sides' functions were found to be one, empty for a function of one side.
// - A row of the tree is a path of calls: `context` counts from 0, `parent` is the path without its last function,
// `self`
//   what ends there, `total` what begins so. In JSON these rows are the array "contexts", in their order.
// - Cells are empty where nothing is known: numbers of a side that has no such function, times without a histogram,
//   places without line information. `file` is then the one that the symbol table names, if any.
// - Profiles of other profilers (Profile::origin) add columns behind selfCalls or diffSelfCalls, and the image behind
//   `file`, which is empty there; gprof's have none of these: readers that go by place read the same as ever. Samples
//   are those that end in a function, and those that have it; there are none where times are sums.
//     one: samples totalSamples image
//     two: baseSamples otherSamples diffSamples baseTotalSamples otherTotalSamples diffTotalSamples image
//   Calls are empty, and null in JSON, where nobody counted them, as is the self time of an arc where it is not known;
//   never 0. So is their difference, unless both sides know them. What is no time is a whole number.
//
// JSON is one object, described by the schema libprofdiff/schema/egprof-1.schema.json, with the same names and the same
// ids. Keys may be added within version 1; readers skip those they do not know.
//
// Calls through registers to functions that nobody knows (gprof's -c on some machines) are left out.

struct Significance;  // profdiff/significance.h

enum class TreeDirection : std::uint8_t;  // profdiff/context_listing.h

// Which listings an output holds.
struct MachineListings {
  bool flat = false, graph = false, counts = false;
  std::optional<TreeDirection> tree = {};  // of whole stacks
};

// How many rows or entries of each listing --limit left out. Arcs go with the entries that list them.
struct MachineLeftOut {
  std::size_t flat = 0, graph = 0, counts = 0, tree = 0;
};

// The formats of such listings, and of every other subject that has tables: a list that command lines, help and names
// of files can follow.
class TableWriter;
struct TableFormat {
  std::string_view name;       // "csv"
  std::string_view extension;  // ".csv"
  bool (*available)();         // false in a build without a library that the format needs
  // For the library: begins to write behind what is there. Errors: kUnsupported where it is not available.
  std::unique_ptr<TableWriter> (*start)(std::string& out);
  bool is_document = false;  // one document with nested values, in place of tables
};

PROFDIFF_EXPORT std::span<const TableFormat> TableFormats();
// Null if there is none of that name.
PROFDIFF_EXPORT const TableFormat* FindTableFormat(std::string_view name);

// Each writer appends to `out`: tables in the order flat, graph, counts, tree, or one document. `label` says which
// image and profiles an execution is of; tables do not say it. Of the options, the style of demangling, show_unused and
// limit count. Errors: kUnsupported where the format is not available; kMissingRecords for a tree without whole stacks.
PROFDIFF_EXPORT MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Execution& execution,
                                             const std::string& label, MachineListings listings,
                                             const ListingOptions& options);
// `significance` may be null.
PROFDIFF_EXPORT MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Difference& difference,
                                             const SideLabels& labels, const Significance* significance,
                                             MachineListings listings, const ListingOptions& options);

// A profile as the bytes of a profile file: gprof's gmon.sum.

enum class GmonLayout {
  kMagic,  // gmon.out version 1
  kBsd,    // old BSD; 4.4BSD where the sampling rate is not 100
  kBsd44,  // 4.4BSD
};

// The bytes of a file that holds the sum of `records`: histograms as they are, calls between the functions of `table`
// in its order, each function's newest arc first.
//
// Bins of more than 16 bits and counts of more than 32 bits are spread over further records of the same place, so that
// what is read back is exact; where that would take millions of records, kUnsupported is thrown. Calls of
// FunctionTable::indirect must not be in the profile. The BSD layouts have room for one histogram: there bins are cut
// to 16 bits, as in gprof, and only the first range is kept.
// Source: GPROF.md, sections 4 and 16.
PROFDIFF_EXPORT std::string EncodeGmon(const FunctionTable& table, const Profile& profile, const Records& records,
                                       const TargetLayout& target, GmonLayout layout);

}  // namespace profdiff

#endif  // PROFDIFF_FORMATS_H_
