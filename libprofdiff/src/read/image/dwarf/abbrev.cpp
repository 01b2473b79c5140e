// SPDX-License-Identifier: GPL-3.0-or-later
// A table of .debug_abbrev (DWARF 5, section 7.5.3), with all numbers in LEB128 except for the u8:
//   { code, tag, u8 has_children, { attribute, form [, value, if form is DW_FORM_implicit_const] }*, 0, 0 }*, 0
// Compilers number the abbreviations of a unit 1, 2, 3, …, so that a code is an index. Other codes are legal and are
// looked up in a map. A table ends at code 0 or, as in libbfd, at a repeated code, since old compilers omitted the 0.
//
// Most entries are skipped. Their forms are therefore compiled into steps once for each abbreviation: adjacent values
// of fixed size become a single addition. Steps count addresses and offsets instead of bytes, because units that share
// a table may have different sizes of addresses and offsets.
#include "read/image/dwarf/abbrev.h"

#include <algorithm>

#include "read/image/dwarf/constants.h"
#include "read/image/dwarf/cursor.h"

namespace profdiff {
namespace {

using Kind = AttributeStep::Kind;

bool IsFunctionTag(std::uint64_t tag) {
  return tag == dwarf::kSubprogram || tag == dwarf::kInlinedSubroutine || tag == dwarf::kEntryPoint;
}

bool TellsPlace(std::uint64_t attribute) {
  return attribute == dwarf::kLowPc || attribute == dwarf::kHighPc || attribute == dwarf::kRanges;
}

// True for the attributes that are read for functions.
bool IsWanted(std::uint64_t attribute) { return TellsPlace(attribute) || TellsName(attribute); }

// Returns the step that skips a value of the form (DWARF 5, section 7.5.6). DW_FORM_ref_addr, whose size depends on the
// version, DW_FORM_indirect and unknown forms are skipped by reading the value.
AttributeStep StepOver(std::uint64_t form) {
  auto bytes = [](std::uint32_t count) { return AttributeStep{Kind::kSkip, 0, 0, count}; };
  switch (form) {
    case dwarf::kImplicitConst:  // the value is stored in the abbreviation
    case dwarf::kFlagPresent:    // the presence of the attribute is its value
      return bytes(0);
    case dwarf::kData1:
    case dwarf::kFlag:
    case dwarf::kRef1:
    case dwarf::kStrx1:
    case dwarf::kAddrx1:
      return bytes(1);
    case dwarf::kData2:
    case dwarf::kRef2:
    case dwarf::kStrx2:
    case dwarf::kAddrx2:
      return bytes(2);
    case dwarf::kStrx3:
    case dwarf::kAddrx3:
      return bytes(3);
    case dwarf::kData4:
    case dwarf::kRef4:
    case dwarf::kStrx4:
    case dwarf::kAddrx4:
      return bytes(4);
    case dwarf::kData8:
    case dwarf::kRef8:
    case dwarf::kRefSig8:
      return bytes(8);
    case dwarf::kData16:
      return bytes(16);
    case dwarf::kAddr:
      return {Kind::kSkip, 1, 0, 0};
    case dwarf::kStrp:
    case dwarf::kLineStrp:
    case dwarf::kSecOffset:
    case dwarf::kGnuRefAlt:
    case dwarf::kGnuStrpAlt:
      return {Kind::kSkip, 0, 1, 0};
    case dwarf::kUdata:
    case dwarf::kSdata:
    case dwarf::kRefUdata:
    case dwarf::kStrx:
    case dwarf::kAddrx:
    case dwarf::kLoclistx:
    case dwarf::kRnglistx:
      return {Kind::kLeb, 0, 0, 0};
    case dwarf::kString:
      return {Kind::kString, 0, 0, 0};
    case dwarf::kBlock:
    case dwarf::kExprloc:
      return {Kind::kBlock, 0, 0, 0};
    default:
      return {Kind::kOther, 0, 0, 0};
  }
}

// Combines adjacent attributes of fixed size into one step. Returns false if `next` needs a step of its own.
bool Join(AttributeStep& step, const AttributeStep& next) {
  constexpr std::uint8_t kMost = 0xff;
  if (step.kind != Kind::kSkip || next.kind != Kind::kSkip) return false;
  if (step.addresses == kMost || step.offsets == kMost) return false;
  step.addresses = static_cast<std::uint8_t>(step.addresses + next.addresses);
  step.offsets = static_cast<std::uint8_t>(step.offsets + next.offsets);
  step.bytes_or_spec += next.bytes_or_spec;
  return true;
}

// Maps names and forms beyond 32 bits to the largest value, which is not a known name or form either.
std::uint32_t Narrow(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, 0xffffffff));
}

}  // namespace

bool TellsName(std::uint64_t attribute) {
  switch (attribute) {
    case dwarf::kName:
    case dwarf::kLinkageName:
    case dwarf::kMipsLinkageName:
    case dwarf::kAbstractOrigin:
    case dwarf::kSpecification:
      return true;
    default:
      return false;
  }
}

AbbrevTable::AbbrevTable(std::string_view section, bool big_endian, std::uint64_t offset) {
  DwarfCursor cursor(section, big_endian, offset);
  while (std::uint64_t code = cursor.Uleb()) {
    if (Find(code) != nullptr) break;
    Abbreviation abbreviation;
    // A truncated table ends with the last complete abbreviation: a read past the end gives 0, which ends both loops.
    abbreviation.tag = cursor.Uleb();
    abbreviation.has_children = cursor.U8() != 0;
    abbreviation.attributes.first = static_cast<std::uint32_t>(specs_.size());
    for (;;) {
      AttributeSpec spec;
      spec.name = Narrow(cursor.Uleb());
      spec.form = Narrow(cursor.Uleb());
      if (spec.form == dwarf::kImplicitConst) spec.implicit = cursor.Sleb();
      if (spec.name == 0) break;
      specs_.push_back(spec);
    }
    abbreviation.attributes.count = static_cast<std::uint32_t>(specs_.size()) - abbreviation.attributes.first;
    if (!cursor.ok()) break;
    Add(code, abbreviation);
  }
  bytes_read_ = cursor.offset();
}

// Codes 1, 2, 3, … in order are stored densely; the first code out of order and all after it go to the map.
void AbbrevTable::Add(std::uint64_t code, Abbreviation abbreviation) {
  abbreviation.is_function = IsFunctionTag(abbreviation.tag);
  abbreviation.skip = MakeSteps(abbreviation, false);
  if (abbreviation.is_function) {
    abbreviation.read = MakeSteps(abbreviation, true);
    for (const AttributeSpec& spec : Attributes(abbreviation)) abbreviation.has_code |= TellsPlace(spec.name);
  }
  if (code == dense_ + 1 && dense_ == all_.size()) {
    ++dense_;
  } else {
    others_.emplace(code, static_cast<std::uint32_t>(all_.size()));
  }
  all_.push_back(abbreviation);
}

// Compiles the attributes of an abbreviation. If `reads` is true, the steps stop at the wanted attributes instead of
// skipping them.
AbbrevPart AbbrevTable::MakeSteps(const Abbreviation& abbreviation, bool reads) {
  AbbrevPart part{static_cast<std::uint32_t>(steps_.size()), 0};
  for (std::uint32_t i = 0; i < abbreviation.attributes.count; ++i) {
    const std::uint32_t place = abbreviation.attributes.first + i;
    AttributeStep step = StepOver(specs_[place].form);
    if (reads && IsWanted(specs_[place].name)) step.kind = Kind::kRead;
    if (step.kind != Kind::kSkip) step.bytes_or_spec = place;
    if (steps_.size() > part.first && Join(steps_.back(), step)) continue;
    steps_.push_back(step);
  }
  part.count = static_cast<std::uint32_t>(steps_.size()) - part.first;
  return part;
}

}  // namespace profdiff
