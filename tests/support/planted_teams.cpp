// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/planted_teams.h"

#include <algorithm>
#include <numeric>

namespace tests {

using namespace profdiff;

PlantedTeams::PlantedTeams(unsigned seed, std::size_t threads)
    : random_(seed), now_(threads, kBegin), calls_(threads), covered_(threads), library_(threads), waits_(threads) {}

std::int64_t PlantedTeams::Below(std::int64_t limit) {
  return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random_);
}

std::size_t PlantedTeams::AnyThread() {
  return static_cast<std::size_t>(Below(static_cast<std::int64_t>(now_.size())));
}

std::size_t PlantedTeams::Begin(std::size_t thread, const std::string& name) {
  calls_[thread].push_back({name, now_[thread], now_[thread]});
  return calls_[thread].size() - 1;
}

void PlantedTeams::End(std::size_t thread, std::size_t call) { calls_[thread][call].end = now_[thread]; }

void PlantedTeams::Call(std::size_t thread, const std::string& name, std::int64_t duration) {
  const std::size_t call = Begin(thread, name);
  now_[thread] += duration;
  library_[thread] += duration;
  End(thread, call);
}

void PlantedTeams::CallInAll(const std::string& name) {
  for (std::size_t i = 0; i < now_.size(); ++i) Call(i, name, 1 + Below(5));
}

void PlantedTeams::Lose(const std::string& property, RegionKind kind, std::size_t thread, std::int64_t time) {
  if (time > 0) losses_[{property, kind, function_, "", 0, static_cast<std::uint32_t>(thread)}] += time;
}

void PlantedTeams::Work(std::int64_t longest) {
  for (std::int64_t& now : now_) now += 1 + Below(longest);
}

std::vector<std::int64_t> PlantedTeams::Barrier(const std::string& property, RegionKind kind, const std::string& name) {
  const std::int64_t last = std::ranges::max(now_);
  std::vector<std::int64_t> lost;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    lost.push_back(last - now_[i]);
    Lose(property, kind, i, lost.back());
    waits_[i] += lost.back();
    Call(i, name, lost.back() + 1 + Below(5));
  }
  return lost;
}

void PlantedTeams::Region() {
  function_ = "part" + std::to_string(regions_++ % 3);
  now_[0] += 1 + Below(100);
  const std::size_t function = Begin(0, function_);
  now_[0] += 1 + Below(20);
  const std::size_t parallel = Begin(0, "GOMP_parallel");
  const std::int64_t begin = now_[0];
  now_[0] += 5;
  std::vector<std::size_t> bodies;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    now_[i] = std::max(now_[i], now_[0] + Below(30));
    bodies.push_back(Begin(i, function_ + "._omp_fn.0"));
  }
  Work(20);
  for (std::int64_t left = 1 + Below(4); left > 0; --left) Construct();
  const bool ends_with_loop = Below(3) == 0;
  if (ends_with_loop) {
    CallInAll("GOMP_loop_dynamic_start");
    for (std::size_t i = 0; i < now_.size(); ++i) {
      now_[i] += 1 + Below(500);
      Call(i, "GOMP_loop_dynamic_next", 3);
    }
    CallInAll("GOMP_loop_end_nowait");
  } else {
    Work(500);
  }
  const std::int64_t last = std::ranges::max(now_);
  for (std::size_t i = 0; i < now_.size(); ++i) {
    End(i, bodies[i]);
    ends_with_loop ? Lose("ImbalanceInParallelLoop", RegionKind::kWorksharing, i, last - now_[i])
                   : Lose("ImbalanceInParallelRegion", RegionKind::kParallel, i, last - now_[i]);
    waits_[i] += last - now_[i];
    if (i > 0) covered_[i] += now_[i] - calls_[i][bodies[i]].begin;
  }
  // The first thread spends its time in GOMP_parallel in the library, except for its time in the body.
  const std::int64_t body = now_[0] - calls_[0][bodies[0]].begin;
  now_[0] = last + 10 + Below(20);
  library_[0] += now_[0] - begin - body;
  End(0, parallel);
  now_[0] += Below(50);
  End(0, function);
}

void PlantedTeams::Construct() {
  switch (Below(8)) {
    case 0:
      StaticLoop();
      break;
    case 1:
      DynamicLoop();
      break;
    case 2:
      Sections();
      break;
    case 3:
      Single();
      break;
    case 4:
      Master();
      break;
    case 5:
      OneByOne("CriticalSectionContention", RegionKind::kCritical, "GOMP_critical_start", "GOMP_critical_end");
      break;
    case 6:
      OneByOne("LockContention", RegionKind::kLock, "omp_set_lock", "omp_unset_lock");
      break;
    default:
      Work(1000);
      Barrier("ImbalanceAtBarrier", RegionKind::kBarrier, "GOMP_barrier");
  }
  Work(100);
}

void PlantedTeams::StaticLoop() {
  CallInAll("omp_get_num_threads");
  CallInAll("omp_get_thread_num");
  Work(1000);
  Barrier("ImbalanceInParallelLoop", RegionKind::kWorksharing, "GOMP_barrier");
}

std::vector<std::int64_t> PlantedTeams::Distribute(std::int64_t chunks, const std::string& next) {
  std::vector<std::int64_t> counts(now_.size());
  for (; chunks > 0; --chunks) {
    const std::size_t thread = AnyThread();
    now_[thread] += 1 + Below(500);
    Call(thread, next, 3);
    ++counts[thread];
  }
  return counts;
}

void PlantedTeams::DynamicLoop() {
  CallInAll("GOMP_loop_dynamic_start");
  const std::vector<std::int64_t> chunks = Distribute(Below(8), "GOMP_loop_dynamic_next");
  const auto lost = Barrier("ImbalanceInParallelLoop", RegionKind::kWorksharing, "GOMP_loop_end");
  for (std::size_t i = 0; i < now_.size(); ++i) {
    if (chunks[i] == 0) Lose("InsufficientWorkInParallelLoop", RegionKind::kWorksharing, i, lost[i]);
  }
}

void PlantedTeams::Sections() {
  CallInAll("GOMP_sections_start");
  const std::vector<std::int64_t> sections = Distribute(Below(12), "GOMP_sections_next");
  const auto lost = Barrier("ImbalanceInParallelSections", RegionKind::kSections, "GOMP_sections_end");
  const bool are_few =
      std::accumulate(sections.begin(), sections.end(), std::int64_t{0}) < static_cast<std::int64_t>(sections.size());
  const bool are_even = std::ranges::min(sections) == std::ranges::max(sections);
  if (!are_few && are_even) return;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    Lose(are_few ? "ImbalanceDueToNotEnoughSections" : "ImbalanceDueToUnevenSectionDistribution", RegionKind::kSections,
         i, lost[i]);
  }
}

void PlantedTeams::Single() {
  CallInAll("GOMP_single_start");
  now_[AnyThread()] += 1 + Below(1000);
  Barrier("UnparallelizedInSingleRegion", RegionKind::kSingle, "GOMP_barrier");
}

// Lets only the first thread work before the barrier; the other threads take one nanosecond.
void PlantedTeams::Master() {
  CallInAll("omp_get_thread_num");
  for (std::int64_t& now : now_) now += 1;
  now_[0] += 500 + Below(1000);
  Barrier("UnparallelizedInMasterRegion", RegionKind::kMaster, "GOMP_barrier");
}

void PlantedTeams::OneByOne(const std::string& property, RegionKind kind, const std::string& begin,
                            const std::string& end) {
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const std::int64_t wait = 1 + Below(300);
    Call(i, begin, wait);
    Lose(property, kind, i, wait);
    waits_[i] += wait;
    now_[i] += 1 + Below(50);
    Call(i, end, 2);
  }
}

LocatedTimes PlantedTeams::Times() const {
  LocatedTimes times;
  const std::int64_t length = now_[0] + 10 - kBegin;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    PhaseTimes& own = times[{0, static_cast<std::uint32_t>(i)}];
    own.useful = (i == 0 ? length : covered_[i]) - library_[i];
    own.waits = waits_[i];
    own.runtime = length - own.useful - own.waits;
  }
  return times;
}

Trace PlantedTeams::Build() const {
  Trace trace;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    std::vector<TimedCall> calls = calls_[i];
    if (i == 0) calls.insert(calls.begin(), {"main", kBegin, now_[0] + 10});
    AddThread(trace, 0, calls);
  }
  return trace;
}

}  // namespace tests
