// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of a unit, including inlined ones: their names and code ranges.
// Source: DWARF 5, section 3.3; names are chosen as in libbfd 2.40. Tests:
// tests/unit/read/image/dwarf/functions_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_FUNCTIONS_H_
#define PROFDIFF_READ_IMAGE_DWARF_FUNCTIONS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/seeded_hash.h"
#include "read/image/dwarf/ranges.h"
#include "read/image/dwarf/unit.h"

namespace profdiff {

struct DwarfFunction {
  std::string_view name;    // the linkage name if there is one; empty if there is no name at all
  bool is_linkage = false;  // true if `name` is the name in the symbol table
  std::uint64_t low = 0;    // start of the function's first range
};

// A range of code of one function.
struct FunctionRange {
  std::uint64_t low = 0, high = 0;  // [low, high)
  std::uint32_t function = 0;       // index into UnitFunctions::functions
};

// Functions with code, in the order of their entries.
struct UnitFunctions {
  std::vector<DwarfFunction> functions;
  std::vector<FunctionRange> ranges;
};

class FunctionReader {
 public:
  // Keeps references to both arguments.
  FunctionReader(const DwarfSections& sections, std::span<const DwarfUnit> units);

  // Reads one of the units. Returns false, with an invalid result, if its entries are damaged or have far more
  // attributes than the unit has bytes.
  bool Read(const DwarfUnit& unit, UnitFunctions& functions);

 private:
  struct Name {
    std::string_view text;
    bool is_explicit = false;  // true if the name comes from a linkage name attribute
    bool is_linkage = false;   // true if is_explicit, or if the language has no name mangling
    bool is_sound = true;
  };

  void ClearOrigins();
  bool ReadEntry(DwarfCursor& cursor, const Abbreviation& abbreviation, const DwarfUnit& unit);
  bool ReadRanges(const DwarfAttribute& attribute, const DwarfUnit& unit);
  bool AddFunction(std::size_t place, const DwarfUnit& unit, UnitFunctions& functions);
  Name FindName(std::span<const DwarfAttribute> attributes, const DwarfUnit& unit, int depth);
  Name FindOrigin(const DwarfAttribute& reference, const DwarfUnit& unit, int depth);
  Name ReadOrigin(const DwarfUnit& unit, std::uint64_t offset, int depth);
  bool ReadNames(DwarfCursor& cursor, const Abbreviation& abbreviation, const DwarfUnit& unit,
                 std::vector<DwarfAttribute>& names);
  bool Spend(std::uint64_t steps);
  const DwarfUnit* UnitAt(std::uint64_t offset) const;

  const DwarfSections& sections_;
  std::span<const DwarfUnit> units_;
  RangeReader range_reader_;
  std::uint64_t steps_left_ = 0;  // number of attributes that may still be read in this unit
  // `names_`, `ranges_` and `list_` belong to the entry that is being read.
  std::vector<DwarfAttribute> names_;  // attributes that contribute to the name, in order
  std::vector<AddressRange> ranges_;
  std::vector<AddressRange> list_;  // the entry's range list, in file order
  // Name attributes of the entries to which the current entry refers, directly or indirectly, by depth of the
  // reference.
  std::vector<std::vector<DwarfAttribute>> origin_names_;
  HashMap<std::uint64_t, Name> origins_;  // by offset in .debug_info, for the unit being read
};

// The innermost function from `address` up to the next element. If functions overlap, it is the function with the
// shortest range; among ranges of equal length, the one of the later entry.
// Shape: elements ascend by address; `function` is kNoFunction where no function covers the code.
struct InnermostFunction {
  static constexpr std::uint32_t kNoFunction = 0xffffffff;

  std::uint64_t address = 0;
  std::uint32_t function = kNoFunction;
};
std::vector<InnermostFunction> FindInnermost(std::vector<FunctionRange> ranges);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_FUNCTIONS_H_
