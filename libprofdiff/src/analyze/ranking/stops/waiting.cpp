// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the graph of waits. A thread waits for the holders of a lock, the source of a message, the ranks that have not
// entered a collective operation, and so on. Threads that wait for each other, and for no thread outside, can never go
// on. A lock whose address was not recorded may be any lock of its family that another thread holds.
#include "analyze/ranking/stops/waiting.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "analyze/ranking/stops/blocking.h"
#include "analyze/ranking/stops/communicators.h"
#include "base/text.h"
#include "values/cycle_finder.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

std::string LockText(const HeldLock& lock) {
  if (lock.address == 0) return "a lock";
  std::string text = "0x";
  AppendHex(text, lock.address);
  return text;
}

// A semaphore has no holder: for whom the thread waits is unknown.
std::string SemaphoreText(std::uint64_t address) {
  const std::string which = address == 0 ? "a semaphore" : "semaphore " + LockText({0, address});
  return which + ", which any thread may post";
}

// A thread of the run with its state at the end.
struct Waiter {
  const ThreadSummary* thread = nullptr;
  const ThreadEnd* end = nullptr;
  bool waits = false, is_pending = false;
  OpenSync open;     // the call in which it waits, recorded or not
  std::string name;  // of that call

  bool IsFinished() const { return end->state == EndState::kFinished; }
};

class WaitFinder {
 public:
  WaitFinder(const RunSummary& summary, std::size_t run, const std::vector<ThreadEnd>& ends)
      : summary_(summary), run_(run), communicators_(summary), ends_(ends) {}

  RunWaits Find() {
    ListThreads();
    for (const Waiter& waiter : threads_) {
      if (waiter.waits) AddWait(waiter);
    }
    FindCycles();
    result_.errors = FindCallErrors(summary_, run_, communicators_);
    return std::move(result_);
  }

 private:
  void ListThreads() {
    for (const ThreadEnd& end : ends_) {
      const auto thread = std::ranges::lower_bound(summary_.threads, end.id, {}, &ThreadSummary::id);
      if (thread == summary_.threads.end() || thread->id != end.id) continue;
      Waiter& waiter = threads_.emplace_back();
      waiter.thread = &*thread;
      waiter.end = &end;
      waiter.waits = end.state == EndState::kWaits && !end.usual;
      if (waiter.waits) SetCall(waiter);
      by_rank_[end.id.rank].push_back(threads_.size() - 1);
    }
  }

  // A call that was not recorded has no arguments. The lock of such a call is taken to be the one that the thread took
  // before, when it held the same lock.
  static void SetCall(Waiter& waiter) {
    const std::size_t blocking = FindBlocking(waiter.end->open);
    waiter.is_pending = blocking == waiter.end->open.size();
    if (!waiter.is_pending) {
      waiter.name = waiter.end->open[blocking];
      waiter.open = waiter.thread->sync.open;
    } else if (!waiter.end->pending.empty()) {
      waiter.name = waiter.end->pending.back();
    } else if (!waiter.end->next.empty()) {
      waiter.name = waiter.end->next.front();
    }
    const SyncRoutine routine = SyncRoutineOf(waiter.name);
    if (waiter.open.kind == SyncKind::kNone) {
      waiter.open.kind = routine.kind;
      waiter.open.family = routine.family;
      waiter.open.is_shared = routine.is_shared;
    }
    if (waiter.is_pending && routine.kind == SyncKind::kLock && !waiter.thread->sync.held.empty()) {
      waiter.open.address = waiter.thread->sync.next_lock;
    }
  }

  void AddWait(const Waiter& waiter) {
    ThreadWait& wait = result_.waits.emplace_back();
    wait.run = run_;
    wait.id = waiter.end->id;
    wait.call = waiter.name;
    wait.recorded = !waiter.is_pending;
    for (const HeldLock& lock : waiter.thread->sync.held) wait.holds.push_back(LockText(lock));
    std::set<ThreadKey> others;
    switch (waiter.open.kind) {
      case SyncKind::kLock:
        wait.what = LockText({waiter.open.family, waiter.open.address});
        AddHolders(waiter, others);
        break;
      case SyncKind::kSemaphore:
        wait.what = SemaphoreText(waiter.open.address);
        break;
      case SyncKind::kJoin:
        wait.what = "its threads";
        AddThreads(waiter, others, [](const Waiter& other) { return !other.IsFinished(); });
        break;
      case SyncKind::kTeamBarrier:
        wait.what = "its team";
        AddThreads(waiter, others, [&](const Waiter& other) { return IsExpected(waiter, other); });
        break;
      case SyncKind::kSend:
      case SyncKind::kReceive:
      case SyncKind::kSendReceive:
      case SyncKind::kWait:
      case SyncKind::kWaitAll:
      case SyncKind::kWaitAny:
      case SyncKind::kProbe:
        AddMessages(waiter, wait, others);
        break;
      case SyncKind::kCollective:
        AddCollective(waiter, wait, others);
        break;
      case SyncKind::kFinalize:
        for (const Waiter& other : threads_) {
          if (other.end->id.rank != wait.id.rank && !other.thread->sync.in_finalize && !other.IsFinished()) {
            others.insert(other.end->id);
          }
        }
        break;
      default:
        break;
    }
    wait.for_threads.assign(others.begin(), others.end());
  }

  void AddHolders(const Waiter& waiter, std::set<ThreadKey>& others) const {
    for (const std::size_t i : by_rank_.at(waiter.end->id.rank)) {
      const Waiter& other = threads_[i];
      const bool itself = other.end == waiter.end;
      const bool holds = std::ranges::any_of(other.thread->sync.held, [&](const HeldLock& lock) {
        if (lock.family != waiter.open.family || (lock.is_shared && waiter.open.is_shared)) return false;
        // Only a known address shows that a thread waits for its own lock.
        if (itself) return lock.address != 0 && lock.address == waiter.open.address;
        return lock.address == 0 || waiter.open.address == 0 || lock.address == waiter.open.address;
      });
      if (holds) others.insert(other.end->id);
    }
  }

  template <class Is>
  void AddThreads(const Waiter& waiter, std::set<ThreadKey>& others, const Is& is) const {
    for (const std::size_t i : by_rank_.at(waiter.end->id.rank)) {
      if (threads_[i].end != waiter.end && is(threads_[i])) others.insert(threads_[i].end->id);
    }
  }

  // True if a thread that is not in a barrier has to enter it. A thread that joins the others is not in their team.
  static bool IsExpected(const Waiter& waiter, const Waiter& other) {
    if (other.IsFinished() || other.open.kind == SyncKind::kJoin) return false;
    return other.open.kind != SyncKind::kTeamBarrier || other.open.address != waiter.open.address;
  }

  bool IsWorld(std::uint32_t rank, std::uint64_t communicator) const {
    return communicators_.IndexOf(rank, communicator).value_or(0) == 0;
  }

  void AddMessages(const Waiter& waiter, ThreadWait& wait, std::set<ThreadKey>& others) const {
    bool any_rank = waiter.open.kind == SyncKind::kWaitAny;
    for (const auto* keys : {&waiter.open.receives, &waiter.open.sends}) {
      for (const MessageKey& key : *keys) {
        if (key.partner == MessageKey::kUnknown || !IsWorld(wait.id.rank, key.communicator)) continue;
        any_rank = any_rank || key.partner < 0;
        AddRank(key.partner, wait.id, others);
        if (!wait.what.empty()) continue;
        wait.what = key.partner < 0 ? "any rank" : "rank " + std::to_string(key.partner);
        if (key.tag >= 0) wait.what += ", tag " + std::to_string(key.tag);
      }
    }
    wait.any_suffices = any_rank;
  }

  // Adds the threads of a rank, or of all other ranks if it is negative. A rank in MPI_Finalize sends no more messages.
  void AddRank(std::int64_t rank, ThreadKey id, std::set<ThreadKey>& others) const {
    for (const Waiter& other : threads_) {
      const bool is_meant = rank < 0 ? other.end->id.rank != id.rank : other.end->id.rank == rank;
      if (is_meant && !other.IsFinished() && other.end->id != id) others.insert(other.end->id);
    }
  }

  void AddCollective(const Waiter& waiter, ThreadWait& wait, std::set<ThreadKey>& others) const {
    const std::uint32_t rank = wait.id.rank;
    const std::uint64_t communicator = waiter.open.receives.empty() ? 0 : waiter.open.receives.front().communicator;
    const auto index = communicators_.IndexOf(rank, communicator);
    if (!communicators_.CanMatch() || !index) return;
    const std::uint64_t own = ArrivedOf(rank, *index);
    wait.what = "collective " + std::to_string(own);
    for (const std::uint32_t other : communicators_.RanksOf(*index)) {
      if (other != rank && ArrivedOf(other, *index) < own) AddRank(other, wait.id, others);
    }
  }

  // Returns how many collective operations a rank has begun. A pending one was not recorded, but counts.
  std::uint64_t ArrivedOf(std::uint32_t rank, std::size_t index) const {
    const MadeCollectives* const calls = communicators_.Find(rank, index);
    const auto waits_in_next = [&](std::size_t i) {
      const Waiter& waiter = threads_[i];
      return waiter.waits && waiter.is_pending && waiter.open.kind == SyncKind::kCollective;
    };
    const auto of_rank = by_rank_.find(rank);
    const bool pending = index == 0 && of_rank != by_rank_.end() && std::ranges::any_of(of_rank->second, waits_in_next);
    return (calls == nullptr ? 0 : calls->count) + (pending ? 1 : 0);
  }

  // The graph of waits, for CycleFinder.
  struct Graph {
    std::vector<std::vector<std::uint32_t>> edges;

    std::size_t Count(FunctionId node) const { return edges[node.value].size(); }
    FunctionId Callee(FunctionId node, std::size_t i) const { return FunctionId(edges[node.value][i]); }
  };

  void FindCycles() {
    std::map<ThreadKey, std::uint32_t> index;
    for (const Waiter& waiter : threads_) index.emplace(waiter.end->id, static_cast<std::uint32_t>(index.size()));
    Graph graph;
    graph.edges.resize(index.size());
    for (const ThreadWait& wait : result_.waits) {
      for (const ThreadKey other : wait.for_threads) graph.edges[index.at(wait.id)].push_back(index.at(other));
    }
    const Components components = CycleFinder<Graph>(index.size(), graph).Run();
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;
    for (std::uint32_t i = 0; i < index.size(); ++i) members[components.number[i]].push_back(i);
    for (const auto& [number, nodes] : members) {
      const auto stays = [&, own = number](std::uint32_t node) {
        return !graph.edges[node].empty() &&
               std::ranges::all_of(graph.edges[node], [&](std::uint32_t to) { return components.number[to] == own; });
      };
      const bool is_cycle = nodes.size() > 1 || graph.edges[nodes[0]] == std::vector<std::uint32_t>{nodes[0]};
      if (is_cycle && std::ranges::all_of(nodes, stays)) AddCycle(graph, nodes);
    }
    std::ranges::sort(result_.cycles, {}, [](const WaitCycle& cycle) { return cycle.threads; });
  }

  // Puts the members of a cycle in the order of their waits, if each member occurs once on a path through all of them.
  void AddCycle(const Graph& graph, const std::vector<std::uint32_t>& nodes) {
    std::vector<std::uint32_t> path = {nodes[0]};
    while (path.size() < nodes.size()) {
      const std::vector<std::uint32_t>& to = graph.edges[path.back()];
      const auto next =
          std::ranges::find_if(to, [&](std::uint32_t node) { return std::ranges::find(path, node) == path.end(); });
      if (next == to.end()) break;
      path.push_back(*next);
    }
    const bool closes = path.size() == nodes.size() && std::ranges::count(graph.edges[path.back()], nodes[0]) != 0;
    WaitCycle cycle{run_, {}};
    for (const std::uint32_t node : closes ? path : nodes) cycle.threads.push_back(threads_[node].end->id);
    result_.cycles.push_back(std::move(cycle));
  }

  const RunSummary& summary_;
  const std::size_t run_;
  const Communicators communicators_;
  const std::vector<ThreadEnd>& ends_;
  std::vector<Waiter> threads_;                                // by id
  std::map<std::uint32_t, std::vector<std::size_t>> by_rank_;  // indices in threads_
  RunWaits result_;
};

}  // namespace

RunWaits FindWaits(const RunSummary& of_run, std::size_t run, const std::vector<ThreadEnd>& ends) {
  return WaitFinder(of_run, run, ends).Find();
}

}  // namespace profdiff
