// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/openmp/serial.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyze/waits/openmp/roles.h"

namespace profdiff {
namespace {

using Class = RuntimeCalls::Class;
using OwnTimes = std::map<std::pair<NameId, std::uint32_t>, std::int64_t>;  // nanoseconds by function and instance

constexpr double kLittle = 0.001;  // share of the serial time below which a function is not named

class SerialTime {
 public:
  SerialTime(const Trace& trace, const Phase& phase, const RuntimeCalls& runtime)
      : trace_(trace), phase_(phase), runtime_(runtime) {
    for (const auto* parts : {&runtime.bodies, &runtime.parts}) {
      for (const OutlinedBody& part : *parts) workers_[trace.threads[part.thread].rank].insert(part.thread);
    }
    for (std::size_t i = 0; i < trace.names.size(); ++i) {
      const bool is_parallel = OpenMpRoleOf(trace.RoleOf(NameId(i)), trace.names[i]) == OpenMpRole::kParallel;
      is_parallel_.push_back(is_parallel || runtime.class_of[i] == Class::kParallel);
    }
  }

  void Find(std::vector<Wait>& waits) const {
    std::set<std::uint32_t> known;  // ranks
    for (std::size_t i = 0; i < trace_.threads.size(); ++i) {
      const std::uint32_t rank = trace_.threads[i].rank;
      const auto workers = workers_.find(rank);
      if (!known.insert(rank).second || workers == workers_.end()) continue;
      const auto others = static_cast<std::int64_t>(workers->second.size() - workers->second.count(Index(i)));
      if (others > 0) AddThread(i, others, waits);
    }
  }

 private:
  static std::uint32_t Index(std::size_t thread) { return static_cast<std::uint32_t>(thread); }

  void AddThread(std::size_t thread, std::int64_t others, std::vector<Wait>& waits) const {
    const OwnTimes times = OwnTimesOf(thread);
    std::int64_t sum = 0;
    for (const auto& [key, time] : times) sum += time;
    for (const auto& [key, time] : times) {
      const bool is_little = static_cast<double>(time) < kLittle * static_cast<double>(sum);
      waits.push_back({WaitKind::kSerialTime, Index(thread), is_little ? NameId() : key.first, NameId(), key.second,
                       time * others});
    }
  }

  // Takes the time of each call from its caller, and skips the calls in parallel regions.
  OwnTimes OwnTimesOf(std::size_t thread) const {
    const CallTree& calls = trace_.threads[thread].calls;
    OwnTimes times;
    std::vector<std::size_t> open;  // rows of the calls around the current one, outermost first
    for (std::size_t row = 0; row < calls.size();) {
      while (!open.empty() && calls.end[open.back()] <= row) open.pop_back();
      if (!open.empty()) Add(thread, open.back(), -1, calls.duration[row], times);
      const NameId function = calls.function[row];
      Add(thread, row, 1, calls.duration[row], times);
      if (is_parallel_[function.value]) {
        row = calls.end[row];
        continue;
      }
      open.push_back(row++);
    }
    std::erase_if(times, [](const auto& entry) { return entry.second <= 0; });
    return times;
  }

  void Add(std::size_t thread, std::size_t row, std::int64_t sign, std::uint64_t duration, OwnTimes& times) const {
    const CallTree& calls = trace_.threads[thread].calls;
    const NameId function = calls.function[row];
    if (runtime_.class_of[function.value] != Class::kProgram) return;
    const std::uint32_t instance = phase_.InstanceAt(thread, SpanOfCall(calls, row).begin);
    if (instance != 0) times[{function, instance}] += sign * static_cast<std::int64_t>(duration);
  }

  const Trace& trace_;
  const Phase& phase_;
  const RuntimeCalls& runtime_;
  std::map<std::uint32_t, std::set<std::uint32_t>> workers_;  // threads with parts of parallel regions, by rank
  std::vector<bool> is_parallel_;                             // by NameId
};

}  // namespace

void FindSerialTime(const Trace& trace, const Phase& phase, const RuntimeCalls& runtime, std::vector<Wait>& waits) {
  SerialTime(trace, phase, runtime).Find(waits);
}

}  // namespace profdiff
