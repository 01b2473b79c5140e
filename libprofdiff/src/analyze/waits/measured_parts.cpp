// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a trace that are measured one by one, and their serialization. What follows from names and threads is not
// serialized: an MPI call's rank and the kind of its routine. An MPI call takes about 25 bytes if it took part in no
// collective operation, and sent and received nothing.
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/waits/trace_events.h"
#include "base/packing.h"
#include "profdiff/error.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"

namespace profdiff {

template <class Pack>
void Fields(Pack& pack, PhaseInterval& interval) {
  pack(interval.begin, interval.end);
}
template <class Pack>
void Fields(Pack& pack, ThreadEvents& thread) {
  pack(thread.rank, thread.intervals, thread.covered);
}
template <class Pack>
void Fields(Pack& pack, LibraryTime& time) {
  pack(time.thread, time.caller, time.function, time.instance, time.is, time.inside);
}
template <class Pack>
void Fields(Pack& pack, Wait& wait) {
  pack(wait.kind, wait.thread, wait.caller, wait.instance, wait.lost, wait.outside_calls, wait.count);
}
template <class Pack>
void Fields(Pack& pack, MpiCall& call) {
  std::int64_t duration = call.end - call.begin;
  pack(call.thread, call.instance, call.caller, call.function, call.begin, duration, call.root, call.communicator);
  call.end = call.begin + duration;
}
template <class Pack>
void Fields(Pack& pack, MessageEnd& end) {
  pack(end.call, end.start, end.source, end.destination, end.tag, end.communicator, end.bytes);
}
template <class Pack>
void Fields(Pack& pack, TransferGaps& gaps) {
  pack(gaps.lacks_partner, gaps.lacks_root, gaps.has_any_source, gaps.has_fortran, gaps.most_communicators);
}
template <class Pack>
void Fields(Pack& pack, TraceEvents& events) {
  pack(events.names, events.phase, events.instances, events.threads, events.has_mpi, events.has_openmp);
  pack(events.library, events.waits, events.problems, events.teams.has_team, events.teams.has_wide_team);
  pack(events.calls, events.transfers.sends, events.transfers.receives, events.transfers.gaps);
  pack(events.paths, events.missing, events.remarks);
}

namespace {

// True if all indices are in range.
class Bounds {
 public:
  explicit Bounds(const TraceEvents& events) : events_(events) {
    for (const std::string& name : events.names) is_mpi_.push_back(IsMpiName(name));
  }

  bool AreKept() const {
    std::size_t instances = 1;
    for (const ThreadEvents& thread : events_.threads) instances = std::max(instances, thread.intervals.size());
    const auto fits = [&](const ThreadEvents& thread) { return thread.covered.size() <= events_.instances; };
    const auto is_kind = [](const Wait& wait) { return wait.kind <= WaitKind::kFrequentAtomic; };
    return events_.instances <= instances && std::ranges::all_of(events_.threads, fits) &&
           std::ranges::all_of(
               events_.library,
               [&](const LibraryTime& time) { return IsEntry(time) && IsName(time.function) && time.instance > 0; }) &&
           std::ranges::all_of(events_.waits,
                               [&](const Wait& wait) { return IsEntry(wait) && is_kind(wait) && wait.instance > 0; }) &&
           std::ranges::all_of(events_.calls,
                               [&](const MpiCall& call) {
                                 return IsEntry(call) && IsName(call.function) && is_mpi_[call.function.value];
                               }) &&
           AreEnds(events_.transfers.sends) && AreEnds(events_.transfers.receives);
  }

 private:
  bool IsName(NameId name) const { return name.value < events_.names.size(); }

  template <class Entry>
  bool IsEntry(const Entry& entry) const {
    return entry.thread < events_.threads.size() && entry.instance <= events_.instances &&
           (!entry.caller.valid() || IsName(entry.caller));
  }
  bool AreEnds(const std::vector<MessageEnd>& ends) const {
    const auto is_call = [&](std::size_t call) { return call < events_.calls.size(); };
    return std::ranges::all_of(
        ends, [&](const MessageEnd& end) { return is_call(end.call) && (!end.start || is_call(*end.start)); });
  }

  const TraceEvents& events_;
  std::vector<bool> is_mpi_;  // by NameId
};

void AddWhatFollows(TraceEvents& events) {
  std::vector<MpiRoutine> routines;
  for (const std::string& name : events.names) {
    routines.push_back(IsMpiName(name) ? MpiRoutineOf(name) : MpiRoutine());
  }
  for (MpiCall& call : events.calls) {
    call.rank = events.threads[call.thread].rank;
    call.routine = routines[call.function.value];
  }
}

}  // namespace

struct MeasuredParts::State {
  MeasureOptions options = {};
  std::vector<TraceEvents> whole = {};               // parts without a place
  std::map<std::uint32_t, TraceEvents> places = {};  // parts with a place
};

MeasuredParts::MeasuredParts(MeasureOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}
MeasuredParts::~MeasuredParts() = default;
MeasuredParts::MeasuredParts(MeasuredParts&&) noexcept = default;
MeasuredParts& MeasuredParts::operator=(MeasuredParts&&) noexcept = default;

void MeasuredParts::Add(const Trace& part, std::optional<std::uint32_t> place) {
  TraceEvents events = SumUpTrace(part, state_->options);
  if (place) {
    state_->places.insert_or_assign(*place, std::move(events));
  } else {
    events.instances = 0;
    state_->whole.push_back(std::move(events));
  }
}

std::string MeasuredParts::Pack() {
  Packer packer;
  packer(state_->whole, state_->places);
  return packer.Take();
}

void MeasuredParts::Unpack(std::string_view bytes) {
  State more;
  Unpacker unpacker(bytes);
  unpacker(more.whole, more.places);
  const auto is_bad = [](const TraceEvents& events) { return !Bounds(events).AreKept(); };
  const auto is_bad_place = [&](const auto& entry) {
    return is_bad(entry.second) || state_->places.contains(entry.first);
  };
  if (!unpacker.ok() || !unpacker.at_end() || std::ranges::any_of(more.whole, is_bad) ||
      std::ranges::any_of(more.places, is_bad_place)) {
    throw Error(ErrorCode::kBadTrace, "what another process measured is damaged");
  }
  for (TraceEvents& events : more.whole) {
    AddWhatFollows(events);
    state_->whole.push_back(std::move(events));
  }
  for (auto& [place, events] : more.places) {
    AddWhatFollows(events);
    state_->places.emplace(place, std::move(events));
  }
}

Measurements MeasuredParts::Measure() {
  std::vector<TraceEvents> parts = std::move(state_->whole);
  for (std::size_t i = 1; i < parts.size(); ++i) parts[i].paths.clear(), parts[i].missing.clear();
  for (auto& [place, events] : state_->places) parts.push_back(std::move(events));
  state_->whole.clear();
  state_->places.clear();
  TraceEvents joined = JoinTraceEvents(std::move(parts), state_->options);
  if (joined.threads.empty() && !joined.missing.empty()) throw Error(ErrorCode::kBadTrace, joined.missing.front());
  return MeasureEvents(std::move(joined), state_->options);
}

}  // namespace profdiff
