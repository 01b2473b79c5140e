// SPDX-License-Identifier: GPL-3.0-or-later
// Link orders that put callers next to what they call: of functions (gprof's -r) and of object files (gprof's -R).
#ifndef PROFDIFF_VALUES_ORDERING_H_
#define PROFDIFF_VALUES_ORDERING_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/call_graph.h"
#include "profdiff/functions.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

namespace profdiff {

// The calls that symspecs with a slash speak of, as things of their own: gprof's function order lists them beside the
// functions. A place is a run of functions that one side of a spec matches; it shows as the first function of the run.
struct SpecCalls {
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Place {
    FunctionId function;
    // The place that follows it before any call is looked at, or kNone: an earlier run of the same side of the same
    // spec. A slip of gprof's, which shows: that place does not know it.
    std::uint32_t after = kNone;
  };
  struct Call {
    std::uint32_t caller, callee;  // numbers of places
  };
  std::vector<Place> places;
  std::vector<Call> calls;
};

// The calls of all specs, given in command-line order, as gprof creates them.
// Shape: a spec "a/b" gives a call for each pair of a run of a and a run of b.
SpecCalls FindSpecCalls(const FunctionTable& table, const std::vector<SymbolSpec>& specs);

// All functions, in an order that keeps callers near the functions they call most.
//
// As in gprof, some functions may come twice (one that nobody calls but that calls one of the few with the most
// callers; one that `spec_calls` names), and one may be missing: the last of those few. And as in gprof, a call graph
// that is printed before can change the order: `listed` are its arcs, from ListArcs.
// Cost: n log n for n functions and calls. Source: GPROF.md, section 14.1.
std::vector<FunctionId> FindFunctionOrder(const FunctionTable& table, const Profile& profile,
                                          const SpecCalls& spec_calls = {}, const Adjacency* listed = nullptr);

// Which object file defines which function, as a map written from the output of nm says it.
struct OrderMap {
  struct Entry {
    std::string file;
    std::string name;
  };
  std::vector<Entry> entries;  // in the order of the map
};

// Reads a map: lines "FILE:anything NAME". FILE reaches to the first colon, NAME is what follows the last blank; lines
// that begin with "No symbols in " are skipped. An empty map is fine.
// Errors: kBadOrderMap, with gprof's message. Source: GPROF.md, section 14.2.
OrderMap ReadOrderMap(const std::string& path);

// The object files of a map, in an order that keeps callers near what they call. `table` was read with the map in
// ImageOptions::order_map, so that a file stands in it as one function.
// Files without a function come last. A file that the map names in several places can come several times, as in gprof.
std::vector<std::string> FindFileOrder(const FunctionTable& table, const Profile& profile, const OrderMap& map,
                                       const SpecCalls& spec_calls = {});

// Appends names as the image spells them, one on a line, without a heading.
void WriteFunctionOrder(std::string& out, const FunctionTable& table, const std::vector<FunctionId>& order);
void WriteFileOrder(std::string& out, const std::vector<std::string>& order);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_ORDERING_H_
