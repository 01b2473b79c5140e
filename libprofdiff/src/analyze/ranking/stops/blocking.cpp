// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of the names of functions that block. MPI routines block, except the local routines listed here (queries,
// constructors of types, groups and the like) and immediate operations, whose names begin with MPI_I and a lower-case
// letter.
// Sources: MPI 4.0, sections 2.4.1 and 3.7; POSIX.1-2017; the names of libgomp, of LLVM's OpenMP and of libstdc++.
#include "analyze/ranking/stops/blocking.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "base/mpi_name.h"
#include "profdiff/ranking.h"
#include "values/thread_scores.h"

namespace profdiff {
namespace {

using Names = std::span<const std::string_view>;

// A thread in one of these functions has finished, although the call never returns.
constexpr std::array<std::string_view, 6> kEnding = {"exit",       "_exit",        "_Exit",
                                                     "quick_exit", "pthread_exit", "thrd_exit"};

// Calls that wait for threads of the same process. A thread in such a call waits for the cause of a stop, and is not
// the cause itself.
constexpr std::array<std::string_view, 7> kJoins = {"pthread_join",        "pthread_timedjoin_np", "thrd_join",
                                                    "_ZNSt6thread4joinEv", "GOMP_parallel_end",    "GOMP_teams_reg",
                                                    "__kmpc_fork_call"};

constexpr std::array<std::string_view, 46> kBlocking = {"pthread_mutex_lock",
                                                        "pthread_mutex_timedlock",
                                                        "pthread_rwlock_rdlock",
                                                        "pthread_rwlock_wrlock",
                                                        "pthread_rwlock_timedrdlock",
                                                        "pthread_rwlock_timedwrlock",
                                                        "pthread_spin_lock",
                                                        "pthread_cond_wait",
                                                        "pthread_cond_timedwait",
                                                        "pthread_cond_clockwait",
                                                        "pthread_barrier_wait",
                                                        "sem_wait",
                                                        "sem_timedwait",
                                                        "sem_clockwait",
                                                        "mtx_lock",
                                                        "cnd_wait",
                                                        "GOMP_critical_start",
                                                        "GOMP_critical_name_start",
                                                        "GOMP_atomic_start",
                                                        "GOMP_barrier",
                                                        "GOMP_barrier_cancel",
                                                        "GOMP_taskwait",
                                                        "GOMP_taskgroup_end",
                                                        "GOMP_ordered_start",
                                                        "GOMP_loop_end",
                                                        "GOMP_sections_end",
                                                        "GOMP_single_copy_start",
                                                        "omp_set_lock",
                                                        "omp_set_nest_lock",
                                                        "__kmpc_barrier",
                                                        "__kmpc_cancel_barrier",
                                                        "__kmpc_critical",
                                                        "__kmpc_critical_with_hint",
                                                        "__kmpc_ordered",
                                                        "__kmpc_omp_taskwait",
                                                        "__kmpc_end_taskgroup",
                                                        "__kmpc_reduce",
                                                        "__kmpc_set_lock",
                                                        "__kmpc_set_nest_lock",
                                                        "_ZNSt5mutex4lockEv",
                                                        "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
                                                        "wait",
                                                        "waitpid",
                                                        "wait3",
                                                        "wait4",
                                                        "waitid"};

// Names without the prefix MPI_. The first table has whole names, the second has beginnings of names. Constructors of
// topologies are not listed because they are collective; Buffer_detach is not listed because it waits for the messages
// in the buffer.
constexpr std::string_view kLocal[] = {"Comm_rank",
                                       "Comm_size",
                                       "Comm_test_inter",
                                       "Comm_remote_size",
                                       "Comm_compare",
                                       "Comm_group",
                                       "Wtime",
                                       "Wtick",
                                       "Initialized",
                                       "Finalized",
                                       "Is_thread_main",
                                       "Query_thread",
                                       "Abort",
                                       "Pack",
                                       "Unpack",
                                       "Address",
                                       "Test",
                                       "Buffer_attach",
                                       "Cart_coords",
                                       "Cart_get",
                                       "Cart_rank",
                                       "Cart_shift",
                                       "Cartdim_get",
                                       "Graph_get",
                                       "Graphdims_get",
                                       "Topo_test",
                                       "Graph_neighbors",
                                       "Graph_neighbors_count",
                                       "Dist_graph_neighbors",
                                       "Dist_graph_neighbors_count"};
constexpr std::string_view kLocalBegins[] = {
    "Comm_get_", "Comm_set_", "Get_",        "Type_",     "Info_",    "Test",  "Group_",
    "Op_",       "Error_",    "Errhandler_", "Alloc_mem", "Free_mem", "Pack_", "Unpack_",
    "Status_",   "Request_",  "Start",       "Attr_",     "Keyval_",  "Dims_", "Session_"};

bool Has(Names names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

bool HasBeginning(Names beginnings, std::string_view name) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

// Names from dynamic symbol tables can have a symbol version, as in "pthread_join@GLIBC_2.34".
std::string_view WithoutVersion(std::string_view name) { return name.substr(0, name.find('@')); }

// Returns the operation of an MPI routine, such as "Send" for "MPI_Send"; empty for other functions.
std::string MpiOperation(std::string_view name) { return ParseMpiName(WithoutVersion(name)).operation; }

bool IsImmediate(std::string_view operation) {
  // Init, Intercomm_create and Info_create also begin with an I and a lower-case letter.
  if (operation.size() < 2 || operation[0] != 'I' || operation[1] < 'a' || operation[1] > 'z') return false;
  return !operation.starts_with("Init") && !operation.starts_with("Intercomm_") && !operation.starts_with("Info_");
}

}  // namespace

bool IsMpi(std::string_view name) {
  const std::string operation = MpiOperation(name);
  return !operation.empty() && !IsImmediate(operation) && !operation.ends_with("_init") && !Has(kLocal, operation) &&
         !HasBeginning(kLocalBegins, operation);
}

bool IsMpiInit(std::string_view name) {
  const std::string operation = MpiOperation(name);
  return operation == "Init" || operation == "Init_thread";
}

bool JoinsOwnThreads(std::string_view name) {
  name = WithoutVersion(name);
  return name.starts_with("GOMP_parallel") || Has(kJoins, name);
}

bool IsUnnamed(std::string_view name) {
  const std::size_t at = name.rfind("0x");
  if (at == std::string_view::npos || (at != 0 && name[at - 1] != '+') || at + 2 == name.size()) return false;
  return name.find_first_not_of("0123456789abcdef", at + 2) == std::string_view::npos;
}

std::size_t FindBlocking(const std::vector<std::string>& open) {
  const auto mpi = std::ranges::find_if(open, [](const std::string& name) { return IsMpi(name); });
  if (mpi != open.end()) return static_cast<std::size_t>(mpi - open.begin());
  return !open.empty() && Blocks(open.back()) ? open.size() - 1 : open.size();
}

bool EndsThread(std::string_view name) { return Has(kEnding, WithoutVersion(name)); }

bool Blocks(std::string_view linkage_name) {
  return IsMpi(linkage_name) || JoinsOwnThreads(linkage_name) || Has(kBlocking, WithoutVersion(linkage_name));
}

}  // namespace profdiff
