// SPDX-License-Identifier: GPL-3.0-or-later
// In an OTF2 archive, each message has events with the ranks of processes. A uftrace recording has only the values of
// arguments. Ranks in arguments are ranks within a communicator; they become the ranks of processes when the
// communicators of all ranks are known (communicator_map.h). A receive begun by MPI_Irecv ends in the MPI_Wait for its
// request, or in the next MPI_Waitall. Some archives of EZTrace 2.0 have only the start of a receive, without its
// message. MPI_ANY_SOURCE and MPI_ANY_TAG are -1, and MPI_PROC_NULL is -2, as in Open MPI 4.1. Tests:
// tests/unit/analyze/waits/mpi_test.cpp.
#include "analyze/waits/mpi/transfers.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "values/window_argument.h"

namespace profdiff {
namespace {

constexpr std::int64_t kMostRequests = std::int64_t{1} << 31;  // the greatest count that MPI takes, and one more

using Creation = MpiRoutine::Creation;
using Kind = MpiRoutine::Kind;

constexpr std::int64_t kAny = -1;

// The argument values of one call. In Fortran, a value that is no integer of 32 bits is the address of an argument,
// which says nothing, except for requests.
class Arguments {
 public:
  Arguments(std::span<const CallValue> values, const MpiRoutine& routine) : values_(values), routine_(routine) {}

  std::optional<std::int64_t> At(std::uint8_t place) const {
    if (place == 0) return std::nullopt;
    const auto found = std::ranges::find(values_, std::uint32_t{place}, &CallValue::argument);
    if (found == values_.end() || !std::holds_alternative<std::int64_t>(found->value)) return std::nullopt;
    const auto value = std::get<std::int64_t>(found->value);
    const bool is_address =
        routine_.by_reference && place != routine_.request && value != static_cast<std::int32_t>(value);
    return is_address ? std::nullopt : std::optional(value);
  }

 private:
  std::span<const CallValue> values_;
  const MpiRoutine& routine_;
};

// A receive, or a synchronous send, that has begun but not ended.
struct Pending {
  std::optional<std::int64_t> request;
  std::size_t end = 0;  // index into Transfers::receives or Transfers::sends
  bool is_send = false;
};

// A request that MPI_Start starts.
struct Prepared {
  MpiRoutine routine;
  std::vector<CallValue> values;
  std::uint64_t communicator = 0;
};

// True for the value of MPI_LOCK_EXCLUSIVE in Open MPI, and for that in MPICH.
bool IsExclusive(std::int64_t lock) { return lock == 1 || lock == 234; }

class TransferFinder {
 public:
  TransferFinder(const Trace& trace, const std::vector<const RuntimeCall*>& made, std::vector<MpiCall>& calls)
      : trace_(trace), made_(made), calls_(calls), watch_(trace) {}

  Transfers Find() {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (i > 0 && calls_[i].rank != calls_[i - 1].rank) EndRank();
      rank_ = calls_[i].rank;
      const ThreadTrace& thread = trace_.threads[calls_[i].thread];
      const bool is_window = calls_[i].routine.is_of_window;
      is_window ? ReadWindow(i, thread) : thread.communications.empty() ? ReadValues(i, thread) : ReadEvents(i, thread);
    }
    EndRank();
    return std::move(found_);
  }

 private:
  void EndRank() {
    if (!any_waits_.empty()) {
      std::ranges::move(posted_, std::back_inserter(found_.posted));
      std::ranges::move(any_waits_, std::back_inserter(found_.any_waits));
    }
    posted_.clear();
    any_waits_.clear();
    pending_.clear();
    prepared_.clear();
    probed_.clear();
    locked_.clear();
    if (calls_.empty()) return;
    found_.gaps.most_communicators = std::max(found_.gaps.most_communicators, log_.count() - windows_.size());
    windows_.clear();
    knows_windows_ = false;
    RankCommunicators log = log_.Take(rank_);
    if (!log.created.empty()) found_.communicators.push_back(std::move(log));
  }

  std::span<const CallValue> ValuesOf(std::size_t i, const ThreadTrace& thread) const {
    const CallId made = made_[i]->call;
    const auto first = std::ranges::lower_bound(thread.values, made, {}, &CallValue::call);
    return {first, std::ranges::upper_bound(first, thread.values.end(), made, {}, &CallValue::call)};
  }

  // In an archive, windows have ids that all ranks share, and fences have events.
  void ReadWindow(std::size_t i, const ThreadTrace& thread) {
    MpiCall& call = calls_[i];
    const MpiRoutine& routine = call.routine;
    const Arguments arguments(ValuesOf(i, thread), routine);
    const auto handle = arguments.At(routine.communicator);
    if (routine.creation == Creation::kCopy) {
      knows_windows_ = knows_windows_ || handle;
      if (handle) log_.Create({Creation::kCopy, log_.Use(handle), 0, 0, true}, true, true);
    } else if (routine.creation == Creation::kFree) {
      if (knows_windows_) log_.Free(arguments.At(routine.freed));
    } else if (routine.kind == Kind::kFence) {
      if (!thread.communications.empty()) ReadEvents(i, thread);
      if (call.communicator == 0) call.communicator = WindowOf(handle);
      if (call.communicator == kUnnamedCommunicator) return LeaveFence(call);
      log_.Operate(call.communicator & ~kWindowBit, "Win_fence");
    } else {
      const auto id = arguments.At(kWindowArgument);
      ReadLock(i, arguments, id ? static_cast<std::uint64_t>(*id) : WindowOf(handle));
    }
  }

  // Returns the number of a window; kUnnamedCommunicator if it is unknown.
  std::uint64_t WindowOf(std::optional<std::int64_t> handle) {
    if (!handle || !knows_windows_) return kUnnamedCommunicator;
    found_.gaps.has_windows = true;
    const std::uint64_t number = log_.Use(handle);
    windows_.insert(number);
    return number | kWindowBit;
  }

  void LeaveFence(MpiCall& call) {
    found_.gaps.lacks_fences = true;
    call.routine.kind = Kind::kOther;
    call.communicator = 0;
  }

  void ReadLock(std::size_t i, const Arguments& arguments, std::uint64_t window) {
    const MpiRoutine& routine = calls_[i].routine;
    const auto target = arguments.At(routine.partner), lock = arguments.At(routine.lock);
    const bool begins = routine.kind == Kind::kLockWindow;
    if (window == kUnnamedCommunicator || !target || (begins && !lock)) {
      found_.gaps.lacks_locks = true;
      return;
    }
    if (*target < 0) return;
    const std::pair key(window, *target);
    if (begins) {
      locked_[key] = found_.locks.size();
      const auto rank = static_cast<std::uint32_t>(*target);
      found_.locks.push_back({i, {}, calls_[i].rank, rank, window, IsExclusive(*lock)});
    } else if (const auto begun = locked_.extract(key); !begun.empty()) {
      found_.locks[begun.mapped()].unlock = i;
    }
  }

  void ReadValues(std::size_t i, const ThreadTrace& thread) {
    MpiCall& call = calls_[i];
    const std::span<const CallValue> values = ValuesOf(i, thread);
    const MpiRoutine& routine = call.routine;
    const Arguments arguments(values, routine);
    found_.gaps.has_fortran = found_.gaps.has_fortran || routine.by_reference;
    const std::uint64_t communicator = log_.Use(arguments.At(routine.communicator));
    if (routine.creation != MpiRoutine::Creation::kNone) return ReadCreation(routine, arguments, communicator);
    if (routine.is_collective()) {
      call.communicator = communicator;
      log_.Operate(communicator, trace_.names[thread.calls.function[made_[i]->call.value].value]);
      if (routine.partner == 0) return;
      if (const auto root = arguments.At(routine.partner)) {
        call.root = static_cast<std::uint32_t>(*root);
      } else {
        found_.gaps.lacks_root = true;
      }
      return;
    }
    switch (routine.kind) {
      case Kind::kSend:
      case Kind::kSynchronousSend:
      case Kind::kStartSend:
      case Kind::kStartSynchronousSend:
        return AddSend(i, routine, arguments, communicator);
      case Kind::kReceive:
        return AddReceive(i, arguments, routine.partner, routine.tag, communicator);
      case Kind::kSendReceive:
        AddSend(i, routine, arguments, communicator);
        return AddReceive(i, arguments, routine.source, routine.source_tag, communicator);
      case Kind::kProbe:
        return AddProbe(i, arguments, communicator);
      case Kind::kTestProbe:
        return TestProbe(i, arguments, communicator);
      case Kind::kStartReceive:
        return StartReceive(i, routine, arguments, communicator);
      case Kind::kPrepareSend:
      case Kind::kPrepareSynchronousSend:
      case Kind::kPrepareReceive:
        if (const auto request = arguments.At(routine.request)) {
          prepared_[*request] = {routine, {values.begin(), values.end()}, communicator};
        }
        return;
      case Kind::kStart:
      case Kind::kStartAll:
        return StartPrepared(i, arguments);
      case Kind::kWait:
      case Kind::kWaitAll:
      case Kind::kWaitAny:
      case Kind::kTest:
      case Kind::kTestAll:
        return EndRequests(i, arguments);
      default:
        return;
    }
  }

  // MPI_UNDEFINED, the color of ranks that get no communicator, is negative.
  void ReadCreation(const MpiRoutine& routine, const Arguments& arguments, std::uint64_t parent) {
    if (routine.creation == Creation::kFree) return log_.Free(arguments.At(routine.freed));
    found_.gaps.splits_communicators = found_.gaps.splits_communicators || routine.creation == Creation::kSplit ||
                                       routine.creation == Creation::kPart || routine.creation == Creation::kOther;
    const auto color = arguments.At(routine.color), key = arguments.At(routine.key);
    const bool is_split = routine.creation == Creation::kSplit;
    const bool has_order = is_split ? color && key : arguments.At(routine.reorder) == 0;
    log_.Create({routine.creation, parent, static_cast<std::uint32_t>(color.value_or(0)),
                 static_cast<std::uint32_t>(key.value_or(0)), has_order},
                parent != kUnnamedCommunicator, !is_split || color.value_or(0) >= 0);
  }

  void AddSend(std::size_t i, const MpiRoutine& routine, const Arguments& arguments, std::uint64_t communicator) {
    const auto partner = arguments.At(routine.partner);
    if (!partner) found_.gaps.lacks_partner = true;
    if (!partner || *partner < 0) return;
    found_.gaps.counts_elements = true;
    const auto bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(arguments.At(routine.count).value_or(0), 0));
    const auto destination = static_cast<std::uint32_t>(*partner);
    const auto tag = static_cast<std::uint32_t>(arguments.At(routine.tag).value_or(0));
    const bool is_synchronous =
        routine.kind == Kind::kStartSynchronousSend || routine.kind == Kind::kPrepareSynchronousSend;
    if (is_synchronous) Await(arguments.At(routine.request), {{}, found_.sends.size(), true});
    found_.sends.push_back({i, std::nullopt, calls_[i].rank, destination, tag, communicator, bytes});
  }

  // A request that is used again has ended in a call that was not seen.
  void Await(std::optional<std::int64_t> request, Pending pending) {
    std::erase_if(pending_, [&](const Pending& other) { return request && other.request == request; });
    pending.request = request;
    pending_.push_back(pending);
  }

  // Returns nullopt if no message is received, or if the source of the message is unknown.
  std::optional<MessageEnd> ReceiveOf(std::size_t i, const Arguments& arguments, std::uint8_t source, std::uint8_t tag,
                                      std::uint64_t communicator) {
    const auto partner = arguments.At(source);
    if (!partner) found_.gaps.lacks_partner = true;
    if (partner == kAny) found_.gaps.has_any_source = true;
    if (!partner || *partner < 0) return std::nullopt;
    const std::int64_t label = arguments.At(tag).value_or(kAny);
    const std::uint32_t known_tag = label < 0 ? MessageEnd::kAnyTag : static_cast<std::uint32_t>(label);
    return MessageEnd{i, i, static_cast<std::uint32_t>(*partner), calls_[i].rank, known_tag, communicator, 0};
  }

  void AddReceive(std::size_t i, const Arguments& arguments, std::uint8_t source, std::uint8_t tag,
                  std::uint64_t communicator) {
    if (const auto end = ReceiveOf(i, arguments, source, tag, communicator)) AddReceive(*end);
  }

  // A receive takes a message for which the rank may have probed.
  void AddReceive(const MessageEnd& end) {
    std::erase_if(probed_, [&](const auto& probed) {
      const auto& [source, tag, communicator] = probed.first;
      const bool fits = tag == end.tag || end.tag == MessageEnd::kAnyTag || tag == MessageEnd::kAnyTag;
      return source == end.source && communicator == end.communicator && fits;
    });
    found_.receives.push_back(end);
  }

  // Probes are one poll until a receive takes the message.
  void TestProbe(std::size_t i, const Arguments& arguments, std::uint64_t communicator) {
    watch_.See(i, *made_[i]);
    const MpiRoutine& routine = calls_[i].routine;
    const auto partner = arguments.At(routine.partner);
    if (!partner || *partner < 0) return;
    auto end = ReceiveOf(i, arguments, routine.partner, routine.tag, communicator);
    const std::tuple key(end->source, end->tag, end->communicator);
    const auto [at, is_new] = probed_.try_emplace(key, static_cast<std::uint32_t>(found_.polls.size()));
    if (is_new) {
      end->is_probe = true;
      end->poll = at->second;
      found_.polls.emplace_back();
      found_.receives.push_back(*end);
    }
    watch_.Extend(found_.polls[at->second]);
  }

  // Any message may satisfy a probe for MPI_ANY_SOURCE, so nothing is known of it.
  void AddProbe(std::size_t i, const Arguments& arguments, std::uint64_t communicator) {
    const MpiRoutine& routine = calls_[i].routine;
    const auto partner = arguments.At(routine.partner);
    if (!partner || *partner < 0) return;
    if (auto end = ReceiveOf(i, arguments, routine.partner, routine.tag, communicator)) {
      end->is_probe = true;
      found_.receives.push_back(*end);
    }
  }

  void StartPrepared(std::size_t i, const Arguments& arguments) {
    MpiRoutine& routine = calls_[i].routine;
    const auto first = arguments.At(routine.request);
    const std::int64_t bytes = routine.kind == Kind::kStart ? 1 : BytesOfList(routine, arguments);
    bool has_started = false;
    auto at = first ? prepared_.lower_bound(*first) : prepared_.end();
    for (; at != prepared_.end() && IsInList(at->first, *first, bytes); ++at) {
      const Prepared& prepared = at->second;
      has_started = true;
      const Arguments own(prepared.values, prepared.routine);
      if (prepared.routine.kind == Kind::kPrepareReceive) {
        StartReceive(i, prepared.routine, own, prepared.communicator);
      } else {
        AddSend(i, prepared.routine, own, prepared.communicator);
      }
    }
    if (!has_started) routine.may_receive = true;
  }

  // Returns the size of a list of Open MPI requests, which are integers in Fortran; 0 if it is unknown. A damaged
  // recording can have any count.
  static std::int64_t BytesOfList(const MpiRoutine& routine, const Arguments& arguments) {
    const std::int64_t count = arguments.At(routine.count).value_or(0);
    return (routine.by_reference ? 4 : 8) * std::clamp<std::int64_t>(count, 0, kMostRequests);
  }

  void StartReceive(std::size_t i, const MpiRoutine& routine, const Arguments& arguments, std::uint64_t communicator) {
    auto end = ReceiveOf(i, arguments, routine.partner, routine.tag, communicator);
    if (!end) return;
    const std::optional<std::int64_t> request = arguments.At(routine.request);
    Await(request, {{}, found_.receives.size()});
    if (request) posted_.push_back({i, *request});
    end->is_seen = false;
    AddReceive(*end);
  }

  // Ends the requests for which call i waits. Which requests MPI_Waitany and MPI_Waitsome complete is not recorded; if
  // there are several, this is decided when the times of the messages are known (any_waits.h). The last test of a
  // request is the one that completes it.
  void EndRequests(std::size_t i, const Arguments& arguments) {
    const MpiRoutine& routine = calls_[i].routine;
    const auto request = arguments.At(routine.request);
    const bool is_test = routine.kind == Kind::kTest || routine.kind == Kind::kTestAll;
    const bool has_list = routine.kind != Kind::kWait && routine.kind != Kind::kTest;
    const std::int64_t bytes = BytesOfList(routine, arguments);
    if (is_test && !request) return;
    if (is_test) watch_.See(i, *made_[i]);
    const auto is_meant = [&](const Pending& pending) {
      if (!request || !pending.request) return has_list || &pending == &pending_.front();
      return has_list ? *pending.request >= *request && (bytes == 0 || IsInList(*pending.request, *request, bytes))
                      : *pending.request == *request;
    };
    if (routine.kind == Kind::kWaitAny && std::ranges::count_if(pending_, is_meant) != 1) {
      if (request && bytes > 0) any_waits_.push_back({i, *request, bytes, routine.takes_all});
      return;
    }
    std::deque<Pending> left;
    for (Pending& pending : pending_) {
      const bool ends = is_meant(pending);
      if (!ends || is_test) left.push_back(pending);
      if (!ends) continue;
      if (pending.is_send) {
        found_.sends[pending.end].start = i;
      } else {
        found_.receives[pending.end].call = i;
        found_.receives[pending.end].is_seen = true;
        if (is_test) Poll(found_.receives[pending.end]);
      }
    }
    pending_ = std::move(left);
  }

  void Poll(MessageEnd& receive) {
    if (!receive.poll) {
      receive.poll = static_cast<std::uint32_t>(found_.polls.size());
      found_.polls.emplace_back();
    }
    watch_.Extend(found_.polls[*receive.poll]);
  }

  void ReadEvents(std::size_t i, const ThreadTrace& thread) {
    MpiCall& call = calls_[i];
    const CallTree& calls = thread.calls;
    const std::uint32_t first = made_[i]->call.value, end = calls.end[first];
    const auto begin = std::ranges::lower_bound(thread.communications, static_cast<std::uint64_t>(call.begin), {},
                                                &Communication::time);
    const auto last = static_cast<std::uint64_t>(call.end);
    const bool posts = call.routine.kind == Kind::kReceive || call.routine.kind == Kind::kSendReceive;
    for (auto event = begin; event != thread.communications.end() && event->time <= last; ++event) {
      if (event->call.value < first || event->call.value >= end) continue;
      const bool is_known = event->partner != Communication::kUnknownRank;
      switch (event->kind) {
        case Communication::Kind::kSend:
          if (is_known) {
            found_.sends.push_back({i, {}, call.rank, event->partner, event->tag, event->communicator, event->bytes});
          }
          break;
        case Communication::Kind::kReceive:
          if (is_known) {
            found_.receives.push_back({i, posts ? std::optional(i) : std::nullopt, event->partner, call.rank,
                                       event->tag, event->communicator, event->bytes});
          } else if (call.routine.kind == Kind::kStartReceive) {
            found_.receives.push_back(
                {i, i, MessageEnd::kUnknownRank, call.rank, MessageEnd::kAnyTag, 0, 0, /*is_seen=*/false});
          }
          break;
        case Communication::Kind::kCollective:
          call.communicator = event->communicator;
          if (is_known) call.root = event->partner;
      }
    }
  }

  const Trace& trace_;
  const std::vector<const RuntimeCall*>& made_;
  std::vector<MpiCall>& calls_;
  Transfers found_;
  std::deque<Pending> pending_;                // of the current rank
  std::map<std::int64_t, Prepared> prepared_;  // of the current rank, by request
  std::vector<PostedReceive> posted_;          // receives of the current rank
  std::vector<AnyWait> any_waits_;             // of the current rank
  std::uint32_t rank_ = 0;                     // the current rank
  CommunicatorLog log_;                        // of the current rank
  PollWatch watch_;
  // Polls of the current rank by source, tag and communicator of the message for which it probes.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::uint32_t> probed_;
  std::set<std::uint64_t> windows_;  // numbers of the current rank's windows
  bool knows_windows_ = false;       // true if the current rank's windows were recorded when they were created
  std::map<std::pair<std::uint64_t, std::int64_t>, std::size_t> locked_;  // locks by window and target, not released
};

}  // namespace

void Transfers::Append(Transfers more) {
  const auto first = static_cast<std::uint32_t>(polls.size());
  for (MessageEnd& receive : more.receives) {
    if (receive.poll) *receive.poll += first;
  }
  std::ranges::move(more.polls, std::back_inserter(polls));
  std::ranges::move(more.locks, std::back_inserter(locks));
  std::ranges::move(more.sends, std::back_inserter(sends));
  std::ranges::move(more.receives, std::back_inserter(receives));
  std::ranges::move(more.posted, std::back_inserter(posted));
  std::ranges::move(more.any_waits, std::back_inserter(any_waits));
  std::ranges::move(more.communicators, std::back_inserter(communicators));
  gaps.Add(more.gaps);
}

Transfers FindTransfers(const Trace& trace, const std::vector<const RuntimeCall*>& made, std::vector<MpiCall>& calls) {
  return TransferFinder(trace, made, calls).Find();
}

}  // namespace profdiff
