// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that share the ranks of a recording: process k of K reads the ranks that are k modulo K. The first one
// sends requests, and the others answer until it stops them; all were started with the same arguments. While they work
// on a request, processes may make exchanges, in which all take part.
// Tests: tests/cli/check/distributed.py.
#ifndef EGPROF_MPI_AGENTS_H_
#define EGPROF_MPI_AGENTS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "egprof/mpi/messages.h"

namespace egprof {

// True if the process reads the rank.
std::function<bool(std::uint32_t rank)> OwnRanks(const Messages& messages);

// Work that has exchanges: an error in one process would let the others wait for it, so it is printed as one line and
// ends all of them.
void DoTogether(const std::function<void()>& work);

// The first process's connection to the others.
class Agents {
 public:
  explicit Agents(Messages& messages) : messages_(messages) {}
  ~Agents();  // stops them
  Agents(const Agents&) = delete;
  Agents& operator=(const Agents&) = delete;

  // Lets all processes work on a request, and passes the others' answers on. Errors: after all have answered, that of
  // the first process with an error.
  void Ask(const std::string& request, const std::function<void()>& own_work,
           const std::function<void(const std::string& answer)>& take);

  // Counts bytes that travelled between other processes.
  void AddTravelled(std::uint64_t bytes) { between_others_ += bytes; }
  // "4 processes, 12,345 bytes travelled".
  std::string Summary() const;

 private:
  Messages& messages_;
  std::uint64_t between_others_ = 0;
};

// The answer of another process to a request.
using Answerer = std::function<std::string(const std::string& request)>;

// Answers requests until stopped. An error is sent as an answer.
void AnswerRequests(Messages& messages, const Answerer& answer);

}  // namespace egprof

#endif  // EGPROF_MPI_AGENTS_H_
