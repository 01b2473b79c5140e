// SPDX-License-Identifier: GPL-3.0-or-later
// Selects functions and arcs by gprof's specifications of symbols, which are called symspecs or, for short, specs.
#ifndef PROFDIFF_SELECTION_H_
#define PROFDIFF_SELECTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/functions.h"

namespace profdiff {

// The table to which a symspec applies, named after the output that it affects. Each table has an include half and an
// exclude half.
enum class SpecTable : std::uint8_t { kGraph, kTime, kFlat, kArcs, kAnnotate, kExec };
inline constexpr int kSpecTables = 6;

// One symspec of the command line, for example {kFlat, true, "file.c:leaf"}.
struct SymbolSpec {
  SpecTable table = SpecTable::kGraph;
  bool include = true;
  std::string text;  // "name", "file", "file:name", "file:line", "caller/callee"
};

// The rules by which several specs are combined.
enum class SpecRules {
  // As in gprof: overlapping ranges hide each other, and only the last of several specs "CALLER/CALLEE" with the same
  // caller has an effect.
  kGprof,
  kExact,  // every spec has an effect
};

// The functions and arcs of one function table that a list of symspecs selects.
struct Selection {
  // Bit 2*table is set for functions in the include half, bit 2*table+1 for functions in the exclude half.
  std::vector<std::uint16_t> bits;  // by FunctionId
  std::uint16_t active = 0;         // bit 2*table is set if any function is in the include half

  bool Included(SpecTable t, FunctionId f) const { return bits[f.value] >> (2 * static_cast<int>(t)) & 1; }
  bool Excluded(SpecTable t, FunctionId f) const { return bits[f.value] >> (2 * static_cast<int>(t) + 1) & 1; }
  bool AnyIncluded(SpecTable t) const { return active >> (2 * static_cast<int>(t)) & 1; }
  // True if the function is in the include half, or if that half is empty and the function is not in the exclude half.
  bool Selects(SpecTable t, FunctionId f) const { return AnyIncluded(t) ? Included(t, f) : !Excluded(t, f); }

  // The address range [first, last].
  struct Addresses {
    std::uint64_t first = 0, last = 0;
  };
  // The calls selected by one spec: from functions that start in a range of `callers` to functions inside a range of
  // `callees`.
  // Shape: ranges are sorted by `first`. Since address ranges of source lines may overlap, `last` is the maximum over
  // this range and all ranges before it.
  struct ArcSet {
    std::vector<Addresses> callers, callees;

    PROFDIFF_EXPORT bool Holds(const Function& caller, const Function& callee) const;
  };
  std::vector<ArcSet> included_arcs;
  std::vector<ArcSet> excluded_arcs;

  // True if the selection keeps calls from `caller` to `callee`.
  PROFDIFF_EXPORT bool KeepsArc(const Function& caller, const Function& callee) const;
};

// Finds the functions and arcs that specs select. `table` must be in address order, and `specs` in command-line order.
// The functions of the profiling runtime (mcount and similar functions) are excluded from times, graph and flat
// profile, as if by specs that precede the user's. The file part of a spec is compared with the base names of
// `table.files`, so the image must be read with SourcePositions::kAll.
// Source: GPROF.md, section 2.
PROFDIFF_EXPORT Selection Select(const FunctionTable& table, const std::vector<SymbolSpec>& specs, SpecRules rules);

// True if source positions are needed to resolve a spec, because it names a file or a line.
PROFDIFF_EXPORT bool NeedsPositions(const SymbolSpec& spec);

}  // namespace profdiff

#endif  // PROFDIFF_SELECTION_H_
