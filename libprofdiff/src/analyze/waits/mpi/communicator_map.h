// SPDX-License-Identifier: GPL-3.0-or-later
// Tells which communicators of different ranks are the same one, and which ranks belong to it.
// Tests: tests/unit/analyze/waits/mpi/communicators_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_COMMUNICATOR_MAP_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_COMMUNICATOR_MAP_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyze/waits/mpi/communicator_log.h"

namespace profdiff {

// A communicator of several ranks, found by the calls that created it.
struct FoundCommunicator {
  std::vector<std::uint32_t> ranks;  // ranks in MPI_COMM_WORLD, by rank in the communicator
  bool is_ordered = true;            // false if only the set of ranks is known
};

// All ranks of a communicator call together to create another one: the n-th such calls of the ranks belong together.
// MPI_Comm_split puts the ranks with the same color together, in the order of their keys; MPI_Comm_dup and
// MPI_Cart_create keep the ranks. The members of a result of MPI_Comm_create are the ranks that use it, if they call
// the same operations, and if other ranks do not use it.
class CommunicatorMap {
 public:
  CommunicatorMap() = default;
  // `logs`: of all ranks that recorded several communicators; `ranks`: all ranks, ascending.
  CommunicatorMap(const std::vector<RankCommunicators>& logs, const std::vector<std::uint32_t>& ranks);

  // True if the recording tells the communicators apart; otherwise, the map is empty.
  bool is_known() const { return !found_.empty(); }
  const std::vector<FoundCommunicator>& found() const { return found_; }
  // Returns the index in found() of a rank's communicator, given its number; nullopt if its ranks are unknown.
  std::optional<std::size_t> Find(std::uint32_t rank, std::uint64_t number) const;

 private:
  struct Member {
    std::uint32_t rank = 0;
    const CreatedCommunicator* created = nullptr;
  };
  using Members = std::vector<Member>;

  bool IsUnclear(const Member& member) const;
  void AddChildren(std::size_t parent);
  void AddGroups(std::size_t parent, const Members& members);
  void AddSplit(std::size_t parent, const Members& members);
  void AddUsers(std::size_t parent, const Members& members);
  void Add(const Members& members, bool is_ordered);

  // Only during construction: logs, by rank; calls that created communicators, by rank and number of the parent; and
  // the number of each found communicator on each of its ranks, if it was used there.
  std::map<std::uint32_t, const RankCommunicators*> logs_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<const CreatedCommunicator*>> children_;
  std::vector<std::vector<std::optional<std::uint64_t>>> numbers_of_;

  std::vector<FoundCommunicator> found_;                                    // MPI_COMM_WORLD comes first
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> numbers_;  // index in found_, by rank and number
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_COMMUNICATOR_MAP_H_
