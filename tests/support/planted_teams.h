// SPDX-License-Identifier: GPL-3.0-or-later
// Makes traces of a team of threads with planted waits, in the form in which uftrace records programs compiled by GCC.
#ifndef PROFDIFF_TESTS_SUPPORT_PLANTED_TEAMS_H_
#define PROFDIFF_TESTS_SUPPORT_PLANTED_TEAMS_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "profdiff/properties.h"
#include "profdiff/trace.h"
#include "support/planted_waits.h"

namespace tests {

// Two or more threads of one process, which execute parallel regions with random constructs in several functions. The
// lengths of all waits are known.
class PlantedTeams {
 public:
  PlantedTeams(unsigned seed, std::size_t threads);

  // Executes a parallel region.
  void Region();
  const Losses& AllLosses() const { return losses_; }
  LocatedTimes Times() const;
  profdiff::Trace Build() const;

 private:
  static constexpr std::int64_t kBegin = 5000;

  std::int64_t Below(std::int64_t limit);
  std::size_t AnyThread();
  // Begins a call that lasts until End is called.
  std::size_t Begin(std::size_t thread, const std::string& name);
  void End(std::size_t thread, std::size_t call);
  // Makes a call into the OpenMP library.
  void Call(std::size_t thread, const std::string& name, std::int64_t duration);
  void CallInAll(const std::string& name);
  void Lose(const std::string& property, profdiff::RegionKind kind, std::size_t thread, std::int64_t time);
  // Lets each thread work for a random time of 1 to `longest` nanoseconds.
  void Work(std::int64_t longest);
  // Lets all threads wait at a barrier. Returns the time that each thread loses, in nanoseconds.
  std::vector<std::int64_t> Barrier(const std::string& property, profdiff::RegionKind kind, const std::string& name);
  void Construct();
  void StaticLoop();
  void DynamicLoop();
  void Sections();
  void Single();
  void Master();
  void OneByOne(const std::string& property, profdiff::RegionKind kind, const std::string& begin,
                const std::string& end);
  // Assigns chunks of work to random threads, which call `next` after each chunk. Returns the number of chunks of each
  // thread.
  std::vector<std::int64_t> Distribute(std::int64_t chunks, const std::string& next);

  std::mt19937 random_;
  std::vector<std::int64_t> now_;
  std::vector<std::vector<TimedCall>> calls_;  // by thread
  // By thread, in nanoseconds: the time in calls, and the part of this time that is spent in the library.
  std::vector<std::int64_t> covered_, library_;
  std::vector<std::int64_t> waits_;  // by thread
  Losses losses_;
  std::string function_;
  int regions_ = 0;
};

}  // namespace tests

#endif  // PROFDIFF_TESTS_SUPPORT_PLANTED_TEAMS_H_
