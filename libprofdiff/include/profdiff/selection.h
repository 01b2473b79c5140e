// SPDX-License-Identifier: GPL-3.0-or-later
// Symspecs, which select functions and arcs.
#ifndef PROFDIFF_SELECTION_H_
#define PROFDIFF_SELECTION_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/functions.h"

namespace profdiff {

// The table to which a symspec applies. Each table has an including and an excluding half.
enum class SpecTable : std::uint8_t { kGraph, kTime, kFlat, kArcs, kAnnotate, kExec };
inline constexpr int kSpecTables = 6;

// One symspec of the command line, e.g. {kFlat, true, "file.c:leaf"}.
struct SymbolSpec {
  SpecTable table = SpecTable::kGraph;
  bool include = true;
  std::string text;  // "name", "file", "file:name", "file:line", "caller/callee"
};

// Rules for combining several specs.
enum class SpecRules {
  kGprof,  // byte-compatible: overlapping ranges hide each other; of several specs "f/x" with the same caller the last
           // one is used
  kExact,  // every spec counts
};

// The functions and arcs that specs select, for one function table.
struct Selection {
  // Bit 2*table is set for functions in the including half, bit 2*table+1 for those in the excluding half.
  std::vector<std::uint16_t> bits;  // by FunctionId
  std::uint16_t active = 0;         // bit 2*table is set if the including half has any function

  bool Included(SpecTable t, FunctionId f) const { return bits[f.value] >> (2 * static_cast<int>(t)) & 1; }
  bool Excluded(SpecTable t, FunctionId f) const { return bits[f.value] >> (2 * static_cast<int>(t) + 1) & 1; }
  bool AnyIncluded(SpecTable t) const { return active >> (2 * static_cast<int>(t)) & 1; }
  // True if the function is in the including half, or if that half is empty and the function is not in the excluding
  // half.
  bool Selects(SpecTable t, FunctionId f) const { return AnyIncluded(t) ? Included(t, f) : !Excluded(t, f); }

  // The addresses [first, last].
  struct Addresses {
    std::uint64_t first = 0, last = 0;
  };
  // The calls selected by one spec: from functions that start in a range of its first list to functions in a range of
  // its second list.
  // Shape: first addresses ascend, and the last address of a range is the maximum up to this range, since ranges of
  // lines may overlap.
  struct ArcSet {
    std::vector<Addresses> callers, callees;

    PROFDIFF_EXPORT bool Holds(const Function& caller, const Function& callee) const;
  };
  std::vector<ArcSet> included_arcs;
  std::vector<ArcSet> excluded_arcs;

  // True if the selection keeps calls from `caller` to `callee`.
  PROFDIFF_EXPORT bool KeepsArc(const Function& caller, const Function& callee) const;
};

// Resolves specs, in command-line order, against a table in address order. The functions of the profiling runtime
// (mcount and its kin) are excluded from times, graph and flat profile as if by specs before those of the user. A
// spec's file part is compared with the base names of `table.files`: read the image with SourcePositions::kAll.
// Source: GPROF.md, section 2.
PROFDIFF_EXPORT Selection Select(const FunctionTable& table, const std::vector<SymbolSpec>& specs, SpecRules rules);

// True if a spec names a file or a line, so that source positions are needed to resolve it.
PROFDIFF_EXPORT bool NeedsPositions(const SymbolSpec& spec);

}  // namespace profdiff

#endif  // PROFDIFF_SELECTION_H_
