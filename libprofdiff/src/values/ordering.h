// SPDX-License-Identifier: GPL-3.0-or-later
// Link orders of functions (gprof's -r) and object files (gprof's -R) that put callers next to their callees.
#ifndef PROFDIFF_VALUES_ORDERING_H_
#define PROFDIFF_VALUES_ORDERING_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace profdiff {

// The calls selected by symspecs with a slash. Their callers and callees are separate nodes, called places, which
// gprof's function order lists in addition to the functions. A place is a sequence of consecutive functions that match
// one side of a spec; its first function is listed.
struct SpecCalls {
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Place {
    FunctionId function;
    // Index of the successor that the place has before any call is processed: an earlier place on the same side of the
    // same spec, or kNone. This reproduces a bug of gprof that affects the output: the successor has no link back.
    std::uint32_t after = kNone;
  };
  struct Call {
    std::uint32_t caller, callee;  // indices of places
  };
  std::vector<Place> places;
  std::vector<Call> calls;
};

// Finds the calls of all specs as gprof does; `specs` is in command-line order. For a spec "a/b", there is a call from
// each sequence of consecutive functions that match a to each sequence of consecutive functions that match b.
SpecCalls FindSpecCalls(const FunctionTable& table, const std::vector<SymbolSpec>& specs);

// Returns all functions in an order that keeps callers near the functions that they call most.
//
// As in gprof, two kinds of functions can occur twice: functions in `spec_calls`, and uncalled functions that call one
// of the few functions with the most callers. The last of those few functions can be missing. Also as in gprof, a call
// graph that was printed before can change the order; `listed` contains the arcs of that graph, from ListArcs.
// Cost: O(n log n) for n functions and calls. Source: GPROF.md, section 14.1.
std::vector<FunctionId> FindFunctionOrder(const FunctionTable& table, const Profile& profile,
                                          const SpecCalls& spec_calls = {}, const Adjacency* listed = nullptr);

// The object file of each function, as read from a map that was made from the output of nm.
struct OrderMap {
  struct Entry {
    std::string file;
    std::string name;
  };
  std::vector<Entry> entries;  // in the order of the file
};

// Reads a map with lines of the form "FILE:anything NAME". FILE ends at the first colon; NAME begins after the last
// blank. Lines that begin with "No symbols in " are skipped. A map may be empty.
// Errors: kBadOrderMap, with gprof's message. Source: GPROF.md, section 14.2.
OrderMap ReadOrderMap(const std::string& path);

// Returns the object files of a map in an order that keeps callers near their callees. `table` must have been read with
// the map in ImageOptions::order_map, so that it has one function for each file. Files without a function come last. As
// in gprof, a file that occurs in several places of the map can occur several times.
std::vector<std::string> FindFileOrder(const FunctionTable& table, const Profile& profile, const OrderMap& map,
                                       const SpecCalls& spec_calls = {});

// Each function appends names, one per line, without a heading: linkage names of functions, or names of object files.
void WriteFunctionOrder(std::string& out, const FunctionTable& table, const std::vector<FunctionId>& order);
void WriteFileOrder(std::string& out, const std::vector<std::string>& order);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_ORDERING_H_
