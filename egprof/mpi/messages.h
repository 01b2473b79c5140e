// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that mpirun started, and bytes between the first one and the others.
// Tests: tests/cli/check/distributed.py.
#ifndef EGPROF_MPI_MESSAGES_H_
#define EGPROF_MPI_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace egprof {

// There is one in a process. An error of MPI ends all processes, with its own message.
class Messages {
 public:
  Messages();
  ~Messages();
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  unsigned own() const { return own_; }  // number of this process, from 0
  unsigned count() const { return count_; }

  // Bytes of any length. Send and Receive of two processes come in the same order.
  void Send(unsigned to, std::string_view bytes);
  std::string Receive(unsigned from);
  std::uint64_t travelled() const { return travelled_; }  // bytes that this process sent and received

 private:
  unsigned own_ = 0, count_ = 1;
  std::uint64_t travelled_ = 0;
};

}  // namespace egprof

#endif  // EGPROF_MPI_MESSAGES_H_
