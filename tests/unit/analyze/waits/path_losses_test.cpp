// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the time lost by path: all paths add up to the properties of the phase.
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_teams.h"
#include "support/planted_waits.h"

namespace profdiff::path_losses_test {

using tests::AddThread;
using tests::PlantedRanks;
using tests::PlantedTeams;
using tests::SumOf;
using tests::TimedCall;

namespace {

// Returns "NAME path" and the nanoseconds lost there.
std::map<std::string, double> LossesOf(const Measurements& measured) {
  std::map<std::string, double> losses;
  for (const PathLoss& loss : measured.paths) {
    std::string path = loss.name;
    for (const std::string& name : loss.path) path += " " + name;
    losses[path] += loss.lost * 1e9;
  }
  return losses;
}

// Returns a line for each property whose paths do not add up to the loss in the phase.
std::string WrongSums(const Measurements& measured) {
  std::map<std::string, double> sums = {{"mpi", 0}, {"openmp", 0}};
  for (const PathLoss& loss : measured.paths) {
    const std::string metric = loss.name == "MPIOverhead"      ? "mpi"
                               : loss.name == "OpenMPOverhead" ? "openmp"
                                                               : loss.name;
    sums[metric] += loss.lost * 1e9;
  }
  std::string wrong;
  for (const auto& [metric, sum] : sums) {
    const double expected = SumOf(measured, metric);
    if (sum != 0 && sum != Approx(expected).epsilon(1e-6)) {
      wrong += metric + ": " + std::to_string(sum) + " instead of " + std::to_string(expected) + "\n";
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("Waits have the paths of their calls", "[waits]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 1000, 10000}, {"slow", 2000, 3000}, {"MPI_Send", 2500, 2600, {{4, 1}, {5, 0}}}});
  AddThread(trace, 1,
            {{"main", 1000, 10000},
             {"slow", 1500, 5000},
             {"slow", 1600, 4000},
             {"wrap", 1700, 3000},
             {"MPI_Recv", 2000, 2600, {{4, 0}, {5, 0}}}});
  const std::map<std::string, double> losses = LossesOf(MeasureTrace(trace));
  CHECK(losses.size() == 3);
  CHECK(losses.at("LateSender main slow wrap MPI_Recv") == Approx(500));
  CHECK(losses.at("MPIOverhead main slow wrap MPI_Recv") == Approx(600));
  CHECK(losses.at("MPIOverhead main slow MPI_Send") == Approx(100));
}

TEST_CASE("Paths outside the phase are left out", "[waits]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 1000, 10000}, {"work", 2000, 3000}, {"MPI_Barrier", 4000, 5000}});
  CHECK(MeasureTrace(trace, {.phase = "work"}).paths.empty());
}

TEST_CASE("All paths add up to the losses of the phase", "[waits]") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    PlantedRanks ranks(seed, 3 + seed % 3);
    for (int step = 0; step < 20; ++step) ranks.Step(1000);
    CHECK(WrongSums(MeasureTrace(ranks.Build())) == "");
    PlantedTeams teams(seed, 2 + seed % 3);
    for (int region = 0; region < 5; ++region) teams.Region();
    CHECK(WrongSums(MeasureTrace(teams.Build())) == "");
  }
}

}  // namespace profdiff::path_losses_test
