// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that share the ranks of a recording: process k of K reads the ranks that are congruent to k modulo K. The
// first process sends requests, and the others answer until the first process stops them. All processes were started
// with the same arguments. While the processes work on a request, they may exchange data; every process takes part in
// each exchange.
// Tests: tests/cli/check/distributed.py.
#ifndef EGPROF_MPI_AGENTS_H_
#define EGPROF_MPI_AGENTS_H_

#include <cstdint>
#include <functional>
#include <string>

#include "base/packing.h"
#include "egprof/mpi/processes.h"
#include "profdiff/error.h"

namespace egprof {

// Converts the bytes that PackValues returned to the value. Errors: kBadTrace for any other bytes.
template <class Value>
Value Unpacked(const std::string& bytes) {
  Value value{};
  if (profdiff::UnpackValues(bytes, value)) return value;
  throw profdiff::Error(profdiff::ErrorCode::kBadTrace, "a message from another process is damaged");
}

// Returns a predicate that is true for the ranks that this process reads.
std::function<bool(std::uint32_t rank)> OwnRanks(const Processes& processes);

// Calls `work`, in which processes exchange data. An error in one process would make the others wait for that process,
// so it is printed as one line and ends all processes.
void DoTogether(const std::function<void()>& work);

// The first process's connection to the others.
class Agents {
 public:
  explicit Agents(Processes& processes) : processes_(processes) {}
  ~Agents();  // stops the other processes
  Agents(const Agents&) = delete;
  Agents& operator=(const Agents&) = delete;

  // Makes all processes work on a request, and passes the others' answers to `take`. Errors: the error of the first
  // process that failed, thrown after all have answered.
  void Ask(const std::string& request, const std::function<void()>& own_work,
           const std::function<void(const std::string& answer)>& take);

  // Adds the number of bytes that another process sent in exchanges.
  void AddTravelled(std::uint64_t bytes) { between_others_ += bytes; }
  // Returns text such as "4 processes, 12,345 bytes transferred".
  std::string Summary() const;

 private:
  Processes& processes_;
  std::uint64_t between_others_ = 0;
};

// Returns this process's answer to a request of the first process.
using Answerer = std::function<std::string(const std::string& request)>;

// Answers requests until stopped. An error is also sent as an answer.
void AnswerRequests(Processes& processes, const Answerer& answer);

}  // namespace egprof

#endif  // EGPROF_MPI_AGENTS_H_
