// SPDX-License-Identifier: GPL-3.0-or-later
// The distinct names of a trace.
// Tests: tests/unit/read/trace/call_tree_builder_test.cpp.
#ifndef PROFDIFF_VALUES_NAME_TABLE_H_
#define PROFDIFF_VALUES_NAME_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/trace.h"
#include "values/shape.h"

namespace profdiff {

struct HashedName {
  NameId id;
  std::uint64_t hash = 0;
};

class NameTable {
 public:
  NameTable() = default;
  NameTable(NameTable&&) = default;  // moving keeps the addresses of names, whereas copying would not
  NameTable& operator=(NameTable&&) = default;

  HashedName Intern(std::string_view name);
  bool Has(std::string_view name) const { return ids_.contains(name); }
  const std::string& NameOf(NameId id) const { return names_[id.value]; }
  std::size_t size() const { return names_.size(); }

  // Adds all names of another table in order. Returns their ids in this table.
  std::vector<NameId> Merge(const NameTable& other);
  // Returns the names by NameId and leaves the table empty.
  std::vector<std::string> Take();

 private:
  std::deque<std::string> names_;  // elements must not move, because the keys of ids_ refer to them
  HashMap<std::string_view, NameId> ids_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_NAME_TABLE_H_
