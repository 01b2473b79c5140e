// SPDX-License-Identifier: GPL-3.0-or-later
// Source: POSIX.1-2017, C11, and the names in libstdc++ of GCC 12. Calls that may fail to take a mutex are not in the
// table, because their results are not recorded.
#include "analyze/waits/threads/routines.h"

#include <algorithm>
#include <iterator>

namespace profdiff {
namespace {

using Kind = ThreadRoutine::Kind;

struct Row {
  std::string_view name;
  ThreadRoutine routine;
};

constexpr Row kRows[] = {
    {"pthread_mutex_lock", {Kind::kLock, 1}},
    {"pthread_mutex_unlock", {Kind::kUnlock, 1}},
    {"mtx_lock", {Kind::kLock, 1}},
    {"mtx_unlock", {Kind::kUnlock, 1}},
    {"pthread_cond_wait", {Kind::kConditionWait, 2}},
    {"pthread_cond_timedwait", {Kind::kConditionWait, 2}},
    {"pthread_cond_clockwait", {Kind::kConditionWait, 2}},
    {"cnd_wait", {Kind::kConditionWait, 2}},
    {"cnd_timedwait", {Kind::kConditionWait, 2}},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", {Kind::kConditionWait, 0}},
    {"sem_wait", {Kind::kIdle, 0}},
    {"sem_timedwait", {Kind::kIdle, 0}},
    {"sem_clockwait", {Kind::kIdle, 0}},
    {"pthread_barrier_wait", {Kind::kIdle, 0}},
    {"pthread_join", {Kind::kJoin, 0}},
    {"thrd_join", {Kind::kJoin, 0}},
    {"_ZNSt6thread4joinEv", {Kind::kJoin, 0}},
};

}  // namespace

ThreadRoutine ThreadRoutineOf(std::string_view linkage_name) {
  const auto* const row = std::ranges::find(kRows, linkage_name.substr(0, linkage_name.find('@')), &Row::name);
  return row == std::end(kRows) ? ThreadRoutine() : row->routine;
}

bool IsThreadWrapper(std::string_view linkage_name) {
  return linkage_name.starts_with("_ZNSt") || linkage_name.starts_with("_ZNKSt") || linkage_name.starts_with("_ZSt") ||
         linkage_name.find("__gthread_") != std::string_view::npos;
}

}  // namespace profdiff
