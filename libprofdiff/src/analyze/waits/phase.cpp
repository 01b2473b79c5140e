// SPDX-License-Identifier: GPL-3.0-or-later
// The n-th call of the phase's function on one rank and the n-th call on another rank are the same instance. Calls
// within a call of the phase's function belong to the same instance as that call.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#include "analyze/waits/phase.h"

#include <algorithm>
#include <map>
#include <optional>

#include "profdiff/listing.h"

namespace profdiff {
namespace {

// Throws an error that names the recording, if its path is known.
[[noreturn]] void Refuse(const Trace& trace, ErrorCode code, const std::string& cause, const Remedy& remedy = {}) {
  const std::string path = trace.paths.empty() ? "" : trace.paths.front();
  throw Error(code, cause, path, {}, remedy);
}

// Refuses times of an untrusted recording whose sums and differences could overflow.
void RequireTimes(const Trace& trace) {
  for (const ThreadTrace& thread : trace.threads) {
    const CallTree& calls = thread.calls;
    for (std::size_t row = 0; row < calls.size(); row = calls.end[row]) {
      if (calls.start[row] <= kLatestTime && calls.duration[row] <= kLatestTime - calls.start[row]) continue;
      Refuse(trace, ErrorCode::kOverflow,
             "a call ends too late to be measured: more than 36 years after the first one");
    }
  }
}

NameId FindFunction(const Trace& trace, const std::string& wanted) {
  const auto linked = std::ranges::find(trace.names, wanted);
  if (linked != trace.names.end()) return NameId(static_cast<std::size_t>(linked - trace.names.begin()));
  NameId first;
  for (std::size_t i = 0; i < trace.names.size(); ++i) {
    const std::optional<std::string> readable = Demangle(trace.names[i], DemangleStyle::kAuto, '\0');
    if (!readable || (*readable != wanted && !readable->starts_with(wanted + "("))) continue;
    if (!first.valid() || trace.names[i] < trace.names[first.value]) first = NameId(i);
  }
  return first;
}

std::vector<TimeSpan> OutermostCalls(const CallTree& calls, NameId function) {
  std::vector<TimeSpan> found;
  for (std::size_t row = 0; row < calls.size();) {
    if (calls.function[row] == function) found.push_back(SpanOfCall(calls, row));
    row = calls.function[row] == function ? calls.end[row] : row + 1;
  }
  return found;
}

// Makes the whole recording of each rank one instance.
void TakeAll(const Trace& trace, Phase& phase) {
  phase.name = "program";
  std::map<std::uint32_t, TimeSpan> of_rank;
  for (const ThreadTrace& thread : trace.threads) {
    const CallTree& calls = thread.calls;
    for (std::size_t row = 0; row < calls.size(); row = calls.end[row]) {
      const TimeSpan call = SpanOfCall(calls, row);
      TimeSpan& all = of_rank.try_emplace(thread.rank, call).first->second;
      all = {std::min(all.begin, call.begin), std::max(all.end, call.end)};
    }
  }
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    const auto found = of_rank.find(trace.threads[i].rank);
    if (found != of_rank.end()) phase.intervals[i] = {found->second};
  }
}

// Extends the phase's instances on a thread that never calls the phase's function. An instance then ends no earlier
// than any call of the thread that begins in the instance: the thread can continue after the phase has ended on its
// rank, and the times of its calls must not exceed the length of the phase.
void ExtendToCalls(const CallTree& calls, std::size_t thread, Phase& phase) {
  for (std::size_t row = 0; row < calls.size();) {
    const TimeSpan call = SpanOfCall(calls, row);
    const std::uint32_t instance = phase.InstanceAt(thread, call.begin);
    if (instance == 0) {
      ++row;
      continue;
    }
    std::int64_t& end = phase.intervals[thread][instance - 1].end;
    end = std::max(end, call.end);
    row = calls.end[row];
  }
}

}  // namespace

std::uint32_t Phase::InstanceAt(std::size_t thread, std::int64_t time) const {
  const std::vector<TimeSpan>& all = intervals[thread];
  const auto behind = std::ranges::upper_bound(all, time, {}, &TimeSpan::begin);
  if (behind == all.begin() || time > std::prev(behind)->end) return 0;
  return static_cast<std::uint32_t>(behind - all.begin());
}

std::string WantedPhase(const MeasureOptions& options) { return options.phase.empty() ? "main" : options.phase; }

Phase FindPhase(const Trace& trace, const MeasureOptions& options) {
  if (options.phase_line != 0) {
    Refuse(trace, ErrorCode::kBadArgument,
           "a trace has no source lines; to examine a loop, use a recording of Callgrind", {RemedyKind::kSetPhase, {}});
  }
  RequireTimes(trace);
  Phase phase;
  phase.intervals.resize(trace.threads.size());
  phase.calls_phase.resize(trace.threads.size());
  phase.function = FindFunction(trace, WantedPhase(options));
  if (!phase.function.valid()) {
    options.phase.empty() ? TakeAll(trace, phase) : void(phase.instances = 0);
    return phase;
  }
  phase.name = trace.names[phase.function.value];
  std::map<std::uint32_t, std::size_t> first_of_rank;
  std::size_t instances = 0;
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    phase.intervals[i] = OutermostCalls(trace.threads[i].calls, phase.function);
    phase.calls_phase[i] = !phase.intervals[i].empty();
    instances = std::max(instances, phase.intervals[i].size());
    if (phase.calls_phase[i]) first_of_rank.emplace(trace.threads[i].rank, i);
  }
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    const auto first = first_of_rank.find(trace.threads[i].rank);
    if (phase.calls_phase[i] || first == first_of_rank.end()) continue;
    phase.intervals[i] = phase.intervals[first->second];
    ExtendToCalls(trace.threads[i].calls, i, phase);
  }
  phase.instances = static_cast<std::uint32_t>(instances);
  return phase;
}

}  // namespace profdiff
