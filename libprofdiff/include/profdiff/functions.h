// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of an image, and the typed ids that name them.
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

  // False for a default-constructed id, which names nothing.
  constexpr bool valid() const { return value != kNone; }
  friend constexpr auto operator<=>(Id, Id) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

using FunctionId = Id<struct FunctionTag>;      // a row of a FunctionTable
using SourceFileId = Id<struct SourceFileTag>;  // an entry of FunctionTable::files
using UnitId = Id<struct UnitTag>;              // an entry of FunctionTable::units
using ArcId = Id<struct ArcTag>;                // an entry of Profile::arcs or Difference::arcs
using CycleId = Id<struct CycleTag>;            // a cycle of a graph; people count from 1

// The functions a profile is about: of one image, or of two images joined.

// One row of a function table. The name points into FunctionTable::storage. Tables have many rows, and are walked over
// many times: a row takes 48 bytes.
struct Function {
  std::string_view name;      // linkage name, as the image spells it
  std::uint64_t address = 0;  // first byte
  std::uint64_t end = 0;      // last byte (inclusive): gaps belong to the function before them
  UnitId unit = {};           // of a local symbol, or the image (units_are_images); invalid when unknown
  SourceFileId file = {};     // invalid without line information
  std::uint32_t line = 0;     // line of the entry; 0 without line information
  bool is_static = false;     // a local symbol
  bool is_function = true;    // flagged as a function; a bare label is not
  bool is_file = false;       // stands for an object file and has its name (gprof's -R)
  bool is_extra = false;      // gprof leaves it out, which its name alone does not say; see IsForGprof
};

// Functions in a fixed order, addressed by FunctionId.
// Shape: ascending and disjoint by address for an image; by (name, file, address) for a joined table.
struct FunctionTable {
  std::vector<Function> functions;
  std::vector<std::string> files;                           // source paths, in the order they became known
  std::vector<std::string_view> units;                      // names of the symbol table's file symbols, or of images
  std::vector<std::shared_ptr<const std::string>> storage;  // what the names of functions and units point into
  char leading_char = '\0';                                 // what the target puts before every C name; usually nothing
  bool by_line = false;                                     // rows are source lines as well as functions (gprof's -l)
  bool has_addresses = true;      // rows are places in one image; not so where rows were joined
  bool units_are_images = false;  // units are the programs and libraries that hold the functions
  // What calls through a register lead to (gprof's -c on some machines). It is no row, though arcs know it as number
  // size(): it has neither time nor calls nor an entry of its own, only a name.
  Function indirect{.name = "<indirect child>"};

  std::size_t size() const { return functions.size(); }
  const Function& operator[](FunctionId id) const { return id.value < size() ? functions[id.value] : indirect; }

  // The function whose range holds `address`; invalid if none. Only for tables in address order.
  FunctionId Find(std::uint64_t address) const {
    auto after = std::upper_bound(functions.begin(), functions.end(), address,
                                  [](std::uint64_t a, const Function& f) { return a < f.address; });
    if (after == functions.begin() || address > std::prev(after)->end) return {};
    return FunctionId(static_cast<std::size_t>(std::prev(after) - functions.begin()));
  }

  // The name of the symbol table's file symbol above a local symbol, or of the image; empty when unknown.
  std::string_view UnitName(const Function& f) const {
    return f.unit.valid() ? units[f.unit.value] : std::string_view();
  }

  // The source path of a function; empty when unknown.
  std::string_view FilePath(FunctionId id) const {
    SourceFileId file = (*this)[id].file;
    return file.valid() ? std::string_view(files[file.value]) : std::string_view();
  }
};

// True for a row that is a source line: it has time and calls others, but nobody calls it.
inline bool IsLine(const FunctionTable& table, FunctionId id) {
  return table.by_line && !table[id].is_function && table[id].file.valid();
}

}  // namespace profdiff

#endif  // PROFDIFF_FUNCTIONS_H_
