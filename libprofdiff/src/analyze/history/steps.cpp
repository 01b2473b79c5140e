// SPDX-License-Identifier: GPL-3.0-or-later
// Searches in stages: each stage adds the steps that are clear given the steps found before, and then places all steps
// again. Scores of splits are compared with those of shuffled residuals; with few trials, or if the scores show
// nothing, Student's t decides, which finds steps between two values and two.
// Test: tests/unit/analyze/history/steps_test.cpp.
#include "analyze/history/steps.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analyze/history/shuffles.h"
#include "analyze/history/student.h"

namespace profdiff {
namespace {

class StepFinder {
 public:
  StepFinder(std::span<const double> values, double alpha)
      : values_(values), alpha_(alpha), floor_(NoiseFloor(values)), scorer_(values.size(), floor_) {}

  Steps Find() {
    // Steps that are added and dropped in turn lead back to places that were there before, which ends the search.
    std::set<std::vector<std::size_t>> seen = {Places()};
    constexpr int kMostStages = 40;
    for (int stage = 0; stage < kMostStages && AddSteps(stage > 0); ++stage) {
      Place();
      Drop();
      if (!seen.insert(Places()).second && !(AddStudent() && seen.insert(Places()).second)) break;
    }
    return std::move(found_);
  }

 private:
  std::vector<std::size_t> Places() const {
    std::vector<std::size_t> places;
    for (const LevelStep& step : found_.steps) places.push_back(step.place);
    return places;
  }
  std::vector<Part> Parts() const { return PartsOf(Places(), values_.size()); }
  // The values between the neighbours of a step.
  Part Around(std::size_t s) const {
    return {s == 0 ? 0 : found_.steps[s - 1].place,
            s + 1 < found_.steps.size() ? found_.steps[s + 1].place : values_.size()};
  }

  void Add(const LevelStep& step) {
    found_.steps.insert(std::ranges::upper_bound(found_.steps, step.place, {}, &LevelStep::place), step);
  }

  // Returns false if nothing was found.
  bool AddSteps(bool is_later) {
    const std::vector<Part> parts = Parts();
    const Split best = scorer_.Examine(values_, parts);
    Chance chance;
    if (values_.size() >= kFewestForShuffles && best.place != 0) {
      chance = ChanceOf(best.score, scorer_, values_, parts, is_later, alpha_, floor_);
    }
    student_ = BestStudentSplit(values_, parts, floor_);
    if (!is_later) {
      found_.probability = std::min(chance.probability, student_.probability);
      found_.rho = scorer_.rho();
    }
    if (chance.probability > alpha_) return AddStudent();
    AddAbove(parts, best, chance);
    return true;
  }

  bool AddStudent() {
    // Other steps may have moved since this split was found.
    const auto is_near = [this](const LevelStep& step) {
      return std::max(step.place, student_.place) - std::min(step.place, student_.place) < kFewestOfStudent;
    };
    const bool is_clear = student_.probability <= alpha_ && std::ranges::none_of(found_.steps, is_near);
    if (is_clear) Add({student_.place, student_.probability, 0});
    return is_clear;
  }

  // Adds the best split, and then all further ones with a score that chance exceeds too rarely.
  void AddAbove(std::span<const Part> parts, const Split& first, const Chance& chance) {
    std::vector<Part> open(parts.begin(), parts.end());
    while (!open.empty()) {
      const Part part = open.back();
      open.pop_back();
      const Split split = scorer_.BestIn(part);
      if (split.place == 0 || (split.score < chance.level && split.place != first.place)) continue;
      Add({split.place, chance.probability, chance.level});
      open.push_back({part.begin, split.place});
      open.push_back({split.place, part.end});
    }
  }

  // Returns the place between the neighbours with the least sum of squares about the means of both sides.
  std::size_t LeastSquares(Part around) const {
    const std::span<const double> moved = scorer_.moved().subspan(around.begin, around.size());
    const double center = MeanOf(moved);
    const auto n = static_cast<double>(moved.size());
    std::size_t best = 0;
    double most = -1, left = 0;  // the sum of squares is least where the squares between the means are most
    for (std::size_t l = 1; l + kFewestOfStudent <= moved.size(); ++l) {
      left += moved[l - 1] - center;
      const auto k = static_cast<double>(l);
      const double between = left * left * n / (k * (n - k));
      if (l < kFewestOfStudent || between <= most) continue;
      most = between;
      best = around.begin + l;
    }
    return best;
  }

  void Place() {
    constexpr int kMostRounds = 10;
    for (int round = 0; round < kMostRounds; ++round) {
      bool has_moved = false;
      for (std::size_t s = 0; s < found_.steps.size(); ++s) {
        LevelStep& step = found_.steps[s];
        const std::size_t place = step.level == 0 ? 0 : LeastSquares(Around(s));
        if (place == 0 || place == step.place) continue;
        step.place = place;
        has_moved = true;
      }
      if (!has_moved) return;
    }
  }

  bool IsClear(std::size_t s, double deviation) const {
    const LevelStep& step = found_.steps[s];
    return step.level == 0 || scorer_.ScoreAt(Around(s), step.place, deviation) >= step.level;
  }

  // Standard deviation about the means of both sides of a step.
  double PooledDeviation(std::size_t s) const {
    const Part around = Around(s);
    const std::size_t place = found_.steps[s].place;
    const auto squares = [&](std::size_t begin, std::size_t end) {
      const std::span<const double> side = scorer_.moved().subspan(begin, end - begin);
      return SquaresAbout(side, MeanOf(side));
    };
    const double sum = squares(around.begin, place) + squares(place, around.end);
    return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(around.size(), 3) - 2));
  }

  void Drop() {
    for (std::size_t s = 0; s < found_.steps.size();) {
      if (IsClear(s, PooledDeviation(s))) {
        ++s;
      } else {
        found_.steps.erase(found_.steps.begin() + static_cast<std::ptrdiff_t>(s));
      }
    }
  }

  const std::span<const double> values_;
  const double alpha_, floor_;
  SplitScorer scorer_;
  StudentSplit student_;  // of the current stage
  Steps found_;
};

}  // namespace

Steps FindSteps(std::span<const double> values, double alpha) {
  return values.size() < kFewestForSteps ? Steps() : StepFinder(values, alpha).Find();
}

}  // namespace profdiff
