// SPDX-License-Identifier: GPL-3.0-or-later
// Listings for programs: tables in CSV, and one document in JSON. Numbers are in full precision, names in UTF-8.
//
// CSV follows RFC 4180: a header line, lines that end with CR LF, quotes around what holds commas, quotes or line ends.
// A text that begins with one of = + - @ ', a tab or a carriage return has an apostrophe before it, since a spreadsheet
// would take it for a formula; readers take one apostrophe away from the beginning of a cell.
// Each listing is a document of its own; of several in one text an empty line stands before every one but the first.
// Columns, numbers first and the readable name last:
//
//   flat    one: percent self total calls selfCalls cycle id address line file linkageName name
//           two: impact baseSelf otherSelf diffSelf, as these …Total, …Calls and …SelfCalls, then status match cycle
//                id line file linkageName name
//                and before "status", with a Significance, diffSelfLow diffSelfHigh p q significant baseMean otherMean
//                baseDeviation otherDeviation baseCallsLow baseCallsHigh otherCallsLow otherCallsHigh
//   graph   one: row percent self total calls selfCalls number cycle id callerId line file callerLinkageName
//                linkageName caller name
//           two: row impact, the twelve numbers, status match number cycle id callerId line file callerLinkageName
//                linkageName caller name
//   counts  one: row calls id address line file linkageName name
//           two: baseCalls otherCalls diffCalls status match id line file linkageName name
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
// - Cells are empty where nothing is known: numbers of a side that has no such function, times without a histogram,
//   places without line information. `file` is then the one that the symbol table names, if any.
//
// JSON is one object, described by the schema libprofdiff/schema/egprof-1.schema.json, with the same names and the same
// ids. Keys may be added within version 1; readers skip those they do not know.
//
// Calls through registers to functions that nobody knows (gprof's -c on some machines) are left out.
#ifndef PROFDIFF_MACHINE_H_
#define PROFDIFF_MACHINE_H_

#include <cstddef>
#include <string>

#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"

namespace profdiff {

struct Significance;  // profdiff/significance.h

// Which listings an output holds.
struct MachineListings {
  bool flat = false, graph = false, counts = false;
};

// How many rows or entries of each listing --limit left out. Arcs go with the entries that list them.
struct MachineLeftOut {
  std::size_t flat = 0, graph = 0, counts = 0;
};

// Each writer appends to `out`. Of the options, the style of demangling, show_unused and limit count.

// Tables, in the order flat, graph, counts.
PROFDIFF_EXPORT MachineLeftOut WriteCsv(std::string& out, const Execution& execution, MachineListings listings,
                                        const ListingOptions& options);
// `significance` may be null.
PROFDIFF_EXPORT MachineLeftOut WriteCsv(std::string& out, const Difference& difference,
                                        const Significance* significance, MachineListings listings,
                                        const ListingOptions& options);

// True if this build of the library can write JSON: it needs nlohmann's json when it is compiled.
PROFDIFF_EXPORT bool CanWriteJson();

// One document. `label` says which image and profiles an execution is of.
// Errors: kUnsupported in a build that cannot write JSON.
PROFDIFF_EXPORT MachineLeftOut WriteJson(std::string& out, const Execution& execution, const std::string& label,
                                         MachineListings listings, const ListingOptions& options);
// `significance` may be null.
PROFDIFF_EXPORT MachineLeftOut WriteJson(std::string& out, const Difference& difference, const SideLabels& labels,
                                         const Significance* significance, MachineListings listings,
                                         const ListingOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_MACHINE_H_
