// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the verdict on snapshots of stacks: three verdicts, suspects, and the numbers of frames.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/ranking.h"
#include "profdiff/stacks.h"
#include "support/stacks.h"

namespace profdiff::compare_test {
namespace {

using tests::Process;
using tests::Repeated;
using Ids = std::vector<ThreadKey>;

// Returns 4 ranks; all but rank 2 are in MPI_Allreduce.
StackSnapshots OneElsewhere(std::string_view frames, std::size_t snapshots = 3) {
  std::vector<ProcessStacks> processes;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    processes.push_back(Process(rank, {rank == 2 ? frames : "_start main exchange PMPI_Allreduce opal_progress",
                                       "clone3 start_thread progress epoll_wait"}));
  }
  return Repeated(snapshots, processes);
}

}  // namespace

TEST_CASE("a program stopped if no thread moved in three snapshots", "[stacks]") {
  const StackFindings stopped = CompareStacks(OneElsewhere("_start main receive MPI_Recv"));
  CHECK(stopped.verdict == RankVerdict::kStopped);
  CHECK(stopped.suspects == Ids{{2, 0}});
  CHECK(stopped.collective == "MPI_Allreduce");
  CHECK(stopped.in_collective == 3);
  for (const std::size_t few : {std::size_t{1}, std::size_t{2}}) {
    const StackFindings unknown = CompareStacks(OneElsewhere("main receive MPI_Recv", few));
    CHECK(unknown.verdict == RankVerdict::kUnknown);
    CHECK(unknown.suspects.empty());
  }
}

TEST_CASE("frames inside of waits do not count as moves, other frames do", "[stacks]") {
  StackSnapshots stacks = OneElsewhere("main work");
  stacks.snapshots[1][0].threads[0].frames.back() = "btl_poll";
  CHECK(CompareStacks(stacks).verdict == RankVerdict::kStopped);
  stacks.snapshots[1][2].threads[0].frames.emplace_back("sqrt");
  const StackFindings moving = CompareStacks(stacks);
  CHECK(moving.verdict == RankVerdict::kNone);
  CHECK(moving.suspects.empty());
  CHECK(std::ranges::count_if(moving.threads, &StackedThread::moves) == 1);
  // A thread that begins moves, too; a stack that could not be read does not.
  stacks = OneElsewhere("main work");
  stacks.snapshots[0][1].threads.pop_back();
  CHECK(CompareStacks(stacks).verdict == RankVerdict::kNone);
  stacks = OneElsewhere("main work");
  stacks.snapshots[0][1].threads.back().frames.clear();
  CHECK(CompareStacks(stacks).verdict == RankVerdict::kStopped);
  CHECK(CompareStacks(stacks).without_frames == 1);
}

TEST_CASE("a rank that is not in all snapshots leaves it open whether the program stopped", "[stacks]") {
  StackSnapshots stacks = OneElsewhere("main work");
  stacks.snapshots[1].erase(stacks.snapshots[1].begin() + 3);
  const StackFindings findings = CompareStacks(stacks);
  CHECK(findings.verdict == RankVerdict::kUnknown);
  CHECK(findings.gaps == std::vector<std::uint32_t>{3});
}

TEST_CASE("all frames are accounted for", "[stacks]") {
  StackSnapshots stacks = OneElsewhere("_start main ?? work", 1);
  stacks.snapshots[0][0].threads[0].frames.assign(3000, "recursive");
  stacks.snapshots[0][0].threads[0].lacks_callers = true;
  const StackFindings findings = CompareStacks(stacks);
  CHECK(findings.frames == 3000 + 4 + 2 * 5 + 4 * 4);
  CHECK(findings.starts == 1 + 2 + 4 * 2);
  CHECK(findings.inner == 2);
  CHECK(findings.middle == 2000);
  CHECK(findings.unnamed == 1);
  CHECK(findings.without_callers == 1);
  std::uint64_t compared = 0;
  for (const StackedThread& thread : findings.threads) compared += thread.frames.size();
  CHECK(compared + findings.starts + findings.inner + findings.middle == findings.frames);
}

TEST_CASE("a minority alone is not suspected", "[stacks]") {
  std::vector<ProcessStacks> processes;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    processes.push_back(Process(rank, {rank == 2 ? "main a MPI_Send" : "main a MPI_Recv"}));
  }
  const StackSnapshots stacks = Repeated(3, processes);
  CHECK(CompareStacks(stacks).verdict == RankVerdict::kStopped);
  CHECK(CompareStacks(stacks).suspects.empty());
  // Good snapshots set threads apart.
  const StackSnapshots good = Repeated(1, {Process(0, {"main a MPI_Recv"}), Process(1, {"main b"})});
  CHECK(CompareStacks(stacks, good).suspects == Ids{{2, 0}});
  const StackSnapshots other = Repeated(1, {Process(0, {"main c"})});
  CHECK(CompareStacks(stacks, other).suspects.empty());
}

TEST_CASE("different collective operations contradict each other, and only good snapshots show who is wrong",
          "[stacks]") {
  const StackSnapshots stacks = Repeated(
      3, {Process(0, {"main a MPI_Bcast"}), Process(1, {"main b MPI_Reduce"}), Process(2, {"main b MPI_Reduce"})});
  CHECK(CompareStacks(stacks).suspects.empty());
  CHECK(CompareStacks(stacks).in_collective == 3);
  const StackSnapshots good = Repeated(1, {Process(0, {"main a MPI_Bcast"})});
  CHECK(CompareStacks(stacks, good).suspects == Ids{{1, 0}, {2, 0}});
  const StackSnapshots finalize = Repeated(3, {Process(0, {"main MPI_Finalize"}), Process(1, {"main b MPI_Reduce"})});
  CHECK(CompareStacks(finalize).suspects == Ids{{0, 0}});
  const StackSnapshots early = Repeated(
      3, {Process(0, {"main MPI_Finalize"}), Process(1, {"main b MPI_Reduce"}), Process(2, {"main c MPI_Recv"})});
  CHECK(CompareStacks(early).suspects == Ids{{0, 0}});
}

TEST_CASE("frames that good snapshots have are no reason, and joins and waits come after threads that do not wait",
          "[stacks]") {
  const StackSnapshots stacks = Repeated(
      3, {Process(0, {"main MPI_Barrier", "pool pthread_cond_wait"}), Process(1, {"main MPI_Barrier"}),
          Process(2, {"main pthread_join", "work pthread_mutex_lock lll", "pool pthread_cond_wait", "log write"})});
  CHECK(CompareStacks(stacks).suspects == Ids{{2, 3}});
  const StackSnapshots good = Repeated(1, {Process(5, {"main", "log write"})});
  CHECK(CompareStacks(stacks, good).suspects == Ids{{2, 1}});
}

TEST_CASE("locks show who waits for whom, and cycles are deadlocks even in one snapshot", "[stacks]") {
  const StackSnapshots stacks = Repeated(1, {Process(0, {"main pthread_join", "f pthread_mutex_lock",
                                                         "g pthread_mutex_lock", "h pthread_mutex_lock", "work"})});
  const std::vector<LockWait> locks = {{0, 1, 0, 2}, {0, 2, 0x40, 3}, {0, 3, 0x80, 2}, {0, 4, 0xc0, 5}, {0, 9, 1, 1}};
  const StackFindings findings = CompareStacks(stacks, {}, locks);
  CHECK(findings.verdict == RankVerdict::kStopped);
  REQUIRE(findings.cycles.size() == 1);
  CHECK(findings.cycles[0].threads == Ids{{0, 1}, {0, 2}});
  CHECK(findings.suspects == Ids{{0, 1}, {0, 2}});
  REQUIRE(findings.waits.size() == 4);
  CHECK(findings.waits[0].call == "pthread_join");
  CHECK(findings.waits[1].holds == std::vector<std::string>{"0x80"});
  // Without the cycle, the thread for which the others wait is suspected.
  const std::vector<LockWait> chain = {{0, 1, 0, 4}, {0, 4, 0xc0, 5}};
  CHECK(CompareStacks(Repeated(3, stacks.snapshots[0]), {}, chain).suspects == Ids{{0, 4}});
}

TEST_CASE("a thread that runs while its team is in a barrier is suspected, one that is joined and waits is not",
          "[stacks]") {
  const std::vector<LockWait> join = {{0, 1, 0, 2}};
  const auto suspects = [&](std::string_view third) {
    const StackSnapshots stacks = Repeated(3, {Process(0, {"main pthread_join", "work pthread_barrier_wait", third,
                                                           "work pthread_barrier_wait", "log write"})});
    return CompareStacks(stacks, {}, join).suspects;
  };
  CHECK(suspects("work spin") == Ids{{0, 2}});
  CHECK(suspects("work pthread_cond_wait").empty());
  const StackSnapshots joined = Repeated(3, {Process(0, {"main pthread_join", "work spin"})});
  CHECK(CompareStacks(joined, {}, join).suspects == Ids{{0, 1}});
  CHECK(CompareStacks(joined).suspects.empty());
}

TEST_CASE("threads with equal stacks are classes, and common callers are nodes of a tree", "[stacks]") {
  const StackFindings findings = CompareStacks(OneElsewhere("_start main exchange sort compare", 1));
  REQUIRE(findings.tree.size() == 4);
  CHECK(findings.tree[0].frames == std::vector<std::string>{"main", "exchange"});
  CHECK(findings.tree[0].ids.size() == 4);
  CHECK(findings.tree[0].end == 3);
  CHECK(findings.tree[1].frames == std::vector<std::string>{"MPI_Allreduce"});
  CHECK(findings.tree[2].frames == std::vector<std::string>{"sort", "compare"});
  CHECK(findings.tree[3].frames == std::vector<std::string>{"progress", "epoll_wait"});
  REQUIRE(findings.classes.size() == 3);
  CHECK(findings.classes[0].ids.size() == 4);
  CHECK(findings.classes[2].ids == Ids{{2, 0}});
}

TEST_CASE("threads are numbered by tid, the main thread first", "[stacks]") {
  ProcessStacks process = Process(0, {"a", "b", "c"});
  process.process = 2;
  std::ranges::reverse(process.threads);
  const StackFindings findings = CompareStacks(Repeated(1, {process}));
  REQUIRE(findings.threads.size() == 3);
  CHECK(findings.threads[0].frames == std::vector<std::string>{"b"});
  CHECK(findings.threads[1].frames == std::vector<std::string>{"a"});
}

TEST_CASE("one wait has one name, whatever functions of libraries show", "[stacks]") {
  const auto frames_of = [](std::string_view frames) {
    return CompareStacks(Repeated(1, {Process(0, {frames})})).threads.at(0).frames;
  };
  const std::vector<std::string> join = {"main", "pthread_join"};
  CHECK(frames_of("__libc_start_call_main main pthread_join pthread_clockjoin_ex futex") == join);
  CHECK(frames_of("main pthread_clockjoin_ex futex") == join);
  CHECK(frames_of("main mpi_recv_ PMPI_Recv poll").back() == "MPI_Recv");
  CHECK(frames_of("main MPI_Test opal_progress").back() == "MPI_Test");
  CHECK(frames_of("main ompi_mpi_finalize nanosleep").back() == "MPI_Finalize");
  CHECK(frames_of("main GOMP_parallel main._omp_fn.0 work").back() == "work");
  CHECK(frames_of("main GOMP_parallel gomp_team_end gomp_team_barrier_wait_final do_wait").back() == "gomp_team_end");
  CHECK(frames_of("f std::mutex::lock __gthread_mutex_lock pthread_mutex_lock").back() == "std::mutex::lock");
}

}  // namespace profdiff::compare_test
