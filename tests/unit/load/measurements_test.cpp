// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for profiles of several processes as measurements, for the scaling of computation, and for loading each kind of
// recording.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/error.h"
#include "profdiff/profile.h"
#include "profdiff/properties.h"
#include "profdiff/significance.h"
#include "support/planted_waits.h"
#include "support/temporary_file.h"
#include "values/evidence.h"
#include "values/loading_traces.h"

namespace profdiff::measurements_test {

using tests::AddThread;
using tests::TemporaryFile;

namespace {

// Returns the profile of a rank in which f and g have the given numbers of samples, at 100 samples per second.
Profile Rank(double f, double g) {
  Profile profile;
  profile.self_ticks = {f, g};
  profile.calls = {1, 0};
  profile.self_calls = {0, 0};
  profile.rate = 100;
  profile.has_histogram = true;
  return profile;
}

FunctionTable TwoFunctions() {
  FunctionTable table;
  table.functions.resize(2);
  table.functions[0].name = "f";
  table.functions[1].name = "g";
  return table;
}

double EfficiencyOf(const Measurements& measurements, const std::string& name) {
  for (const Efficiency& efficiency : measurements.efficiencies) {
    if (efficiency.name == name) return efficiency.value;
  }
  return -1;
}

Trace OneRank(std::int64_t in_mpi) {
  Trace trace;
  for (std::uint32_t rank : {0U, 1U}) {
    AddThread(trace, rank, {{"main", 2000, 12000}, {"MPI_Comm_rank", 3000, 3000 + in_mpi}});
  }
  return trace;
}

}  // namespace

TEST_CASE("A rank with three times the work is found, a balanced function is not", "[measurements]") {
  const std::vector<Profile> ranks = {Rank(100, 201), Rank(104, 199), Rank(300, 203), Rank(98, 197)};
  const std::vector<std::string> paths = {"a", "b", "c", "d"};
  const Measurements measured = MeasureRanks(TwoFunctions(), ranks, paths);
  CHECK(measured.inputs == paths);
  const double mean = (301 + 303 + 503 + 295) / 4.0;
  CHECK(EfficiencyOf(measured, "loadBalance") == Approx(mean / 503));
  if (!CanJudge()) return;
  const Findings found = FindProperties(measured, BuiltInProperties());
  REQUIRE(found.properties.size() == 2);  // one finding for the program and one for f
  const Finding& of_f = found.properties[1].region == measured.phase ? found.properties[0] : found.properties[1];
  CHECK(measured.regions[of_f.region.value].name == "f");
  CHECK(of_f.leaf);
  CHECK(of_f.severity == Approx((3.0 - 1.505) / 5.03));
  CHECK(of_f.confidence > 0.99);
  CHECK(of_f.locations.front().location.rank == 2U);
}

TEST_CASE("Numbers in names are ranks, but process ids only order them", "[measurements]") {
  const std::vector<Profile> profiles = {Rank(100, 201), Rank(104, 199)};
  const std::vector<std::string> ranks = {"g.2", "g.10"}, ids = {"g.41236", "g.41237"}, others = {"a", "b"};
  const auto numbers = [&profiles](const std::vector<std::string>& paths) {
    const Measurements made = MeasureRanks(TwoFunctions(), profiles, paths);
    return std::pair(*made.contexts[0].location.rank, *made.contexts[1].location.rank);
  };
  CHECK(numbers(ranks) == std::pair(2U, 10U));
  CHECK(numbers(ids) == std::pair(0U, 1U));
  CHECK(numbers(others) == std::pair(0U, 1U));
}

TEST_CASE("One rank cannot be imbalanced", "[measurements]") {
  const std::vector<Profile> ranks = {Rank(100, 201)};
  const std::vector<std::string> paths = {"a"};
  const Findings found = FindProperties(MeasureRanks(TwoFunctions(), ranks, paths), BuiltInProperties());
  const auto uneven = std::ranges::find(found.not_applicable, "ImbalanceOverRanks", &NotApplicable::name);
  REQUIRE(uneven != found.not_applicable.end());
  CHECK_FALSE(uneven->region.valid());
  CHECK(uneven->reason == "only one rank: name the profiles of several ranks");
}

TEST_CASE("Tables can contain the misses that other processors cause", "[measurements]") {
  const TemporaryFile table("region,metric,value\nf,Dr,800\nf,Dw,200\nf,D1mr,40\nf,D1mw,60\nf,D1coherence,90\n");
  const Measurements measured = LoadMeasurements(table.path());
  const Findings found = FindProperties(measured, BuiltInProperties());
  const auto is_it = [&](const Finding& each) {
    return each.name == "CoherenceMisses" && each.region != measured.phase;
  };
  const auto coherence = std::ranges::find_if(found.properties, is_it);
  REQUIRE(coherence != found.properties.end());
  CHECK(coherence->severity == Approx(0.09));
  CHECK(coherence->refines == "LC1MissesOverMemRef");
  CHECK(coherence->leaf);
  CHECK_FALSE(coherence->hint.empty());
}

TEST_CASE("Counts of equal means differ by chance", "[measurements]") {
  if (!CanJudge()) return;
  // The probability that chi-square with three degrees of freedom exceeds 7.815 is 0.05.
  const std::vector<double> counts = {100, 100, 100, 100};
  CHECK(ChanceOfUnevenCounts(counts) == Approx(1));
  const double d = std::sqrt(7.814727903 * 100 / 2);
  CHECK(ChanceOfUnevenCounts(std::vector<double>{100 + d, 100 - d, 100, 100}) == Approx(0.05).epsilon(1e-6));
  CHECK(ChanceOfUnevenCounts(std::vector<double>{5}) == 1);
  CHECK(ChanceOfUnevenCounts(std::vector<double>{0, 0}) == 1);
}

TEST_CASE("Computation scales from a reference", "[measurements]") {
  Measurements run = MeasureTrace(OneRank(1000));
  AddScaling(run, MeasureTrace(OneRank(5500)));
  CHECK(EfficiencyOf(run, "computationScaling") == Approx(0.5));
  CHECK(EfficiencyOf(run, "globalEfficiency") == Approx(0.9 * 0.5));
  Measurements table = MeasureRanks(TwoFunctions(), {}, {});
  CHECK_THROWS_AS(AddScaling(run, table), Error);
}

TEST_CASE("Useful times of processes have a load balance", "[measurements]") {
  const auto measure = [](const std::string& rows) {
    const TemporaryFile table("region,thread,metric,value\n" + rows);
    return LoadMeasurements(table.path());
  };
  const std::string first = ",,useful,3\n", second = ",0,useful,1\n,1,useful,2\n,1,a,7\n,2,a,7\n";
  CHECK(EfficiencyOf(measure(second), "loadBalance") == Approx(0.75));
  CHECK(EfficiencyOf(JoinMeasurements({measure(first), measure(second)}), "loadBalance") == Approx(2.0 / 3));
  CHECK(EfficiencyOf(JoinMeasurements({measure(first)}), "loadBalance") == -1);
  CHECK(EfficiencyOf(measure(",0,useful,0\n,1,useful,0\n"), "loadBalance") == -1);
  CHECK(EfficiencyOf(measure("f,0,useful,1\nf,1,useful,3\ng,1,useful,1\n"), "loadBalance") == Approx(2.5 / 4));
}

TEST_CASE("Counters break down the scaling of computation", "[measurements]") {
  const auto measure = [](const std::string& rows) {
    const TemporaryFile table("region,rank,metric,value\n" + rows);
    return LoadMeasurements(table.path());
  };
  const Measurements one = measure(",0,useful,8\n,0,instructions,1.6e10\n,0,cycles,2e10\n");
  Measurements two =
      measure(",0,useful,6\n,1,useful,4\n,0,instructions,1e10\n,1,instructions,1e10\n,0,cycles,1e10\n,1,cycles,1e10\n");
  CHECK(EfficiencyOf(two, "loadBalance") == Approx(5.0 / 6));
  CHECK(EfficiencyOf(one, "ipc") == Approx(0.8));
  CHECK(EfficiencyOf(one, "frequency") == Approx(2.5));
  CHECK(EfficiencyOf(one, "instructionBalance") == -1);
  CHECK(EfficiencyOf(two, "ipc") == Approx(1));
  CHECK(EfficiencyOf(two, "frequency") == Approx(2));
  CHECK(EfficiencyOf(two, "instructionBalance") == Approx(1));
  AddScaling(two, one);
  CHECK(EfficiencyOf(two, "computationScaling") == Approx(0.8));
  CHECK(EfficiencyOf(two, "globalEfficiency") == -1);  // unknown because no table has the waits of ranks
  CHECK(EfficiencyOf(two, "instructionScaling") == Approx(0.8));
  CHECK(EfficiencyOf(two, "ipcScaling") == Approx(1 / 0.8));
  CHECK(EfficiencyOf(two, "frequencyScaling") == Approx(0.8));
  Measurements counted = measure("f,0,PAPI_TOT_INS,5\n,0,PAPI_TOT_INS,20\n");
  AddScaling(counted, measure(",0,instructions_u,10\n"));
  REQUIRE(counted.efficiencies.size() == 1);
  CHECK(EfficiencyOf(counted, "instructionScaling") == Approx(0.5));
  CHECK_THROWS_WITH(AddScaling(counted, measure(",0,cycles,10\n")), Catch::Contains("nor instructions"));
}

TEST_CASE("Counters of one tool give efficiencies of a run", "[measurements]") {
  const auto measure = [](const std::string& rows) {
    const TemporaryFile table("region,rank,metric,value\n" + rows);
    return LoadMeasurements(table.path());
  };
  const Measurements run = measure(
      ",0,INSTR_RETIRED_ANY,8e9\n,1,INSTR_RETIRED_ANY,4e9\n,0,CPU_CLK_UNHALTED_CORE,4e9\n"
      ",1,CPU_CLK_UNHALTED_CORE,2e9\n,0,busy,2\n,1,busy,1\n");
  CHECK(EfficiencyOf(run, "ipc") == Approx(2));
  CHECK(EfficiencyOf(run, "frequency") == Approx(2));
  CHECK(EfficiencyOf(run, "instructionBalance") == Approx(0.75));
  // Counts of all code and of user code are not divided by each other.
  const Measurements mixed = measure(",0,instructions,8\n,0,cycles_u,4\n");
  CHECK(EfficiencyOf(mixed, "ipc") == -1);
  // The processor time of perf includes the kernel, but the cycles do not.
  const Measurements user = measure(",0,instructions_u,8e9\n,0,cycles_u,4e9\n,0,busy,2\n");
  CHECK(EfficiencyOf(user, "ipc") == Approx(2));
  CHECK(EfficiencyOf(user, "frequency") == -1);
  // One rank was not counted.
  const Measurements part = measure(",0,instructions,8\n,0,cycles,4\n,1,other,4\n");
  CHECK(EfficiencyOf(part, "ipc") == -1);
  Measurements joined =
      JoinMeasurements({measure(",0,instructions,8\n,0,cycles,4\n"), measure(",1,instructions,4\n,1,cycles,8\n")});
  CHECK(EfficiencyOf(joined, "ipc") == Approx(1));
  CHECK(EfficiencyOf(joined, "instructionBalance") == Approx(0.75));
}

TEST_CASE("Recordings are recognized by their paths and first bytes", "[measurements]") {
  const TemporaryFile table("region,metric,value\nf,Ir,3\n");
  CHECK(LoadMeasurements(table.path()).metrics == std::vector<std::string>{"Ir"});
  const TemporaryFile profile(std::string("gmon\1\0\0\0", 8));
  CHECK_THROWS_WITH(LoadMeasurements(profile.path()), Catch::Contains("name its program before it"));
  CHECK_THROWS_AS(LoadMeasurements("/nonexistent"), Error);
}

}  // namespace profdiff::measurements_test
