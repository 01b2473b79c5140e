// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the collective operations on which ranks disagree or that some ranks never call, and says in which calls errors
// are. Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_DISAGREEMENTS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_DISAGREEMENTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyze/waits/mpi/messages.h"
#include "analyze/waits/mpi/whole_run.h"
#include "profdiff/properties.h"

namespace profdiff {

// What some of the ranks did in an operation.
struct DisagreementSide {
  std::string what;  // name of the routine, or number of the root
  std::vector<std::uint32_t> ranks;
  CallAddress call;  // the call of the first of these ranks
};

// Operations of one communicator on which the same ranks disagree in the same way.
struct Disagreement {
  std::size_t communicator = 0;  // index into WholeRun::communicators
  std::uint64_t operation = 0;   // index n of the first of these operations, from 0
  std::uint64_t count = 1;       // number of operations
  bool is_root = false;          // true if ranks name different roots; false if they call different routines
  std::vector<DisagreementSide> sides;
};

template <class Pack>
void Fields(Pack& pack, DisagreementSide& side) {
  pack(side.what, side.ranks, side.call.process, side.call.call);
}
template <class Pack>
void Fields(Pack& pack, Disagreement& found) {
  pack(found.communicator, found.operation, found.count, found.is_root, found.sides);
}

// Collects disagreements, each kind of them once for each communicator.
class DisagreementList {
 public:
  void Add(Disagreement found);
  // Returns the disagreements in the order of communicators and operations.
  std::vector<Disagreement> Take();

 private:
  using Key = std::tuple<std::size_t, bool, std::vector<std::pair<std::string, std::vector<std::uint32_t>>>>;

  std::map<Key, Disagreement> found_;
};

RunError ErrorOf(const Disagreement& found);
PlacedError PlacedErrorOf(const Disagreement& found);

// Returns the calls of this process that show a desertion: those of the first rank in the operation, and of the first
// rank that ended without it.
std::vector<PlacedError::Where> PlacesOf(const Desertion& found, const OwnCalls& own, std::size_t process);
PlacedError PlacedErrorOf(const Desertion& found, std::vector<PlacedError::Where> places);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_DISAGREEMENTS_H_
