// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that includes <mpi.h>. A message consists of its length, followed by pieces whose length fits an int.
// Tests: tests/cli/check/distributed.py.
#include "egprof/mpi/processes.h"

#define OMPI_SKIP_MPICXX 1  // MPI's obsolete C++ interface would need another library
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace egprof {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 30;
constexpr int kTag = 1;

// Divides `size` bytes into pieces, and calls transfer(begin, length) for each piece.
template <class Transfer>
void ForEachPiece(std::size_t size, const Transfer& transfer) {
  for (std::size_t at = 0; at < size; at += kPiece) transfer(at, static_cast<int>(std::min(kPiece, size - at)));
}

}  // namespace

Processes::Processes() {
  MPI_Init(nullptr, nullptr);
  int own = 0, count = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &own);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  own_ = static_cast<unsigned>(own);
  count_ = static_cast<unsigned>(count);
}

Processes::~Processes() { MPI_Finalize(); }

void Processes::Send(unsigned to, std::string_view bytes) {
  const auto partner = static_cast<int>(to);
  const std::uint64_t size = bytes.size();
  MPI_Send(&size, 1, MPI_UINT64_T, partner, kTag, MPI_COMM_WORLD);
  ForEachPiece(bytes.size(), [&](std::size_t at, int length) {
    MPI_Send(bytes.data() + at, length, MPI_BYTE, partner, kTag, MPI_COMM_WORLD);
  });
  travelled_ += sizeof size + size;
}

std::string Processes::Receive(unsigned from) {
  const auto partner = static_cast<int>(from);
  std::uint64_t size = 0;
  MPI_Recv(&size, 1, MPI_UINT64_T, partner, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  ForEachPiece(bytes.size(), [&](std::size_t at, int length) {
    MPI_Recv(bytes.data() + at, length, MPI_BYTE, partner, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  travelled_ += sizeof size + size;
  return bytes;
}

// Exchanges lengths first, then the bytes of all pairs of processes at once.
std::vector<std::string> Processes::Exchange(std::vector<std::string> outgoing) {
  std::vector<std::uint64_t> sent(count_), received(count_);
  std::transform(outgoing.begin(), outgoing.end(), sent.begin(), [](const std::string& bytes) { return bytes.size(); });
  MPI_Alltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  std::vector<std::string> incoming(count_);
  std::vector<MPI_Request> requests;
  for (unsigned other = 0; other < count_; ++other) {
    incoming[other].resize(static_cast<std::size_t>(received[other]));
    ForEachPiece(incoming[other].size(), [&](std::size_t at, int length) {
      MPI_Irecv(incoming[other].data() + at, length, MPI_BYTE, static_cast<int>(other), kTag, MPI_COMM_WORLD,
                &requests.emplace_back());
    });
  }
  for (unsigned other = 0; other < count_; ++other) {
    ForEachPiece(outgoing[other].size(), [&](std::size_t at, int length) {
      MPI_Isend(outgoing[other].data() + at, length, MPI_BYTE, static_cast<int>(other), kTag, MPI_COMM_WORLD,
                &requests.emplace_back());
    });
    if (other != own_) exchanged_ += sizeof(std::uint64_t) + outgoing[other].size();
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return incoming;
}

void Processes::Abort() {
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

}  // namespace egprof
