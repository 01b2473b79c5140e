// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the contexts of a trace. Regions are the phase; functions that call MPI or OpenMP directly; the MPI routines
// that a function calls, as parts of the function; and the OpenMP constructs in a function. Each region has the time
// lost in it.
//
// If counters were recorded, all functions of the program are regions. A function has the counts of its own code, an
// MPI routine has the counts of its calls, and the phase has the sum of the counts of the program's own code.
//
// All times of a location add up: useful + waits + runtime = the length of the phase, to the nanosecond. `runtime` is
// time in MPI and OpenMP that is not waiting, and time without a recorded call.
// Tests: tests/unit/analyze/waits/mpi_test.cpp, openmp_test.cpp, counters_test.cpp.
#include "analyze/waits/measure_trace.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "analyze/waits/counter_metrics.h"
#include "analyze/waits/efficiencies.h"
#include "analyze/waits/late_rank.h"
#include "analyze/waits/mpi/matching.h"
#include "analyze/waits/start_up.h"
#include "analyze/waits/trace_events.h"
#include "analyze/waits/trace_regions.h"
#include "analyze/waits/wait_kinds.h"
#include "profdiff/properties.h"
#include "values/loading_traces.h"

namespace profdiff {
namespace {

using Class = RuntimeCalls::Class;

constexpr double kSecond = 1e9;

// Metrics other than the kinds of wait.
enum Metric : std::size_t {
  kTotal,       // length of the phase times number of locations
  kUseful,      // time in neither MPI, OpenMP nor waits for threads
  kWaits,       // sum of all kinds of wait
  kRuntime,     // total minus useful and waits
  kMpi,         // time in MPI
  kOpenMp,      // time in the OpenMP library, or spent waiting for the end of parallel regions
  kClockDoubt,  // largest error of a corrected clock, in nanoseconds
  kEstimated,   // the part of MutexContention that only the lengths of calls suggest
  kMessages,    // number of messages sent
  kBytes,       // bytes sent; absent if the recording has only the numbers of elements that were sent
  kFirstKind,   // from here on: the time of each kind of wait, in nanoseconds, then the number of waits of each kind
};

constexpr std::size_t kMetrics = kFirstKind + 2 * kWaitKinds;
constexpr std::string_view kNames[kFirstKind] = {"total",  "useful",     "waits",     "runtime",  "mpi",
                                                 "openmp", "clockDoubt", "estimated", "messages", "bytes"};

using Amounts = std::vector<std::int64_t>;

class TraceMeasures {
 public:
  TraceMeasures(TraceEvents events, const MpiResult& mpi, const MeasureOptions& options)
      : events_(std::move(events)), mpi_(mpi), options_(options) {}

  Measurements Make() {
    SetOffsets();
    SetProblems();
    AddPhase();
    AddConstructs();
    for (const Wait& wait : events_.mpi_waits) AddWait(wait);
    for (const Wait& wait : events_.waits) AddWait(wait);
    for (const LibraryTime& time : events_.library) AddLibraryTime(time);
    for (const StartUpTime& time : events_.start_up) library_time_[{time.thread, time.instance}] += time.inside;
    AddTimes();
    AddMessages();
    AddCounters();
    SetTotals();
    AddEfficiencies();
    MarkIncomplete();
    Finish();
    AddCounterEfficiencies(made_);
    return std::move(made_);
  }

 private:
  void SetOffsets() {
    if (mpi_.clocks.problem) return AlignBeginnings();
    made_.clocks.half_width = mpi_.clocks.half_width;
    if (mpi_.clocks.offsets.empty()) return;
    std::uint32_t last = 0;
    for (const ThreadEvents& thread : events_.threads) last = std::max(last, thread.rank);
    made_.clocks.offsets.resize(last + std::size_t{1});
    for (const auto& [rank, offset] : mpi_.clocks.offsets) made_.clocks.offsets[rank] = offset;
    clocks_.offsets = mpi_.clocks.offsets;
  }

  // Makes each rank start at time 0 if the clocks of ranks are unrelated. The rank that took longest then determines
  // the length of the phase.
  void AlignBeginnings() {
    for (std::size_t i = events_.threads.size(); i-- > 0;) {
      const ThreadEvents& thread = events_.threads[i];
      if (!thread.intervals.empty()) clocks_.offsets[thread.rank] = -thread.intervals.front().begin;
    }
  }

  // Stores the reason why these kinds of wait are unknown. A reason that was stored earlier is kept.
  void SetProblem(std::initializer_list<WaitKind> kinds, const std::optional<std::string>& problem) {
    for (const WaitKind kind : kinds) {
      std::optional<std::string>& stored = events_.problems[static_cast<std::size_t>(kind)];
      if (!stored) stored = problem;
    }
  }

  void SetProblems() {
    using enum WaitKind;
    SetProblem({kLateSender, kWrongOrder, kLateReceiver, kWaitAtBarrier, kWaitAtNxN, kLateBroadcast, kEarlyReduce,
                kEarlyScan, kWaitAtFence, kWindowContention, kPollingForMessage},
               mpi_.clocks.problem);
    SetProblem({kLateSender, kWrongOrder, kLateReceiver, kPollingForMessage}, mpi_.message_problem);
    SetProblem({kWaitAtBarrier, kWaitAtNxN, kLateBroadcast, kEarlyReduce, kEarlyScan, kWaitAtFence},
               mpi_.collective_problem);
    SetProblem({kWaitAtFence}, mpi_.fence_problem);
    SetProblem({kWindowContention}, mpi_.lock_problem);
    SetProblem({kLateBroadcast, kEarlyReduce}, mpi_.root_problem);
  }

  // Adds the threads that have a call in the phase as locations. Thread numbers start at 0 in each rank.
  void AddPhase() {
    std::map<std::uint32_t, std::uint32_t> threads_of_rank;
    for (std::size_t i = 0; i < events_.threads.size(); ++i) {
      const std::uint32_t rank = events_.threads[i].rank;
      locations_.push_back({rank, threads_of_rank[rank]++});
      if (std::ranges::any_of(events_.threads[i].covered, [](std::int64_t time) { return time > 0; })) {
        threads_.push_back(i);
      }
    }
    for (std::size_t instance = 0; instance < events_.instances; ++instance) {
      const std::int64_t whole = LengthOf(instance);
      lengths_.push_back(LengthWithoutStartUp(events_, static_cast<std::uint32_t>(instance) + 1).value_or(whole));
      Require(!__builtin_add_overflow(whole_length_, whole, &whole_length_));
      Require(!__builtin_add_overflow(length_, lengths_.back(), &length_));
    }
    std::int64_t total = 0;  // upper bound of all sums over locations, in nanoseconds
    Require(!__builtin_mul_overflow(length_, static_cast<std::int64_t>(threads_.size()), &total));
    regions_.AddPhase();
  }

  void Require(bool fits) const {
    if (fits) return;
    const std::string path = events_.paths.empty() ? "" : events_.paths.front();
    throw Error(ErrorCode::kOverflow, "the times of all threads add up to more than 63 bits of nanoseconds", path);
  }

  // Returns the length of an instance, from its first start to its last end over all threads.
  std::int64_t LengthOf(std::size_t instance) const {
    std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = std::numeric_limits<std::int64_t>::min();
    for (const ThreadEvents& thread : events_.threads) {
      if (thread.intervals.size() <= instance) continue;
      const std::int64_t offset = clocks_.OffsetOf(thread.rank);
      begin = std::min(begin, thread.intervals[instance].begin + offset);
      end = std::max(end, thread.intervals[instance].end + offset);
    }
    return begin > end ? 0 : end - begin;
  }

  void Add(RegionId region, std::size_t thread, std::uint32_t instance, std::size_t metric, std::int64_t amount) {
    const auto add = [&](Amounts& amounts) {
      amounts.resize(kMetrics);
      amounts[metric] += amount;
    };
    add(amounts_[{region, locations_[thread]}]);
    if (options_.instances) add(instance_amounts_[{region, instance}]);
  }

  // Adds an amount to the innermost region, to the enclosing regions and to the phase.
  void AddUpwards(RegionId region, std::size_t thread, std::uint32_t instance, std::size_t metric,
                  std::int64_t amount) {
    for (; region.valid(); region = made_.regions[region.value].parent) Add(region, thread, instance, metric, amount);
  }

  // Adds the constructs whose lines are known, sorted by line, so that they match the constructs of another version.
  void AddConstructs() {
    std::vector<const Wait*> waits;
    for (const Wait& wait : events_.waits) {
      if (regions_.PlaceOf(wait.construct).line != 0) waits.push_back(&wait);
    }
    std::ranges::stable_sort(waits, {}, [&](const Wait* wait) { return regions_.PlaceOf(wait->construct).line; });
    for (const Wait* wait : waits) regions_.OfConstruct(*wait);
  }

  void AddWait(const Wait& wait) {
    const auto kind = static_cast<std::size_t>(wait.kind);
    const RegionId region =
        kind < kMpiWaitKinds ? regions_.OfRoutine(wait.caller, wait.callee) : regions_.OfConstruct(wait);
    if (wait.kind == WaitKind::kMutexContention) regions_.AddContention(region, wait);
    const bool is_part = IsRefinement(wait.kind);  // true if another kind already includes the time
    // Time in the library belongs to the function around the construct; the construct itself has only its waits.
    if (ConstructOf(wait.kind) != RegionKind::kFunction && !IsThreadWait(wait.kind) && !wait.outside_calls &&
        !is_part) {
      Add(region, wait.thread, wait.instance, kOpenMp, wait.lost);
    }
    AddUpwards(region, wait.thread, wait.instance, kFirstKind + kind, wait.lost);
    AddUpwards(region, wait.thread, wait.instance, kFirstKind + kWaitKinds + kind,
               static_cast<std::int64_t>(wait.count));
    if (wait.is_estimated) AddUpwards(region, wait.thread, wait.instance, kEstimated, wait.lost);
    if (is_part) return;
    AddUpwards(region, wait.thread, wait.instance, kWaits, wait.lost);
    if (wait.outside_calls) AddUpwards(region, wait.thread, wait.instance, kOpenMp, wait.lost);
  }

  void AddLibraryTime(const LibraryTime& time) {
    if (time.is == Class::kMpi) {
      AddUpwards(regions_.OfRoutine(time.caller, time.function), time.thread, time.instance, kMpi, time.inside);
    } else if (time.is == Class::kOpenMp) {
      AddUpwards(regions_.OfCaller(time.caller), time.thread, time.instance, kOpenMp, time.inside);
    }
    library_time_[{time.thread, time.instance}] += time.inside;
  }

  // Adds the values that belong to the phase as a whole.
  void AddTimes() {
    for (const std::size_t thread : threads_) {
      const std::vector<std::int64_t>& covered = events_.threads[thread].covered;
      for (std::uint32_t instance = 1; instance <= covered.size(); ++instance) {
        const std::int64_t useful = covered[instance - 1] - library_time_[{thread, instance}];
        Add(made_.phase, thread, instance, kUseful, useful);
        useful_[thread] += useful;
      }
    }
    for (const std::size_t thread : threads_) {
      const Amounts& amounts = amounts_[{made_.phase, locations_[thread]}];
      if (!events_.start_up.empty()) length_ = std::max(length_, amounts[kUseful] + amounts[kWaits]);
    }
    for (const std::size_t thread : threads_) {
      Amounts& amounts = amounts_[{made_.phase, locations_[thread]}];
      amounts[kRuntime] = length_ - amounts[kUseful] - amounts[kWaits];
    }
  }

  void AddMessages() {
    for (const SentMessages& sent : events_.sent) {
      const RegionId region = regions_.OfRoutine(sent.caller, sent.function);
      AddUpwards(region, sent.thread, sent.instance, kMessages, static_cast<std::int64_t>(sent.messages));
      AddUpwards(region, sent.thread, sent.instance, kBytes, static_cast<std::int64_t>(sent.bytes));
    }
  }

  void AddCounters() {
    counters_.emplace(events_, threads_);
    for (const CounterSum& sum : events_.counted) {
      const bool is_own = !sum.function.valid();
      const RegionId region = is_own ? regions_.OfCaller(sum.caller) : regions_.OfRoutine(sum.caller, sum.function);
      AddCount(region, sum);
      if (is_own && region != made_.phase) AddCount(made_.phase, sum);
    }
  }

  void AddCount(RegionId region, const CounterSum& sum) {
    Add(region, sum.thread, sum.instance, kTotal, 0);
    counters_->Add(region, options_.instances ? sum.instance : 0, sum);
  }

  void SetTotals() {
    const auto locations = static_cast<std::int64_t>(threads_.size());
    const auto doubt = static_cast<std::int64_t>(made_.clocks.half_width);
    for (auto& [key, amounts] : amounts_) {
      amounts[kTotal] = length_ * locations;
      amounts[kClockDoubt] = doubt;
    }
    for (auto& [key, amounts] : instance_amounts_) {
      amounts[kTotal] = lengths_[key.second - 1] * locations;
      amounts[kClockDoubt] = doubt;
    }
  }

  void AddEfficiencies() {
    EfficiencyInput input;
    input.length = length_;
    for (const std::size_t thread : threads_) {
      const Amounts& amounts = amounts_[{made_.phase, locations_[thread]}];
      std::int64_t covered = 0;
      for (const std::int64_t time : events_.threads[thread].covered) covered += time;
      for (const StartUpTime& time : events_.start_up) covered -= time.thread == thread ? time.inside : 0;
      input.locations.push_back({events_.threads[thread].rank, covered, useful_[thread], amounts[kMpi]});
    }
    // Without start-up, ranks may begin at different times, but the replay lets them begin together.
    if (mpi_.ideal_length) input.ideal_length = std::min(*mpi_.ideal_length, length_);
    input.has_mpi = events_.has_mpi;
    input.has_openmp = events_.has_openmp;
    made_.efficiencies = FindEfficiencies(input);
    if (made_.efficiencies.empty() || !events_.has_mpi || mpi_.ideal_length) return;
    for (const char* name : {"serialisation", "transfer"}) made_.absent.emplace_back(name, mpi_.ideal_problem);
  }

  // Marks the functions in which calls of OpenMP are missing, and all regions in and around them. What is computed from
  // the other calls would be too small, and efficiencies would be wrong.
  void MarkIncomplete() {
    const std::vector<std::string>& functions = events_.teams.incomplete;
    if (functions.empty()) return;
    std::string names;
    for (const std::string& name : functions) names += (names.empty() ? "" : ", ") + name;
    const std::string reason = "threads of one team of " + names +
                               " have different numbers of barriers: calls are missing; record with LD_BIND_NOW=1 in "
                               "the environment, or uftrace loses calls";
    for (const std::string& name : functions) {
      for (RegionId id = regions_.OfFunction(name); id.valid(); id = made_.regions[id.value].parent) {
        made_.regions[id.value].incomplete = reason;
      }
    }
    for (Region& region : made_.regions) {
      if (region.parent.valid() && std::ranges::find(functions, region.name) != functions.end())
        region.incomplete = reason;
    }
    for (std::size_t kind = kMpiWaitKinds; kind <= static_cast<std::size_t>(WaitKind::kImbalanceInParallelRegion);
         ++kind) {
      made_.incomplete_metrics.emplace_back(kWaitNames[kind]);
    }
    made_.incomplete_metrics.emplace_back(kNames[kOpenMp]);
    for (const Efficiency& efficiency : std::exchange(made_.efficiencies, {})) {
      made_.absent.emplace_back(efficiency.name, reason);
    }
    made_.remarks.emplace_back(reason);
  }

  // Sets the names of metrics, the reasons why metrics are absent, the contexts and the remarks.
  void Finish() {
    for (const std::string_view name : kNames) made_.metrics.emplace_back(name);
    made_.metrics.insert(made_.metrics.end(), kWaitNames.begin(), kWaitNames.end());
    for (const std::string_view name : kWaitNames) made_.metrics.push_back(std::string(name) + "Count");
    made_.units.assign(kMessages, "s");
    made_.units.insert(made_.units.end(), {"messages", "bytes"});
    made_.units.resize(kFirstKind + kWaitKinds, "s");
    made_.units.resize(kMetrics);
    counters_->AppendMetrics(made_);
    for (std::size_t kind = 0; kind < kWaitKinds; ++kind) {
      const bool is_mpi = kind < kMpiWaitKinds;
      std::optional<std::string> reason = events_.problems[kind];
      if (static_cast<WaitKind>(kind) == WaitKind::kFrequentAtomic && !HasAtomics()) {
        reason = "no atomic update was recorded in the phase; compilers call the library only for some of them";
      }
      const bool is_thread = IsThreadWait(static_cast<WaitKind>(kind));
      if (is_mpi ? !events_.has_mpi : is_thread ? !events_.has_threads : !events_.has_openmp) {
        reason = is_mpi      ? "no call of MPI was recorded"
                 : is_thread ? "no wait for POSIX threads was recorded"
                             : "no call of OpenMP was recorded";
      }
      if (reason) MakeAbsent(kFirstKind + kind, *reason);
    }
    if (!events_.has_mpi) MakeAbsent(kMpi, "no call of MPI was recorded");
    if (!events_.has_openmp) MakeAbsent(kOpenMp, "no call of OpenMP was recorded");
    if (!events_.has_mpi || mpi_.message_problem) {
      MakeAbsent(kMessages, events_.has_mpi ? *mpi_.message_problem : "no call of MPI was recorded");
    }
    if (mpi_.counts_elements) {
      MakeAbsent(kBytes, "the recording has the numbers of elements of messages, but not their sizes in bytes");
    }
    regions_.NameMutexes();
    AddContexts();
    made_.instances = events_.instances;
    made_.seconds = static_cast<double>(length_) / kSecond;
    if (!events_.start_up.empty()) {
      made_.start_up = {static_cast<double>(whole_length_ - length_) / kSecond, 0};
      for (const StartUpTime& time : events_.start_up) {
        made_.start_up->lost += static_cast<double>(time.inside) / kSecond;
      }
    }
    made_.inputs = events_.paths;
    made_.missing = events_.missing;
    made_.errors = mpi_.errors;
    made_.wait_causes = mpi_.causes;
    made_.paths = ListLosses(events_.path_losses, events_.names, events_.phase);
    made_.remarks.insert(made_.remarks.end(), events_.remarks.begin(), events_.remarks.end());
    if (events_.teams.has_team && !events_.teams.has_wide_team) {
      made_.remarks.emplace_back(std::string(kLonelyTeams));
    }
    AddOpenCalls();
    const bool is_whole = events_.phase.empty() && !mpi_.clocks.problem;
    const double early_waits = mpi_.causes ? mpi_.causes->before_all : 0;
    if (is_whole) made_.late_start = LateRank(events_.threads, clocks_, whole_length_, early_waits);
    made_.remarks.insert(made_.remarks.end(), mpi_.remarks.begin(), mpi_.remarks.end());
  }

  bool HasAtomics() const {
    const auto is_atomic = [](const Wait& wait) { return wait.kind == WaitKind::kFrequentAtomic; };
    return std::ranges::any_of(events_.waits, is_atomic);
  }

  void AddOpenCalls() {
    if (events_.open_calls == 0) return;
    const std::string others =
        events_.open_calls == 1 ? "" : " and " + std::to_string(events_.open_calls - 1) + " more";
    made_.remarks.emplace_back("the run hung or was killed; calls without an end: " + events_.first_open_call + others +
                               "; they are counted until the recording of their rank ends");
  }

  // Makes a metric absent. If the metric is the time of a kind of wait, the number of these waits becomes absent as
  // well.
  void MakeAbsent(std::size_t metric, const std::string& reason) {
    made_.absent.emplace_back(made_.metrics[metric], reason);
    is_absent_[metric] = true;
    if (metric >= kFirstKind) is_absent_[metric + kWaitKinds] = true;
  }

  std::vector<double> ValuesOf(const Amounts& amounts) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < kMetrics; ++i) {
      const auto value = static_cast<double>(amounts[i]);
      values.push_back(is_absent_[i]           ? std::numeric_limits<double>::quiet_NaN()
                       : made_.units[i] == "s" ? value / kSecond
                                               : value);
    }
    return values;
  }

  void AddContexts() {
    std::map<Location, std::size_t> thread_of;
    for (std::size_t i = 0; i < locations_.size(); ++i) thread_of.emplace(locations_[i], i);
    for (const auto& [key, amounts] : amounts_) {
      std::vector<double> values = ValuesOf(amounts);
      counters_->AppendValues(key.first, thread_of[key.second], values);
      made_.contexts.push_back({key.first, key.second, std::move(values)});
    }
    for (const auto& [key, amounts] : instance_amounts_) {
      std::vector<double> values = ValuesOf(amounts);
      counters_->AppendValuesOfInstance(key.first, key.second, values);
      made_.instance_contexts.push_back({key.first, key.second, std::move(values)});
    }
  }

  TraceEvents events_;
  const MpiResult& mpi_;
  const MeasureOptions& options_;
  ClockFit clocks_;  // only `offsets` is set; each rank's offset is added to its times

  std::vector<Location> locations_;    // indexed by thread
  std::vector<std::size_t> threads_;   // threads that are locations
  std::vector<std::int64_t> lengths_;  // in nanoseconds; indexed by instance of the phase
  std::int64_t length_ = 0;            // sum of `lengths_`
  std::int64_t whole_length_ = 0;      // the same with start-up
  // Useful time of each thread in nanoseconds.
  std::map<std::size_t, std::int64_t> useful_;
  // In nanoseconds; keyed by thread and instance of the phase.
  std::map<std::pair<std::size_t, std::uint32_t>, std::int64_t> library_time_;
  std::map<std::pair<RegionId, Location>, Amounts> amounts_;
  std::map<std::pair<RegionId, std::uint32_t>, Amounts> instance_amounts_;
  std::array<bool, kMetrics> is_absent_ = {};
  std::optional<CounterMetrics> counters_;  // set once the locations are known
  Measurements made_;
  TraceRegions regions_{events_, made_};
};

}  // namespace

Measurements MeasureEvents(TraceEvents events, const MpiResult& mpi, const MeasureOptions& options) {
  return TraceMeasures(std::move(events), mpi, options).Make();
}

Measurements MeasureTrace(const Trace& trace, const MeasureOptions& options) {
  std::vector<TraceEvents> parts;
  parts.push_back(SumUpTrace(trace, options));
  const MpiResult mpi = MatchMpiCalls(parts, options, Exchange(Peers()));
  return MeasureEvents(JoinTraceEvents(std::move(parts), options), mpi, options);
}

}  // namespace profdiff
