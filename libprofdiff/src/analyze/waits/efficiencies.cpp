// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel efficiency is the product of load balance and communication efficiency. Communication efficiency is the
// product of serialisation and transfer. For ranks with OpenMP teams, the efficiencies of MPI alone treat all time that
// each rank's first thread spends outside MPI as work.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#include "analyze/waits/efficiencies.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace profdiff {
namespace {

struct Balance {
  double mean = 0, max = 0;
};

// Requires at least one value. The sum is exact for nanoseconds, so the mean of equal values cannot exceed them.
Balance BalanceOf(const std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {sum / static_cast<double>(values.size()), std::ranges::max(values)};
}

// Returns the time of ranks outside MPI, counted once for each location, so that ranks with many threads have more
// weight. The time of a rank is the time of its first thread, or of another thread that does more work while the first
// one is in MPI.
Balance OfRanks(const EfficiencyInput& input) {
  std::map<std::uint32_t, double> outside;
  for (const LocationTimes& location : input.locations) {
    const auto at = outside.try_emplace(location.rank, static_cast<double>(location.covered - location.mpi)).first;
    at->second = std::max(at->second, static_cast<double>(location.useful));
  }
  std::vector<double> values;
  for (const LocationTimes& location : input.locations) values.push_back(outside[location.rank]);
  return BalanceOf(values);
}

}  // namespace

std::vector<Efficiency> FindEfficiencies(const EfficiencyInput& input) {
  std::vector<Efficiency> found;
  std::vector<double> useful;
  for (const LocationTimes& location : input.locations) useful.push_back(static_cast<double>(location.useful));
  if (useful.size() < 2) return found;
  const Balance balance = BalanceOf(useful);
  const auto length = static_cast<double>(input.length);
  if (length <= 0 || balance.max <= 0) return found;
  found = {{"loadBalance", balance.mean / balance.max},
           {"communicationEfficiency", balance.max / length},
           {"parallelEfficiency", balance.mean / length}};
  if (input.ideal_length && *input.ideal_length > 0) {
    // The replay covers only the first threads of ranks, but the work of other threads also takes time.
    const double ideal = std::max(static_cast<double>(*input.ideal_length), balance.max);
    found.push_back({"serialisation", balance.max / ideal});
    found.push_back({"transfer", ideal / length});
  }
  const Balance ranks = OfRanks(input);
  if (!input.has_mpi || !input.has_openmp || ranks.mean <= 0) return found;
  found.push_back({"mpiLoadBalance", ranks.mean / ranks.max});
  found.push_back({"mpiCommunicationEfficiency", ranks.max / length});
  found.push_back({"mpiParallelEfficiency", ranks.mean / length});
  found.push_back({"openmpParallelEfficiency", balance.mean / ranks.mean});
  return found;
}

}  // namespace profdiff
