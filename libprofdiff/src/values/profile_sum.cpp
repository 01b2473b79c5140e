// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/profile_sum.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "profdiff/error.h"

namespace profdiff {
namespace {

template <class Number>
void AddUp(std::vector<Number>& sum, const std::vector<Number>& more) {
  sum.resize(std::max(sum.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i) sum[i] += more[i];
}

void AddExact(ExactTimes& sum, const ExactTimes& more) {
  AddUp(sum.total_ticks, more.total_ticks);
  AddUp(sum.samples, more.samples);
  AddUp(sum.total_samples, more.total_samples);
  AddUp(sum.squares, more.squares);
  AddUp(sum.total_squares, more.total_squares);
  sum.arc_self_known = sum.arc_self_known && more.arc_self_known;
}

// Adds everything but arcs. Times are known if any profile has them; calls are known only if all profiles have them.
void AddFunctions(Profile& sum, const Profile& more) {
  AddUp(sum.self_ticks, more.self_ticks);
  AddUp(sum.calls, more.calls);
  AddUp(sum.self_calls, more.self_calls);
  sum.total_ticks += more.total_ticks;
  sum.unattributed_ticks += more.unattributed_ticks;
  sum.missing_ticks += more.missing_ticks;
  sum.loss.Add(more.loss);
  if (!std::exchange(sum.has_histogram, sum.has_histogram || more.has_histogram) && more.has_histogram) {
    sum.rate = more.rate;
    sum.scale = more.scale;
    sum.abbreviation = more.abbreviation;
  }
  sum.has_arcs = sum.has_arcs || more.has_arcs;
  sum.calls_known = sum.calls_known && more.calls_known;
  if (sum.exact) AddExact(*sum.exact, *more.exact);
  if (sum.origin && more.origin) sum.origin->samples += more.origin->samples;
}

}  // namespace

void RequireSame(const Profile& first, const Profile& other) {
  if (first.dimension == other.dimension && first.exact.has_value() == other.exact.has_value()) return;
  throw Error(ErrorCode::kIncompatible, "trials of different kinds: in " + first.dimension + " and in " +
                                            other.dimension + ", or of different profilers");
}

void ProfileSum::Add(const Profile& profile) {
  if (!sum_) {
    sum_ = profile;
    sum_->arcs.clear();
    if (sum_->exact) sum_->exact->arcs.clear();
  } else {
    RequireSame(*sum_, profile);
    AddFunctions(*sum_, profile);
  }
  for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
    const Arc& arc = profile.arcs[i];
    const ArcId id = ids_.FindOrAdd(arc.caller, arc.callee, sum_->arcs);
    sum_->arcs[id.value].count += arc.count;
    if (!sum_->exact) continue;
    sum_->exact->arcs.resize(sum_->arcs.size());
    sum_->exact->arcs[id.value].self += profile.exact->arcs[i].self;
    sum_->exact->arcs[id.value].total += profile.exact->arcs[i].total;
  }
}

}  // namespace profdiff
