// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/profile_sum.h"

#include <algorithm>
#include <vector>

#include "profdiff/error.h"

namespace profdiff {
namespace {

template <class Number>
void AddUp(std::vector<Number>& sum, const std::vector<Number>& more, Number factor = 1) {
  sum.resize(std::max(sum.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i) sum[i] += more[i] * factor;
}

void AddExact(ExactTimes& sum, const ExactTimes& more, double factor) {
  AddUp(sum.total_ticks, more.total_ticks, factor);
  AddUp(sum.samples, more.samples);
  AddUp(sum.total_samples, more.total_samples);
  AddUp(sum.squares, more.squares, factor * factor);
  AddUp(sum.total_squares, more.total_squares, factor * factor);
  sum.arc_self_known = sum.arc_self_known && more.arc_self_known;
}

// Times are known if any profile has them, and have the rate of the first profile with times.
void JoinHistograms(Profile& sum, const Profile& more) {
  if (sum.has_histogram || !more.has_histogram) return;
  sum.has_histogram = true;
  sum.rate = more.rate;
  sum.scale = more.scale;
  sum.abbreviation = more.abbreviation;
}

// Returns the number of ticks of the sum that are as long as a tick of the profile.
double TickFactor(const Profile& sum, const Profile& more) {
  return sum.rate > 0 && more.rate > 0 && sum.rate != more.rate ? sum.rate / more.rate : 1;
}

// Adds everything but arcs. Calls are known only if all profiles have counted them.
void AddFunctions(Profile& sum, const Profile& more, double factor) {
  AddUp(sum.self_ticks, more.self_ticks, factor);
  AddUp(sum.calls, more.calls);
  AddUp(sum.self_calls, more.self_calls);
  sum.total_ticks += more.total_ticks * factor;
  sum.unattributed_ticks += more.unattributed_ticks * factor;
  sum.has_arcs = sum.has_arcs || more.has_arcs;
  sum.calls_known = sum.calls_known && more.calls_known;
  if (sum.exact) AddExact(*sum.exact, *more.exact, factor);
  if (sum.origin && more.origin) sum.origin->samples += more.origin->samples;
}

// Unknown counts and times are 0, not sums of those that are known.
void ClearUnknown(Profile& sum) {
  if (!sum.calls_known) {
    std::ranges::fill(sum.calls, 0);
    std::ranges::fill(sum.self_calls, 0);
    for (Arc& arc : sum.arcs) arc.count = 0;
  }
  if (sum.exact && !sum.exact->arc_self_known) {
    for (ExactTimes::OfArc& arc : sum.exact->arcs) arc.self = 0;
  }
}

}  // namespace

void RequireSame(const Profile& first, const Profile& other) {
  if (first.dimension == other.dimension && first.exact.has_value() == other.exact.has_value()) return;
  throw Error(ErrorCode::kIncompatible, "trials of different kinds: in " + first.dimension + " and in " +
                                            other.dimension + ", or of different profilers");
}

void ProfileSum::Add(const Profile& profile) {
  double factor = 1;
  if (!sum_) {
    sum_ = profile;
    sum_->arcs.clear();
    if (sum_->exact) sum_->exact->arcs.clear();
  } else {
    RequireSame(*sum_, profile);
    JoinHistograms(*sum_, profile);
    factor = TickFactor(*sum_, profile);
    AddFunctions(*sum_, profile, factor);
  }
  for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
    const Arc& arc = profile.arcs[i];
    const ArcId id = ids_.FindOrAdd(arc.caller, arc.callee, sum_->arcs);
    sum_->arcs[id.value].count += arc.count;
    if (!sum_->exact) continue;
    sum_->exact->arcs.resize(sum_->arcs.size());
    sum_->exact->arcs[id.value].self += profile.exact->arcs[i].self * factor;
    sum_->exact->arcs[id.value].total += profile.exact->arcs[i].total * factor;
  }
}

Profile ProfileSum::Take() {
  ClearUnknown(*sum_);
  return std::move(*sum_);
}

}  // namespace profdiff
