// SPDX-License-Identifier: GPL-3.0-or-later
// What grew, or what shrank, as an ordinary profile: differences of one sign only, so that readers of gprof's listings,
// none of which takes a negative number, read it.
// Test: tests/unit/analyze/difference/one_sided_test.cpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "profdiff/difference.h"

namespace profdiff {
namespace {

// Ticks of a difference of seconds, with all digits. Whole and half ticks come out as such: seconds are ticks divided
// by a rate, which is seldom exact. How far off that can be follows from the larger of both numbers, `largest`.
double Ticks(double seconds, double largest, double rate) {
  const double ticks = seconds * rate;
  const double near = std::round(ticks * 2) / 2;
  constexpr double kRoundings = 8;
  const double slack = kRoundings * std::numeric_limits<double>::epsilon() * largest * rate;
  return std::abs(ticks - near) <= slack ? near : ticks;
}

class OneSided {
 public:
  OneSided(const Difference& difference, Direction direction) : difference_(difference), direction_(direction) {}

  Profile Make() {
    CopyHeader();
    AddTimes();
    for (const Difference::ArcRow& arc : difference_.arcs) AddArc(arc);
    return std::move(profile_);
  }

 private:
  bool grows() const { return direction_ == Direction::kGrowth; }

  double Kept(double base, double other) const {
    double seconds = grows() ? SecondsDifference(other, base) : SecondsDifference(base, other);
    return Ticks(std::max(seconds, 0.0), std::max(base, other), profile_.rate);
  }

  void CopyHeader() {
    const SideTotals& side = difference_.base.has_histogram ? difference_.base : difference_.other;
    profile_.rate = side.rate;
    profile_.scale = side.scale;
    profile_.dimension = side.dimension;
    profile_.abbreviation = side.abbreviation;
    profile_.has_histogram = difference_.base.has_histogram || difference_.other.has_histogram;
    profile_.has_arcs = difference_.base.has_arcs || difference_.other.has_arcs;
  }

  void AddTimes() {
    const SideTotals& base = difference_.base;
    profile_.unattributed_ticks = Kept(base.unattributed_seconds, difference_.other.unattributed_seconds);
    profile_.total_ticks = profile_.unattributed_ticks;
    for (const Difference::Row& row : difference_.functions) {
      profile_.self_ticks.push_back(Kept(row.base.self, row.other.self));
      profile_.total_ticks += profile_.self_ticks.back();
    }
    profile_.calls.assign(difference_.functions.size(), 0);
    profile_.self_calls.assign(difference_.functions.size(), 0);
  }

  void AddArc(const Difference::ArcRow& arc) {
    std::uint64_t from = grows() ? arc.base.count : arc.other.count;
    std::uint64_t to = grows() ? arc.other.count : arc.base.count;
    if (to <= from) return;
    profile_.arcs.push_back({arc.caller, arc.callee, to - from});
    (arc.caller == arc.callee ? profile_.self_calls : profile_.calls)[arc.callee.value] += to - from;
  }

  const Difference& difference_;
  Direction direction_;
  Profile profile_;
};

}  // namespace

Profile OneSidedProfile(const Difference& difference, Direction direction) {
  return OneSided(difference, direction).Make();
}

}  // namespace profdiff
