// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/function_finder.h"

#include <algorithm>
#include <bit>
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
  if (ranges_.empty()) return;
  const std::uint64_t span = ranges_.back().begin - ranges_.front().begin;
  shift_ = static_cast<unsigned>(std::bit_width(span / ranges_.size()));
  stretches_.reserve(static_cast<std::size_t>(span >> shift_) + 2);
  for (std::size_t f = 0; f < ranges_.size(); ++f) {
    const auto own = static_cast<std::size_t>((ranges_[f].begin - ranges_.front().begin) >> shift_);
    stretches_.resize(std::max(stretches_.size(), own + 1), static_cast<std::uint32_t>(f));
  }
  stretches_.push_back(static_cast<std::uint32_t>(ranges_.size()));
}

FunctionId FunctionFinder::Find(std::uint64_t address) const {
  if (ranges_.empty() || address < ranges_.front().begin) return {};
  const auto wanted = static_cast<std::size_t>((address - ranges_.front().begin) >> shift_);
  const std::size_t stretch = std::min(wanted, stretches_.size() - 2);
  auto after = std::upper_bound(ranges_.begin() + stretches_[stretch], ranges_.begin() + stretches_[stretch + 1],
                                address, [](std::uint64_t a, const Range& range) { return a < range.begin; });
  const auto found = static_cast<std::size_t>(after - ranges_.begin()) - 1;
  return address <= ranges_[found].end ? FunctionId(found) : FunctionId();
}

FunctionId FunctionFinder::FindCallee(std::uint64_t address) const {
  const FunctionId found = Find(address);
  return found.valid() ? entered_[found.value] : found;
}

}  // namespace profdiff
