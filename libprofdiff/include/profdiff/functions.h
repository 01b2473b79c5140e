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

// Typed indices into the flat arrays of the values: an id of one kind cannot be used as another.

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

using FunctionId = Id<struct FunctionTag>;      // a row of a FunctionTable
using SourceFileId = Id<struct SourceFileTag>;  // an entry of FunctionTable::files
using UnitId = Id<struct UnitTag>;              // an entry of FunctionTable::units
using ArcId = Id<struct ArcTag>;                // an entry of Profile::arcs or Difference::arcs
using CycleId = Id<struct CycleTag>;            // a cycle of a graph; printed from 1

// The functions of a profile: of one image, or of two joined images.

// One row of a function table. The name points into FunctionTable::storage. A row takes 48 bytes, as tables are large
// and often traversed.
struct Function {
  std::string_view name;      // linkage name, as the image spells it
  std::uint64_t address = 0;  // first byte
  std::uint64_t end = 0;      // last byte (inclusive): gaps belong to the function before them
  UnitId unit = {};           // file symbol of a local symbol, or the image (units_are_images); invalid when unknown
  SourceFileId file = {};     // invalid without line information
  std::uint32_t line = 0;     // line of the entry; 0 without line information
  bool is_static = false;     // a local symbol
  bool is_function = true;    // false for a label that is not flagged as a function
  bool is_file = false;       // represents an object file, by its name (gprof's -R)
  bool is_extra = false;      // omitted by gprof for another reason than its name; see IsForGprof
};

// Functions in a fixed order, addressed by FunctionId.
// Shape: ascending and disjoint by address for an image; by (name, file, address) for a joined table.
struct FunctionTable {
  std::vector<Function> functions;
  std::vector<std::string> files;                           // source paths, in order of first use
  std::vector<std::string_view> units;                      // names of the symbol table's file symbols, or of images
  std::vector<std::shared_ptr<const std::string>> storage;  // owns the texts of names of functions and units
  char leading_char = '\0';       // character that the target puts before every C name; '\0' for most targets
  bool by_line = false;           // rows are source lines as well as functions (gprof's -l)
  bool has_addresses = true;      // rows have addresses in one image; false for joined tables
  bool units_are_images = false;  // units are the programs and libraries of the functions
  // Callee of calls through a register (gprof's -c on some machines). Not a row, although arcs use the id size() for
  // it: it has neither time nor calls nor an entry, only a name.
  Function indirect{.name = "<indirect child>"};

  std::size_t size() const { return functions.size(); }
  const Function& operator[](FunctionId id) const { return id.value < size() ? functions[id.value] : indirect; }

  // The function with `address` in its range; invalid if none. For tables in address order only.
  FunctionId Find(std::uint64_t address) const {
    auto after = std::upper_bound(functions.begin(), functions.end(), address,
                                  [](std::uint64_t a, const Function& f) { return a < f.address; });
    if (after == functions.begin() || address > std::prev(after)->end) return {};
    return FunctionId(static_cast<std::size_t>(std::prev(after) - functions.begin()));
  }

  // Name of the file symbol before a local symbol in the symbol table, or of the image; empty when unknown.
  std::string_view UnitName(const Function& f) const {
    return f.unit.valid() ? units[f.unit.value] : std::string_view();
  }

  // The source path of a function; empty when unknown.
  std::string_view FilePath(FunctionId id) const {
    SourceFileId file = (*this)[id].file;
    return file.valid() ? std::string_view(files[file.value]) : std::string_view();
  }
};

// True for a row of a source line, which has time and calls others, but is never called.
inline bool IsLine(const FunctionTable& table, FunctionId id) {
  return table.by_line && !table[id].is_function && table[id].file.valid();
}

}  // namespace profdiff

#endif  // PROFDIFF_FUNCTIONS_H_
