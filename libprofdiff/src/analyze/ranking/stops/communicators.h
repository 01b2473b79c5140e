// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of MPI by rank and communicator. Recorded communicators are addresses, which differ from rank to rank, so they
// are numbered by first use; the first one is taken for MPI_COMM_WORLD, whose ranks are those of the recording.
// Tests: tests/unit/analyze/ranking/stops/waiting_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_COMMUNICATORS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_COMMUNICATORS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

class Communicators {
 public:
  explicit Communicators(const RunSummary& run);

  // Returns the index of a rank's communicator; nullopt if the rank does not use it.
  std::optional<std::size_t> IndexOf(std::uint32_t rank, std::uint64_t communicator) const;

  // The collective operations of a rank on a communicator, which one of its threads calls; null if there are none.
  const MadeCollectives* Find(std::uint32_t rank, std::size_t index) const;

  // True if collective operations can be matched: if communicators were not recorded, the run must have only one.
  bool CanMatch() const { return can_match_; }
  // Ranks that use a communicator, ascending.
  const std::set<std::uint32_t>& RanksOf(std::size_t index) const { return ranks_.at(index); }
  std::size_t size() const { return ranks_.size(); }

 private:
  std::map<std::uint32_t, std::vector<MadeCollectives>> by_rank_;  // sorted by first use
  std::map<std::size_t, std::set<std::uint32_t>> ranks_;
  bool can_match_ = true;
};

// Returns the messages that ranks have not received when they end. Ranks with receives that are not known in full are
// left out.
std::vector<CallError> FindLeftOver(const RunSummary& of_run);

// Finds collective operations in which ranks disagree, and messages that nobody receives.
std::vector<CallError> FindCallErrors(const RunSummary& of_run, std::size_t run, const Communicators& communicators);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_COMMUNICATORS_H_
