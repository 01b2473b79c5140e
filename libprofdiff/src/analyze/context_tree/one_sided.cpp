// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a tree that contains only the growth, or only the decrease, of each path. Programs that read stacks do not
// accept negative numbers.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "analyze/context_tree/without_empty.h"
#include "profdiff/error.h"
#include "profdiff/listing.h"

namespace profdiff {
namespace {

class OneSided {
 public:
  OneSided(const ContextDifference& contexts, Direction direction)
      : base_(contexts.base),
        other_(contexts.other),
        joined_(contexts.joined),
        grows_(direction == Direction::kGrowth) {
    // Ticks of equal length on both sides are subtracted exactly, as integers. Otherwise both sides are converted to a
    // tick that is a thousand times shorter than the shorter of their ticks, so that rounding to whole ticks causes an
    // error far smaller than a sample.
    constexpr double kFiner = 1000;
    is_whole_ = base_.scale == other_.scale;
    scale_ = is_whole_ ? base_.scale : std::min(base_.scale, other_.scale) / kFiner;
  }

  ScaledContexts Make() {
    ContextTree tree;
    tree.function = joined_.function;
    tree.end = joined_.end;
    for (std::size_t node = 0; node < joined_.size(); ++node) {
      tree.self.push_back(More(Ticks(*base_.tree, joined_.base[node]), Ticks(*other_.tree, joined_.other[node])));
    }
    tree.stackless = More(base_.tree->stackless, other_.tree->stackless);
    return {std::make_shared<const ContextTree>(WithoutEmpty(std::move(tree))), scale_};
  }

 private:
  static std::int64_t Ticks(const ContextTree& tree, std::uint32_t node) {
    return node != JoinedContexts::kNone ? tree.self[node] : 0;
  }

  std::int64_t More(std::int64_t base, std::int64_t other) {
    const std::int64_t more = is_whole_ ? Difference(base, other) : Scaled(base, other);
    if (more <= 0) return 0;
    if (__builtin_add_overflow(sum_, more, &sum_)) Fail();
    return more;
  }

  std::int64_t Difference(std::int64_t base, std::int64_t other) const {
    std::int64_t more = 0;
    if (__builtin_sub_overflow(grows_ ? other : base, grows_ ? base : other, &more)) Fail();
    return more;
  }

  std::int64_t Scaled(std::int64_t base, std::int64_t other) const {
    const double more = static_cast<double>(other) * other_.scale - static_cast<double>(base) * base_.scale;
    const double ticks = (grows_ ? more : -more) / scale_;
    // Just below 2^63: rounding larger values to an integer would overflow, which is undefined.
    constexpr double kMost = 9.2e18;
    if (ticks > kMost) Fail();
    return ticks > 0 ? std::llround(ticks) : 0;
  }

  [[noreturn]] static void Fail() {
    throw Error(ErrorCode::kOverflow, "the differences of these stacks are too large to add up");
  }

  const ScaledContexts& base_;
  const ScaledContexts& other_;
  const JoinedContexts& joined_;
  const bool grows_;
  bool is_whole_ = true;
  double scale_ = 1;
  std::int64_t sum_ = 0;
};

}  // namespace

ScaledContexts OneSidedContexts(const ContextDifference& contexts, Direction direction) {
  return OneSided(contexts, direction).Make();
}

}  // namespace profdiff
