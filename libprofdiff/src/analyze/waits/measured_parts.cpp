// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the parts of a trace individually, in one or several processes, and serialises their sums.
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/matching.h"
#include "analyze/waits/trace_events.h"
#include "analyze/waits/window.h"
#include "base/packing.h"
#include "profdiff/error.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"

namespace profdiff {

template <class Pack>
void Fields(Pack& pack, TimeSpan& interval) {
  pack(interval.begin, interval.end);
}
template <class Pack>
void Fields(Pack& pack, ThreadEvents& thread) {
  pack(thread.rank, thread.intervals, thread.covered, thread.counters);
}
template <class Pack>
void Fields(Pack& pack, LibraryTime& time) {
  pack(time.thread, time.caller, time.function, time.instance, time.is, time.inside);
}
template <class Pack>
void Fields(Pack& pack, StartUpTime& time) {
  pack(time.thread, time.instance, time.inside);
}
template <class Pack>
void Fields(Pack& pack, Wait& wait) {
  pack(wait.kind, wait.thread, wait.caller, wait.callee, wait.instance, wait.lost, wait.outside_calls, wait.count,
       wait.construct, wait.object, wait.is_estimated);
}
template <class Pack>
void Fields(Pack& pack, SentMessages& sent) {
  pack(sent.thread, sent.caller, sent.function, sent.instance, sent.messages, sent.bytes);
}
template <class Pack>
void Fields(Pack& pack, CodePlace& place) {
  pack(place.file, place.line, place.is_user);
}
template <class Pack>
void Fields(Pack& pack, Counter& counter) {
  pack(counter.name, counter.unit);
}
template <class Pack>
void Fields(Pack& pack, CounterSum& sum) {
  pack(sum.thread, sum.caller, sum.function, sum.instance, sum.counter, sum.amount);
}
template <class Pack>
void Fields(Pack& pack, TraceEvents& events) {
  pack(events.names, events.places, events.phase, events.instances, events.threads, events.has_mpi, events.has_openmp);
  pack(events.has_threads);
  pack(events.path_losses, events.start_up, events.library, events.waits, events.problems, events.teams.has_team,
       events.teams.has_wide_team);
  pack(events.teams.incomplete);
  pack(events.open_calls, events.first_open_call, events.counters, events.counted);
  pack(events.mpi_waits, events.sent, events.paths, events.missing, events.remarks);
}

// A measured part of a run. `place` is a rank, by which parts are ordered (see MeasuredParts::Add). Parts without a
// place come first, in the order of the processes that measured them.
struct PlacedPart {
  std::optional<std::uint32_t> place;
  TraceEvents events;
};

template <class Pack>
void Fields(Pack& pack, PlacedPart& part) {
  pack(part.place, part.events);
}

namespace {

// True if all indices of a part that another process sent are in range, and all entries are within the phase.
bool IsInBounds(const TraceEvents& events) {
  std::size_t instances = 1;
  for (const ThreadEvents& thread : events.threads) instances = std::max(instances, thread.intervals.size());
  const auto is_name = [&](NameId name) { return name.value < events.names.size(); };
  const auto may_be = [&](NameId name) { return !name.valid() || is_name(name); };
  const auto is_counter = [&](CounterId counter) { return counter.value < events.counters.size(); };
  const auto is_entry = [&](const auto& entry) {
    return entry.thread < events.threads.size() && entry.instance > 0 && entry.instance <= events.instances &&
           may_be(entry.caller);
  };
  const auto fits = [&](const ThreadEvents& thread) {
    return thread.covered.size() <= events.instances && std::ranges::all_of(thread.counters, is_counter);
  };
  const auto is_sum = [&](const CounterSum& sum) {
    return is_entry(sum) && is_counter(sum.counter) && may_be(sum.function);
  };
  const auto is_start_up = [&](const StartUpTime& time) {
    return time.thread < events.threads.size() && time.instance > 0 &&
           time.instance <= events.threads[time.thread].intervals.size();
  };
  const auto is_call = [&](const auto& entry) { return is_entry(entry) && is_name(entry.function); };
  const auto is_wait = [&](const Wait& wait) {
    return is_entry(wait) && wait.kind <= WaitKind::kJoinWait && may_be(wait.construct) && may_be(wait.callee);
  };
  const auto is_own = [&](const Wait& wait) {
    return is_wait(wait) && static_cast<std::size_t>(wait.kind) >= kMpiWaitKinds &&
           is_name(wait.callee) == IsThreadWait(wait.kind);
  };
  const auto is_mpi = [&](const Wait& wait) {
    return is_wait(wait) && static_cast<std::size_t>(wait.kind) < kMpiWaitKinds && is_name(wait.callee);
  };
  return events.instances <= instances && events.path_losses.IsInBounds(events.names.size()) &&
         events.places.size() <= events.names.size() && std::ranges::all_of(events.threads, fits) &&
         std::ranges::all_of(events.start_up, is_start_up) && std::ranges::all_of(events.library, is_call) &&
         std::ranges::all_of(events.waits, is_own) && std::ranges::all_of(events.mpi_waits, is_mpi) &&
         std::ranges::all_of(events.sent, is_call) && std::ranges::all_of(events.counted, is_sum);
}

bool HasWindow(const MeasureOptions& options) { return options.from != 0 || options.to != MeasureOptions::kWholeTrace; }

// Tells all processes when each rank begins.
void ShareBegins(const Exchange& exchange, RankClocks& clocks) {
  for (const auto& begins : exchange.Share(clocks.begin)) clocks.begin.insert(begins.begin(), begins.end());
}

// Restores what is known of clocks that were corrected before a part of the run was measured.
void SetClocks(const ClockCorrection& clocks, Measurements& measured) {
  measured.clocks = clocks;
  const auto doubt = measured.FindMetric("clockDoubt");
  if (!doubt) return;
  for (Context& context : measured.contexts) context.values[*doubt] = static_cast<double>(clocks.half_width) * 1e-9;
}

}  // namespace

struct MeasuredParts::State {
  MeasureOptions options = {};
  std::vector<TraceEvents> whole = {};               // parts that were added without a place
  std::map<std::uint32_t, TraceEvents> places = {};  // parts that were added with a place, by place
  std::optional<MpiResult> mpi = {};                 // set by Gather
  RankClocks clocks = {};                            // of the whole run
  ClockCorrection correction = {};                   // of the whole run, once it has been measured
  bool is_restricted = false;
};

MeasuredParts::MeasuredParts(MeasureOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}
MeasuredParts::~MeasuredParts() = default;
MeasuredParts::MeasuredParts(MeasuredParts&&) noexcept = default;
MeasuredParts& MeasuredParts::operator=(MeasuredParts&&) noexcept = default;

void MeasuredParts::Add(const Trace& part, std::optional<std::uint32_t> place) {
  const MeasureOptions& options = state_->options;
  if (!state_->is_restricted) state_->clocks.Add(part);
  TraceEvents events = state_->is_restricted
                           ? SumUpTrace(InWindow(part, state_->clocks, options.from, options.to), options)
                           : SumUpTrace(part, options);
  if (place) {
    state_->places.insert_or_assign(*place, std::move(events));
  } else {
    events.instances = 0;
    state_->whole.push_back(std::move(events));
  }
}

void MeasuredParts::Restrict() { state_->is_restricted = true; }

void MeasuredParts::Gather(const Peers& peers) {
  const Exchange exchange(peers);
  std::vector<TraceEvents> events = std::exchange(state_->whole, {});
  std::vector<PlacedPart> parts(events.size());
  for (auto& [place, part] : std::exchange(state_->places, {})) {
    events.push_back(std::move(part));
    parts.push_back({place, {}});
  }
  state_->mpi = MatchMpiCalls(events, state_->options, exchange);
  if (!state_->is_restricted) {
    state_->clocks.offsets = state_->mpi->clocks.offsets;
    if (HasWindow(state_->options)) ShareBegins(exchange, state_->clocks);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].events = std::move(events[i]);
  std::vector<std::vector<PlacedPart>> gathered = exchange.Gather(std::move(parts));
  for (std::size_t process = 0; process < gathered.size(); ++process) {
    for (PlacedPart& part : gathered[process]) {
      Exchange::Require(process == exchange.own() || IsInBounds(part.events));
      if (!part.place) {
        state_->whole.push_back(std::move(part.events));
      } else {
        Exchange::Require(state_->places.emplace(*part.place, std::move(part.events)).second);
      }
    }
  }
}

Measurements MeasuredParts::Measure() {
  if (!state_->mpi) Gather({});
  std::vector<TraceEvents> parts = std::exchange(state_->whole, {});
  for (std::size_t i = 1; i < parts.size(); ++i) parts[i].paths.clear(), parts[i].missing.clear();
  for (auto& [place, events] : std::exchange(state_->places, {})) parts.push_back(std::move(events));
  TraceEvents joined = JoinTraceEvents(std::move(parts), state_->options);
  if (joined.threads.empty() && !joined.missing.empty()) throw Error(joined.missing.front());
  const std::optional<MpiResult> mpi = std::exchange(state_->mpi, std::nullopt);
  Measurements measured = MeasureEvents(std::move(joined), *mpi, state_->options);
  if (!state_->is_restricted) {
    state_->correction = measured.clocks;
  } else {
    SetClocks(state_->correction, measured);
  }
  return measured;
}

}  // namespace profdiff
