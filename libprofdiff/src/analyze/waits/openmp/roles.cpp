// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/openmp/roles.h"

namespace profdiff {
namespace {

using Role = OpenMpRole;

// Returns the role of the routine __kmpc_NAME. OpenMP 5.1 renamed `master` to `masked`.
Role RoleOfLlvm(std::string_view name) {
  const auto begins = [&](std::string_view text) { return name.starts_with(text); };
  if (name == "barrier" || name == "cancel_barrier" || name == "copyprivate") return Role::kBarrier;
  if (name == "fork_call" || name == "fork_teams") return Role::kParallel;
  if (begins("omp_task") || begins("task") || begins("end_task")) return Role::kTask;
  if (name == "for_static_fini") return Role::kStaticLoopEnd;
  if (begins("dispatch_next_")) return Role::kLoopNext;
  if (name == "single" || name == "end_single") return Role::kSingleStart;
  if (name == "master" || name == "end_master" || name == "masked" || name == "end_masked") return Role::kMaster;
  if (name == "critical" || name == "critical_with_hint") return Role::kCritical;
  if (name == "set_lock" || name == "set_nest_lock") return Role::kLock;
  return begins("atomic_") && name != "atomic_end" ? Role::kAtomic : Role::kOther;
}

// Returns the role of a routine. Variants with _ull in their names are for unsigned long long.
Role RoleOf(std::string_view name) {
  const auto begins = [&](std::string_view text) { return name.starts_with(text); };
  const auto ends = [&](std::string_view text) { return name.ends_with(text); };
  if (begins("__kmpc_")) return RoleOfLlvm(name.substr(7));
  if (name == "GOMP_barrier" || name == "GOMP_barrier_cancel") return Role::kBarrier;
  if (name == "GOMP_loop_end" || name == "GOMP_loop_end_cancel") return Role::kLoopEnd;
  if (name == "GOMP_sections_end" || name == "GOMP_sections_end_cancel") return Role::kSectionsEnd;
  if (begins("GOMP_loop_") && (ends("_start"))) return Role::kLoopStart;
  if (begins("GOMP_loop_") && ends("_next")) return Role::kLoopNext;
  if (name == "GOMP_sections_start" || name == "GOMP_sections2_start") return Role::kSectionsStart;
  if (name == "GOMP_sections_next") return Role::kSectionsNext;
  if (name == "GOMP_single_start") return Role::kSingleStart;
  if (name == "GOMP_single_copy_start") return Role::kCopyStart;
  if (name == "GOMP_single_copy_end") return Role::kCopyEnd;
  if (begins("GOMP_parallel") && name != "GOMP_parallel_end") return Role::kParallel;
  if (name == "GOMP_teams_reg") return Role::kParallel;
  if (begins("GOMP_task")) return Role::kTask;
  if (name == "omp_get_num_threads") return Role::kThreads;
  if (name == "omp_get_thread_num") return Role::kThreadNumber;
  if (name == "GOMP_loop_end_nowait") return Role::kLoopEndWithout;
  if (name == "GOMP_sections_end_nowait") return Role::kSectionsEndWithout;
  if (name == "GOMP_critical_start" || name == "GOMP_critical_name_start") return Role::kCritical;
  if (name == "omp_set_lock" || name == "omp_set_nest_lock") return Role::kLock;
  return name == "GOMP_atomic_start" ? Role::kAtomic : Role::kOther;
}

}  // namespace

bool IsBarrier(OpenMpRole role) {
  return role == Role::kBarrier || role == Role::kLoopEnd || role == Role::kSectionsEnd || role == Role::kCopyStart ||
         role == Role::kCopyEnd || role == Role::kRegionBarrier;
}

OpenMpRole OpenMpRoleOf(CallRole defined, std::string_view name) {
  switch (defined) {
    case CallRole::kBarrier:
    case CallRole::kImplicitBarrier:
      return Role::kRegionBarrier;
    case CallRole::kCritical:
      return Role::kCritical;
    case CallRole::kAtomic:
      return Role::kAtomic;
    default:
      return RoleOf(name);
  }
}

}  // namespace profdiff
