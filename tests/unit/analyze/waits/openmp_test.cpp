// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for waits of OpenMP threads in each construct, and for recordings that lack calls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::openmp_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

const std::string kBody = "solve._omp_fn.0";

// Measures two threads of one team, with the given calls in the body of the region. The body begins at 2000 ns; it ends
// at `first_end` in the first thread and at 9000 ns in the second one.
Measurements Team(const std::vector<TimedCall>& first, const std::vector<TimedCall>& second,
                  std::int64_t first_end = 9000) {
  Trace trace;
  std::vector<TimedCall> leader = {
      {"main", 1500, 10000}, {"solve", 1600, 9900}, {"GOMP_parallel", 1900, 9500}, {kBody, 2000, first_end}};
  leader.insert(leader.end(), first.begin(), first.end());
  AddThread(trace, 0, leader);
  std::vector<TimedCall> other = {{kBody, 2000, 9000}};
  other.insert(other.end(), second.begin(), second.end());
  AddThread(trace, 0, other);
  return MeasureTrace(trace);
}

// Measures the same team with LLVM's library; clang -g puts the region into a function that the outlined one calls.
Measurements LlvmTeam(const std::vector<TimedCall>& first, const std::vector<TimedCall>& second) {
  Trace trace;
  std::vector<TimedCall> leader = {{"main", 1500, 10000},
                                   {"solve", 1600, 9900},
                                   {"__kmpc_fork_call", 1900, 9500},
                                   {".omp_outlined..7", 2000, 9000},
                                   {".omp_outlined._debug__", 2001, 8999}};
  leader.insert(leader.end(), first.begin(), first.end());
  AddThread(trace, 0, leader);
  std::vector<TimedCall> other = {{".omp_outlined..7", 2000, 9000}, {".omp_outlined._debug__", 2001, 8999}};
  other.insert(other.end(), second.begin(), second.end());
  AddThread(trace, 0, other);
  return MeasureTrace(trace);
}

std::string NameOfRegion(const Measurements& measured, RegionKind kind) {
  for (const Region& region : measured.regions) {
    if (region.kind == kind) return region.name;
  }
  return "";
}

}  // namespace

TEST_CASE("Barriers belong to the construct before them", "[waits]") {
  const TimedCall threads = {"omp_get_num_threads", 2010, 2020}, number = {"omp_get_thread_num", 2020, 2030};
  const TimedCall early = {"GOMP_barrier", 3000, 7010}, late = {"GOMP_barrier", 7000, 7010};
  SECTION("a loop that was divided beforehand") {
    const Measurements measured = Team({threads, number, early}, {threads, number, late});
    CHECK(SumOf(measured, "ImbalanceInParallelLoop") == Approx(4000));
    CHECK(NameOfRegion(measured, RegionKind::kWorksharing) == "solve");
  }
  SECTION("single") {
    const TimedCall single = {"GOMP_single_start", 2010, 2020};
    CHECK(SumOf(Team({single, early}, {single, late}), "UnparallelizedInSingleRegion") == Approx(4000));
  }
  SECTION("the program's own, as both have work") {
    const Measurements measured = Team({number, early}, {number, late});
    CHECK(SumOf(measured, "ImbalanceAtBarrier") == Approx(4000));
    CHECK(SumOf(measured, "UnparallelizedInMasterRegion") == 0);
  }
  SECTION("master, as one alone has work") {
    const Measurements measured = Team({number, {"GOMP_barrier", 2040, 7010}}, {number, late});
    CHECK(SumOf(measured, "UnparallelizedInMasterRegion") == Approx(4960));
  }
}

TEST_CASE("A loop without iterations for a thread, and sections", "[waits]") {
  const TimedCall start = {"GOMP_loop_dynamic_start", 2010, 2020}, next = {"GOMP_loop_dynamic_next", 6000, 6010};
  const Measurements loop = Team({start, {"GOMP_loop_end", 2030, 6110}}, {start, next, {"GOMP_loop_end", 6100, 6110}});
  CHECK(SumOf(loop, "ImbalanceInParallelLoop") == Approx(4070));
  CHECK(SumOf(loop, "InsufficientWorkInParallelLoop") == Approx(4070));
  CHECK(SumOf(loop, "waits") == Approx(4070));

  const TimedCall sections = {"GOMP_sections_start", 2010, 2020};
  const auto executed = [](std::int64_t time) { return TimedCall{"GOMP_sections_next", time, time + 10}; };
  const Measurements few = Team({sections, {"GOMP_sections_end", 2030, 6110}},
                                {sections, executed(6000), {"GOMP_sections_end", 6100, 6110}});
  CHECK(SumOf(few, "ImbalanceDueToNotEnoughSections") == Approx(4070));
  CHECK(SumOf(few, "ImbalanceDueToUnevenSectionDistribution") == 0);
  const Measurements uneven = Team({sections, executed(2100), {"GOMP_sections_end", 2200, 6110}},
                                   {sections, executed(4000), executed(6000), {"GOMP_sections_end", 6100, 6110}});
  CHECK(SumOf(uneven, "ImbalanceDueToNotEnoughSections") == 0);
  CHECK(SumOf(uneven, "ImbalanceDueToUnevenSectionDistribution") == Approx(3900));
}

TEST_CASE("LLVM's barriers belong to the last call before them", "[waits]") {
  const TimedCall early = {"__kmpc_barrier", 3000, 7010}, late = {"__kmpc_barrier", 7000, 7010};
  const auto lost = [&](const char* property, const TimedCall& last) {
    return SumOf(LlvmTeam({last, early}, {last, late}), property);
  };
  CHECK(lost("ImbalanceInParallelLoop", {"__kmpc_for_static_fini", 2010, 2020}) == Approx(4000));
  CHECK(lost("UnparallelizedInSingleRegion", {"__kmpc_single", 2010, 2020}) == Approx(4000));
  CHECK(lost("UnparallelizedInMasterRegion", {"__kmpc_end_masked", 2010, 2020}) == Approx(4000));
  CHECK(lost("ImbalanceAtBarrier", {"omp_get_thread_num", 2010, 2020}) == Approx(4000));
  CHECK(lost("CriticalSectionContention", {"__kmpc_critical", 2010, 2020}) == Approx(20));
  const TimedCall next = {"__kmpc_dispatch_next_8u", 2010, 2020}, again = {"__kmpc_dispatch_next_8u", 2500, 2510};
  const Measurements dynamic = LlvmTeam({next, early}, {next, again, late});
  CHECK(SumOf(dynamic, "ImbalanceInParallelLoop") == Approx(4000));
  CHECK(SumOf(dynamic, "InsufficientWorkInParallelLoop") == Approx(4000));
  CHECK(NameOfRegion(dynamic, RegionKind::kWorksharing) == "solve");
  // Iterations of static loops are not recorded.
  const TimedCall end = {"__kmpc_for_static_fini", 2010, 2020};
  const auto is_absent = [](const Measurements& measured) {
    const auto name_of = [](const auto& each) { return std::string_view(each.first); };
    return std::ranges::count(measured.absent, "InsufficientWorkInParallelLoop", name_of) == 1;
  };
  CHECK(is_absent(LlvmTeam({end, early}, {end, late})));
  CHECK_FALSE(is_absent(dynamic));
}

TEST_CASE("Threads wait for the last one at the end of a region", "[waits]") {
  const Measurements measured = Team({}, {}, 4000);
  CHECK(SumOf(measured, "ImbalanceInParallelRegion") == Approx(5000));
  CHECK(NameOfRegion(measured, RegionKind::kParallel) == "solve");
  // The bodies last from 2000 to 4000 ns and from 2000 to 9000 ns; the last two terms are time in main and solve
  // outside of the library.
  CHECK(SumOf(measured, "useful") == Approx(2000 + 7000 + 400 + 500));
  CHECK(SumOf(measured, "useful") + SumOf(measured, "waits") + SumOf(measured, "runtime") == Approx(2 * 8500));
}

TEST_CASE("Tasks that waiting threads execute are work", "[waits]") {
  const TimedCall single = {"GOMP_single_start", 2010, 2020};
  const std::string task = "solve._omp_fn.1";
  SECTION("in a barrier") {
    // The second thread finishes the last task at 6000 ns; the first thread is idle from 4000 ns on.
    const Measurements measured =
        Team({single, {"GOMP_task", 2100, 2110}, {"GOMP_barrier", 2200, 7010}, {task, 2300, 4000}},
             {single, {"GOMP_barrier", 2030, 7010}, {task, 2300, 4100}, {task, 4200, 6000}});
    CHECK(SumOf(measured, "UnparallelizedInSingleRegion") == Approx((100 + 2000) + (270 + 100)));
    CHECK(SumOf(measured, "useful") == Approx(2 * 7000 + 900 - 2 * 10 - 10 - (4810 - 1700) - (4980 - 3600)));
  }
  SECTION("in threads of the pool, after their part of the region, and in the call that began it") {
    Trace trace;
    AddThread(trace, 0,
              {{"main", 1500, 10000},
               {"solve", 1600, 9900},
               {"GOMP_parallel", 1900, 9500},
               {kBody, 2000, 3000},
               {task, 3100, 5000}});
    AddThread(trace, 0, {{kBody, 2000, 3000}, {task, 3100, 5100}, {task, 5200, 9000}});
    const Measurements measured = MeasureTrace(trace);
    CHECK(SumOf(measured, "ImbalanceInParallelRegion") == Approx((6000 - 1900) + (6000 - 2000 - 3800)));
  }
  SECTION("LLVM") {
    const Measurements measured =
        LlvmTeam({{"__kmpc_single", 2010, 2020}, {"__kmpc_barrier", 2200, 7010}, {".omp_task_entry..3", 2300, 6900}},
                 {{"__kmpc_single", 2010, 2020}, {"__kmpc_barrier", 2030, 7010}, {".omp_task_entry..3", 2300, 6800}});
    CHECK(SumOf(measured, "UnparallelizedInSingleRegion") == Approx(100 + 270 + 100));
  }
}

TEST_CASE("Threads wait for the one that executes a single with copyprivate", "[waits]") {
  const Measurements gcc =
      Team({{"GOMP_single_copy_start", 2010, 2020}, {"GOMP_single_copy_end", 6000, 6010}, {"GOMP_barrier", 7000, 7010}},
           {{"GOMP_single_copy_start", 2010, 6010}, {"GOMP_barrier", 7000, 7010}});
  CHECK(SumOf(gcc, "UnparallelizedInSingleRegion") == Approx(3990));
  CHECK(SumOf(gcc, "ImbalanceAtBarrier") == 0);
  const Measurements llvm =
      LlvmTeam({{"__kmpc_single", 2010, 2020}, {"__kmpc_end_single", 6000, 6010}, {"__kmpc_copyprivate", 6020, 6030}},
               {{"__kmpc_single", 2010, 2020}, {"__kmpc_copyprivate", 2030, 6030}});
  CHECK(SumOf(llvm, "UnparallelizedInSingleRegion") == Approx(3990));
}

TEST_CASE("The overhead of a construct is at least its waits, each counted once", "[waits]") {
  const auto overhead_of = [](const Measurements& measured, RegionKind kind) {
    for (std::size_t i = 0; i < measured.regions.size(); ++i) {
      if (measured.regions[i].kind == kind) return SumOf(measured, "openmp", RegionId(i));
    }
    return -1.0;
  };
  const TimedCall single = {"GOMP_single_start", 2010, 2020};
  const Measurements measured = Team({single, {"GOMP_barrier", 3000, 7010}}, {single, {"GOMP_barrier", 7000, 7010}});
  CHECK(overhead_of(measured, RegionKind::kSingle) == Approx(4000));
  CHECK(SumOf(measured, "openmp") == Approx(600 + 2 * 10 + 4010 + 10));
  // The second thread ends its section at 3000 and then waits, but the wait is not a recorded call.
  const TimedCall sections = {"GOMP_sections_start", 2010, 2020}, next = {"GOMP_sections_next", 2900, 2910};
  Trace trace;
  AddThread(trace, 0,
            {{"main", 1500, 10000},
             {"GOMP_parallel_sections", 1900, 9500},
             {kBody, 2000, 9000},
             {"GOMP_sections_next", 8900, 8910},
             {"GOMP_sections_end_nowait", 8920, 8930}});
  AddThread(trace, 0, {{kBody, 2000, 3000}, next, {"GOMP_sections_end_nowait", 2920, 2930}});
  const Measurements at_end = MeasureTrace(trace);
  CHECK(SumOf(at_end, "ImbalanceDueToNotEnoughSections") == Approx(6000));
  CHECK(SumOf(at_end, "openmp") == Approx(600 + 4 * 10 + 6000));
  CHECK(overhead_of(at_end, RegionKind::kSections) == Approx(6000));
}

TEST_CASE("Waits for locks and critical sections last as long as the calls", "[waits]") {
  const Measurements measured =
      Team({{"GOMP_critical_start", 2100, 2110}, {"omp_set_lock", 3000, 3005}},
           {{"GOMP_critical_start", 2100, 2500}, {"omp_set_lock", 3000, 4000}, {"GOMP_atomic_start", 5000, 5020}});
  CHECK(SumOf(measured, "CriticalSectionContention") == Approx(410));
  CHECK(SumOf(measured, "LockContention") == Approx(1005));
  CHECK(SumOf(measured, "FrequentAtomic") == Approx(20));
}

TEST_CASE("Atomic updates without a recorded call are unknown, not free", "[waits]") {
  const Measurements measured = Team({{"omp_set_lock", 3000, 3005}}, {});
  CHECK(std::isnan(SumOf(measured, "FrequentAtomic")));
  CHECK(SumOf(measured, "LockContention") == Approx(5));
}

TEST_CASE("Regions that were recorded in only one thread lead to a remark", "[waits]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 1500, 10000}, {"GOMP_parallel", 1900, 9500}, {kBody, 2000, 9000}});
  const Measurements alone = MeasureTrace(trace);
  REQUIRE(alone.remarks.size() == 1);
  CHECK(TextOf(alone.remarks[0]).find("without a filter") != std::string::npos);
  CHECK(Team({}, {}).remarks.empty());
}

TEST_CASE("A single at the end of a region is found by the one thread that works in it", "[waits]") {
  const TimedCall single = {"GOMP_single_start", 2010, 2020};
  const Measurements one = Team({single}, {single}, 2100);
  CHECK(SumOf(one, "UnparallelizedInSingleRegion") == Approx(6900));
  CHECK(SumOf(one, "ImbalanceInParallelRegion") == 0);
  CHECK(SumOf(Team({single}, {single}, 5000), "ImbalanceInParallelRegion") == Approx(4000));
  CHECK(SumOf(Team({}, {single}, 2100), "UnparallelizedInSingleRegion") == 0);
}

TEST_CASE("Where calls of a team are missing, its function is incomplete, and efficiencies are unknown", "[waits]") {
  const Measurements measured = Team({{"GOMP_barrier", 3000, 7010}}, {});
  CHECK(measured.efficiencies.empty());
  CHECK_FALSE(Team({}, {}).efficiencies.empty());
  REQUIRE(measured.remarks.size() == 1);
  const std::string reason = TextOf(measured.remarks[0]);
  CHECK(reason.find("team of solve have") != std::string::npos);
  CHECK(reason.find("LD_BIND_NOW=1") != std::string::npos);
  for (const Region& region : measured.regions) CHECK(region.incomplete == reason);
  CHECK(std::ranges::count(measured.incomplete_metrics, "OpenMPOverhead") == 0);
  CHECK(std::ranges::count(measured.incomplete_metrics, "openmp") == 1);
}

}  // namespace profdiff::openmp_test
