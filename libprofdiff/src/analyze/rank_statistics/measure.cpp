// SPDX-License-Identifier: GPL-3.0-or-later
// Makes measurements from one gprof profile per rank, with one context (region and location) for each function on each
// rank. A rank without samples of a function counts as an observation of 0; otherwise the analysis would miss an
// imbalance in which one rank does all the work.
// Tests: tests/unit/load/measurements_test.cpp.
#include <algorithm>
#include <limits>
#include <numeric>

#include "profdiff/profile.h"
#include "profdiff/properties.h"
#include "profdiff/ranks.h"
#include "profdiff/significance.h"
#include "values/evidence.h"
#include "values/loading_traces.h"
#include "values/rank_numbers.h"

namespace profdiff {
namespace {

double SecondsOf(const Profile& rank, double ticks) { return rank.rate > 0 ? rank.Seconds(ticks) : 0; }

// Returns the numbers in the names of files if they may be ranks. Numbers far above the number of files, such as
// process ids, only determine the order of ranks, as for traces.
std::vector<std::uint32_t> LikelyRanks(const std::vector<std::string>& paths) {
  constexpr std::size_t kOrdinary = 1024;
  const std::size_t bound = std::max(kOrdinary, 2 * paths.size());
  RankNumbers numbers = NumberRanks(paths);
  const bool is_ordinary = std::ranges::all_of(numbers.ranks, [bound](std::uint32_t number) { return number < bound; });
  if (!is_ordinary) std::iota(numbers.ranks.begin(), numbers.ranks.end(), 0U);
  return std::move(numbers.ranks);
}

class RankMeasures {
 public:
  RankMeasures(const FunctionTable& functions, std::span<const Profile> ranks, std::vector<std::uint32_t> numbers)
      : functions_(functions), ranks_(ranks), numbers_(std::move(numbers)) {
    for (const Profile& rank : ranks) {
      double& total = totals_.emplace_back(0);
      for (const double ticks : rank.self_ticks) total += SecondsOf(rank, ticks);
    }
  }

  Measurements Make() {
    // evenChance is the p-value of a chi-square test of the hypothesis that all ranks have the same number of samples;
    // the load imbalance property uses 1 - p as its confidence.
    made_.metrics = {"self", "calls", "rankTotal", "evenChance"};
    made_.units = {"s", "calls", "s", ""};
    made_.regions.push_back({.kind = RegionKind::kProgram, .name = "program"});
    made_.phase = RegionId(std::size_t{0});
    AddProgram();
    for (std::size_t f = 0; f < functions_.functions.size(); ++f) AddFunction(FunctionId(f));
    if (ranks_.size() == 1) {
      made_.absent.emplace_back("evenChance", "only one rank: name the profiles of several ranks");
    } else if (!CanJudge()) {
      made_.absent.emplace_back(
          "evenChance",
          "this build does not judge differences: it was compiled without Boost.Math (Debian: libboost-dev)");
    }
    AddBalance();
    return std::move(made_);
  }

 private:
  // Adds one context for each rank. The values are in the order of made_.metrics.
  void AddContexts(RegionId region, std::span<const double> seconds, std::span<const double> samples,
                   std::span<const double> calls) {
    const bool is_known = CanJudge() && ranks_.size() > 1;
    const double chance = is_known ? ChanceOfUnevenCounts(samples) : std::numeric_limits<double>::quiet_NaN();
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      made_.contexts.push_back({region, {numbers_[rank], {}}, {seconds[rank], calls[rank], totals_[rank], chance}});
    }
  }

  void AddProgram() {
    std::vector<double> samples;
    for (const Profile& rank : ranks_)
      samples.push_back(std::accumulate(rank.self_ticks.begin(), rank.self_ticks.end(), 0.0));
    AddContexts(made_.phase, totals_, samples, std::vector<double>(ranks_.size()));
  }

  void AddFunction(FunctionId f) {
    std::vector<double> seconds, samples, calls;
    double any = 0;
    for (const Profile& rank : ranks_) {
      samples.push_back(rank.self_ticks[f.value]);
      seconds.push_back(SecondsOf(rank, samples.back()));
      calls.push_back(static_cast<double>(rank.calls[f.value] + rank.self_calls[f.value]));
      any += samples.back() + calls.back();
    }
    if (any == 0) return;
    const Function& function = functions_.functions[f.value];
    const RegionId region(made_.regions.size());
    made_.regions.push_back({.kind = RegionKind::kFunction, .name = std::string(function.name), .parent = made_.phase});
    if (function.file.valid()) made_.regions.back().file = functions_.files[function.file.value];
    made_.nested.emplace_back(made_.phase, region);
    AddContexts(region, seconds, samples, calls);
  }

  // Adds the load balance as defined by POP: the mean of the ranks' times divided by their maximum. It is undefined for
  // a single rank, and if no rank has any time.
  void AddBalance() {
    const double most = totals_.empty() ? 0 : *std::ranges::max_element(totals_);
    if (totals_.size() < 2 || most <= 0) return;
    const double mean = std::accumulate(totals_.begin(), totals_.end(), 0.0) / static_cast<double>(totals_.size());
    made_.efficiencies.push_back({"loadBalance", mean / most});
  }

  const FunctionTable& functions_;
  std::span<const Profile> ranks_;
  std::vector<std::uint32_t> numbers_;
  std::vector<double> totals_;  // total time of each rank, in seconds
  Measurements made_;
};

}  // namespace

Measurements MeasureRanks(const FunctionTable& functions, std::span<const Profile> ranks,
                          std::span<const std::string> paths) {
  std::vector<std::string> names(paths.begin(), paths.end());
  names.resize(ranks.size());
  Measurements made = RankMeasures(functions, ranks, LikelyRanks(names)).Make();
  made.inputs.assign(paths.begin(), paths.end());
  return made;
}

}  // namespace profdiff
