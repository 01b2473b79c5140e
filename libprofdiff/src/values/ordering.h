// SPDX-License-Identifier: GPL-3.0-or-later
// Link orders that put callers next to their callees: of functions (gprof's -r) and of object files (gprof's -R).
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

// The calls selected by symspecs with a slash, as nodes of their own: gprof's function order lists them beside the
// functions. A place is a run of consecutive functions that match one side of a spec; its first function is listed.
struct SpecCalls {
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Place {
    FunctionId function;
    // Successor of the place before any call is processed: an earlier run of the same side of the same spec, or kNone.
    // Reproduces a bug of gprof that affects the output: that successor has no link back.
    std::uint32_t after = kNone;
  };
  struct Call {
    std::uint32_t caller, callee;  // indices of places
  };
  std::vector<Place> places;
  std::vector<Call> calls;
};

// The calls of all specs, given in command-line order, as gprof creates them.
// Shape: a spec "a/b" gives a call for each pair of a run of a and a run of b.
SpecCalls FindSpecCalls(const FunctionTable& table, const std::vector<SymbolSpec>& specs);

// All functions, in an order that keeps callers near the functions they call most.
//
// As in gprof, some functions may occur twice (an uncalled function that calls one of the few functions with the most
// callers; a function in `spec_calls`), and the last of these few may be missing. As in gprof, a call graph printed
// before can change the order: `listed` contains its arcs, from ListArcs.
// Cost: n log n for n functions and calls. Source: GPROF.md, section 14.1.
std::vector<FunctionId> FindFunctionOrder(const FunctionTable& table, const Profile& profile,
                                          const SpecCalls& spec_calls = {}, const Adjacency* listed = nullptr);

// The object file that defines each function, from a map made of the output of nm.
struct OrderMap {
  struct Entry {
    std::string file;
    std::string name;
  };
  std::vector<Entry> entries;  // in the order of the map
};

// Reads a map: lines "FILE:anything NAME". FILE ends at the first colon, NAME begins after the last blank; lines that
// begin with "No symbols in " are skipped. An empty map is fine.
// Errors: kBadOrderMap, with gprof's message. Source: GPROF.md, section 14.2.
OrderMap ReadOrderMap(const std::string& path);

// The object files of a map, in an order that keeps callers near their callees. `table` was read with the map in
// ImageOptions::order_map, so that each file is one function in it. Files without a function come last. A file that
// occurs in several places of the map can occur several times, as in gprof.
std::vector<std::string> FindFileOrder(const FunctionTable& table, const Profile& profile, const OrderMap& map,
                                       const SpecCalls& spec_calls = {});

// Appends linkage names, one per line, without a heading.
void WriteFunctionOrder(std::string& out, const FunctionTable& table, const std::vector<FunctionId>& order);
void WriteFileOrder(std::string& out, const std::vector<std::string>& order);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_ORDERING_H_
