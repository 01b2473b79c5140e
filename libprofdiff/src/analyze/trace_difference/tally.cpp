// SPDX-License-Identifier: GPL-3.0-or-later
// All sums are integers, so they do not depend on the order of threads. A bounded heap keeps the largest single
// differences, so memory does not grow with the number of calls.
#include "analyze/trace_difference/tally.h"

#include <algorithm>
#include <tuple>

#include "base/decimals.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

// True if x comes before y in the result. The order is total, so that the choice among equal differences does not
// depend on the order in which they are added.
bool IsLarger(const SingleDifference& x, const SingleDifference& y) {
  const std::uint64_t x_size = Magnitude(x.difference), y_size = Magnitude(y.difference);
  if (x_size != y_size) return x_size > y_size;
  return std::tie(x.thread, x.a.value, x.position_a) < std::tie(y.thread, y.a.value, y.position_a);
}

void AddFunction(FunctionDifference& to, const FunctionDifference& more) {
  to.calls_a += more.calls_a;
  to.calls_b += more.calls_b;
  to.matched += more.matched;
  to.different_a += more.different_a;
  to.different_b += more.different_b;
  to.only_a += more.only_a;
  to.only_b += more.only_b;
  to.self_a += more.self_a;
  to.self_b += more.self_b;
  to.inclusive_a += more.inclusive_a;
  to.inclusive_b += more.inclusive_b;
}

// Counts calls and inclusive times of one side; returns the top-level time. A recursive call adds nothing to the
// inclusive time of its function, because the outermost call already includes it.
std::int64_t CountSide(const CallTree& tree, const std::vector<std::uint32_t>& ranks, TraceTally& tally,
                       std::uint64_t FunctionDifference::*calls, std::int64_t FunctionDifference::*inclusive) {
  std::vector<std::uint32_t> active_until(tally.functions.size(), 0);
  std::uint32_t top_end = 0;
  std::int64_t total = 0;
  for (std::uint32_t row = 0; row < tree.size(); ++row) {
    const std::uint32_t rank = ranks[tree.function[row].value];
    FunctionDifference& function = tally.functions[rank];
    ++(function.*calls);
    const auto duration = static_cast<std::int64_t>(tree.duration[row]);
    if (row >= active_until[rank]) {
      function.*inclusive += duration;
      active_until[rank] = tree.end[row];
    }
    if (row >= top_end) {
      total += duration;
      top_end = tree.end[row];
    }
  }
  return total;
}

}  // namespace

void LargestDifferences::Add(const SingleDifference& found) {
  if (found.difference == 0 || count_ == 0) return;
  // The front of the heap is the smallest of the differences kept so far.
  if (heap_.size() == count_) {
    if (!IsLarger(found, heap_.front())) return;
    std::ranges::pop_heap(heap_, IsLarger);
    heap_.pop_back();
  }
  heap_.push_back(found);
  std::ranges::push_heap(heap_, IsLarger);
}

void LargestDifferences::Add(const LargestDifferences& more) {
  for (const SingleDifference& found : more.heap_) Add(found);
}

std::vector<SingleDifference> LargestDifferences::Take() {
  std::ranges::sort(heap_, IsLarger);
  return std::move(heap_);
}

TraceTally& TraceTally::operator+=(const TraceTally& more) {
  AddTotals(totals, more.totals);
  for (std::size_t i = 0; i < functions.size(); ++i) AddFunction(functions[i], more.functions[i]);
  largest.Add(more.largest);
  return *this;
}

const AlignmentBlock* BlockReader::Next() {
  if (next_ == blocks_.size()) {
    if (a_ == a_size_ && b_ == b_size_) return nullptr;
    throw Error(ErrorCode::kBadArgument, "the alignment does not contain all calls");
  }
  const AlignmentBlock& block = blocks_[next_++];
  // Checks the blocks, because an alignment can come from a caller of the library: each block must begin where the
  // previous one ended.
  const bool fits = block.a == a_ && block.b == b_ && (block.mark != Mark::kEqual || block.a_count == block.b_count);
  a_ += block.a_count;
  b_ += block.b_count;
  if (!fits || a_ > a_size_ || b_ > b_size_) {
    throw Error(ErrorCode::kBadArgument, "the alignment belongs to other traces");
  }
  return &block;
}

void CountCalls(const TreePair& trees, const NameRanks& ranks, TraceTally& tally) {
  using Sums = FunctionDifference;
  tally.totals.total_a += CountSide(trees.a(), ranks.a, tally, &Sums::calls_a, &Sums::inclusive_a);
  tally.totals.total_b += CountSide(trees.b(), ranks.b, tally, &Sums::calls_b, &Sums::inclusive_b);
}

void AddTotals(TraceTotals& sums, const TraceTotals& more) {
  AddCalls(sums.equal_a, more.equal_a);
  AddCalls(sums.equal_b, more.equal_b);
  AddCalls(sums.different_a, more.different_a);
  AddCalls(sums.different_b, more.different_b);
  AddCalls(sums.only_a, more.only_a);
  AddCalls(sums.only_b, more.only_b);
  sums.total_a += more.total_a;
  sums.total_b += more.total_b;
}

std::int64_t TraceTotals::Residual() const {
  const std::int64_t partners = equal_a.time - equal_b.time, different = different_a.time - different_b.time;
  return total_a - total_b - (partners + different + only_a.time - only_b.time);
}

}  // namespace profdiff
