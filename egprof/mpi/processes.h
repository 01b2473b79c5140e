// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that mpirun started, and messages between them.
// Tests: tests/cli/check/distributed.py.
#ifndef EGPROF_MPI_PROCESSES_H_
#define EGPROF_MPI_PROCESSES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace egprof {

// Initialises and finalises MPI; at most one object per process. An MPI error ends all processes with MPI's message.
class Processes {
 public:
  Processes();
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  unsigned own() const { return own_; }  // MPI rank of this process
  unsigned count() const { return count_; }

  // Transfer any number of bytes. Messages from one process to another are received in the order in which they were
  // sent.
  void Send(unsigned to, std::string_view bytes);
  std::string Receive(unsigned from);
  std::uint64_t travelled() const { return travelled_; }  // number of bytes transferred by Send and Receive

  // Called by all processes. Sends outgoing[i] to process i, and returns what each process sent to this one.
  std::vector<std::string> Exchange(std::vector<std::string> outgoing);
  std::uint64_t exchanged() const { return exchanged_; }  // number of bytes that this process sent in exchanges

  // Ends all processes with status 1.
  [[noreturn]] static void Abort();

 private:
  unsigned own_ = 0, count_ = 1;
  std::uint64_t travelled_ = 0, exchanged_ = 0;
};

}  // namespace egprof

#endif  // EGPROF_MPI_PROCESSES_H_
