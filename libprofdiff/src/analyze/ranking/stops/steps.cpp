// SPDX-License-Identifier: GPL-3.0-or-later
// Most steps of a thread were seen before, so a small direct-mapped cache is asked before the set of all steps.
#include "analyze/ranking/stops/steps.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/mix.h"

namespace profdiff {
namespace {

class StepFinder {
 public:
  explicit StepFinder(const CallTree& calls) : calls_(calls) {}

  std::vector<Step> Find() {
    if (std::ranges::any_of(calls_.function, [](NameId name) { return name.value >= kNames; })) return {};
    const auto size = static_cast<std::uint32_t>(calls_.size());
    for (std::uint32_t row = 0; row < size; ++row) {
      while (!inside_.empty() && calls_.end[inside_.back().row] <= row) Leave(row);
      NameId& before = inside_.empty() ? last_ : inside_.back().last;
      Add(CallerOf(), before, calls_.function[row], calls_.start[row], row);
      before = calls_.function[row];
      inside_.push_back({row, {}});
    }
    while (!inside_.empty()) {
      const auto is_open = [this](CallId call) { return call.value == inside_.back().row; };
      if (std::ranges::any_of(calls_.open, is_open)) break;
      Leave(size);
    }
    return std::move(steps_);
  }

 private:
  struct Level {
    std::uint32_t row = 0;
    NameId last;  // the last call in this call so far
  };
  static constexpr std::uint32_t kNames = (1U << 21) - 1;  // three names fit into a key of 64 bits

  NameId CallerOf() const { return inside_.empty() ? NameId() : calls_.function[inside_.back().row]; }

  void Leave(std::uint64_t calls) {
    const Level level = inside_.back();
    Add(CallerOf(), level.last, {}, calls_.start[level.row] + calls_.duration[level.row], calls);
    inside_.pop_back();
  }

  void Add(NameId caller, NameId before, NameId call, std::uint64_t time, std::uint64_t calls) {
    const auto code = [](NameId name) { return name.valid() ? std::uint64_t{name.value} + 1 : 0; };
    const std::uint64_t key = code(caller) << 42 | code(before) << 21 | code(call);
    std::uint64_t& cached = cache_[(key * kMixFactor) >> 56];
    if (cached == key + 1) return;
    cached = key + 1;
    if (seen_.insert(key).second) steps_.push_back({caller, before, call, time, calls});
  }

  const CallTree& calls_;
  std::vector<Level> inside_;
  NameId last_;  // the last top-level call
  std::array<std::uint64_t, 256> cache_{};
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> FindSteps(const CallTree& calls) { return StepFinder(calls).Find(); }

}  // namespace profdiff
