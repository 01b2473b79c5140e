// SPDX-License-Identifier: GPL-3.0-or-later
// The communicators of one rank, from the arguments of its calls alone: results were not recorded.
// Tests: tests/unit/analyze/waits/mpi/communicators_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_COMMUNICATOR_LOG_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_COMMUNICATOR_LOG_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/waits/routines.h"

namespace profdiff {

// The number of a communicator of one rank whose calls lack the argument that names it.
inline constexpr std::uint64_t kUnnamedCommunicator = ~std::uint64_t{0};

// A call that created a communicator. Its number is that of its first use, if the result was used at all.
struct CreatedCommunicator {
  MpiRoutine::Creation how = MpiRoutine::Creation::kNone;
  std::uint64_t parent = 0;          // number of the communicator from which it was made
  std::uint32_t color = 0, key = 0;  // of MPI_Comm_split, as two's complements
  bool has_order = false;            // true if color and key are known, or if ranks keep the parent's order
  bool is_ambiguous = false;         // true if it is unknown which of several results a later call used
  std::optional<std::uint64_t> number = {};
  std::uint64_t operations = 0;  // digest of the routines of its collective operations, in order
};

// The communicators of one rank in the order of their creation. The first communicator that a rank uses is
// MPI_COMM_WORLD and has the number 0.
struct RankCommunicators {
  std::uint32_t rank = 0;
  std::vector<CreatedCommunicator> created;
  bool lacks_parent = false;  // true if the argument of a creating call was not recorded
  bool is_lost = false;       // true if it is unknown which communicator was freed, and others were created later
};

template <class Pack>
void Fields(Pack& pack, CreatedCommunicator& created) {
  pack(created.how, created.parent, created.color, created.key, created.has_order, created.is_ambiguous, created.number,
       created.operations);
}
template <class Pack>
void Fields(Pack& pack, RankCommunicators& log) {
  pack(log.rank, log.created, log.lacks_parent, log.is_lost);
}

// Numbers the communicators that a rank uses. Recordings identify a communicator by its address, or in Fortran by a
// handle, which is known only from the calls that use it: a new address is the result of the call that created a
// communicator before, if there is only one such call whose result was not used yet.
class CommunicatorLog {
 public:
  // Returns the number of a communicator, and notes its use.
  std::uint64_t Use(std::optional<std::int64_t> address);
  void Create(const CreatedCommunicator& created, bool has_parent, bool has_result);
  // `text` is the handle as far as its first byte of 0.
  void Free(std::optional<std::int64_t> text);
  // Notes a call of a collective operation.
  void Operate(std::uint64_t number, std::string_view routine);

  std::uint64_t count() const { return count_; }  // number of communicators that were used
  RankCommunicators Take(std::uint32_t rank);     // also forgets all communicators

 private:
  void Bind(std::uint64_t number);

  RankCommunicators log_;
  std::map<std::int64_t, std::uint64_t> numbers_;                 // by address
  std::map<std::uint64_t, std::vector<std::int64_t>> addresses_;  // by the bytes that a recorded text has
  std::map<std::uint64_t, std::size_t> created_;                  // index into RankCommunicators::created, by number
  std::vector<std::size_t> unused_;                               // indices of results that were not used yet
  std::size_t ambiguous_ = 0;  // number of communicators that are results in `unused_`
  std::uint64_t count_ = 0;
  bool is_free_unknown_ = false;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_COMMUNICATOR_LOG_H_
