// SPDX-License-Identifier: GPL-3.0-or-later
// Removes calls in place: kept rows move towards the front without changing their order. The end and shape of a row are
// known once the walk reaches the next row that is not below it; until then, the row is on a stack.
#include "analyze/trace/remove_calls.h"

#include <algorithm>

#include "values/shape.h"

namespace profdiff {
namespace {

class CallRemover {
 public:
  CallRemover(const CallRemoval& options, CallTree& tree, std::vector<CallValue>& values, RemovedCalls& removed)
      : options_(options), tree_(tree), values_(values), removed_(removed), was_open_(std::move(tree.open)) {
    tree_.open.clear();
  }

  void Run() {
    const auto size = static_cast<std::uint32_t>(tree_.size());
    for (std::uint32_t row = 0; row < size;) {
      while (!kept_.empty() && kept_.back().old_end <= row) Close();
      const CallFate fate = FateOf(row);
      if (fate == CallFate::kStays) Keep(row);
      row = fate == CallFate::kGoes ? tree_.end[row] : row + 1;
    }
    while (!kept_.empty()) Close();
    Shorten();
  }

 private:
  struct Kept {
    std::uint32_t row, old_end;
    std::uint64_t hash;
  };

  CallFate FateOf(std::uint32_t row) {
    const std::uint32_t name = tree_.function[row].value;
    const CallFate fate = options_.fates[name];
    if (fate != CallFate::kStays) {
      ++removed_.calls[name];
      if (fate == CallFate::kGoes) removed_.below[name] += tree_.end[row] - row - 1;
      return fate;
    }
    // Only kept calls count towards the depth. A call outside the time interval is removed, but its callees are not, as
    // they may be inside the interval. A call of zero duration is inside if its start is.
    if (kept_.size() >= options_.depth) return CallFate::kGoes;
    const std::uint64_t start = tree_.start[row], end = start + tree_.duration[row];
    return start < options_.to && (end > options_.from || start >= options_.from) ? fate : CallFate::kGivesWay;
  }

  // Rows only move towards the front, so no row is overwritten before it is read.
  void Keep(std::uint32_t row) {
    const std::uint64_t start = std::max(tree_.start[row], options_.from);
    // Cuts a call that begins or ends outside the interval at the interval's limits. A call whose end is cut is not
    // open.
    const std::uint64_t end = tree_.start[row] + tree_.duration[row], cut = std::min(end, options_.to);
    kept_.push_back({count_, tree_.end[row], options_.name_hashes[tree_.function[row].value]});
    tree_.function[count_] = tree_.function[row];
    tree_.start[count_] = start;
    tree_.duration[count_] = cut > start ? cut - start : 0;
    while (next_open_ < was_open_.size() && was_open_[next_open_].value < row) ++next_open_;
    if (next_open_ < was_open_.size() && was_open_[next_open_].value == row && cut == end) {
      tree_.open.emplace_back(std::size_t{count_});
    }
    if (!values_.empty()) KeepValues(row);
    ++count_;
  }

  void KeepValues(std::uint32_t row) {
    while (next_value_ < values_.size() && values_[next_value_].call.value < row) ++next_value_;
    for (; next_value_ < values_.size() && values_[next_value_].call.value == row; ++next_value_) {
      CallValue value = values_[next_value_];
      value.call = CallId(std::size_t{count_});
      values_[kept_values_++] = value;
    }
  }

  void Close() {
    const Kept call = kept_.back();
    kept_.pop_back();
    tree_.end[call.row] = count_;
    tree_.shape[call.row] = EndShape(call.hash);
    if (!kept_.empty()) kept_.back().hash = AddShape(kept_.back().hash, tree_.shape[call.row]);
  }

  void Shorten() {
    tree_.function.resize(count_);
    tree_.end.resize(count_);
    tree_.start.resize(count_);
    tree_.duration.resize(count_);
    tree_.shape.resize(count_);
    values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(kept_values_), values_.end());
  }

  const CallRemoval& options_;
  CallTree& tree_;
  std::vector<CallValue>& values_;
  RemovedCalls& removed_;
  const std::vector<CallId> was_open_;
  std::size_t next_open_ = 0, next_value_ = 0, kept_values_ = 0;
  std::vector<Kept> kept_;  // kept calls that are not complete yet, outermost first
  std::uint32_t count_ = 0;
};

// True if the functions alone show that no call is removed or cut. This holds for most traces, which then need no
// rewriting.
bool AllStay(const CallRemoval& options, const CallTree& tree) {
  if (options.depth != 0xffffffff || options.from != 0 || options.to != ~std::uint64_t{0}) return false;
  return std::ranges::all_of(tree.function, [&](NameId f) { return options.fates[f.value] == CallFate::kStays; });
}

}  // namespace

void RemoveCalls(const CallRemoval& options, CallTree& tree, std::vector<CallValue>& values, RemovedCalls& removed) {
  if (!AllStay(options, tree)) CallRemover(options, tree, values, removed).Run();
}

void RemoveOffCpu(const std::vector<OffCpuInterval>& off_cpu, CallTree& tree) {
  if (off_cpu.empty()) return;
  std::vector<std::uint64_t> before = {0};  // total length of the intervals before each interval
  for (const OffCpuInterval& interval : off_cpu) before.push_back(before.back() + interval.end - interval.begin);
  // Converts a time to a clock that stops during the intervals: subtracts all complete intervals before this time and
  // the elapsed part of the last one.
  auto present = [&](std::uint64_t time) {
    const auto next = std::ranges::upper_bound(off_cpu, time, {}, &OffCpuInterval::begin);
    const auto count = static_cast<std::size_t>(next - off_cpu.begin());
    if (count == 0) return time;
    const OffCpuInterval& last = off_cpu[count - 1];
    return time - before[count - 1] - (std::min(time, last.end) - last.begin);
  };
  for (std::size_t row = 0; row < tree.size(); ++row) {
    const std::uint64_t start = present(tree.start[row]);
    tree.duration[row] = present(tree.start[row] + tree.duration[row]) - start;
    tree.start[row] = start;
  }
}

}  // namespace profdiff
