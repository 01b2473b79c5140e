// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes (values/shape.h) are computed when calls end: the shape of each callee is mixed into the hash of its caller.
#include "read/trace/call_tree_builder.h"

#include <algorithm>

namespace profdiff {
namespace {

constexpr std::uint64_t kMostRows = 0xffffffff;  // kNone, the invalid value of NameId and CallId, is not a valid row
constexpr std::uint64_t kSomeRows = std::uint64_t{1} << 25;  // largest number of rows to reserve at a time
constexpr std::uint64_t kRowsAhead = 512, kFirstRows = 16;
constexpr std::size_t kFewRows = std::size_t{1} << 14;  // trees below this size are shrunk to fit: the copy is small

template <class Do>
void ForEachArray(CallTree& tree, const Do& act) {
  act(tree.function);
  act(tree.end);
  act(tree.start);
  act(tree.duration);
  act(tree.shape);
}

}  // namespace

const char* Describe(TreeProblem problem) {
  switch (problem) {
    case TreeProblem::kNone:
      return "nothing is wrong";
    case TreeProblem::kBackwards:
      return "time runs backwards";
    case TreeProblem::kNothingOpen:
      return "a call ends that was not entered";
    case TreeProblem::kOtherOpen:
      return "a call ends while a call that it made is still open";
    case TreeProblem::kTooMany:
      return "more than 4294967295 calls of one thread";
  }
  return "";
}

// Reserves generously, since unused reserved memory costs nothing, whereas copying is expensive. Rows are zeroed
// shortly before they are filled, so that they are then in the processor's cache.
bool CallTreeBuilder::Grow() {
  const std::uint64_t rows = room_;
  if (rows == kMostRows) return false;
  const std::uint64_t wanted = std::min(rows + std::clamp(rows, kFirstRows, kRowsAhead), kMostRows);
  if (wanted > tree_.function.capacity()) {
    const std::uint64_t reserved = std::max({wanted, rows + rows / 2, std::min(expected_, rows + kSomeRows)});
    ForEachArray(tree_, [reserved](auto& array) { array.reserve(reserved); });
  }
  ForEachArray(tree_, [wanted](auto& array) { array.resize(wanted); });
  rows_ = {tree_.function.data(), tree_.end.data(), tree_.start.data(), tree_.duration.data(), tree_.shape.data()};
  room_ = wanted;
  return true;
}

// Open calls are closed from the innermost one outwards, so that a caller's shape contains the shapes of its callees.
CallTree CallTreeBuilder::End(std::uint64_t time) {
  last_ = std::max(last_, time);
  for (const OpenCall& call : open_) tree_.open.push_back(CallId(call.row));
  while (!open_.empty()) {
    const OpenCall call = open_.back();
    open_.pop_back();
    Close(call);
  }
  ForEachArray(tree_, [this](auto& array) {
    array.resize(size_);
    if (size_ < kFewRows) array.shrink_to_fit();  // there may be very many small trees
  });
  return std::move(tree_);
}

}  // namespace profdiff
