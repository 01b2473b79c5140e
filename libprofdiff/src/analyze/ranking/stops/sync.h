// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread did with locks, messages and collective operations: enough to find out, at the end of a run, for whom
// each thread waits.
// Tests: tests/unit/analyze/ranking/stops/waiting_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_SYNC_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_SYNC_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

enum class SyncKind : std::uint8_t {
  kNone,
  kLock,
  kUnlock,
  kConditionWait,  // releases a lock while it waits
  kJoin,           // waits for threads of the same process
  kTeamBarrier,    // waits for the threads of a team
  kSemaphore,      // waits until any thread posts
  kSend,
  kStartSend,
  kReceive,
  kStartReceive,
  kSendReceive,
  kWait,
  kWaitAll,
  kWaitAny,  // waits for one of several requests
  kProbe,    // waits for a message, which another call receives
  kCollective,
  kFinalize,
  kReceivesOther,  // may receive messages in a way that is not recorded
};

// What a function does, and the positions of its arguments, from 1; 0 if there is no such argument.
struct SyncRoutine {
  SyncKind kind = SyncKind::kNone;
  // Locks of one family are taken and released by the same functions; 0 for other routines.
  std::uint8_t family = 0;
  bool is_shared = false;    // true if several threads can hold the lock in this way
  std::uint8_t address = 0;  // the lock, the semaphore or the request
  std::uint8_t count = 0, partner = 0, tag = 0, communicator = 0, source = 0, source_tag = 0;
};

// Returns the properties of a function. A symbol version in the name is ignored.
SyncRoutine SyncRoutineOf(std::string_view linkage_name);

struct HeldLock {
  std::uint8_t family = 0;
  std::uint64_t address = 0;  // 0 if it was not recorded
  bool is_shared = false;     // true if other threads can hold the lock in the same way
};

// A message that a thread sent or received, or wants to.
struct MessageKey {
  static constexpr std::int64_t kUnknown = -1'000'000;

  std::int64_t partner = kUnknown;  // rank in the communicator; other negative values: any rank
  std::int64_t tag = kUnknown;      // other negative values: any tag
  std::uint64_t communicator = 0;

  friend auto operator<=>(const MessageKey&, const MessageKey&) = default;
};

// The call that a thread had not left at the end.
struct OpenSync {
  SyncKind kind = SyncKind::kNone;
  std::uint8_t family = 0;
  bool is_shared = false;     // true if only a lock that is not shared keeps the thread waiting
  bool has_values = false;    // true if arguments were recorded
  std::uint64_t address = 0;  // of a lock or semaphore
  // What a receive, and the started receives of a wait, need; what sends offer. Collective operations have one entry
  // of `receives` with the communicator and, as partner, the root.
  std::vector<MessageKey> receives, sends;
};

struct MadeCollective {
  NameId name;
  std::int64_t root = MessageKey::kUnknown;
};

// The calls of collective operations of one communicator, in order, with a call that did not return.
struct MadeCollectives {
  std::uint64_t communicator = 0;
  std::uint64_t first_use = 0;  // time of the communicator's first use by any call of the thread
  std::uint64_t count = 0;
  std::vector<MadeCollective> calls;  // the first kMost calls

  static constexpr std::size_t kMost = 4096;
};

// The state of a thread at the end of a run.
struct SyncState {
  std::vector<HeldLock> held;  // in the order in which they were taken
  // The lock that the thread took, when it last held its newest lock, directly after that one; 0 if unknown.
  std::uint64_t next_lock = 0;
  OpenSync open;
  std::map<MessageKey, std::uint64_t> sent, received;  // numbers of messages, by destination or source
  std::vector<MadeCollectives> collectives;            // by first use; also communicators that only messages use
  bool in_finalize = false;                            // true if MPI_Finalize was called
  bool may_receive = false;                            // true if not all receives are in `received`
};

// Reads the calls of a thread. `routines` are indexed by the trace's NameId.
SyncState ReadSync(const ThreadTrace& thread, const std::vector<SyncRoutine>& routines);

template <class Pack>
void Fields(Pack& pack, HeldLock& lock) {
  pack(lock.family, lock.address, lock.is_shared);
}
template <class Pack>
void Fields(Pack& pack, MessageKey& key) {
  pack(key.partner, key.tag, key.communicator);
}
template <class Pack>
void Fields(Pack& pack, OpenSync& open) {
  pack(open.kind, open.family, open.is_shared, open.has_values, open.address, open.receives, open.sends);
}
template <class Pack>
void Fields(Pack& pack, MadeCollective& call) {
  pack(call.name, call.root);
}
template <class Pack>
void Fields(Pack& pack, MadeCollectives& calls) {
  pack(calls.communicator, calls.first_use, calls.count, calls.calls);
}
template <class Pack>
void Fields(Pack& pack, SyncState& state) {
  pack(state.held, state.next_lock, state.open, state.sent, state.received, state.collectives, state.in_finalize,
       state.may_receive);
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_SYNC_H_
