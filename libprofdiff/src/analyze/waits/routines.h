// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of MPI and OpenMP routines, by name.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_ROUTINES_H_
#define PROFDIFF_ANALYZE_WAITS_ROUTINES_H_

#include <cstdint>
#include <string_view>

namespace profdiff {

struct MpiRoutine {
  enum class Kind : std::uint8_t {
    kOther,
    kSend,             // returns when the buffer may be used again
    kSynchronousSend,  // returns when the receiver has begun to receive
    kStartSend,        // starts a send, which completes later
    kStartSynchronousSend,
    kReceive,
    kStartReceive,
    kSendReceive,
    kProbe,        // waits for a message, which another call receives
    kPrepareSend,  // makes a request that is started as often as wanted
    kPrepareSynchronousSend,
    kPrepareReceive,
    kStart,         // starts a prepared request
    kStartAll,      // starts a list of prepared requests
    kWait,          // waits for one request
    kWaitAll,       // waits for all requests in a list
    kWaitAny,       // waits for at least one request in a list
    kTest,          // completes a request that is ready
    kTestAll,       // completes requests in a list if they are ready
    kTestProbe,     // asks whether a message is there, which another call receives
    kLockWindow,    // begins access to the window of a rank
    kUnlockWindow,  // ends it
    kInitialize,
    kFinalize,
    kBarrier,
    kFence,     // in a window; no rank leaves before all ranks have entered, unless they assert that this is not needed
    kAllToAll,  // no rank leaves before all ranks have entered
    kOneToAll,  // no rank leaves before the root has entered
    kAllToOne,  // the root does not leave before all ranks have entered
    kScan,      // no rank leaves before all lower ranks have entered
    kCollective,  // another collective operation
  };

  // How a routine creates a communicator of ranks of another one, or that it frees one.
  enum class Creation : std::uint8_t {
    kNone,
    kSplit,  // of ranks with the same color, in the order of a key
    kCopy,   // of the same ranks
    kGrid,   // of the first ranks
    kPart,   // of the ranks of a group, which is not recorded
    kOther,  // of ranks that are not recorded
    kFree,
  };

  Kind kind = Kind::kOther;
  Creation creation = Creation::kNone;
  // Positions of arguments, from 1; 0 if there is no such argument. `partner` is the destination, source or root, or
  // the rank of a window. A window of memory is used like a communicator of the ranks that created it together.
  std::uint8_t count = 0, partner = 0, tag = 0, communicator = 0, request = 0;
  std::uint8_t source = 0, source_tag = 0;  // only for kSendReceive
  std::uint8_t color = 0, key = 0;          // only for Creation::kSplit
  std::uint8_t reorder = 0;                 // only for Creation::kGrid; ranks keep their order if the argument is 0
  std::uint8_t freed = 0;                   // only for Creation::kFree; address of a communicator
  std::uint8_t lock = 0;                    // only for kLockWindow; the kind of lock
  bool is_of_window = false;                // true for routines of windows
  bool takes_all = false;                   // for kWaitAny: true if it completes all requests that are ready
  bool may_receive = false;                 // true if it may receive messages in a way that is not recorded
  bool by_reference = false;                // true for Fortran, where arguments are addresses of values

  // True for routines in which a rank starts or ends.
  bool is_start_up() const { return kind == Kind::kInitialize || kind == Kind::kFinalize; }
  bool is_collective() const { return kind >= Kind::kBarrier; }
};

// True for names of MPI routines, such as MPI_Send, PMPI_Send and mpi_send_.
bool IsMpiName(std::string_view name);

// Returns the properties of a routine, whose name must satisfy IsMpiName. Arguments have the same positions in C and
// Fortran; Fortran has an additional one at the end.
MpiRoutine MpiRoutineOf(std::string_view name);

// True for functions of the OpenMP runtimes of GCC and LLVM, such as GOMP_barrier, __kmpc_barrier and
// omp_get_thread_num.
bool IsOpenMpName(std::string_view name);

// True for functions that a compiler generated from the body of an OpenMP region or from a task. Examples are
// "solve._omp_fn.0" (GCC, for both), "solve.omp_outlined" (LLVM) and ".omp_outlined..1" (LLVM before 17) for regions,
// and ".omp_task_entry..2" (LLVM) for tasks.
bool IsOpenMpBody(std::string_view name);
bool IsLlvmBody(std::string_view name);
// True for names such as ".omp_outlined._debug__": with clang -g, bodies call separate functions that do the work.
bool IsBodyOfBody(std::string_view name);

// Returns the name of the function from which a body was outlined, for example "solve" for "solve._omp_fn.0"; it may be
// empty.
std::string_view FunctionOfBody(std::string_view body);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_ROUTINES_H_
