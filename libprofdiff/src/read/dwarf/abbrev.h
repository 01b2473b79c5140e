// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of .debug_abbrev: which attributes the entries of .debug_info have, and in what form.
// Source: DWARF 5, section 7.5.3. Tests: tests/unit/read/dwarf/abbrev_test.cpp.
#ifndef PROFDIFF_READ_DWARF_ABBREV_H_
#define PROFDIFF_READ_DWARF_ABBREV_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profdiff {

struct AttributeSpec {
  std::uint64_t name = 0;
  std::uint64_t form = 0;
  std::int64_t implicit = 0;  // the value itself, of DW_FORM_implicit_const
};

// The shape of an entry.
struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::uint32_t first = 0, count = 0;  // its attributes, in AbbrevTable::specs

  // Where all forms are of a fixed size, an entry is skipped in one step: of so many plain bytes, addresses, offsets.
  bool is_fixed = true;
  std::uint32_t bytes = 0, addresses = 0, offsets = 0;
};

class AbbrevTable {
 public:
  // The table at `offset` of .debug_abbrev; empty where there is none.
  AbbrevTable(std::string_view section, bool big_endian, std::uint64_t offset);

  // Nothing for a code that the table does not have.
  const Abbreviation* Find(std::uint64_t code) const {
    if (code - 1 < dense_) return &all_[code - 1];
    auto found = others_.find(code);
    return found != others_.end() ? &all_[found->second] : nullptr;
  }
  std::span<const AttributeSpec> Attributes(const Abbreviation& a) const { return {specs_.data() + a.first, a.count}; }

  // How much of the section the table takes.
  std::size_t bytes_read() const { return bytes_read_; }

 private:
  void Add(std::uint64_t code, const Abbreviation& abbreviation);

  std::vector<Abbreviation> all_;  // the first `dense_` have the codes 1, 2, 3, …
  std::vector<AttributeSpec> specs_;
  std::uint64_t dense_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> others_;
  std::size_t bytes_read_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_DWARF_ABBREV_H_
