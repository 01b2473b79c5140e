// SPDX-License-Identifier: GPL-3.0-or-later
// The costs of a loop are the costs of its instructions plus the inclusive costs of the calls in it. Instructions and
// calls are in lists sorted by address, so that a loop is a range of each list. Prefix sums give the sum over any range
// in constant time. Without prefix sums, rows that nested loops share would be added up repeatedly.
#include "read/property/callgrind_values.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <span>

namespace profdiff {
namespace {

using Costs = CallgrindTable::Costs;
using Row = CallgrindRows::Row;

void Add(std::span<std::uint64_t> sums, Row costs) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += costs[i];
}

// Returns prefix sums of costs in the order of `numbers`.
CallgrindRows UpTo(const std::vector<std::uint32_t>& numbers, const CallgrindRows& all, std::size_t columns) {
  CallgrindRows sums;
  sums.Resize(numbers.size() + 1, columns);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Add(sums[i + 1], sums[i]);
    Add(sums[i + 1], all[numbers[i]]);
  }
  return sums;
}

void AddStretch(Costs& sums, const CallgrindRows& up_to, CallgrindStretch stretch) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += up_to[stretch.end][i] - up_to[stretch.begin][i];
}

}  // namespace

CallgrindCostsOf::CallgrindCostsOf(const CallgrindTable& table, const CallgrindTable::Amounts& amounts,
                                   const CallgrindLoops& loops, const std::vector<bool>& is_inner)
    : table_(table), amounts_(amounts), loops_(loops), is_inner_(is_inner) {
  AddTotals();
  up_to_piece_ = UpTo(loops.pieces(), amounts.pieces, table.columns.size());
  up_to_site_ = UpTo(loops.sites(), amounts.sites, table.columns.size());
}

// Adds up one column at a time, because CallgrindSums joins levels of recursion for one event at a time.
void CallgrindCostsOf::AddTotals() {
  const CallgrindSums& sums = table_.sums;
  inclusive_.Resize(sums.names().size(), table_.columns.size());
  self_ = inclusive_;
  std::vector<std::uint64_t> self(sums.levels()), inclusive(sums.calls().size());
  for (std::size_t column = 0; column < table_.columns.size(); ++column) {
    for (std::size_t i = 0; i < self.size(); ++i) self[i] = amounts_.level_self[i][column];
    for (std::size_t i = 0; i < inclusive.size(); ++i) inclusive[i] = amounts_.call_inclusive[i][column];
    const std::vector<std::uint64_t> totals = sums.Totals(self, inclusive, is_inner_);
    for (CallgrindSums::Level level = 0; level < totals.size(); ++level) {
      inclusive_[sums.FunctionOf(level).value][column] += totals[level];
      self_[sums.FunctionOf(level).value][column] += self[level];
    }
  }
}

// If a loop calls a function that leads back to the loop, some costs are counted twice. Therefore the costs of a loop
// are limited to the costs of its function.
std::vector<double> CallgrindCostsOf::ValuesOf(const CallgrindRecipe& recipe) const {
  using Kind = CallgrindRecipe::Kind;
  Costs inclusive(table_.columns.size());
  const auto add = [&](const CallgrindRows& all) {
    for (const std::uint32_t row : recipe.rows) Add(inclusive, all[row]);
  };
  std::optional<Costs> self;
  if (recipe.kind == Kind::kAll) {
    for (std::size_t i = 0; i < self_.size(); ++i) Add(inclusive, self_[i]);
  } else if (recipe.kind == Kind::kFunction) {
    Add(inclusive, inclusive_[recipe.function.value]);
    const Row own = self_[recipe.function.value];
    self.emplace(own.begin(), own.end());
  } else if (recipe.kind == Kind::kLoop) {
    const Row most = inclusive_[loops_.all()[recipe.loop].function.value];
    AddStretch(inclusive, up_to_piece_, loops_.PiecesOf(recipe.loop));
    self = inclusive;
    AddStretch(inclusive, up_to_site_, loops_.SitesOf(recipe.loop));
    for (std::size_t i = 0; i < inclusive.size(); ++i) {
      inclusive[i] = std::max((*self)[i], std::min(inclusive[i], most[i]));
    }
  } else if (recipe.kind == Kind::kCall) {
    add(amounts_.sites);
  } else {
    add(amounts_.pieces);
    self = inclusive;
  }
  // The program as a whole and call sites have no self costs; these are NaN, not 0.
  std::vector<double> values(2 * inclusive.size(), std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(inclusive, values.begin());
  if (self) std::ranges::copy(*self, values.begin() + std::ssize(inclusive));
  return values;
}

std::uint64_t CallgrindCostsOf::CallsOf(FunctionId function) const {
  std::uint64_t calls = 0;
  for (std::size_t i = 0; i < is_inner_.size(); ++i) {
    const CallgrindSums::Level callee = table_.sums.calls()[i].callee;
    const bool is_first = !is_inner_[i] && table_.sums.IsOutermost(callee);
    if (is_first && table_.sums.FunctionOf(callee) == function) calls += amounts_.calls[i];
  }
  return calls;
}

}  // namespace profdiff
