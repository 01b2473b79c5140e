// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of an image, and typed ids.
#ifndef PROFDIFF_FUNCTIONS_H_
#define PROFDIFF_FUNCTIONS_H_

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

// Typed indices into flat arrays. An id of one kind cannot be used as an id of another kind.

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t value = kNone;

  Id() = default;
  explicit constexpr Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  // False for a default-constructed id, which identifies nothing.
  constexpr bool valid() const { return value != kNone; }
  friend constexpr auto operator<=>(Id, Id) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

using FunctionId = Id<struct FunctionTag>;      // index of a row of a FunctionTable
using SourceFileId = Id<struct SourceFileTag>;  // index into FunctionTable::files
using UnitId = Id<struct UnitTag>;              // index into FunctionTable::units
using ArcId = Id<struct ArcTag>;                // index into Profile::arcs or Difference::arcs
using CycleId = Id<struct CycleTag>;            // index of a cycle in a call graph; printed numbers are 1 larger

// The functions of a profile. They come from one image, or from two images whose functions were joined.

// One row of a function table. The name points into FunctionTable::storage. Rows are kept small (48 bytes), because
// tables are large and often traversed.
struct Function {
  std::string_view name;      // linkage name as spelled in the image
  std::uint64_t address = 0;  // first byte
  std::uint64_t end = 0;      // address of the last byte; a gap between functions belongs to the function before it
  // file symbol of a local symbol, or the image if FunctionTable::units_are_images; invalid if unknown
  UnitId unit = {};
  SourceFileId file = {};   // source file; invalid without line information
  std::uint32_t line = 0;   // line of the function's entry; 0 without line information
  bool is_static = false;   // true for a local symbol
  bool is_function = true;  // false for a label that is not marked as a function
  bool is_file = false;     // true if the row represents a whole object file and has the file's name (gprof's -R)
  bool is_extra = false;    // true if gprof omits the function for a reason other than its name; see IsForGprof
};

// Functions in a fixed order, addressed by FunctionId.
// Shape: for an image, address ranges are ascending and disjoint; a joined table is sorted by (name, file, address).
struct FunctionTable {
  std::vector<Function> functions;
  std::vector<std::string> files;                           // source paths, in order of first use
  std::vector<std::string_view> units;                      // names of file symbols in the symbol table, or of images
  std::vector<std::shared_ptr<const std::string>> storage;  // owns the names of functions and units
  char leading_char = '\0';       // character that the target puts before every C name; '\0' for most targets
  bool by_line = false;           // true if rows include source lines in addition to functions (gprof's -l)
  bool has_addresses = true;      // true if rows have addresses in one image; false for joined tables
  bool units_are_images = false;  // true if units are the programs and libraries of the functions
  // True if the end of the last function bounds its samples; false if it gets none, as in gprof (GPROF.md,
  // section 5.6).
  bool bounds_last = false;
  // The callee of calls through a register (gprof's -c on some machines). It is not a row, although arcs refer to it by
  // the id size(). It has only a name: it has no time, no calls, and no entry in the call graph.
  Function indirect{.name = "<indirect child>"};

  std::size_t size() const { return functions.size(); }
  const Function& operator[](FunctionId id) const { return id.value < size() ? functions[id.value] : indirect; }

  // Returns the function with `address` in its range; invalid if there is none. The table must be in address order.
  FunctionId Find(std::uint64_t address) const {
    auto after = std::upper_bound(functions.begin(), functions.end(), address,
                                  [](std::uint64_t a, const Function& f) { return a < f.address; });
    if (after == functions.begin() || address > std::prev(after)->end) return {};
    return FunctionId(static_cast<std::size_t>(std::prev(after) - functions.begin()));
  }

  // Returns the name of the function's unit: the image, or the file symbol that precedes a local symbol in the symbol
  // table. Empty if unknown.
  std::string_view UnitName(const Function& f) const {
    return f.unit.valid() ? units[f.unit.value] : std::string_view();
  }

  // Returns the source path of a function; empty if unknown.
  std::string_view FilePath(FunctionId id) const {
    SourceFileId file = (*this)[id].file;
    return file.valid() ? std::string_view(files[file.value]) : std::string_view();
  }
};

// True for the row of a source line. Such a row has time and callees, but no callers.
inline bool IsLine(const FunctionTable& table, FunctionId id) {
  return table.by_line && !table[id].is_function && table[id].file.valid();
}

}  // namespace profdiff

#endif  // PROFDIFF_FUNCTIONS_H_
