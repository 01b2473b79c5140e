// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for waits in OpenMP constructs that are regions of the recording: each kind of wait, teams, and recordings that
// also contain the calls of compiled code.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::constructs_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

const std::map<std::string, CallDefinition> kDefinitions = {
    {"parallel", {CallRole::kParallel, "solve.c", 10}},
    {"inner parallel", {CallRole::kParallel, "solve.c", 20}},
    {"for", {CallRole::kLoop, "solve.c", 12}},
    {"second for", {CallRole::kLoop, "solve.c", 15}},
    {"sections", {CallRole::kSections, "solve.c", 30}},
    {"section", {CallRole::kSection, "solve.c", 31}},
    {"single", {CallRole::kSingle, "solve.c", 40}},
    {"block", {CallRole::kBlock, "", 0}},
    {"master", {CallRole::kMaster, "solve.c", 50}},
    {"critical", {CallRole::kCritical, "solve.c", 60}},
    {"ordered", {CallRole::kOrdered, "", 0}},
    {"atomic", {CallRole::kAtomic, "", 0}},
    {"barrier", {CallRole::kBarrier, "solve.c", 70}},
    {"implicit", {CallRole::kImplicitBarrier, "solve.c", 14}},
    {"task", {CallRole::kTask, "", 0}},
    {"taskwait", {CallRole::kOpenMp, "", 0}},
    {"unknown", {CallRole::kConstruct, "", 0}},
    {"Exchange", {CallRole::kMpi, "", 0}},
    {"step", {CallRole::kUser, "solve.c", 80}},
};

void Define(Trace& trace) {
  for (const std::string& name : trace.names) {
    const auto found = kDefinitions.find(name);
    trace.definitions.push_back(found == kDefinitions.end() ? CallDefinition() : found->second);
  }
}

Measurements Measure(const std::vector<std::vector<TimedCall>>& threads, const MeasureOptions& options = {}) {
  Trace trace;
  for (const std::vector<TimedCall>& calls : threads) AddThread(trace, 0, calls);
  Define(trace);
  return MeasureTrace(trace, options);
}

// Returns two threads of one team. The parallel region lasts from 2000 to 9000 ns in the first thread and contains the
// given calls.
std::vector<std::vector<TimedCall>> TwoThreads(const std::vector<TimedCall>& first,
                                               const std::vector<TimedCall>& second) {
  std::vector<std::vector<TimedCall>> threads = {
      {{"main", 1500, 10000}, {"solve", 1600, 9900}, {"parallel", 2000, 9000}}, {{"parallel", 1990, 9010}}};
  threads[0].insert(threads[0].end(), first.begin(), first.end());
  threads[1].insert(threads[1].end(), second.begin(), second.end());
  return threads;
}
Measurements Team(const std::vector<TimedCall>& first, const std::vector<TimedCall>& second) {
  return Measure(TwoThreads(first, second));
}

std::string ReasonOf(const Measurements& measured, const std::string& metric) {
  for (const auto& [name, reason] : measured.absent) {
    if (name == metric) return reason;
  }
  return "";
}

// Returns the regions of a kind with their files and lines, such as "solve solve.c:12".
std::vector<std::string> RegionsOf(const Measurements& measured, RegionKind kind) {
  std::vector<std::string> found;
  for (const Region& region : measured.regions) {
    if (region.kind == kind) found.push_back(region.name + " " + region.file + ":" + std::to_string(region.line));
  }
  return found;
}

void CheckSum(const Measurements& measured, double locations) {
  const double sum = SumOf(measured, "useful") + SumOf(measured, "waits") + SumOf(measured, "runtime");
  CHECK(sum == Approx(locations * *measured.seconds * 1e9));
}

using Regions = std::vector<std::string>;

}  // namespace

TEST_CASE("The barrier of a loop is within it", "[waits]") {
  const Measurements measured = Team({{"for", 2100, 7100}, {"implicit", 3000, 7050}, {"implicit", 8000, 8950}},
                                     {{"for", 2100, 7100}, {"implicit", 7000, 7050}, {"implicit", 8900, 8950}});
  CHECK(SumOf(measured, "ImbalanceInParallelLoop") == Approx(4000));
  CHECK(SumOf(measured, "ImbalanceInParallelRegion") == Approx(900));
  CHECK(SumOf(measured, "waits") == Approx(4900));
  // The metric is the time in barriers; all other time is useful work.
  CHECK(SumOf(measured, "openmp") == Approx(4050 + 50 + 950 + 50));
  CHECK(SumOf(measured, "useful") == Approx(8500 + 7020 - 5100));
  CHECK(RegionsOf(measured, RegionKind::kWorksharing) == Regions{"solve solve.c:12"});
  CHECK(RegionsOf(measured, RegionKind::kParallel) == Regions{"solve solve.c:10"});
  CHECK(ReasonOf(measured, "InsufficientWorkInParallelLoop").find("not their iterations") != std::string::npos);
  CHECK(measured.remarks.empty());
  CheckSum(measured, 2);
}

TEST_CASE("The barrier after a combined construct belongs to the construct", "[waits]") {
  const Measurements loop =
      Team({{"for", 2100, 3000}, {"implicit", 3010, 7050}}, {{"for", 2100, 7000}, {"implicit", 7010, 7050}});
  CHECK(SumOf(loop, "ImbalanceInParallelLoop") == Approx(4000));
  CHECK(SumOf(loop, "ImbalanceInParallelRegion") == 0);
  // The time between the loop and the barrier is longer than the loop, so the wait is not attributed to the loop.
  const Measurements behind =
      Team({{"for", 2100, 2200}, {"implicit", 3000, 7050}}, {{"for", 2100, 2200}, {"implicit", 7000, 7050}});
  CHECK(SumOf(behind, "ImbalanceInParallelLoop") == 0);
  CHECK(SumOf(behind, "ImbalanceInParallelRegion") == Approx(4000));
  // The loop has a barrier of its own, so the wait at the second barrier is not attributed to the loop.
  const Measurements both = Team({{"for", 2100, 2900}, {"implicit", 2800, 2850}, {"implicit", 3000, 7050}},
                                 {{"for", 2100, 2900}, {"implicit", 2800, 2850}, {"implicit", 7000, 7050}});
  CHECK(SumOf(both, "ImbalanceInParallelLoop") == 0);
  CHECK(SumOf(both, "ImbalanceInParallelRegion") == Approx(4000));
}

TEST_CASE("Constructs with one thread at work, and barriers of the program", "[waits]") {
  const Measurements single = Team({{"single", 2100, 7060}, {"implicit", 2200, 7050}},
                                   {{"single", 2100, 7060}, {"block", 2110, 6990}, {"implicit", 7000, 7050}});
  CHECK(SumOf(single, "UnparallelizedInSingleRegion") == Approx(4800));
  CHECK(RegionsOf(single, RegionKind::kSingle) == Regions{"solve solve.c:40"});
  const Measurements master = Team({{"master", 2100, 6900}, {"barrier", 7000, 7050}}, {{"barrier", 2200, 7050}});
  CHECK(SumOf(master, "UnparallelizedInMasterRegion") == Approx(4800));
  CHECK(RegionsOf(master, RegionKind::kMaster) == Regions{"solve solve.c:50"});
  const Measurements own = Team({{"master", 2100, 2110}, {"barrier", 7000, 7050}}, {{"barrier", 2200, 7050}});
  CHECK(SumOf(own, "UnparallelizedInMasterRegion") == 0);
  CHECK(SumOf(own, "ImbalanceAtBarrier") == Approx(4800));
  CHECK(RegionsOf(own, RegionKind::kBarrier) == Regions{"solve solve.c:70"});
}

TEST_CASE("Sections are counted", "[waits]") {
  const auto sections = [](std::int64_t begin, std::int64_t end, std::vector<std::int64_t> executed) {
    std::vector<TimedCall> calls = {{"sections", begin, end}};
    for (const std::int64_t time : executed) calls.push_back({"section", time, time + 100});
    return calls;
  };
  const auto in = [](std::vector<TimedCall> calls, std::int64_t begin) {
    calls.push_back({"implicit", begin, 7050});
    return calls;
  };
  const Measurements few = Team(in(sections(2100, 7100, {}), 2200), in(sections(2100, 7100, {2200}), 7000));
  CHECK(SumOf(few, "ImbalanceInParallelSections") == Approx(4800));
  CHECK(SumOf(few, "ImbalanceDueToNotEnoughSections") == Approx(4800));
  CHECK(SumOf(few, "ImbalanceDueToUnevenSectionDistribution") == 0);
  // The barrier of a combined construct (parallel sections) is the one at the end of the parallel region, after the
  // sections.
  const Measurements uneven =
      Team(in(sections(2100, 2990, {2200}), 3000), in(sections(2100, 6990, {2200, 5000}), 7000));
  CHECK(SumOf(uneven, "ImbalanceInParallelSections") == Approx(4000));
  CHECK(SumOf(uneven, "ImbalanceDueToNotEnoughSections") == 0);
  CHECK(SumOf(uneven, "ImbalanceDueToUnevenSectionDistribution") == Approx(4000));
  CHECK(RegionsOf(uneven, RegionKind::kSections) == Regions{"solve solve.c:30"});
  const Measurements even = Team(in(sections(2100, 2990, {2200}), 3000), in(sections(2100, 6990, {2200}), 7000));
  CHECK(SumOf(even, "ImbalanceDueToUnevenSectionDistribution") == 0);
}

TEST_CASE("Threads wait for critical sections outside of their blocks", "[waits]") {
  const Measurements measured = Team({{"critical", 2100, 2300},
                                      {"block", 2110, 2290},
                                      {"ordered", 3000, 3100},
                                      {"block", 3040, 3100},
                                      {"implicit", 8000, 8100}},
                                     {{"critical", 2100, 2600},
                                      {"block", 2300, 2590},
                                      {"g", 2400, 2500},
                                      {"omp_set_lock", 2700, 2770},
                                      {"atomic", 2800, 2830},
                                      {"implicit", 8000, 8100}});
  CHECK(SumOf(measured, "CriticalSectionContention") == Approx(20 + 210));
  CHECK(SumOf(measured, "LockContention") == Approx(70));
  CHECK(SumOf(measured, "FrequentAtomic") == Approx(30));
  CHECK(SumOf(measured, "openmp") == Approx(230 + 40 + 70 + 30 + 200));
  CHECK(RegionsOf(measured, RegionKind::kCritical) == Regions{"solve solve.c:60"});
  CheckSum(measured, 2);
  const Measurements whole = Team({{"critical", 2100, 2300}, {"g", 2110, 2290}}, {{"critical", 2100, 2600}});
  CHECK(std::isnan(SumOf(whole, "CriticalSectionContention")));
  CHECK(ReasonOf(whole, "CriticalSectionContention").find("without their blocks") != std::string::npos);
  CHECK(SumOf(whole, "openmp") == 0);
}

TEST_CASE("Tasks that a thread executes while it waits are not a wait", "[waits]") {
  const Measurements measured = Team({{"implicit", 3000, 7100},
                                      {"task", 4000, 5000},
                                      {"taskwait", 4100, 4300},
                                      {"task", 4150, 4200},
                                      {"task", 6900, 7050}},
                                     {{"taskwait", 2100, 2300}, {"task", 2150, 2250}, {"implicit", 7000, 7100}});
  // The first thread arrives when its last task ends, at 7050.
  CHECK(SumOf(measured, "ImbalanceInParallelRegion") == Approx(4050 - 1000 - 150 + 50));
  CHECK(SumOf(measured, "openmp") == Approx(4100 - 1000 - 150 + 150 + 100 + 100));
  CheckSum(measured, 2);
}

TEST_CASE("Findings are in the nearest function of the program", "[waits]") {
  // Both threads call work in the parallel region, and the second one then calls MPI. No function of the program
  // encloses the second thread's part of the region.
  const Measurements measured =
      Team({{"work", 2100, 7500}, {"for", 2200, 7300}, {"implicit", 3000, 7050}, {"implicit", 8000, 8100}},
           {{"work", 2100, 7500},
            {"for", 2200, 7300},
            {"implicit", 7000, 7050},
            {"Exchange", 7600, 7700},
            {"implicit", 8000, 8100}});
  CHECK(RegionsOf(measured, RegionKind::kWorksharing) == Regions{"work solve.c:12"});
  CHECK(RegionsOf(measured, RegionKind::kFunction) == Regions{"main :0", "work :0", "solve :0"});
  CHECK(RegionsOf(measured, RegionKind::kMpi) == Regions{"solve :0"});
  CHECK(SumOf(measured, "mpi") == Approx(100));
  // Two loops without a recorded function belong to the phase. They are listed by line.
  const Measurements two = Measure({{{"parallel", 2000, 9000},
                                     {"second for", 2100, 4100},
                                     {"implicit", 3000, 4050},
                                     {"for", 5000, 6100},
                                     {"implicit", 5500, 6050}},
                                    {{"parallel", 2000, 9000},
                                     {"second for", 2100, 4100},
                                     {"implicit", 4000, 4050},
                                     {"for", 5000, 6100},
                                     {"implicit", 6000, 6050}}});
  CHECK(RegionsOf(two, RegionKind::kWorksharing) == Regions{"program solve.c:12", "program solve.c:15"});
  CHECK(SumOf(two, "ImbalanceInParallelLoop", RegionId(std::size_t{1})) == Approx(500));
  CHECK(SumOf(two, "ImbalanceInParallelLoop", RegionId(std::size_t{2})) == Approx(1000));
  CHECK(SumOf(two, "ImbalanceInParallelLoop") == Approx(1500));
}

TEST_CASE("Teams are the parts of a region that overlap", "[waits]") {
  // Two functions, f and g, execute the same region: f with two threads, and g with three.
  const Measurements twice =
      Measure({{{"main", 1000, 9000},
                {"f", 1100, 4000},
                {"parallel", 2000, 3000},
                {"implicit", 2500, 2950},
                {"g", 5000, 8000},
                {"parallel", 6000, 7000},
                {"implicit", 6500, 6950}},
               {{"parallel", 1990, 3010}, {"implicit", 2900, 2950}, {"parallel", 5990, 7010}, {"implicit", 6900, 6950}},
               {{"parallel", 6000, 7000}, {"implicit", 6600, 6950}}});
  CHECK(RegionsOf(twice, RegionKind::kParallel) == Regions{"f solve.c:10", "g solve.c:10"});
  CHECK(SumOf(twice, "ImbalanceInParallelRegion") == Approx(400 + 400 + 300));
  // Another rank has teams of its own.
  Trace ranks;
  for (const std::uint32_t rank : {0U, 1U}) {
    const std::int64_t late = 100 * rank;
    AddThread(ranks, rank, {{"main", 1000, 9000}, {"parallel", 2000, 3000}, {"implicit", 2500 + late, 2950}});
    AddThread(ranks, rank, {{"parallel", 2000, 3000}, {"implicit", 2800 + late, 2950}});
  }
  Define(ranks);
  CHECK(SumOf(MeasureTrace(ranks), "ImbalanceInParallelRegion") == Approx(300 + 300));
}

TEST_CASE("Nested regions have teams if they can be separated", "[waits]") {
  const TimedCall outer = {"parallel", 2000, 9000}, end = {"implicit", 8800, 8900};
  const auto inner = [](std::int64_t begin, std::int64_t finish) {
    return std::vector<TimedCall>{{"inner parallel", begin, finish}, {"implicit", finish - 100, finish - 10}};
  };
  const auto thread = [&](std::vector<TimedCall> calls, const std::vector<TimedCall>& nested, bool is_main) {
    if (is_main) calls.insert(calls.begin(), {{"main", 1000, 9500}, {"solve", 1500, 9200}});
    calls.insert(calls.end(), nested.begin(), nested.end());
    calls.push_back(end);
    return calls;
  };
  // Each thread is alone in the inner region.
  const Measurements alone =
      Measure({thread({outer}, inner(3000, 5000), true), thread({outer}, inner(3500, 7000), false)});
  CHECK(SumOf(alone, "waits") == 0);
  CHECK(ReasonOf(alone, "ImbalanceInParallelRegion").empty());
  // One of the threads begins an inner team with a thread of its own.
  const Measurements one = Measure({thread({outer}, {}, true),
                                    thread({outer}, inner(3000, 5000), false),
                                    {{"inner parallel", 3000, 5000}, {"implicit", 4000, 4990}}});
  CHECK(SumOf(one, "ImbalanceInParallelRegion") == Approx(900));
  CHECK(RegionsOf(one, RegionKind::kParallel) == Regions{"solve solve.c:20"});
  // Both threads begin an inner team.
  const Measurements both = Measure({thread({outer}, inner(3000, 5000), true),
                                     thread({outer}, inner(3500, 7000), false),
                                     {{"inner parallel", 3000, 5000}, {"implicit", 4000, 4990}},
                                     {{"inner parallel", 3500, 7000}, {"implicit", 6000, 6990}}});
  CHECK(std::isnan(SumOf(both, "ImbalanceInParallelRegion")));
  CHECK(ReasonOf(both, "ImbalanceInParallelRegion").find("cannot be separated: inner parallel") != std::string::npos);
  // In a damaged recording, the regions are nested differently in the two threads: each region contains the other one.
  const Measurements damaged = Measure({{{"parallel", 2000, 9000}, {"inner parallel", 2100, 8000}},
                                        {{"inner parallel", 2000, 9000}, {"parallel", 2100, 8000}}});
  CHECK(SumOf(damaged, "waits") == 0);
}

TEST_CASE("Teams whose threads do not match are reported", "[waits]") {
  const Measurements lacks = Team({{"for", 2100, 7100}, {"implicit", 3000, 7050}}, {{"for", 2100, 7100}});
  CHECK(SumOf(lacks, "ImbalanceInParallelLoop") == 0);
  const auto is_solve = [](const Region& region) { return region.name == "solve"; };
  const auto solve = std::ranges::find_if(lacks.regions, is_solve);
  REQUIRE(solve != lacks.regions.end());
  CHECK(solve->incomplete.starts_with("threads of one team of solve have different numbers of barriers"));
  CHECK(lacks.regions[lacks.phase.value].incomplete == solve->incomplete);
  const Measurements open = Team({{"for", 2100, 7100}}, {{"for", 2100, 7100}});
  CHECK(ReasonOf(open, "ImbalanceInParallelRegion") ==
        "a region was recorded without the barrier at its end: parallel");
  CHECK(SumOf(open, "ImbalanceAtBarrier") == 0);
  CHECK(SumOf(open, "openmp") == 0);
}

TEST_CASE("A part of the program that its source marks is a region of the user", "[waits]") {
  const Measurements measured =
      Measure({{{"main", 1500, 10000}, {"step", 2000, 9000}, {"Exchange", 3000, 4000}, {"f", 9100, 9900}}});
  CHECK(RegionsOf(measured, RegionKind::kUser) == Regions{"step solve.c:80"});
  CHECK(RegionsOf(measured, RegionKind::kMpi) == Regions{"step :0"});
  CHECK(SumOf(measured, "mpi") == Approx(1000));
}

TEST_CASE("Regions and the calls of compiled code do not count twice", "[waits]") {
  const std::vector<TimedCall> first = {{"for", 2100, 7100},
                                        {"implicit", 3000, 7050},
                                        {"critical", 7200, 7300},
                                        {"block", 7250, 7290},
                                        {"barrier", 8000, 8100}};
  const std::vector<TimedCall> second = {{"for", 2100, 7100}, {"implicit", 7000, 7050}, {"barrier", 8080, 8100}};
  const Measurements plain = Team(first, second);
  const auto with = [](std::vector<TimedCall> calls, const std::vector<TimedCall>& more) {
    // Added calls are placed after other calls that begin at the same time.
    for (const TimedCall& each : more) {
      auto place = calls.begin();
      while (place != calls.end() && place->begin <= each.begin) ++place;
      calls.insert(place, each);
    }
    return calls;
  };
  const std::vector<TimedCall> calls = {{"GOMP_barrier", 8085, 8095}};
  const std::vector<TimedCall> first_calls = {
      {"GOMP_barrier", 3010, 7040}, {"GOMP_critical_start", 7210, 7240}, {"GOMP_critical_end", 7291, 7292}};
  // Outlined bodies of compiled code contain the regions if OPARI2 instruments the source; otherwise, the regions
  // contain the bodies.
  const std::vector<TimedCall> bodies[] = {{{"solve._omp_fn.0", 1960, 9100}}, {{"solve._omp_fn.0", 2005, 8990}}};
  for (const std::vector<TimedCall>& body : bodies) {
    std::vector<std::vector<TimedCall>> threads = TwoThreads(with(first, calls), with(second, calls));
    threads[0] = with(with(threads[0], first_calls), body);
    threads[1] = with(threads[1], body);
    const std::int64_t begin = body[0].begin - 2;
    threads[0] = with(threads[0], {{"GOMP_parallel", begin, body[0].end + 2}});
    const Measurements mixed = Measure(threads);
    for (const std::string metric : {"ImbalanceInParallelLoop", "ImbalanceAtBarrier", "CriticalSectionContention",
                                     "ImbalanceInParallelRegion", "waits"}) {
      CAPTURE(metric, body[0].begin);
      CHECK(SumOf(mixed, metric) == Approx(SumOf(plain, metric)));
    }
    CHECK(RegionsOf(mixed, RegionKind::kWorksharing) == Regions{"solve solve.c:12"});
    CHECK(mixed.remarks.empty());
    CheckSum(mixed, 2);
  }
  // The parallel region is within a call of the OpenMP library.
  std::vector<std::vector<TimedCall>> threads = TwoThreads(first, second);
  threads[0] = with(threads[0], {{"GOMP_parallel", 1950, 9500}});
  const Measurements called = Measure(threads);
  CHECK(SumOf(called, "waits") == Approx(SumOf(plain, "waits")));
  CHECK(SumOf(called, "openmp") == Approx(SumOf(plain, "openmp") + 550));
  CheckSum(called, 2);
}

TEST_CASE("Counts of workers belong to the function that began their team", "[waits]") {
  std::vector<std::vector<TimedCall>> calls =
      TwoThreads({{"implicit", 8000, 8100}}, {{"for", 3000, 4000}, {"g", 3100, 3200}, {"implicit", 7900, 8100}});
  Trace trace;
  for (const std::vector<TimedCall>& each : calls) AddThread(trace, 0, each);
  Define(trace);
  trace.counters = {{"C", ""}};
  CounterReadings& readings = trace.threads[1].counters;
  readings.sets = {{CounterId(0)}};
  const auto read = [&](CallId call, std::size_t next, std::uint64_t time, double count) {
    readings.set.push_back(0);
    readings.call.push_back(call);
    readings.next.emplace_back(next);
    readings.time.push_back(time);
    readings.counts.push_back(count);
  };
  // The comments on the following calls state where the events since the previous reading occurred.
  read(CallId(), 0, 1990, 0);
  read(CallId(0), 1, 3000, 7);                   // events in the parallel region before the loop
  read(CallId(std::size_t{1}), 2, 3100, 20);     // events in the loop before the call of g
  read(CallId(std::size_t{2}), 3, 3200, 300);    // events in g
  read(CallId(std::size_t{0}), 3, 7900, 4000);   // events from g to the barrier
  read(CallId(std::size_t{3}), 4, 8100, 50000);  // events in the barrier
  const Measurements measured = MeasureTrace(trace);
  const std::size_t metric = measured.FindMetric("C").value();
  std::map<std::string, double> counts;
  for (const Context& context : measured.contexts) {
    if (*context.location.thread == 1)
      counts[measured.regions[context.region.value].name] += context.values[metric];
    else
      CHECK(std::isnan(context.values[metric]));
  }
  CHECK(counts == std::map<std::string, double>{{"main", 4327}, {"solve", 4027}, {"g", 300}});
}

}  // namespace profdiff::constructs_test
