// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a thread's calls once, with their recorded arguments (uftrace -A) or communications (OTF2). A lock is held from
// the return of the call that takes it until the call that releases it; a call that may fail to take it counts only if
// its result was recorded. The wrappers of C++ (std::mutex::lock) are not in the table, because they call the functions
// of POSIX, which are recorded, too.
#include "analyze/ranking/stops/sync.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "analyze/waits/routines.h"
#include "base/mpi_name.h"

namespace profdiff {
namespace {

struct LockRow {
  std::string_view name;
  SyncKind kind = SyncKind::kNone;
  std::uint8_t family = 0, address = 0;
  bool is_shared = false;
};

enum Family : std::uint8_t {
  kMutex = 1,
  kRwLock,
  kSpin,
  kSemaphores,
  kC11,
  kCritical,
  kNamedCritical,
  kAtomicRegion,
  kOmpLock,
  kLlvm
};

constexpr LockRow kLocks[] = {
    {"pthread_mutex_lock", SyncKind::kLock, kMutex, 1},
    {"pthread_mutex_timedlock", SyncKind::kLock, kMutex, 1},
    {"pthread_mutex_unlock", SyncKind::kUnlock, kMutex, 1},
    {"pthread_cond_wait", SyncKind::kConditionWait, kMutex, 2},
    {"pthread_cond_timedwait", SyncKind::kConditionWait, kMutex, 2},
    {"pthread_cond_clockwait", SyncKind::kConditionWait, kMutex, 2},
    {"pthread_rwlock_rdlock", SyncKind::kLock, kRwLock, 1, /*is_shared=*/true},
    {"pthread_rwlock_wrlock", SyncKind::kLock, kRwLock, 1},
    {"pthread_rwlock_unlock", SyncKind::kUnlock, kRwLock, 1},
    {"pthread_spin_lock", SyncKind::kLock, kSpin, 1},
    {"pthread_spin_unlock", SyncKind::kUnlock, kSpin, 1},
    {"sem_wait", SyncKind::kSemaphore, kSemaphores, 1},
    {"sem_timedwait", SyncKind::kSemaphore, kSemaphores, 1},
    {"sem_clockwait", SyncKind::kSemaphore, kSemaphores, 1},
    {"mtx_lock", SyncKind::kLock, kC11, 1},
    {"mtx_unlock", SyncKind::kUnlock, kC11, 1},
    {"GOMP_critical_start", SyncKind::kLock, kCritical, 0},
    {"GOMP_critical_end", SyncKind::kUnlock, kCritical, 0},
    {"GOMP_critical_name_start", SyncKind::kLock, kNamedCritical, 1},
    {"GOMP_critical_name_end", SyncKind::kUnlock, kNamedCritical, 1},
    {"GOMP_atomic_start", SyncKind::kLock, kAtomicRegion, 0},
    {"GOMP_atomic_end", SyncKind::kUnlock, kAtomicRegion, 0},
    {"omp_set_lock", SyncKind::kLock, kOmpLock, 1},
    {"omp_unset_lock", SyncKind::kUnlock, kOmpLock, 1},
    {"__kmpc_critical", SyncKind::kLock, kLlvm, 3},
    {"__kmpc_end_critical", SyncKind::kUnlock, kLlvm, 3},
    {"pthread_join", SyncKind::kJoin},
    {"thrd_join", SyncKind::kJoin},
    {"_ZNSt6thread4joinEv", SyncKind::kJoin},
    {"GOMP_parallel", SyncKind::kJoin},
    {"GOMP_parallel_end", SyncKind::kJoin},
    {"__kmpc_fork_call", SyncKind::kJoin},
    {"GOMP_barrier", SyncKind::kTeamBarrier},
    {"GOMP_loop_end", SyncKind::kTeamBarrier},
    {"GOMP_sections_end", SyncKind::kTeamBarrier},
    {"__kmpc_barrier", SyncKind::kTeamBarrier},
    {"pthread_barrier_wait", SyncKind::kTeamBarrier, 0, 1},
};

SyncKind KindOfMpi(MpiRoutine::Kind kind) {
  switch (kind) {
    case MpiRoutine::Kind::kSend:
    case MpiRoutine::Kind::kSynchronousSend:
      return SyncKind::kSend;
    case MpiRoutine::Kind::kStartSend:
    case MpiRoutine::Kind::kStartSynchronousSend:
      return SyncKind::kStartSend;
    case MpiRoutine::Kind::kReceive:
      return SyncKind::kReceive;
    case MpiRoutine::Kind::kStartReceive:
      return SyncKind::kStartReceive;
    case MpiRoutine::Kind::kSendReceive:
      return SyncKind::kSendReceive;
    case MpiRoutine::Kind::kWait:
      return SyncKind::kWait;
    case MpiRoutine::Kind::kWaitAll:
      return SyncKind::kWaitAll;
    case MpiRoutine::Kind::kWaitAny:
      return SyncKind::kWaitAny;
    case MpiRoutine::Kind::kProbe:
      return SyncKind::kProbe;
    case MpiRoutine::Kind::kOther:
    case MpiRoutine::Kind::kStart:
    case MpiRoutine::Kind::kStartAll:
      return SyncKind::kReceivesOther;
    case MpiRoutine::Kind::kPrepareSend:
    case MpiRoutine::Kind::kPrepareSynchronousSend:
    case MpiRoutine::Kind::kPrepareReceive:
    case MpiRoutine::Kind::kTest:
    case MpiRoutine::Kind::kTestAll:
    case MpiRoutine::Kind::kTestProbe:
    case MpiRoutine::Kind::kLockWindow:
    case MpiRoutine::Kind::kUnlockWindow:
    case MpiRoutine::Kind::kFence:
    case MpiRoutine::Kind::kInitialize:
      return SyncKind::kNone;
    default:
      return SyncKind::kCollective;
  }
}

// A started send or receive that no wait has completed.
struct Request {
  MessageKey message;
  bool is_receive = false;
};

class SyncReader {
 public:
  SyncReader(const ThreadTrace& thread, const std::vector<SyncRoutine>& routines)
      : thread_(thread), calls_(thread.calls), routines_(routines) {
    std::map<std::uint32_t, std::size_t> first;
    for (std::size_t i = 0; i < thread.communications.size(); ++i) {
      first.emplace(thread.communications[i].call.value, i);
    }
    communications_ = std::move(first);
  }

  SyncState Read() {
    std::vector<std::uint32_t> inside;
    for (std::uint32_t row = 0; row < calls_.size(); ++row) {
      for (; !inside.empty() && calls_.end[inside.back()] <= row; inside.pop_back()) Leave(inside.back());
      if (RoutineOf(row).kind == SyncKind::kNone) continue;
      Enter(row);
      inside.push_back(row);
    }
    for (; !inside.empty(); inside.pop_back()) {
      const bool is_open = std::ranges::any_of(calls_.open, [&](CallId call) { return call.value == inside.back(); });
      is_open ? Stay(inside.back()) : Leave(inside.back());
    }
    if (!state_.held.empty()) {
      const auto known = after_.find(state_.held.back().address);
      if (known != after_.end()) state_.next_lock = known->second;
    }
    return std::move(state_);
  }

 private:
  const SyncRoutine& RoutineOf(std::uint32_t row) const { return routines_[calls_.function[row].value]; }

  // Returns an argument (or with 0 the result) of a call; nullopt if it was not recorded.
  std::optional<std::int64_t> ValueOf(std::uint32_t row, std::uint8_t argument) const {
    auto value = std::lower_bound(thread_.values.begin(), thread_.values.end(), row,
                                  [](const CallValue& v, std::uint32_t call) { return v.call.value < call; });
    for (; value != thread_.values.end() && value->call.value == row; ++value) {
      if (value->argument != argument) continue;
      const auto* number = std::get_if<std::int64_t>(&value->value);
      if (number != nullptr) return *number;
    }
    return {};
  }
  std::optional<std::int64_t> ArgumentOf(std::uint32_t row, std::uint8_t argument) const {
    return argument == 0 ? std::nullopt : ValueOf(row, argument);
  }
  std::uint64_t AddressOf(std::uint32_t row) const {
    return static_cast<std::uint64_t>(ArgumentOf(row, RoutineOf(row).address).value_or(0));
  }

  // Returns the message of a call: its receiving side if `receives` is set.
  std::optional<MessageKey> MessageOf(std::uint32_t row, bool receives) const {
    const SyncRoutine& routine = RoutineOf(row);
    const bool second = receives && routine.source != 0;
    const auto partner = ArgumentOf(row, second ? routine.source : routine.partner);
    if (partner) {
      const auto tag = ArgumentOf(row, second ? routine.source_tag : routine.tag);
      return MessageKey{*partner, tag.value_or(MessageKey::kUnknown), CommunicatorOf(row)};
    }
    const auto known = communications_.find(row);
    for (std::size_t i = known == communications_.end() ? thread_.communications.size() : known->second;
         i < thread_.communications.size() && thread_.communications[i].call.value == row; ++i) {
      const Communication& made = thread_.communications[i];
      const bool is_receive = made.kind == Communication::Kind::kReceive;
      if (is_receive != receives || made.kind == Communication::Kind::kCollective) continue;
      if (made.partner == Communication::kUnknownRank) continue;
      return MessageKey{made.partner, made.tag, made.communicator};
    }
    return {};
  }
  std::uint64_t CommunicatorOf(std::uint32_t row) const {
    return static_cast<std::uint64_t>(ArgumentOf(row, RoutineOf(row).communicator).value_or(0));
  }

  MadeCollectives& Use(std::uint64_t communicator, std::uint32_t row) {
    auto found = std::ranges::find(state_.collectives, communicator, &MadeCollectives::communicator);
    if (found != state_.collectives.end()) return *found;
    return state_.collectives.emplace_back(MadeCollectives{communicator, calls_.start[row], 0, {}});
  }

  void Enter(std::uint32_t row) {
    const SyncRoutine& routine = RoutineOf(row);
    if (routine.kind == SyncKind::kUnlock) Release({routine.family, AddressOf(row)});
    if (routine.kind == SyncKind::kConditionWait) Release({routine.family, AddressOf(row)});
    if (routine.kind == SyncKind::kFinalize) state_.in_finalize = true;
    if (routine.kind == SyncKind::kReceivesOther) state_.may_receive = true;
    if (routine.kind == SyncKind::kCollective) EnterCollective(row);
    if (routine.kind == SyncKind::kStartSend) Start(row, false);
    if (routine.kind == SyncKind::kStartReceive) Start(row, true);
    if (routine.communicator != 0) Use(CommunicatorOf(row), row);
  }

  void EnterCollective(std::uint32_t row) {
    const SyncRoutine& routine = RoutineOf(row);
    MadeCollective call{calls_.function[row], ArgumentOf(row, routine.partner).value_or(MessageKey::kUnknown)};
    std::uint64_t communicator = CommunicatorOf(row);
    const auto known = communications_.find(row);
    if (known != communications_.end()) {
      const Communication& made = thread_.communications[known->second];
      communicator = made.communicator;
      if (made.partner != Communication::kUnknownRank) call.root = made.partner;
    }
    MadeCollectives& all = Use(communicator, row);
    ++all.count;
    if (all.calls.size() < MadeCollectives::kMost) all.calls.push_back(call);
  }

  void Start(std::uint32_t row, bool is_receive) {
    const std::optional<MessageKey> message = MessageOf(row, is_receive);
    state_.may_receive = state_.may_receive || (is_receive && !message);
    if (!message) return;
    ++(is_receive ? state_.received : state_.sent)[*message];
    if (const std::uint64_t request = AddressOf(row); request != 0) requests_[request] = {*message, is_receive};
  }

  void Leave(std::uint32_t row) {
    const SyncRoutine& routine = RoutineOf(row);
    switch (routine.kind) {
      case SyncKind::kLock:
      case SyncKind::kConditionWait:
        return Hold({routine.family, AddressOf(row), routine.is_shared});
      case SyncKind::kSend:
        return Count(row, false);
      case SyncKind::kReceive:
        return Count(row, true);
      case SyncKind::kSendReceive:
        Count(row, false);
        return Count(row, true);
      case SyncKind::kWait:
      case SyncKind::kWaitAll:
        for (const std::uint64_t request : RequestsOf(row)) requests_.erase(request);
        return;
      case SyncKind::kWaitAny:
        // Which of several requests ended is not recorded, so a later wait may name too many ranks, but not too few.
        if (const std::vector<std::uint64_t> all = RequestsOf(row); all.size() == 1) requests_.erase(all.front());
        return;
      default:
        return;
    }
  }

  void Count(std::uint32_t row, bool is_receive) {
    const auto message = MessageOf(row, is_receive);
    state_.may_receive = state_.may_receive || (is_receive && !message);
    if (message) ++(is_receive ? state_.received : state_.sent)[*message];
  }

  std::vector<std::uint64_t> RequestsOf(std::uint32_t row) const {
    constexpr std::int64_t kMost = 1 << 16;
    const std::uint64_t first = AddressOf(row);
    if (first == 0) return {};
    if (RoutineOf(row).kind == SyncKind::kWait) return {first};
    // Requests are in an array. They take 4 bytes in some MPI libraries and 8 in others.
    const std::int64_t count = std::clamp<std::int64_t>(ArgumentOf(row, RoutineOf(row).count).value_or(0), 0, kMost);
    std::vector<std::uint64_t> all;
    for (auto at = requests_.lower_bound(first);
         at != requests_.end() && at->first < first + 8 * static_cast<std::uint64_t>(count); ++at) {
      all.push_back(at->first);
    }
    return all;
  }

  // Notes the call that did not return; the innermost one counts.
  void Stay(std::uint32_t row) {
    if (state_.open.kind != SyncKind::kNone) return;
    const SyncRoutine& routine = RoutineOf(row);
    OpenSync& open = state_.open;
    open.kind = routine.kind;
    open.family = routine.family;
    open.is_shared = routine.is_shared;
    open.address = AddressOf(row);
    const auto add = [&](bool receives) {
      if (const auto message = MessageOf(row, receives)) (receives ? open.receives : open.sends).push_back(*message);
    };
    if (routine.kind == SyncKind::kSend || routine.kind == SyncKind::kSendReceive) add(false);
    const bool receives = routine.kind == SyncKind::kReceive || routine.kind == SyncKind::kSendReceive;
    if (receives || routine.kind == SyncKind::kProbe) add(true);
    if (routine.kind == SyncKind::kCollective) {
      open.receives.push_back(
          {ArgumentOf(row, routine.partner).value_or(MessageKey::kUnknown), MessageKey::kUnknown, CommunicatorOf(row)});
    }
    for (const std::uint64_t request : RequestsOf(row)) {
      const Request& started = requests_.at(request);
      (started.is_receive ? open.receives : open.sends).push_back(started.message);
    }
    open.has_values = open.address != 0 || !open.receives.empty() || !open.sends.empty();
  }

  void Hold(const HeldLock& lock) {
    if (!state_.held.empty() && lock.address != 0) after_[state_.held.back().address] = lock.address;
    state_.held.push_back(lock);
  }

  // Releases the newest lock of the same family and address.
  void Release(const HeldLock& lock) {
    const auto found = std::find_if(state_.held.rbegin(), state_.held.rend(), [&](const HeldLock& held) {
      return held.family == lock.family && held.address == lock.address;
    });
    if (found != state_.held.rend()) state_.held.erase(std::next(found).base());
  }

  const ThreadTrace& thread_;
  const CallTree& calls_;
  const std::vector<SyncRoutine>& routines_;
  std::map<std::uint32_t, std::size_t> communications_;  // first communication of a call, by the call's row
  std::map<std::uint64_t, Request> requests_;            // by address
  std::map<std::uint64_t, std::uint64_t> after_;         // the lock that was last taken directly after a lock
  SyncState state_;
};

}  // namespace

SyncRoutine SyncRoutineOf(std::string_view linkage_name) {
  const std::string_view name = linkage_name.substr(0, linkage_name.find('@'));
  const auto* const lock = std::ranges::find(kLocks, name, &LockRow::name);
  if (lock != std::end(kLocks)) {
    return {.kind = lock->kind, .family = lock->family, .is_shared = lock->is_shared, .address = lock->address};
  }
  if (!IsMpiName(name)) return {};
  if (ParseMpiName(name).operation == "Finalize") return {.kind = SyncKind::kFinalize};
  const MpiRoutine mpi = MpiRoutineOf(name);
  SyncRoutine routine{.kind = mpi.may_receive ? SyncKind::kReceivesOther : KindOfMpi(mpi.kind)};
  if (mpi.by_reference) return routine;  // recorded arguments of Fortran are addresses
  routine.address = mpi.request;
  routine.count = mpi.count;
  routine.partner = mpi.partner;
  routine.tag = mpi.tag;
  routine.communicator = mpi.communicator;
  routine.source = mpi.source;
  routine.source_tag = mpi.source_tag;
  return routine;
}

SyncState ReadSync(const ThreadTrace& thread, const std::vector<SyncRoutine>& routines) {
  return SyncReader(thread, routines).Read();
}

}  // namespace profdiff
