// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that read the ranks of a recording together: process k of K those whose number leaves k when divided by K.
// The first one asks, and the others answer until it stops them; all were started with the same arguments.
// Tests: tests/cli/check/distributed.py.
#ifndef EGPROF_MPI_AGENTS_H_
#define EGPROF_MPI_AGENTS_H_

#include <functional>
#include <string>
#include <vector>

#include "egprof/mpi/messages.h"

namespace egprof {

// Whether a process reads a rank.
std::function<bool(std::uint32_t rank)> OwnRanks(const Messages& messages);

// The other processes, as the first one sees them.
class Agents {
 public:
  explicit Agents(Messages& messages) : messages_(messages) {}
  ~Agents();  // stops them
  Agents(const Agents&) = delete;
  Agents& operator=(const Agents&) = delete;

  // Has all processes work on a request, and takes the others' answers. Errors: that of the first process that has one,
  // when all have answered.
  void Ask(const std::string& request, const std::function<void()>& own_work,
           const std::function<void(const std::string& answer)>& take);

  // "4 processes, 12,345 bytes travelled".
  std::string Summary() const;

 private:
  Messages& messages_;
};

// What another process answers to a request.
using Answerer = std::function<std::string(const std::string& request)>;

// Answers until it is stopped. An error is an answer, too.
void AnswerRequests(Messages& messages, const Answerer& answer);

}  // namespace egprof

#endif  // EGPROF_MPI_AGENTS_H_
