// SPDX-License-Identifier: GPL-3.0-or-later
// The table of MPI's routines. A name that is not in it is one of MPI's others: its time counts, its partners do not.
// Source: MPI 3.1, bindings for C; libgomp's and LLVM's interface to compiled code.
#include "analyze/waits/routines.h"

#include <algorithm>
#include <array>

namespace profdiff {
namespace {

using Kind = MpiRoutine::Kind;

struct Row {
  std::string_view name;  // without MPI_
  MpiRoutine routine;
};

constexpr MpiRoutine kSendLike = {.kind = Kind::kSend, .count = 2, .partner = 4, .tag = 5, .communicator = 6};

constexpr MpiRoutine Like(MpiRoutine routine, Kind kind) {
  routine.kind = kind;
  return routine;
}
constexpr MpiRoutine Starting(Kind kind) {
  MpiRoutine routine = Like(kSendLike, kind);
  routine.request = 7;
  return routine;
}
constexpr MpiRoutine Collective(Kind kind, std::uint8_t root, std::uint8_t communicator) {
  return {.kind = kind, .partner = root, .communicator = communicator};
}

constexpr std::array kRows = {
    Row{"Send", kSendLike},
    Row{"Bsend", Like(kSendLike, Kind::kStartSend)},
    Row{"Rsend", kSendLike},
    Row{"Ssend", Like(kSendLike, Kind::kSynchronousSend)},
    Row{"Isend", Starting(Kind::kStartSend)},
    Row{"Ibsend", Starting(Kind::kStartSend)},
    Row{"Irsend", Starting(Kind::kStartSend)},
    Row{"Issend", Starting(Kind::kStartSend)},
    Row{"Recv", Like(kSendLike, Kind::kReceive)},
    Row{"Irecv", Starting(Kind::kStartReceive)},
    Row{"Sendrecv",
        {.kind = Kind::kSendReceive,
         .count = 2,
         .partner = 4,
         .tag = 5,
         .communicator = 11,
         .source = 9,
         .source_tag = 10}},
    Row{"Sendrecv_replace",
        {.kind = Kind::kSendReceive,
         .count = 2,
         .partner = 4,
         .tag = 5,
         .communicator = 8,
         .source = 6,
         .source_tag = 7}},
    Row{"Wait", {.kind = Kind::kWait, .request = 1}},
    Row{"Waitall", {.kind = Kind::kWaitAll, .count = 1, .request = 2}},
    Row{"Barrier", Collective(Kind::kBarrier, 0, 1)},
    Row{"Allreduce", Collective(Kind::kAllToAll, 0, 6)},
    Row{"Allgather", Collective(Kind::kAllToAll, 0, 7)},
    Row{"Allgatherv", Collective(Kind::kAllToAll, 0, 8)},
    Row{"Alltoall", Collective(Kind::kAllToAll, 0, 7)},
    Row{"Alltoallv", Collective(Kind::kAllToAll, 0, 9)},
    Row{"Alltoallw", Collective(Kind::kAllToAll, 0, 9)},
    Row{"Reduce_scatter", Collective(Kind::kAllToAll, 0, 6)},
    Row{"Reduce_scatter_block", Collective(Kind::kAllToAll, 0, 6)},
    Row{"Bcast", Collective(Kind::kOneToAll, 4, 5)},
    Row{"Scatter", Collective(Kind::kOneToAll, 7, 8)},
    Row{"Scatterv", Collective(Kind::kOneToAll, 8, 9)},
    Row{"Reduce", Collective(Kind::kAllToOne, 6, 7)},
    Row{"Gather", Collective(Kind::kAllToOne, 7, 8)},
    Row{"Gatherv", Collective(Kind::kAllToOne, 8, 9)},
    Row{"Scan", Collective(Kind::kCollective, 0, 6)},
    Row{"Exscan", Collective(Kind::kCollective, 0, 6)},
};

std::string_view WithoutProfilingLetter(std::string_view name) {
  if (name.starts_with("PMPI_")) name.remove_prefix(1);
  return name;
}

}  // namespace

bool IsMpiName(std::string_view name) { return WithoutProfilingLetter(name).starts_with("MPI_"); }

MpiRoutine MpiRoutineOf(std::string_view name) {
  const std::string_view short_name = WithoutProfilingLetter(name).substr(4);
  const auto found = std::ranges::find(kRows, short_name, &Row::name);
  return found == kRows.end() ? MpiRoutine() : found->routine;
}

bool IsOpenMpName(std::string_view name) {
  return name.starts_with("GOMP_") || name.starts_with("omp_") || name.starts_with("__kmpc_");
}

bool IsOpenMpBody(std::string_view name) {
  return name.find("._omp_fn.") != std::string_view::npos || name.find(".omp_outlined") != std::string_view::npos;
}

std::string_view FunctionOfBody(std::string_view body) {
  return body.substr(0, std::min(body.find("._omp_fn."), body.find(".omp_outlined")));
}

}  // namespace profdiff
