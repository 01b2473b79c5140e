// SPDX-License-Identifier: GPL-3.0-or-later
// Compilers number the abbreviations of a unit 1, 2, 3, …: a code is an index. Other codes are legal, and looked up.
// A table ends at code 0, or like in libbfd at a code that it already has: old compilers left the 0 out.
#include "read/dwarf/abbrev.h"

#include "read/dwarf/constants.h"
#include "read/dwarf/cursor.h"

namespace profdiff {
namespace {

enum class Size { kNone, kByte, kAddress, kOffset, kVariable };

struct FormSize {
  Size kind = Size::kVariable;
  std::uint32_t bytes = 0;
};

FormSize SizeOf(std::uint64_t form) {
  switch (form) {
    case dwarf::kImplicitConst:
    case dwarf::kFlagPresent:
      return {Size::kNone, 0};
    case dwarf::kData1:
    case dwarf::kFlag:
    case dwarf::kRef1:
    case dwarf::kStrx1:
    case dwarf::kAddrx1:
      return {Size::kByte, 1};
    case dwarf::kData2:
    case dwarf::kRef2:
    case dwarf::kStrx2:
    case dwarf::kAddrx2:
      return {Size::kByte, 2};
    case dwarf::kStrx3:
    case dwarf::kAddrx3:
      return {Size::kByte, 3};
    case dwarf::kData4:
    case dwarf::kRef4:
    case dwarf::kStrx4:
    case dwarf::kAddrx4:
      return {Size::kByte, 4};
    case dwarf::kData8:
    case dwarf::kRef8:
    case dwarf::kRefSig8:
      return {Size::kByte, 8};
    case dwarf::kData16:
      return {Size::kByte, 16};
    case dwarf::kAddr:
      return {Size::kAddress, 1};
    case dwarf::kStrp:
    case dwarf::kLineStrp:
    case dwarf::kSecOffset:
    case dwarf::kGnuRefAlt:
    case dwarf::kGnuStrpAlt:
      return {Size::kOffset, 1};
    default:
      return {};
  }
}

void AddSize(Abbreviation& abbreviation, FormSize size) {
  switch (size.kind) {
    case Size::kNone:
      break;
    case Size::kByte:
      abbreviation.bytes += size.bytes;
      break;
    case Size::kAddress:
      ++abbreviation.addresses;
      break;
    case Size::kOffset:
      ++abbreviation.offsets;
      break;
    case Size::kVariable:
      abbreviation.is_fixed = false;
      break;
  }
}

}  // namespace

AbbrevTable::AbbrevTable(std::string_view section, bool big_endian, std::uint64_t offset) {
  DwarfCursor cursor(section, big_endian, offset);
  while (std::uint64_t code = cursor.Uleb()) {
    if (Find(code) != nullptr) break;
    Abbreviation abbreviation;
    abbreviation.tag = cursor.Uleb();
    abbreviation.has_children = cursor.U8() != 0;
    abbreviation.first = static_cast<std::uint32_t>(specs_.size());
    for (;;) {
      AttributeSpec spec;
      spec.name = cursor.Uleb();
      spec.form = cursor.Uleb();
      if (spec.form == dwarf::kImplicitConst) spec.implicit = cursor.Sleb();
      if (spec.name == 0) break;
      AddSize(abbreviation, SizeOf(spec.form));
      specs_.push_back(spec);
    }
    abbreviation.count = static_cast<std::uint32_t>(specs_.size()) - abbreviation.first;
    if (!cursor.ok()) break;
    Add(code, abbreviation);
  }
  bytes_read_ = cursor.offset();
}

void AbbrevTable::Add(std::uint64_t code, const Abbreviation& abbreviation) {
  if (code == dense_ + 1 && dense_ == all_.size()) {
    ++dense_;
  } else {
    others_.emplace(code, static_cast<std::uint32_t>(all_.size()));
  }
  all_.push_back(abbreviation);
}

}  // namespace profdiff
