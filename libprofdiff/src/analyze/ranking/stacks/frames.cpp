// SPDX-License-Identifier: GPL-3.0-or-later
// Names inside of waits are those of glibc 2.31 to 2.36, libstdc++, libgomp 12 and LLVM's OpenMP 14.
#include "analyze/ranking/stacks/frames.h"

#include <algorithm>
#include <array>

#include "analyze/ranking/stops/blocking.h"
#include "base/mpi_name.h"
#include "profdiff/ranking.h"
#include "values/thread_scores.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostFrames = 1000;  // a tree of longer stacks would be too deep to print

struct Renamed {
  std::string_view inner, name;
};

// Functions that glibc and Open MPI call by jumps, so that the function with the usual name is not on the stack.
constexpr std::array<Renamed, 15> kInner = {{
    {"ompi_mpi_init", "MPI_Init"},
    {"ompi_mpi_finalize", "MPI_Finalize"},
    {"pthread_clockjoin_ex", "pthread_join"},
    {"pthread_timedjoin_ex", "pthread_join"},
    {"pthread_cond_wait_common", "pthread_cond_wait"},
    {"pthread_mutex_lock_full", "pthread_mutex_lock"},
    {"__lll_lock_wait", "pthread_mutex_lock"},
    {"lll_lock_wait", "pthread_mutex_lock"},
    {"pthread_rwlock_rdlock_full64", "pthread_rwlock_rdlock"},
    {"pthread_rwlock_wrlock_full64", "pthread_rwlock_wrlock"},
    {"__new_sem_wait", "sem_wait"},
    {"__new_sem_wait_slow", "sem_wait"},
    {"__new_sem_wait_slow64", "sem_wait"},
    {"gomp_team_end", "gomp_team_end"},
    {"__kmp_join_barrier", "__kmp_join_barrier"},
}};

// Demangled names.
constexpr std::array<std::string_view, 5> kCxxWaits = {"std::thread::join", "std::mutex::lock",
                                                       "std::condition_variable::wait", "std::recursive_mutex::lock",
                                                       "std::shared_mutex::lock"};

// Waits of threads of a team for each other.
constexpr std::array<std::string_view, 5> kTeamWaits = {
    "gomp_barrier_wait", "gomp_team_barrier_wait", "gomp_simple_barrier_wait", "__kmp_fork_barrier", "__kmp_barrier"};

// These functions run the code of a team before they wait for it.
bool RunsTeam(std::string_view name) {
  if (name == "GOMP_parallel_end") return false;
  return name.starts_with("GOMP_parallel") || name == "GOMP_teams_reg" || name == "__kmpc_fork_call";
}

bool IsStart(std::string_view name) {
  return name == "_start" || name == "start_thread" || name == "clone" || name == "clone3" || name == "__clone" ||
         name == "__clone3" || name.starts_with("__libc_start_");
}

// Returns the name of any MPI routine as programs in C write it; nullopt for other functions.
std::optional<std::string> MpiNameOf(std::string_view name) {
  const std::string operation = ParseMpiName(name).operation;
  return operation.empty() ? std::nullopt : std::optional("MPI_" + operation);
}

}  // namespace

std::optional<std::string> WaitName(std::string_view name) {
  if (IsMpi(name)) return MpiNameOf(name);
  const auto* const inner = std::ranges::find(kInner, name, &Renamed::inner);
  if (inner != kInner.end()) return std::string(inner->name);
  const bool is_team = std::ranges::any_of(kTeamWaits, [&](std::string_view wait) { return name.starts_with(wait); });
  const bool is_cxx = std::ranges::find(kCxxWaits, name) != kCxxWaits.end();
  if (is_team || is_cxx || (Blocks(name) && !RunsTeam(name))) return std::string(name);
  return std::nullopt;
}

bool IsTeamBarrier(std::string_view name) {
  return name == "pthread_barrier_wait" || name == "GOMP_barrier" || name == "__kmpc_barrier" ||
         name.starts_with("gomp_team_barrier_wait");
}

bool IsJoin(std::string_view name) {
  return name == "std::thread::join" || name == "gomp_team_end" || name == "__kmp_join_barrier" ||
         (JoinsOwnThreads(name) && !RunsTeam(name));
}

ShortStack ShortenStack(const std::vector<std::string>& frames) {
  ShortStack stack;
  const auto first = std::ranges::find_if_not(frames, IsStart);
  stack.starts = static_cast<std::uint64_t>(first - frames.begin());
  for (auto frame = first; frame != frames.end(); ++frame) {
    const std::optional<std::string> wait = WaitName(*frame);
    const std::optional<std::string> name = wait ? wait : MpiNameOf(*frame);
    stack.frames.push_back(name.value_or(*frame));
    if (!name) continue;
    stack.waits = wait.has_value();
    stack.inner = static_cast<std::uint64_t>(frames.end() - frame) - 1;
    break;
  }
  if (stack.frames.size() > kMostFrames) {
    stack.middle = stack.frames.size() - kMostFrames;
    const auto from = stack.frames.begin() + kMostFrames / 2;
    stack.frames.erase(from, from + static_cast<std::ptrdiff_t>(stack.middle));
  }
  return stack;
}

}  // namespace profdiff
