// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that mpirun started, and messages between the first one and the others.
// Tests: tests/cli/check/distributed.py.
#ifndef EGPROF_MPI_MESSAGES_H_
#define EGPROF_MPI_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace egprof {

// At most one per process. An MPI error ends all processes with MPI's message.
class Messages {
 public:
  Messages();
  ~Messages();
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  unsigned own() const { return own_; }  // MPI rank of this process
  unsigned count() const { return count_; }

  // Transfers bytes of any length. Calls of Send and Receive match in order.
  void Send(unsigned to, std::string_view bytes);
  std::string Receive(unsigned from);
  std::uint64_t travelled() const { return travelled_; }  // bytes sent and received by this process

 private:
  unsigned own_ = 0, count_ = 1;
  std::uint64_t travelled_ = 0;
};

}  // namespace egprof

#endif  // EGPROF_MPI_MESSAGES_H_
