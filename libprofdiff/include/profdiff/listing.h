// SPDX-License-Identifier: GPL-3.0-or-later
// GNU gprof's listings of one profile, byte for byte.
#ifndef PROFDIFF_LISTING_H_
#define PROFDIFF_LISTING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "profdiff/call_graph.h"
#include "profdiff/export.h"
#include "profdiff/names.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace profdiff {

struct ListingOptions {
  NameStyle names;
  bool brief = false;        // -b: no explanations
  bool traditional = false;  // -T: BSD layout
  bool show_unused = false;  // -z: functions without time and calls as well
  int index_width = 80;      // -w
  std::size_t limit = 0;     // --limit: rows or entries kept, the first ones; 0 keeps all
  unsigned threads = 1;      // that may write at a time; the text is the same for any number
  // Called with a listing that has grown long and goes on: writes out all of it but the last character, and removes
  // what it wrote. Without it the whole text is kept, however long.
  std::function<void(std::string&)> drain = {};
};

// One execution, ready to be listed. All parts are of the same function table.
struct Execution {
  const FunctionTable& functions;
  const Profile& profile;
  const CallGraph& graph;
  const Selection& selection;
};

// The entries of a call graph, numbered: position i has the printed number i + 1.
struct EntryOrder {
  struct Entry {
    FunctionId function;  // exactly one of the two is valid
    CycleId cycle;
  };
  std::vector<Entry> entries;
  std::vector<std::uint32_t> function_number;  // by FunctionId; 0 = no number
  std::vector<std::uint32_t> cycle_number;     // by CycleId
};

// All functions and cycles, by propagated time. Source: gprof-behaviour section 8.6.
PROFDIFF_EXPORT EntryOrder NumberEntries(const Execution& execution);

// Each writer appends a section to `out`, with a form feed before it where `out` already holds a section.
// They return how many rows or entries --limit left out.
// Source: gprof-behaviour sections 10 and 11.
PROFDIFF_EXPORT std::size_t WriteFlatProfile(std::string& out, const Execution& execution, const EntryOrder& order,
                                             const ListingOptions& options);
PROFDIFF_EXPORT std::size_t WriteCallGraph(std::string& out, const Execution& execution, const EntryOrder& order,
                                           const ListingOptions& options);
// Arcs by function in the order in which WriteCallGraph lists them; newest first where a function has no entry.
PROFDIFF_EXPORT Adjacency ListArcs(const Execution& execution, const EntryOrder& order, const ListingOptions& options);
PROFDIFF_EXPORT void WriteIndex(std::string& out, const Execution& execution, const EntryOrder& order,
                                const ListingOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_LISTING_H_
