// SPDX-License-Identifier: GPL-3.0-or-later
// Activations of a thread: a call becomes active when it is entered, and its caller becomes active again when the call
// returns.
// Tests: tests/unit/analyze/align/align_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_ACTIVATIONS_H_
#define PROFDIFF_ANALYZE_ALIGN_ACTIVATIONS_H_

#include <cstdint>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// Iterates over activations, in order of time.
class ActivationWalk {
 public:
  explicit ActivationWalk(const CallTree& tree) : tree_(tree) {}

  // Advances to the next activation; returns false at the end.
  bool Next() {
    if (leaves_) {
      const std::uint64_t left = EndOf(open_.back());
      open_.pop_back();
      if (!open_.empty()) return Activate(left);
    }
    if (next_row_ == tree_.size()) return false;
    open_.push_back(next_row_++);
    return Activate(tree_.start[open_.back()]);
  }

  // Returns the row of the active call.
  std::uint32_t row() const { return open_.back(); }
  // Duration of the current activation in nanoseconds. The activations of a call add up to its self time.
  std::int64_t time() const { return time_; }

 private:
  std::uint64_t EndOf(std::uint32_t row) const { return tree_.start[row] + tree_.duration[row]; }

  bool Activate(std::uint64_t begin) {
    leaves_ = next_row_ >= tree_.end[row()];
    time_ = static_cast<std::int64_t>((leaves_ ? EndOf(row()) : tree_.start[next_row_]) - begin);
    return true;
  }

  const CallTree& tree_;
  std::vector<std::uint32_t> open_;
  std::uint32_t next_row_ = 0;
  std::int64_t time_ = 0;
  bool leaves_ = false;  // true if the next event is the return of the active call
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_ACTIVATIONS_H_
