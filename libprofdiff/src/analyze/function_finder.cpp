// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/function_finder.h"

#include <algorithm>
#include <cstddef>

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
  const auto [first, last] = stretches_.Around(address);
  auto after = std::upper_bound(ranges_.begin() + static_cast<std::ptrdiff_t>(first),
                                ranges_.begin() + static_cast<std::ptrdiff_t>(last), address,
                                [](std::uint64_t a, const Range& range) { return a < range.begin; });
  if (after == ranges_.begin()) return {};
  const auto found = static_cast<std::size_t>(after - ranges_.begin()) - 1;
  return address <= ranges_[found].end ? FunctionId(found) : FunctionId();
}

FunctionId FunctionFinder::FindCallee(std::uint64_t address) const {
  const FunctionId found = Find(address);
  return found.valid() ? entered_[found.value] : found;
}

}  // namespace profdiff
