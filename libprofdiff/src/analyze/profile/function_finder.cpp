// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/profile/function_finder.h"

#include <algorithm>
#include <cstddef>

namespace profdiff {

// Copies addresses out of the table's rows, so that a binary search reads 8 bytes per step instead of a row's cache
// lines. Ends are copied only if some function does not extend to the next one; callees are copied only if there are
// labels that are not functions.
FunctionFinder::FunctionFinder(const FunctionTable& table) {
  begins_.reserve(table.size());
  entered_.reserve(table.size());
  const Function* before = nullptr;
  FunctionId function;
  bool has_gaps = false, has_labels = false;
  for (const Function& f : table.functions) {
    has_gaps |= before != nullptr && before->end < f.address - 1;
    has_labels |= !f.is_function;
    if (f.is_function) function = FunctionId(begins_.size());
    begins_.push_back(f.address);
    entered_.push_back(function);
    before = &f;
  }
  if (before != nullptr) last_ = before->end;
  if (has_gaps) {
    for (const Function& f : table.functions) ends_.push_back(f.end);
  }
  if (!has_labels) entered_ = {};
}

FunctionId FunctionFinder::Find(std::uint64_t address) const {
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(begins_, address) - begins_.begin());
  return after > 0 && address <= EndOf(after - 1) ? FunctionId(after - 1) : FunctionId();
}

FunctionId FunctionFinder::FindCallee(std::uint64_t address) const {
  const FunctionId found = Find(address);
  return found.valid() && !entered_.empty() ? entered_[found.value] : found;
}

}  // namespace profdiff
