// SPDX-License-Identifier: GPL-3.0-or-later
// Makes traces of threads that call MPI and OpenMP, given as calls with times, and ranks with planted waits.
#ifndef PROFDIFF_TESTS_SUPPORT_PLANTED_WAITS_H_
#define PROFDIFF_TESTS_SUPPORT_PLANTED_WAITS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace tests {

// A call, nested in the calls that enclose its time. Lists of calls are sorted by begin. Unit: nanoseconds.
struct TimedCall {
  std::string name;
  std::int64_t begin = 0, end = 0;
  std::vector<std::pair<std::uint32_t, std::int64_t>> arguments = {};  // position and value
};

// Appends a thread.
void AddThread(profdiff::Trace& trace, std::uint32_t rank, const std::vector<TimedCall>& calls);

// Ranks that compute and make MPI calls; the lengths of all waits are known.
class PlantedRanks {
 public:
  PlantedRanks(unsigned seed, std::size_t ranks);

  // Each rank computes for some time, up to `longest`, and then takes part in a random MPI operation.
  void Step(std::int64_t longest);
  // `shifts` are added to the clocks of the ranks.
  profdiff::Trace Build(const std::vector<std::int64_t>& shifts = {}) const;

  std::map<std::string, std::int64_t> lost;  // by kind of wait: nanoseconds lost over all ranks
  std::map<std::string, std::map<std::uint32_t, std::int64_t>> lost_at;  // by kind of wait and rank: nanoseconds lost

 private:
  static constexpr std::int64_t kTransfer = 50;

  std::int64_t Below(std::int64_t limit);
  void Call(std::size_t rank, const std::string& name, std::int64_t end,
            std::vector<std::pair<std::uint32_t, std::int64_t>> arguments = {});
  void Lose(const std::string& kind, std::size_t rank, std::int64_t time);
  void MeetAll(const std::string& kind, const std::string& name);
  void FromRoot();
  void ToRoot();
  void Message(bool synchronous);

  std::mt19937 random_;
  std::vector<std::int64_t> now_;
  std::vector<std::vector<TimedCall>> calls_;  // by rank
  std::int64_t tag_ = 0;
};

// Returns the sum of a metric over the locations of a region, in units of 1e-9; NaN if the metric is absent.
double SumOf(const profdiff::Measurements& measurements, const std::string& metric,
             profdiff::RegionId region = profdiff::RegionId(std::size_t{0}));

}  // namespace tests

#endif  // PROFDIFF_TESTS_SUPPORT_PLANTED_WAITS_H_
