// SPDX-License-Identifier: GPL-3.0-or-later
// Message and collective events refer to ranks by their index in a communicator. The group of the communicator contains
// indices into the list of MPI locations; indices of both kinds are resolved here to ranks of processes.
#ifdef PROFDIFF_HAS_OTF2
#include "read/trace/otf2/location_events.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "values/window_argument.h"

namespace profdiff {
namespace {

OTF2_CallbackCode SeeEnter(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* user,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  auto& events = *static_cast<LocationEvents*>(user);
  const std::uint64_t nanoseconds = events.definitions.Nanoseconds(time);
  const HashedName& name = events.NameOf(region);
  events.open_names.Enter(name.id);
  return events.Judge(events.builder.Enter(name, nanoseconds), position);
}

OTF2_CallbackCode SeeLeave(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* user,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  auto& events = *static_cast<LocationEvents*>(user);
  const std::uint64_t nanoseconds = events.definitions.Nanoseconds(time);
  return events.Judge(events.Leave(events.NameOf(region).id, nanoseconds, position), position);
}

using Kind = Communication::Kind;

// Adds a communication of the innermost open call. `place` is the index of the other rank or, for a collective, of the
// root in the communicator.
OTF2_CallbackCode AddCommunication(void* user, Kind kind, OTF2_TimeStamp time, std::uint32_t place,
                                   OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes) {
  auto& events = *static_cast<LocationEvents*>(user);
  if (events.builder.depth() == 0) return OTF2_CALLBACK_SUCCESS;
  std::uint32_t partner = Communication::kUnknownRank;
  const auto found = events.rank_of_place.find(communicator);
  if (found != events.rank_of_place.end() && place < found->second.size()) partner = found->second[place];
  events.communications.push_back(
      {events.builder.innermost_call(), kind, events.definitions.Nanoseconds(time), partner, tag, communicator, bytes});
  return OTF2_CALLBACK_SUCCESS;
}

// The start of a receive is kept, with an unknown sender, only if the archive does not record its end: EZTrace 2.0
// lacks some ends.
OTF2_CallbackCode SeeReceiveStart(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, OTF2_AttributeList*,
                                  std::uint64_t request) {
  auto& events = *static_cast<LocationEvents*>(user);
  if (events.builder.depth() > 0) events.started[request] = events.communications.size();
  return AddCommunication(user, Kind::kReceive, time, Communication::kUnknownRank, OTF2_UNDEFINED_COMM, 0, 0);
}

void EndReceive(void* user, std::uint64_t request) {
  auto& events = *static_cast<LocationEvents*>(user);
  const auto found = events.started.find(request);
  if (found == events.started.end()) return;
  events.ended.push_back(found->second);
  events.started.erase(found);
}

void DropEndedStarts(LocationEvents& events) {
  std::ranges::sort(events.ended);
  std::vector<Communication> kept;
  kept.reserve(events.communications.size() - events.ended.size());
  auto next = events.ended.begin();
  for (std::size_t i = 0; i < events.communications.size(); ++i) {
    const bool is_dropped = next != events.ended.end() && *next == i;
    if (is_dropped) {
      ++next;
    } else {
      kept.push_back(events.communications[i]);
    }
  }
  events.communications = std::move(kept);
}

// Non-blocking messages have a request id, the last parameter of their events. A non-blocking send is recorded when it
// starts. A non-blocking receive is recorded when it ends, in the call that waits for it.
template <Kind kind, class... RequestId>
OTF2_CallbackCode SeeMessage(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, OTF2_AttributeList*,
                             std::uint32_t partner, OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes,
                             [[maybe_unused]] RequestId... request) {
  if constexpr (kind == Kind::kReceive) (EndReceive(user, request), ...);
  return AddCommunication(user, kind, time, partner, communicator, tag, bytes);
}

OTF2_CallbackCode SeeCollective(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, OTF2_AttributeList*,
                                OTF2_CollectiveOp, OTF2_CommRef communicator, std::uint32_t root, std::uint64_t sent,
                                std::uint64_t) {
  return AddCommunication(user, Kind::kCollective, time, root, communicator, 0, sent);
}

// Windows and communicators have ids of their own; this keeps them apart.
std::uint64_t IdOf(OTF2_RmaWinRef window) { return std::uint64_t{1} << 32 | window; }

// Only the events of fences are read as collective operations: windows are also created and freed together.
OTF2_CallbackCode SeeFence(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, OTF2_AttributeList*,
                           OTF2_CollectiveOp, OTF2_RmaSyncLevel, OTF2_RmaWinRef window, std::uint32_t, std::uint64_t,
                           std::uint64_t) {
  auto& events = *static_cast<LocationEvents*>(user);
  if (events.builder.depth() == 0) return OTF2_CALLBACK_SUCCESS;
  events.communications.push_back({events.builder.innermost_call(), Kind::kCollective,
                                   events.definitions.Nanoseconds(time), Communication::kUnknownRank, 0, IdOf(window),
                                   0});
  return OTF2_CALLBACK_SUCCESS;
}

// Adds the rank and the window of a lock to the arguments of the innermost open call. `place` is the place of the rank.
void AddLock(LocationEvents& events, std::uint32_t place, OTF2_RmaWinRef window, std::uint32_t remote) {
  const auto communicator = events.definitions.windows.find(window);
  if (communicator == events.definitions.windows.end()) return;
  const auto ranks = events.rank_of_place.find(communicator->second);
  if (ranks == events.rank_of_place.end() || remote >= ranks->second.size()) return;
  const CallId call = events.builder.innermost_call();
  events.values.push_back({call, place, std::int64_t{ranks->second[remote]}});
  events.values.push_back({call, kWindowArgument, static_cast<std::int64_t>(IdOf(window))});
}

// True if this call has no lock yet. One call of MPI_Win_lock_all takes several.
bool IsFirstLock(const LocationEvents& events) {
  return events.builder.depth() > 0 &&
         (events.values.empty() || events.values.back().call != events.builder.innermost_call());
}

// The kinds of locks have the values of Open MPI.
OTF2_CallbackCode SeeLock(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, OTF2_AttributeList*,
                          OTF2_RmaWinRef window, std::uint32_t remote, std::uint64_t, OTF2_LockType type) {
  auto& events = *static_cast<LocationEvents*>(user);
  if (!IsFirstLock(events)) return OTF2_CALLBACK_SUCCESS;
  events.values.push_back({events.builder.innermost_call(), 1, std::int64_t{type == OTF2_LOCK_EXCLUSIVE ? 1 : 2}});
  AddLock(events, 2, window, remote);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeUnlock(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, OTF2_AttributeList*,
                            OTF2_RmaWinRef window, std::uint32_t remote, std::uint64_t) {
  auto& events = *static_cast<LocationEvents*>(user);
  if (IsFirstLock(events)) AddLock(events, 1, window, remote);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeMetric(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, OTF2_AttributeList*,
                            OTF2_MetricRef metric, std::uint8_t count, const OTF2_Type* types,
                            const OTF2_MetricValue* values) {
  auto& events = *static_cast<LocationEvents*>(user);
  events.counters->Read(metric, events.definitions.Nanoseconds(time), {values, count}, types, events.builder);
  return OTF2_CALLBACK_SUCCESS;
}

}  // namespace

const HashedName& LocationEvents::NameOf(OTF2_RegionRef region) {
  const auto found = seen.find(region);
  if (found != seen.end()) return found->second;
  return seen.emplace(region, names.Intern(definitions.NameOf(region))).first->second;
}

TreeProblem LocationEvents::LeaveInnermost(std::uint64_t time) {
  open_names.Leave(builder.innermost());
  return builder.Leave(time);
}

TreeProblem LocationEvents::Leave(NameId name, std::uint64_t time, std::uint64_t where) {
  const bool is_innermost = builder.depth() > 0 && builder.innermost() == name;
  if (is_innermost) return LeaveInnermost(time);
  if (!open_names.Has(name, builder, [](std::size_t) { return true; })) {
    odd.not_open.See(location, where);
    return TreeProblem::kNone;
  }
  odd.not_innermost.See(location, where);
  TreeProblem found = TreeProblem::kNone;
  while (found == TreeProblem::kNone && builder.innermost() != name) found = LeaveInnermost(time);
  return found == TreeProblem::kNone ? LeaveInnermost(time) : found;
}

OTF2_CallbackCode LocationEvents::Judge(TreeProblem found, std::uint64_t where) {
  if (found == TreeProblem::kNone) return OTF2_CALLBACK_SUCCESS;
  problem = found;
  position = where;
  return OTF2_CALLBACK_INTERRUPT;
}

OTF2_ErrorCode ReadLocationEvents(OTF2_Reader* archive, OTF2_EvtReader* reader, bool communications,
                                  LocationEvents& events) {
  const std::unique_ptr<OTF2_EvtReaderCallbacks, decltype(&OTF2_EvtReaderCallbacks_Delete)> callbacks(
      OTF2_EvtReaderCallbacks_New(), OTF2_EvtReaderCallbacks_Delete);
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks.get(), SeeEnter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks.get(), SeeLeave);
  if (communications) {
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks.get(), SeeMessage<Kind::kSend>);
    OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks.get(), SeeMessage<Kind::kSend, std::uint64_t>);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks.get(), SeeMessage<Kind::kReceive>);
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks.get(), SeeMessage<Kind::kReceive, std::uint64_t>);
    OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks.get(), SeeReceiveStart);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks.get(), SeeCollective);
    OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(callbacks.get(), SeeFence);
    OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(callbacks.get(), SeeLock);
    OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(callbacks.get(), SeeUnlock);
  }
  if (events.counters != nullptr) OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks.get(), SeeMetric);
  OTF2_Reader_RegisterEvtCallbacks(archive, reader, callbacks.get(), &events);
  std::uint64_t count = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalEvents(archive, reader, &count);
  if (!events.ended.empty()) DropEndedStarts(events);
  return code;
}

}  // namespace profdiff
#endif
