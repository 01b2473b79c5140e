// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/profile/function_finder.h"

#include <cstddef>

#include "base/prefetch.h"

namespace profdiff {

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
  stretches_ = Stretches(begins_.size(), [this](std::size_t f) { return begins_[f]; });
}

FunctionId FunctionFinder::Find(std::uint64_t address) const {
  const std::size_t after = stretches_.FirstAbove(address, [this](std::size_t f) { return begins_[f]; });
  return after > 0 && address <= EndOf(after - 1) ? FunctionId(after - 1) : FunctionId();
}

FunctionId FunctionFinder::FindCallee(std::uint64_t address) const {
  const FunctionId found = Find(address);
  return found.valid() && !entered_.empty() ? entered_[found.value] : found;
}

void FunctionFinder::AskForRange(std::uint64_t address) const {
  const std::size_t near = stretches_.Near(address);
  Prefetch(begins_.data() + near);
  if (!ends_.empty()) Prefetch(ends_.data() + near);
  if (!entered_.empty()) Prefetch(entered_.data() + near);
}

}  // namespace profdiff
