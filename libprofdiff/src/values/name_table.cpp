// SPDX-License-Identifier: GPL-3.0-or-later
// Ids are assigned in order of first use, which does not depend on the seed of the hash table, so a trace has the same
// ids in every run.
#include "values/name_table.h"

#include <iterator>

namespace profdiff {

HashedName NameTable::Intern(std::string_view name) {
  const auto found = ids_.find(name);
  if (found != ids_.end()) return {found->second, HashName(name)};
  const NameId id(names_.size());
  ids_.emplace(names_.emplace_back(name), id);
  return {id, HashName(name)};
}

std::vector<NameId> NameTable::Merge(const NameTable& other) {
  std::vector<NameId> here;
  here.reserve(other.size());
  for (const std::string& name : other.names_) here.push_back(Intern(name).id);
  return here;
}

std::vector<std::string> NameTable::Take() {
  ids_.clear();
  std::vector<std::string> names(std::make_move_iterator(names_.begin()), std::make_move_iterator(names_.end()));
  names_.clear();
  return names;
}

}  // namespace profdiff
