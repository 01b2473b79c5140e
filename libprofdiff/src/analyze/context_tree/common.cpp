// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the share of the time that was spent on paths common to both sides. Paths match only if all their functions
// match. If only one side has a function near the top, such as a wrapper or the name of the command, nothing below it
// can match.
// Tests: tests/unit/analyze/context_tree/common_test.cpp.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "analyze/context_tree/inclusive.h"
#include "profdiff/listing.h"
#include "values/context_paths.h"

namespace profdiff {
namespace {

// A function is reported as a wrapper only if at least this share of its side's time was spent below it.
constexpr double kLeastShare = 0.1;
constexpr std::size_t kMostWrappers = 4;

// One side of a joined tree. Times are in the unit of the profile.
class Side {
 public:
  Side(const ScaledContexts& contexts, const std::vector<std::uint32_t>& places)
      : contexts_(contexts), places_(places), totals_(AddUp(*contexts.tree, contexts.tree->self)) {
    // Uses absolute values, because the input can itself be a difference, in which positive and negative times cancel.
    for (std::int64_t ticks : contexts.tree->self) all_ += std::abs(static_cast<double>(ticks)) * contexts.scale;
  }

  bool Has(std::uint32_t node) const { return places_[node] != JoinedContexts::kNone; }
  double Self(std::uint32_t node) const { return Of(contexts_.tree->self, node); }
  double Total(std::uint32_t node) const { return Of(totals_, node); }
  double all() const { return all_; }

 private:
  double Of(const std::vector<std::int64_t>& ticks, std::uint32_t node) const {
    return Has(node) ? std::abs(static_cast<double>(ticks[places_[node]])) * contexts_.scale : 0;
  }

  const ScaledContexts& contexts_;
  const std::vector<std::uint32_t>& places_;  // node of the side, indexed by joined node
  const std::vector<std::int64_t> totals_;    // inclusive ticks, indexed by node of the side
  double all_ = 0;
};

class Finder {
 public:
  Finder(const ContextDifference& contexts, const Match& match)
      : joined_(contexts.joined),
        match_(match),
        base_(contexts.base, joined_.base),
        other_(contexts.other, joined_.other),
        below_(match.pairs.size()) {}

  CommonContexts Run() {
    CommonContexts common;
    double in_both = 0;
    for (std::uint32_t node = 0; node < joined_.size(); ++node) {
      if (base_.Has(node) && other_.Has(node)) in_both += base_.Self(node) + other_.Self(node);
    }
    if (const double all = base_.all() + other_.all(); all > 0) common.share = in_both / all;
    AttributeToWrappers();
    for (std::size_t f = 0; f < below_.size(); ++f) {
      if (below_[f] > 0 && below_[f] >= kLeastShare * AllOf(FunctionId(f))) common.wrappers.push_back(FunctionId(f));
    }
    std::ranges::stable_sort(common.wrappers,
                             [this](FunctionId a, FunctionId b) { return below_[a.value] > below_[b.value]; });
    if (common.wrappers.size() > kMostWrappers) common.wrappers.resize(kMostWrappers);
    return common;
  }

 private:
  bool IsOneSided(FunctionId f) const {
    return match_.pairs[f.value].base.valid() != match_.pairs[f.value].other.valid();
  }
  double AllOf(FunctionId f) const { return match_.pairs[f.value].base.valid() ? base_.all() : other_.all(); }

  // Attributes time to wrappers. If a path begins with functions that only one side has, they prevent the functions
  // below from being matched. Each of them is a wrapper, and gets the inclusive time of the first function that both
  // sides have.
  void AttributeToWrappers() {
    std::vector<FunctionId> path;
    std::size_t common = 0;  // number of functions on the path that are on both sides
    WalkTree(
        joined_.end,
        [&](std::uint32_t node, std::uint32_t) {
          path.push_back(joined_.function[node]);
          if (!IsOneSided(path.back()) && common++ == 0) AddBelow(path, base_.Total(node) + other_.Total(node));
        },
        [&](std::uint32_t) {
          if (!IsOneSided(path.back())) --common;
          path.pop_back();
        });
  }

  // Adds `time` once to each distinct function of `path` except the last.
  void AddBelow(const std::vector<FunctionId>& path, double time) {
    std::vector<FunctionId> wrappers(path.begin(), path.end() - 1);
    std::ranges::sort(wrappers);
    wrappers.erase(std::unique(wrappers.begin(), wrappers.end()), wrappers.end());
    for (FunctionId wrapper : wrappers) below_[wrapper.value] += time;
  }

  const JoinedContexts& joined_;
  const Match& match_;
  const Side base_, other_;
  std::vector<double> below_;  // indexed by joined function: time attributed to the function as a wrapper
};

}  // namespace

CommonContexts FindCommonContexts(const ContextDifference& contexts, const Match& match) {
  return Finder(contexts, match).Run();
}

}  // namespace profdiff
