// SPDX-License-Identifier: GPL-3.0-or-later
// The table of MPI routines. For routines that are not in the table, only the time is counted, and the other ranks that
// take part are unknown.
// Source: MPI 3.1, C bindings; the interfaces of libgomp and LLVM's libomp to compiled code.
#include "analyze/waits/routines.h"

#include <algorithm>
#include <iterator>

#include "base/mpi_name.h"

namespace profdiff {
namespace {

using Kind = MpiRoutine::Kind;
using Creation = MpiRoutine::Creation;

struct Row {
  std::string_view name;  // without the prefix MPI_
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

constexpr MpiRoutine Creating(MpiRoutine::Creation creation, std::uint8_t reorder = 0) {
  return {.creation = creation, .communicator = 1, .reorder = reorder};
}
constexpr MpiRoutine Using(std::uint8_t communicator) { return {.communicator = communicator}; }
constexpr MpiRoutine CreatingWindow(std::uint8_t communicator) {
  return {.creation = Creation::kCopy, .communicator = communicator, .is_of_window = true};
}

constexpr Row kRows[] = {
    {"Send", kSendLike},
    {"Bsend", Like(kSendLike, Kind::kStartSend)},
    {"Rsend", kSendLike},
    {"Ssend", Like(kSendLike, Kind::kSynchronousSend)},
    {"Isend", Starting(Kind::kStartSend)},
    {"Ibsend", Starting(Kind::kStartSend)},
    {"Irsend", Starting(Kind::kStartSend)},
    {"Issend", Starting(Kind::kStartSynchronousSend)},
    {"Send_init", Starting(Kind::kPrepareSend)},
    {"Bsend_init", Starting(Kind::kPrepareSend)},
    {"Rsend_init", Starting(Kind::kPrepareSend)},
    {"Ssend_init", Starting(Kind::kPrepareSynchronousSend)},
    {"Recv_init", Starting(Kind::kPrepareReceive)},
    {"Start", {.kind = Kind::kStart, .request = 1}},
    {"Startall", {.kind = Kind::kStartAll, .count = 1, .request = 2}},
    {"Recv", Like(kSendLike, Kind::kReceive)},
    {"Irecv", Starting(Kind::kStartReceive)},
    {"Sendrecv",
     {.kind = Kind::kSendReceive,
      .count = 2,
      .partner = 4,
      .tag = 5,
      .communicator = 11,
      .source = 9,
      .source_tag = 10}},
    {"Sendrecv_replace",
     {.kind = Kind::kSendReceive, .count = 2, .partner = 4, .tag = 5, .communicator = 8, .source = 6, .source_tag = 7}},
    {"Wait", {.kind = Kind::kWait, .request = 1}},
    {"Waitall", {.kind = Kind::kWaitAll, .count = 1, .request = 2}},
    {"Waitany", {.kind = Kind::kWaitAny, .count = 1, .request = 2}},
    {"Waitsome", {.kind = Kind::kWaitAny, .count = 1, .request = 2, .takes_all = true}},
    {"Test", {.kind = Kind::kTest, .request = 1}},
    {"Testall", {.kind = Kind::kTestAll, .count = 1, .request = 2}},
    {"Testany", {.kind = Kind::kTestAll, .count = 1, .request = 2}},
    {"Testsome", {.kind = Kind::kTestAll, .count = 1, .request = 2}},
    {"Mrecv", {.may_receive = true}},
    {"Imrecv", {.may_receive = true}},
    {"Cancel", {.may_receive = true}},
    {"Init", {.kind = Kind::kInitialize}},
    {"Init_thread", {.kind = Kind::kInitialize}},
    {"Finalize", {.kind = Kind::kFinalize}},
    {"Barrier", Collective(Kind::kBarrier, 0, 1)},
    {"Allreduce", Collective(Kind::kAllToAll, 0, 6)},
    {"Allgather", Collective(Kind::kAllToAll, 0, 7)},
    {"Allgatherv", Collective(Kind::kAllToAll, 0, 8)},
    {"Alltoall", Collective(Kind::kAllToAll, 0, 7)},
    {"Alltoallv", Collective(Kind::kAllToAll, 0, 9)},
    {"Alltoallw", Collective(Kind::kAllToAll, 0, 9)},
    {"Reduce_scatter", Collective(Kind::kAllToAll, 0, 6)},
    {"Reduce_scatter_block", Collective(Kind::kAllToAll, 0, 6)},
    {"Bcast", Collective(Kind::kOneToAll, 4, 5)},
    {"Scatter", Collective(Kind::kOneToAll, 7, 8)},
    {"Scatterv", Collective(Kind::kOneToAll, 8, 9)},
    {"Reduce", Collective(Kind::kAllToOne, 6, 7)},
    {"Gather", Collective(Kind::kAllToOne, 7, 8)},
    {"Gatherv", Collective(Kind::kAllToOne, 8, 9)},
    {"Scan", Collective(Kind::kScan, 0, 6)},
    {"Exscan", Collective(Kind::kScan, 0, 6)},
    {"Comm_split", {.creation = Creation::kSplit, .communicator = 1, .color = 2, .key = 3}},
    {"Comm_dup", Creating(Creation::kCopy)},
    {"Comm_dup_with_info", Creating(Creation::kCopy)},
    {"Comm_idup", Creating(Creation::kCopy)},
    {"Cart_create", Creating(Creation::kGrid, 5)},
    {"Graph_create", Creating(Creation::kGrid, 5)},
    {"Dist_graph_create", Creating(Creation::kGrid, 8)},
    {"Dist_graph_create_adjacent", Creating(Creation::kGrid, 9)},
    {"Comm_create", Creating(Creation::kPart)},
    {"Cart_sub", Creating(Creation::kOther)},
    {"Comm_create_group", Creating(Creation::kOther)},
    {"Comm_split_type", Creating(Creation::kOther)},
    {"Intercomm_create", Creating(Creation::kOther)},
    {"Intercomm_merge", Creating(Creation::kOther)},
    {"Comm_spawn", {.creation = Creation::kOther, .communicator = 6}},
    {"Comm_free", {.creation = Creation::kFree, .freed = 1}},
    {"Comm_disconnect", {.creation = Creation::kFree, .freed = 1}},
    {"Comm_rank", Using(1)},
    {"Comm_size", Using(1)},
    {"Comm_group", Using(1)},
    {"Comm_set_name", Using(1)},
    {"Comm_set_errhandler", Using(1)},
    {"Cart_coords", Using(1)},
    {"Cart_get", Using(1)},
    {"Cart_rank", Using(1)},
    {"Cart_shift", Using(1)},
    {"Probe", {.kind = Kind::kProbe, .partner = 1, .tag = 2, .communicator = 3}},
    {"Iprobe", {.kind = Kind::kTestProbe, .partner = 1, .tag = 2, .communicator = 3}},
    {"Win_create", CreatingWindow(5)},
    {"Win_allocate", CreatingWindow(4)},
    {"Win_allocate_shared", CreatingWindow(4)},
    {"Win_create_dynamic", CreatingWindow(2)},
    {"Win_free", {.creation = Creation::kFree, .freed = 1, .is_of_window = true}},
    {"Win_fence", {.kind = Kind::kFence, .communicator = 2, .is_of_window = true}},
    {"Win_lock", {.kind = Kind::kLockWindow, .partner = 2, .communicator = 4, .lock = 1, .is_of_window = true}},
    {"Win_unlock", {.kind = Kind::kUnlockWindow, .partner = 1, .communicator = 2, .is_of_window = true}},
};

}  // namespace

bool IsMpiName(std::string_view name) { return !ParseMpiName(name).operation.empty(); }

MpiRoutine MpiRoutineOf(std::string_view name) {
  const MpiName parsed = ParseMpiName(name);
  const auto found = std::ranges::find(kRows, parsed.operation, &Row::name);
  MpiRoutine routine = found == std::end(kRows) ? MpiRoutine() : found->routine;
  routine.by_reference = parsed.is_fortran;
  return routine;
}

bool IsOpenMpName(std::string_view name) {
  return name.starts_with("GOMP_") || name.starts_with("omp_") || name.starts_with("__kmpc_");
}

bool IsOpenMpBody(std::string_view name) {
  return name.find("._omp_fn.") != std::string_view::npos || IsLlvmBody(name);
}

bool IsLlvmBody(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  return (has(".omp_outlined") || has(".omp_task_entry")) && !IsBodyOfBody(name);
}

bool IsBodyOfBody(std::string_view name) {
  const std::size_t outlined = name.find(".omp_outlined");
  return outlined != std::string_view::npos && name.find("_debug__", outlined) != std::string_view::npos;
}

std::string_view FunctionOfBody(std::string_view body) {
  return body.substr(0, std::min({body.find("._omp_fn."), body.find(".omp_outlined"), body.find(".omp_task_entry")}));
}

}  // namespace profdiff
