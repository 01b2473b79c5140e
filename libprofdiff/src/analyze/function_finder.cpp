// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/function_finder.h"

#include <cstddef>

#include "base/prefetch.h"

namespace profdiff {

FunctionFinder::FunctionFinder(const FunctionTable& table) {
  ranges_.reserve(table.size());
  entered_.reserve(table.size());
  FunctionId function;
  for (const Function& f : table.functions) {
    if (f.is_function) function = FunctionId(ranges_.size());
    ranges_.push_back({f.address, f.end});
    entered_.push_back(function);
  }
  stretches_ = Stretches(ranges_.size(), [this](std::size_t f) { return ranges_[f].begin; });
}

FunctionId FunctionFinder::Find(std::uint64_t address) const {
  const std::size_t after = stretches_.FirstAbove(address, [this](std::size_t f) { return ranges_[f].begin; });
  return after > 0 && address <= ranges_[after - 1].end ? FunctionId(after - 1) : FunctionId();
}

FunctionId FunctionFinder::FindCallee(std::uint64_t address) const {
  const FunctionId found = Find(address);
  return found.valid() ? entered_[found.value] : found;
}

void FunctionFinder::AskForRange(std::uint64_t address) const {
  const std::size_t near = stretches_.Near(address);
  Prefetch(ranges_.data() + near);
  Prefetch(entered_.data() + near);
}

}  // namespace profdiff
