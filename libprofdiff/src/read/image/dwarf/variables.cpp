// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over the entries of a unit collects types and variables. The types of variables are resolved at the end,
// because a type may come after a variable that uses it. An array type has the element type as DW_AT_type, and a child
// for each dimension (DWARF 5, sections 5.5 and 5.13).
#include "read/image/dwarf/variables.h"

#include <utility>

#include "base/seeded_hash.h"
#include "read/image/dwarf/constants.h"
#include "read/image/dwarf/unit.h"

namespace profdiff {
namespace {

constexpr int kDeepestType = 100;  // longest chain of types; longer ones are treated as cycles

// True for Fortran's DW_LANG codes (DWARF 5, section 7.12; codes from 0x2d on are in the list of languages on
// dwarfstd.org).
bool IsFortran(std::uint64_t language) {
  switch (language) {
    case 0x0007:  // Fortran 77
    case 0x0008:  // Fortran 90
    case 0x000e:  // Fortran 95
    case 0x0022:  // Fortran 2003
    case 0x0023:  // Fortran 2008
    case 0x002d:  // Fortran 2018
      return true;
    default:
      return false;
  }
}

// Returns the index of the first element of arrays without DW_AT_lower_bound.
std::uint64_t DefaultLowerBound(std::uint64_t language) {
  switch (language) {
    case 0x0003:  // Ada 83
    case 0x0005:  // Cobol 74
    case 0x0006:  // Cobol 85
    case 0x0009:  // Pascal 83
    case 0x000a:  // Modula-2
    case 0x000d:  // Ada 95
    case 0x000f:  // PL/I
    case 0x0017:  // Modula-3
    case 0x001f:  // Julia
    case 0x002e:  // Ada 2005
    case 0x002f:  // Ada 2012
      return 1;
    default:
      return IsFortran(language) ? 1 : 0;
  }
}

// The attributes of an entry that are used here.
struct Entry {
  std::uint64_t tag = 0;
  std::string_view name, linkage_name;
  std::optional<std::uint64_t> type, origin, bytes, count, lower, upper, address, is_main, low_pc;
  std::optional<std::int64_t> frame_offset;
  bool has_cfa_base = false;  // true for a function whose variables have distances from the CFA
};

struct Type {
  std::uint64_t tag = 0;
  std::optional<std::uint64_t> type, bytes;  // `type`: the element type of an array, or the target of a typedef
  std::uint64_t elements = 1;                // number of elements of an array; 0 if unknown
};

// A variable whose type has not been resolved yet.
struct Declared {
  Entry entry;
  std::uint64_t function = 0;  // the enclosing function, as an offset in the unit; 0 if there is none
};

class VariableReader {
 public:
  VariableReader(const DwarfSections& sections, const DwarfUnit& unit, std::vector<DeclaredVariable>& found)
      : sections_(sections), unit_(unit), found_(found), lower_bound_(DefaultLowerBound(unit.language)) {}

  void Read() {
    if (unit_.has_children) Walk();
    for (const Declared& declared : declared_) Add(declared);
  }

 private:
  // The function and the array type that enclose an entry, as offsets in the unit; each is 0 if there is none.
  struct Level {
    std::uint64_t function = 0, array = 0;
  };

  // Offsets are relative to the unit, as in references. `open` contains the levels of the entries that enclose the
  // current one.
  void Walk() {
    DwarfCursor cursor(sections_.info.substr(0, unit_.end), sections_.big_endian, unit_.entries);
    steps_left_ = kMostAttributesPerByte * (unit_.end - unit_.begin);
    std::vector<Level> open = {{}};
    while (!cursor.AtEnd() && !open.empty()) {
      const std::uint64_t offset = cursor.offset() - unit_.begin;
      const std::uint64_t code = cursor.Uleb();
      if (code == 0) {
        open.pop_back();
        continue;
      }
      const Abbreviation* const abbreviation = unit_.abbrevs->Find(code);
      if (abbreviation == nullptr || abbreviation->attributes.count > steps_left_) return;
      steps_left_ -= abbreviation->attributes.count;
      Entry entry;
      if (!ReadEntry(cursor, *abbreviation, entry)) return;
      Level level = open.back();
      Take(entry, offset, level);
      if (abbreviation->has_children) open.push_back(level);
    }
  }

  bool ReadEntry(DwarfCursor& cursor, const Abbreviation& abbreviation, Entry& entry) {
    entry.tag = abbreviation.tag;
    for (const AttributeSpec& spec : unit_.abbrevs->Attributes(abbreviation)) {
      if (spec.name == dwarf::kLocation) {
        DwarfCursor expression = cursor;  // a copy, because the attribute itself is skipped below
        entry.address = ReadAddressOf(expression, spec.form);
      }
      if (spec.name == dwarf::kLocation || spec.name == dwarf::kFrameBase) ReadFrame(cursor, spec, entry);
      DwarfAttribute attribute;
      if (!ReadAttribute(cursor, spec, sections_, unit_.format, attribute)) return false;
      TakeAttribute(attribute, entry);
    }
    return cursor.ok();
  }

  // References to other units (DW_FORM_ref_addr) are not followed; they are treated as missing.
  static void TakeAttribute(const DwarfAttribute& attribute, Entry& entry) {
    if (attribute.IsText()) {
      if (attribute.name == dwarf::kName) entry.name = attribute.text;
      const bool is_linkage = attribute.name == dwarf::kLinkageName || attribute.name == dwarf::kMipsLinkageName;
      if (is_linkage) entry.linkage_name = attribute.text;
    } else if (attribute.IsNumber() && attribute.form != dwarf::kRefAddr) {
      const std::pair<std::uint64_t, std::optional<std::uint64_t>*> wanted[] = {
          {dwarf::kType, &entry.type},
          {dwarf::kAbstractOrigin, &entry.origin},
          {dwarf::kSpecification, &entry.origin},
          {dwarf::kCount, &entry.count},
          {dwarf::kByteSize, &entry.bytes},
          {dwarf::kLowerBound, &entry.lower},
          {dwarf::kUpperBound, &entry.upper},
          {dwarf::kLowPc, &entry.low_pc},
          {dwarf::kMainSubprogram, &entry.is_main}};
      for (const auto& [name, value] : wanted) {
        if (attribute.name == name) *value = attribute.number;
      }
    }
  }

  // Returns the number of bytes of an expression, at whose first byte the cursor is then; 0 if it is no expression.
  static std::uint64_t LengthOf(DwarfCursor& cursor, std::uint64_t form) {
    const std::uint64_t length = form == dwarf::kExprloc || form == dwarf::kBlock ? cursor.Uleb()
                                 : form == dwarf::kBlock1                         ? cursor.U8()
                                                                                  : 0;
    return length > cursor.remaining() ? 0 : length;
  }

  // Reads a location in the frame of a call (DW_OP_fbreg), or the base of these locations if it is the CFA. `cursor` is
  // a copy.
  static void ReadFrame(DwarfCursor cursor, const AttributeSpec& spec, Entry& entry) {
    const std::uint64_t length = LengthOf(cursor, spec.form);
    if (length == 0) return;
    const std::size_t end = cursor.offset() + length;
    const std::uint64_t operation = cursor.U8();
    if (spec.name == dwarf::kFrameBase) {
      entry.has_cfa_base = operation == dwarf::kOpCallFrameCfa && length == 1;
    } else if (operation == dwarf::kOpFbreg) {
      const std::int64_t offset = cursor.Sleb();
      if (cursor.ok() && cursor.offset() == end) entry.frame_offset = offset;
    }
  }

  // Returns the address of a constant location expression (DWARF 5, section 2.6): DW_OP_addr or DW_OP_addrx and, for
  // members of a Fortran common block, DW_OP_plus_uconst. Any other operation refers to a register or to the stack.
  std::optional<std::uint64_t> ReadAddressOf(DwarfCursor& cursor, std::uint64_t form) const {
    const std::uint64_t length = LengthOf(cursor, form);
    if (length == 0) return std::nullopt;
    const std::size_t end = cursor.offset() + length;
    const std::uint64_t operation = cursor.U8();
    if (operation != dwarf::kOpAddr && operation != dwarf::kOpAddrx) return std::nullopt;
    DwarfAttribute address;
    const std::uint64_t form_of = operation == dwarf::kOpAddr ? dwarf::kAddr : dwarf::kAddrx;
    if (!ReadDwarfValue(cursor, form_of, sections_, unit_.format, address) || !address.IsNumber()) return std::nullopt;
    if (cursor.offset() < end && cursor.U8() == dwarf::kOpPlusUconst) address.number += cursor.Uleb();
    return cursor.ok() && cursor.offset() == end ? std::optional(address.number) : std::nullopt;
  }

  // Keeps an entry of a function, variable, parameter or type, and updates `level` for its children. All parameters are
  // kept because they may be arrays; Add drops the parameters that are not.
  void Take(const Entry& entry, std::uint64_t offset, Level& level) {
    switch (entry.tag) {
      case dwarf::kSubprogram:
        functions_.emplace(offset, entry);
        level.function = offset;
        break;
      case dwarf::kVariable:
      case dwarf::kFormalParameter:
        if (!entry.name.empty() && entry.type) {
          declared_.push_back({entry, level.function});
          names_.emplace(offset, entry);
        } else if (entry.origin && entry.frame_offset) {
          declared_.push_back({entry, level.function});
        }
        break;
      case dwarf::kSubrangeType:
        if (level.array != 0) Multiply(types_[level.array].elements, CountOf(entry));
        break;
      case dwarf::kArrayType:
        level.array = offset;
        [[fallthrough]];
      default:  // any entry with a type or a size may be the type of a variable
        if (entry.type || entry.bytes) types_.emplace(offset, Type{entry.tag, entry.type, entry.bytes});
    }
  }

  // Returns the number of elements of a dimension; 0 if unknown.
  std::uint64_t CountOf(const Entry& range) const {
    if (range.count) return *range.count;
    const std::uint64_t lower = range.lower.value_or(lower_bound_);
    return range.upper && *range.upper >= lower ? *range.upper - lower + 1 : 0;
  }

  static void Multiply(std::uint64_t& product, std::uint64_t factor) {
    if (__builtin_mul_overflow(product, factor, &product)) product = 0;
  }

  void Add(const Declared& declared) {
    Entry entry = declared.entry;
    if (entry.name.empty()) {  // a variable of an inlined function, or of a function with an abstract instance
      const auto named = names_.find(*entry.origin);
      if (named == names_.end()) return;
      entry.name = named->second.name;
      entry.type = named->second.type;
    }
    bool is_array = false;
    const std::uint64_t bytes = SizeOf(*entry.type, is_array);
    if (!is_array && entry.tag != dwarf::kVariable) return;
    DeclaredVariable variable{std::string(NameOfFunction(declared.function)), std::string(entry.name), is_array,
                              entry.address, bytes};
    const auto function = functions_.find(declared.function);
    if (function != functions_.end() && function->second.has_cfa_base && entry.frame_offset) {
      variable.code = function->second.low_pc;
      variable.frame_offset = entry.frame_offset;
    }
    found_.push_back(std::move(variable));
  }

  // Returns the size of a type in bytes; 0 if unknown. Follows arrays, typedefs and qualifiers down to a type with a
  // size, and multiplies by the number of elements of each array on the way.
  std::uint64_t SizeOf(std::uint64_t offset, bool& is_array) const {
    std::uint64_t elements = 1;
    for (int depth = 0; depth < kDeepestType; ++depth) {
      const auto found = types_.find(offset);
      if (found == types_.end()) return 0;
      const Type& type = found->second;
      if (type.tag == dwarf::kArrayType) is_array = true;
      if (type.bytes) return Multiply(elements, *type.bytes), elements;
      const bool goes_on = type.tag == dwarf::kArrayType || type.tag == dwarf::kTypedef ||
                           type.tag == dwarf::kConstType || type.tag == dwarf::kVolatileType;
      if (!goes_on || !type.type) return 0;
      Multiply(elements, type.elements);
      offset = *type.type;
    }
    return 0;
  }

  // Returns the linkage name if there is one, otherwise the name. Follows references to abstract instances and
  // declarations.
  std::string_view NameOfFunction(std::uint64_t offset) const {
    for (int depth = 0; depth < kDeepestType; ++depth) {
      const auto found = functions_.find(offset);
      if (found == functions_.end()) return {};
      const Entry& entry = found->second;
      if (!entry.linkage_name.empty()) return entry.linkage_name;
      if (entry.is_main && IsFortran(unit_.language)) return "MAIN__";  // gfortran's symbol for the main program
      if (!entry.name.empty() || !entry.origin) return entry.name;
      offset = *entry.origin;
    }
    return {};
  }

  const DwarfSections& sections_;
  const DwarfUnit& unit_;
  std::vector<DeclaredVariable>& found_;
  const std::uint64_t lower_bound_;  // default of DW_AT_lower_bound
  std::uint64_t steps_left_ = 0;
  HashMap<std::uint64_t, Type> types_;       // by offset in the unit
  HashMap<std::uint64_t, Entry> functions_;  // by offset in the unit
  HashMap<std::uint64_t, Entry> names_;      // variables with names, by offset in the unit
  std::vector<Declared> declared_;
};

}  // namespace

std::vector<DeclaredVariable> ReadVariables(const DwarfSections& sections) {
  std::vector<DeclaredVariable> found;
  for (const DwarfUnit& unit : ReadUnits(sections)) {
    if (unit.abbrevs != nullptr) VariableReader(sections, unit, found).Read();
  }
  return found;
}

}  // namespace profdiff
