// SPDX-License-Identifier: GPL-3.0-or-later
// Makes traces of threads that call MPI and OpenMP, from lists of calls with times, and traces of ranks with planted
// waits.
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

// A call, nested in the calls whose times enclose its own. Lists of calls are sorted by start time. Times are in
// nanoseconds.
struct TimedCall {
  std::string name;
  std::int64_t begin = 0, end = 0;
  std::vector<std::pair<std::uint32_t, std::int64_t>> arguments = {};  // pairs of an argument's position and its value
};

// Appends a thread with these calls.
void AddThread(profdiff::Trace& trace, std::uint32_t rank, const std::vector<TimedCall>& calls);

// A place at which time is lost: the property, the innermost region, and the location.
struct LossPlace {
  std::string property;
  profdiff::RegionKind kind = profdiff::RegionKind::kMpi;
  std::string function, callee;
  std::uint32_t rank = 0, thread = 0;
  std::uint32_t line = 0;  // line of the OpenMP construct; 0 if unknown

  friend auto operator<=>(const LossPlace&, const LossPlace&) = default;
};
using Losses = std::map<LossPlace, std::int64_t>;  // nanoseconds lost

// Returns the time lost by the properties that hold in MPI routines and OpenMP constructs if all thresholds are 0.
// MPIOverhead, OpenMPOverhead and ManySmallMessages are not included.
Losses FindLosses(const profdiff::Measurements& measurements);

// Returns a line for each place whose loss is not the planted one.
std::string WrongLosses(const Losses& found, const Losses& planted);

// True if A - A is 0: a comparison of the measurements with themselves finds the same properties with equal severities
// on both sides.
bool EqualsItself(const profdiff::Measurements& measurements);

// The times of one location in the whole phase, in nanoseconds.
struct PhaseTimes {
  std::int64_t useful = 0, waits = 0, runtime = 0;

  friend bool operator==(const PhaseTimes&, const PhaseTimes&) = default;
};
using LocatedTimes = std::map<std::pair<std::uint32_t, std::uint32_t>, PhaseTimes>;  // by rank and thread
LocatedTimes PhaseTimesOf(const profdiff::Measurements& measurements);

// Returns a line for each location whose times are not the planted ones.
std::string WrongTimes(const LocatedTimes& found, const LocatedTimes& planted);

// Ranks that compute and make MPI calls in several functions; the lengths of all waits are known.
class PlantedRanks {
 public:
  PlantedRanks(unsigned seed, std::size_t ranks);

  // Lets each rank compute for up to `longest` nanoseconds and then take part in a random MPI operation.
  void Step(std::int64_t longest);
  // Returns the waits of all steps, with the function, routine and rank of each wait.
  Losses AllLosses() const;
  LocatedTimes Times() const;
  // Builds the trace; `shifts` (in nanoseconds, by rank) are added to the clocks of the ranks.
  profdiff::Trace Build(const std::vector<std::int64_t>& shifts = {}) const;

  std::map<std::string, std::int64_t> lost;  // nanoseconds lost on all ranks, by kind of wait

 private:
  static constexpr std::int64_t kTransfer = 50;
  static constexpr std::int64_t kBegin = 5'000'000'000;

  struct Received {
    std::int64_t sent = 0, lost = 0;
    LossPlace place;
  };

  std::int64_t Below(std::int64_t limit);
  void Call(std::size_t rank, const std::string& name, std::int64_t end,
            std::vector<std::pair<std::uint32_t, std::int64_t>> arguments = {});
  void Lose(const std::string& kind, const std::string& callee, std::size_t rank, std::int64_t time);
  LossPlace PlaceOf(const std::string& kind, const std::string& callee, std::size_t rank) const;
  void MeetAll(const std::string& kind, const std::string& name);
  void FromRoot();
  void ToRoot();
  // A large message is sent when its receiver is ready (rendezvous).
  void Message(const std::string& send, bool is_large);

  std::mt19937 random_;
  std::vector<std::int64_t> now_;
  std::vector<std::vector<TimedCall>> calls_;    // by rank
  std::vector<std::vector<Received>> received_;  // by rank, in the order of receipt
  std::vector<std::int64_t> in_mpi_;             // by rank
  Losses losses_;
  std::string function_;  // function that makes the calls of the current step
  std::int64_t tag_ = 0, steps_ = 0;
};

// Returns the sum of a metric over the locations of a region, multiplied by 1e9 (seconds become nanoseconds); NaN if
// the metric is absent.
double SumOf(const profdiff::Measurements& measurements, const std::string& metric,
             profdiff::RegionId region = profdiff::RegionId(std::size_t{0}));

}  // namespace tests

#endif  // PROFDIFF_TESTS_SUPPORT_PLANTED_WAITS_H_
