// SPDX-License-Identifier: GPL-3.0-or-later
// Sums are stored in the order of the first calls that contribute to them, so that the order of regions does not depend
// on how a run is divided.
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#include "analyze/waits/trace_events.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "analyze/waits/open_calls.h"
#include "analyze/waits/openmp/serial.h"
#include "analyze/waits/threads/waits.h"
#include "values/index_of.h"

namespace profdiff {
namespace {

using Class = RuntimeCalls::Class;

class Summing {
 public:
  Summing(const Trace& trace, const MeasureOptions& options)
      : trace_(trace), phase_(FindPhase(trace, options)), runtime_(FindRuntimeCalls(trace, phase_)) {
    ids_.resize(trace.names.size());
  }

  TraceEvents Make() {
    if (phase_.function.valid()) made_.phase = phase_.name;
    made_.instances = phase_.instances;
    made_.has_openmp = !runtime_.parts.empty();
    for (const RuntimeCall& call : runtime_.calls) AddLibraryTime(call);
    AddWaits();
    AddMpiCalls();
    AddCounts();
    for (const ThreadTrace& thread : trace_.threads) AddOpenCall(thread);
    for (std::size_t i = 0; i < trace_.threads.size(); ++i) {
      made_.threads.push_back({trace_.threads[i].rank, std::move(phase_.intervals[i]), std::move(runtime_.covered[i]),
                               CountedBy(trace_.threads[i].counters)});
    }
    made_.paths = trace_.paths;
    made_.missing = trace_.missing;
    made_.remarks = trace_.remarks;
    return std::move(made_);
  }

 private:
  std::size_t IndexOfCall(const RuntimeCall* call) const {
    return static_cast<std::size_t>(call - runtime_.calls.data());
  }
  NameId NameOf(const RuntimeCall& call) const { return trace_.threads[call.thread].calls.function[call.call.value]; }

  // Returns the NameId in the result for a name of the trace.
  NameId Keep(NameId name) {
    if (!name.valid()) return name;
    NameId& known = ids_[name.value];
    if (known.valid()) return known;
    known = NameId(made_.names.size());
    const bool is_body = runtime_.class_of[name.value] == Class::kBody;
    made_.names.push_back(is_body ? runtime_.NameOfBody(trace_, name) : trace_.names[name.value]);
    if (trace_.RoleOf(name) == CallRole::kUser) KeepPlace(name, known);
    return known;
  }

  NameId KeepConstruct(NameId construct) {
    const NameId kept = Keep(construct);
    if (kept.valid() && construct.value < trace_.definitions.size()) KeepPlace(construct, kept);
    return kept;
  }

  void KeepPlace(NameId name, NameId kept) {
    if (made_.places.size() <= kept.value) made_.places.resize(made_.names.size());
    const CallDefinition& definition = trace_.definitions[name.value];
    made_.places[kept.value] = {definition.file, definition.line, definition.role == CallRole::kUser};
  }

  void AddLibraryTime(const RuntimeCall& call) {
    const NameId function = NameOf(call);
    const Class is = runtime_.class_of[function.value];
    made_.has_mpi = made_.has_mpi || is == Class::kMpi;
    made_.has_openmp = made_.has_openmp || is == Class::kOpenMp;
    made_.has_threads = made_.has_threads || is == Class::kThreads;
    if (call.instance == 0) return;
    if (is == Class::kMpi && RoutineOf(function).is_start_up()) {
      made_.start_up.push_back({call.thread, call.instance, call.inside});
      return;
    }
    const auto [at, is_new] =
        library_.try_emplace({call.thread, call.caller, function, call.instance}, made_.library.size());
    if (is_new) made_.library.push_back({call.thread, Keep(call.caller), Keep(function), call.instance, is, 0});
    made_.library[at->second].inside += call.inside;
  }

  const MpiRoutine& RoutineOf(NameId function) {
    const auto [routine, is_new] = routines_.try_emplace(function);
    if (is_new) routine->second = MpiRoutineOf(trace_.names[function.value]);
    return routine->second;
  }

  void AddOpenCall(const ThreadTrace& thread) {
    for (const CallId call : thread.calls.open) {
      const NameId function = thread.calls.function[call.value];
      const Class is = runtime_.class_of[function.value];
      if (is != Class::kMpi && is != Class::kOpenMp && is != Class::kThreads) continue;
      if (made_.open_calls++ == 0) {
        made_.first_open_call = trace_.names[function.value] + " of rank " + std::to_string(thread.rank);
      }
      return;
    }
  }

  void AddWaits() {
    using Key = std::tuple<WaitKind, std::uint32_t, NameId, NameId, std::uint32_t, bool, NameId, std::uint64_t, bool>;
    std::map<Key, std::size_t> places;
    std::vector<Wait> waits;
    made_.teams = FindOpenMpWaits(trace_, runtime_, waits, made_.problems);
    FindSerialTime(trace_, phase_, runtime_, waits);
    FindThreadWaits(trace_, phase_, runtime_, waits, made_.problems);
    AddPathLosses(waits);
    for (const Wait& wait : waits) {
      const Key key(wait.kind, wait.thread, wait.caller, wait.callee, wait.instance, wait.outside_calls, wait.construct,
                    wait.object, wait.is_estimated);
      const auto [at, is_new] = places.try_emplace(key, made_.waits.size());
      if (is_new) {
        made_.waits.push_back(wait);
        made_.waits.back().caller = Keep(wait.caller);
        made_.waits.back().callee = Keep(wait.callee);
        made_.waits.back().construct = KeepConstruct(wait.construct);
      } else {
        made_.waits[at->second].lost += wait.lost;
        ++made_.waits[at->second].count;
      }
    }
  }

  // Adds the waits of threads and the time in libraries by path.
  void AddPathLosses(const std::vector<Wait>& waits) {
    LossPathFinder finder(trace_, runtime_);
    call_paths_.assign(runtime_.calls.size(), kNoPath);
    const std::vector<std::vector<std::uint32_t>> rows = RowsOfCalls();
    std::vector<std::vector<std::uint32_t>> paths;
    for (std::size_t thread = 0; thread < rows.size(); ++thread) paths.push_back(finder.Find(thread, rows[thread]));
    const auto path_of = [&](std::uint32_t thread, CallId call) {
      const auto row = std::ranges::lower_bound(rows[thread], call.value);
      return paths[thread][static_cast<std::size_t>(row - rows[thread].begin())];
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, PathSum> sums;  // by kind and path
    const auto add = [&](std::uint32_t kind, std::uint32_t path, bool is_routine, std::int64_t lost) {
      if (path == kNoPath) return;
      PathSum& sum = sums[{kind, path}];
      sum = {kind, path, is_routine, sum.lost + lost};
    };
    for (const RuntimeCall& call : runtime_.calls) {
      const NameId function = NameOf(call);
      const Class is = runtime_.class_of[function.value];
      if (is != Class::kMpi && is != Class::kOpenMp) continue;
      const std::uint32_t path = path_of(call.thread, call.call);
      if (is == Class::kMpi) call_paths_[IndexOfCall(&call)] = path;
      if (call.instance == 0 || (is == Class::kMpi && RoutineOf(function).is_start_up())) continue;
      add(is == Class::kMpi ? kMpiOverhead : kOpenMpOverhead, path, true, call.inside);
    }
    for (const Wait& wait : waits) {
      if (!wait.call.valid()) continue;
      const std::uint32_t path = path_of(wait.thread, wait.call);
      const Class is = runtime_.class_of[trace_.threads[wait.thread].calls.function[wait.call.value].value];
      add(static_cast<std::uint32_t>(wait.kind), path, is == Class::kOpenMp || is == Class::kThreads, wait.lost);
      if (wait.outside_calls && !IsRefinement(wait.kind)) add(kOpenMpOverhead, path, false, wait.lost);
    }
    for (const CallPath& path : finder.paths()) {
      made_.path_losses.paths.push_back({path.parent, Keep(NameId(std::size_t{path.name})).value});
    }
    for (const auto& [key, sum] : sums) made_.path_losses.sums.push_back(sum);
  }

  // Returns the calls of libraries and the bodies of parallel regions, by thread, in ascending order.
  std::vector<std::vector<std::uint32_t>> RowsOfCalls() const {
    std::vector<std::vector<std::uint32_t>> rows(trace_.threads.size());
    for (const RuntimeCall& call : runtime_.calls) rows[call.thread].push_back(call.call.value);
    for (const auto* bodies : {&runtime_.bodies, &runtime_.parts}) {
      for (const OutlinedBody& body : *bodies) rows[body.thread].push_back(body.call.value);
    }
    for (std::vector<std::uint32_t>& each : rows) {
      std::ranges::sort(each);
      each.erase(std::unique(each.begin(), each.end()), each.end());
    }
    return rows;
  }

  void AddMpiCalls() {
    std::vector<const RuntimeCall*> made;
    for (const RuntimeCall& call : runtime_.calls) {
      if (runtime_.class_of[NameOf(call).value] == Class::kMpi) made.push_back(&call);
    }
    std::ranges::stable_sort(
        made, {}, [&](const RuntimeCall* call) { return std::pair(trace_.threads[call->thread].rank, call->begin); });
    made_.calls.reserve(made.size());
    made_.call_paths.reserve(made.size());
    for (const RuntimeCall* call : made) {
      const NameId function = NameOf(*call);
      const ThreadTrace& thread = trace_.threads[call->thread];
      const bool is_open = std::ranges::find(thread.calls.open, call->call) != thread.calls.open.end();
      made_.calls.push_back({call->thread, thread.rank, call->instance, Keep(call->caller), Keep(function),
                             RoutineOf(function), is_open, call->begin, call->end, std::nullopt, 0});
    }
    for (const RuntimeCall* call : made) made_.call_paths.push_back(call_paths_[IndexOfCall(call)]);
    call_paths_ = std::vector<std::uint32_t>();
    made_.transfers = FindTransfers(trace_, made, made_.calls);
    made_.timelines = FindTimelines(trace_, phase_, runtime_, made);
  }

  void AddCounts() {
    made_.counters = trace_.counters;
    using Key = std::tuple<std::uint32_t, NameId, NameId, std::uint32_t, CounterId>;
    std::map<Key, std::size_t> places;
    for (const CodeCount& count : runtime_.counted) {
      const Key key(count.thread, count.caller, count.function, count.instance, count.counter);
      const auto [at, is_new] = places.try_emplace(key, made_.counted.size());
      if (is_new) {
        made_.counted.push_back(
            {count.thread, Keep(count.caller), Keep(count.function), count.instance, count.counter, 0});
      }
      made_.counted[at->second].amount += count.amount;
    }
  }

  const Trace& trace_;
  Phase phase_;
  RuntimeCalls runtime_;
  // NameId in the result, indexed by NameId of the trace; invalid if the result does not use the name.
  std::vector<NameId> ids_;
  std::map<NameId, MpiRoutine> routines_;
  std::vector<std::uint32_t> call_paths_;  // by index into RuntimeCalls::calls: paths of MPI calls, as in PathSum
  std::map<std::tuple<std::uint32_t, NameId, NameId, std::uint32_t>, std::size_t> library_;
  TraceEvents made_;
};

class Joining {
 public:
  TraceEvents Join(std::vector<TraceEvents> parts, const MeasureOptions& options) {
    joined_.instances = 0;
    std::vector<std::string> phases;
    for (const TraceEvents& part : parts) phases.push_back(part.phase);
    joined_.phase = PhaseOfRun(phases, options);
    for (TraceEvents& part : parts) {
      if (part.phase != joined_.phase) LeavePhase(part);
      Add(part);
      part = {};
    }
    if (joined_.instances == 0 && !(joined_.phase.empty() && options.phase.empty())) Refuse(options);
    joined_.path_losses = losses_.Take();
    return std::move(joined_);
  }

 private:
  [[noreturn]] void Refuse(const MeasureOptions& options) const {
    const std::string path = joined_.paths.empty() ? "" : joined_.paths.front();
    const std::string name = joined_.phase.empty() ? options.phase : joined_.phase;
    throw Error(ErrorCode::kBadArgument, "no call of '" + name + "'", path, {}, {RemedyKind::kChoosePhase, {}});
  }

  void Add(TraceEvents& part) {
    Renumber(part);
    joined_.instances = std::max(joined_.instances, part.instances);
    std::ranges::move(part.threads, std::back_inserter(joined_.threads));
    joined_.has_mpi = joined_.has_mpi || part.has_mpi;
    joined_.has_openmp = joined_.has_openmp || part.has_openmp;
    joined_.has_threads = joined_.has_threads || part.has_threads;
    std::ranges::move(part.library, std::back_inserter(joined_.library));
    std::ranges::move(part.start_up, std::back_inserter(joined_.start_up));
    std::ranges::move(part.waits, std::back_inserter(joined_.waits));
    for (std::size_t kind = 0; kind < kWaitKinds; ++kind) {
      if (!joined_.problems[kind]) joined_.problems[kind] = part.problems[kind];
    }
    joined_.teams.has_team = joined_.teams.has_team || part.teams.has_team;
    joined_.teams.has_wide_team = joined_.teams.has_wide_team || part.teams.has_wide_team;
    std::vector<std::string>& incomplete = joined_.teams.incomplete;
    for (std::string& function : part.teams.incomplete) {
      if (std::ranges::find(incomplete, function) == incomplete.end()) incomplete.push_back(std::move(function));
    }
    if (joined_.open_calls == 0) joined_.first_open_call = part.first_open_call;
    joined_.open_calls += part.open_calls;
    losses_.Add(part.path_losses, ids_of_part_);
    std::ranges::move(part.mpi_waits, std::back_inserter(joined_.mpi_waits));
    std::ranges::move(part.sent, std::back_inserter(joined_.sent));
    std::ranges::move(part.counted, std::back_inserter(joined_.counted));
    std::ranges::move(part.paths, std::back_inserter(joined_.paths));
    std::ranges::move(part.missing, std::back_inserter(joined_.missing));
    // Adds each remark only once, because parts of one archive have remarks in common.
    for (Message& remark : part.remarks) {
      if (remarks_.insert(remark).second) joined_.remarks.push_back(std::move(remark));
    }
  }

  void Renumber(TraceEvents& part) {
    std::vector<NameId> ids;
    for (const std::string& name : part.names) ids.push_back(IndexOf(name, ids_, joined_.names));
    ids_of_part_ = ids;
    for (std::size_t i = 0; i < part.places.size(); ++i) AddPlace(ids[i], std::move(part.places[i]));
    const auto threads = static_cast<std::uint32_t>(joined_.threads.size());
    const auto renumber = [&](NameId& name) {
      if (name.valid()) name = ids[name.value];
    };
    const auto move = [&](auto& entry) {
      entry.thread += threads;
      renumber(entry.caller);
    };
    for (StartUpTime& time : part.start_up) time.thread += threads;
    for (LibraryTime& time : part.library) move(time), renumber(time.function);
    for (Wait& wait : part.waits) move(wait), renumber(wait.callee), renumber(wait.construct);
    for (Wait& wait : part.mpi_waits) move(wait), renumber(wait.callee);
    for (SentMessages& sent : part.sent) move(sent), renumber(sent.function);
    RenumberCounters(part);
    for (CounterSum& sum : part.counted) move(sum), renumber(sum.function);
  }

  void AddPlace(NameId name, CodePlace place) {
    if (place.file.empty() && place.line == 0 && !place.is_user) return;
    if (joined_.places.size() <= name.value) joined_.places.resize(joined_.names.size());
    joined_.places[name.value] = std::move(place);
  }

  void RenumberCounters(TraceEvents& part) {
    std::vector<CounterId> ids;
    for (Counter& counter : part.counters) {
      const auto [at, is_new] = counters_.try_emplace(counter.name, joined_.counters.size());
      if (is_new) joined_.counters.push_back(std::move(counter));
      ids.push_back(at->second);
    }
    for (ThreadEvents& thread : part.threads) {
      for (CounterId& counter : thread.counters) counter = ids[counter.value];
    }
    for (CounterSum& sum : part.counted) sum.counter = ids[sum.counter.value];
  }

  std::map<std::string, NameId> ids_;
  std::map<std::string, CounterId> counters_;
  std::set<Message> remarks_;
  std::vector<NameId> ids_of_part_;  // the joined names, by NameId of the current part
  JoinedLosses losses_;
  TraceEvents joined_;
};

}  // namespace

TraceEvents SumUpTrace(const Trace& part, const MeasureOptions& options) {
  const std::optional<Trace> extended = ExtendOpenCalls(part);
  return Summing(extended ? *extended : part, options).Make();
}

std::string PhaseOfRun(const std::vector<std::string>& phases, const MeasureOptions& options) {
  const std::string wanted = WantedPhase(options);
  std::string found;
  for (const std::string& phase : phases) {
    if (phase == wanted) return wanted;
    if (!phase.empty() && (found.empty() || phase < found)) found = phase;
  }
  return found;
}

void LeavePhase(TraceEvents& part) {
  part.instances = 0;
  part.library.clear();
  part.start_up.clear();
  part.waits.clear();
  part.path_losses.sums.clear();
  part.problems = {};
  part.teams.incomplete.clear();
  part.counted.clear();
  for (ThreadEvents& thread : part.threads) thread.intervals = {}, thread.covered = {};
  for (MpiCall& call : part.calls) call.instance = 0;
  for (ThreadTimeline& thread : part.timelines.threads) thread.phase = {};
}

TraceEvents JoinTraceEvents(std::vector<TraceEvents> parts, const MeasureOptions& options) {
  return Joining().Join(std::move(parts), options);
}

}  // namespace profdiff
