// SPDX-License-Identifier: GPL-3.0-or-later
// Abbreviation tables (.debug_abbrev), which list the attributes of each kind of entry of .debug_info, and the form of
// each attribute. Source: DWARF 5, section 7.5.3. Tests: tests/unit/read/image/dwarf/abbrev_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_ABBREV_H_
#define PROFDIFF_READ_IMAGE_DWARF_ABBREV_H_

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace profdiff {

struct AttributeSpec {
  std::uint32_t name = 0;
  std::uint32_t form = 0;
  std::int64_t implicit = 0;  // value of the attribute, for DW_FORM_implicit_const only
};

// A step in reading an entry, for one attribute or for several adjacent ones.
struct AttributeStep {
  enum class Kind : std::uint8_t {
    kSkip,    // a fixed number of bytes, addresses and offsets
    kLeb,     // a LEB128 number
    kString,  // a string up to and including a zero byte
    kBlock,   // a LEB128 length, followed by that many bytes
    kOther,   // a rare or unknown form, skipped by reading the value
    kRead,    // an attribute to be read
  };

  Kind kind = Kind::kSkip;
  std::uint8_t addresses = 0, offsets = 0;  // for kSkip: number of addresses and number of offsets
  // for kSkip: number of bytes; for kOther and kRead: index into AbbrevTable::specs
  std::uint32_t bytes_or_spec = 0;
};

// A range of indices into a list of AbbrevTable: its attribute specifications or its steps.
struct AbbrevPart {
  std::uint32_t first = 0, count = 0;
};

// The layout of an entry.
struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  bool is_function = false;  // true for functions, inlined functions and entry points
  bool has_code = false;     // true if the entry is a function with an attribute that gives the addresses of its code
  AbbrevPart attributes;     // range of AbbrevTable::specs
  AbbrevPart skip;           // range of the steps that skip the entry
  AbbrevPart read;           // range of the steps that read the names and addresses of a function
};

// True for attributes that give a function's name, or refer to the entry that has it.
bool TellsName(std::uint64_t attribute);

class AbbrevTable {
 public:
  // Reads the table at `offset` of .debug_abbrev; empty if there is none.
  AbbrevTable(std::string_view section, bool big_endian, std::uint64_t offset);

  // Returns null for a code that is not in the table.
  const Abbreviation* Find(std::uint64_t code) const {
    if (code - 1 < dense_) return &all_[code - 1];
    auto found = others_.find(code);
    return found != others_.end() ? &all_[found->second] : nullptr;
  }
  std::span<const AttributeSpec> Attributes(const Abbreviation& a) const {
    return {specs_.data() + a.attributes.first, a.attributes.count};
  }
  std::span<const AttributeStep> Steps(const AbbrevPart& part) const {
    return {steps_.data() + part.first, part.count};
  }
  const AttributeSpec& Spec(const AttributeStep& step) const { return specs_[step.bytes_or_spec]; }

  // Size of the table in the section, in bytes.
  std::size_t bytes_read() const { return bytes_read_; }

 private:
  void Add(std::uint64_t code, Abbreviation abbreviation);
  AbbrevPart MakeSteps(const Abbreviation& abbreviation, bool reads);

  std::vector<Abbreviation> all_;  // all abbreviations; the first `dense_` have the codes 1, 2, 3, …
  std::vector<AttributeSpec> specs_;
  std::vector<AttributeStep> steps_;
  std::uint64_t dense_ = 0;
  // Index in all_ of each other abbreviation, by code. Not a hash table, because a crafted file could force collisions.
  std::map<std::uint64_t, std::uint32_t> others_;
  std::size_t bytes_read_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_ABBREV_H_
