// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/mpi_test.cpp, openmp_test.cpp.
#include "analyze/waits/trace_regions.h"

#include "analyze/waits/routines.h"
#include "analyze/waits/wait_kinds.h"
#include "base/text.h"

namespace profdiff {

void TraceRegions::AddPhase() {
  const bool is_program = events_.phase.empty();
  made_.regions.push_back({.kind = is_program ? RegionKind::kProgram : RegionKind::kFunction,
                           .name = is_program ? "program" : events_.phase});
  made_.phase = RegionId(std::size_t{0});
  if (!is_program) functions_.emplace(events_.phase, made_.phase);
}

RegionId TraceRegions::Add(Region region, RegionId parent) {
  const auto [at, is_new] =
      regions_.try_emplace({region.kind, region.name, region.callee, region.file, region.line}, made_.regions.size());
  if (!is_new) return at->second;
  region.parent = parent;
  made_.regions.push_back(std::move(region));
  made_.nested.emplace_back(parent, at->second);
  return at->second;
}

RegionId TraceRegions::OfFunction(const std::string& name, const CodePlace& place) {
  const auto found = functions_.find(name);
  if (found != functions_.end()) return found->second;
  Region region{.kind = RegionKind::kFunction, .name = name};
  if (place.is_user) region = {.kind = RegionKind::kUser, .name = name, .file = place.file, .line = place.line};
  return functions_.emplace(name, Add(std::move(region), made_.phase)).first->second;
}

RegionId TraceRegions::OfCaller(NameId caller) {
  if (!caller.valid()) return made_.phase;
  RegionId& known = region_of_caller_[caller];
  if (known.valid()) return known;
  const std::string& name = events_.names[caller.value];
  return known = OfFunction(IsOpenMpBody(name) ? std::string(FunctionOfBody(name)) : name, PlaceOf(caller));
}

RegionId TraceRegions::OfRoutine(NameId caller, NameId routine, RegionKind kind) {
  RegionId& known = region_of_routine_[{caller, routine}];
  if (known.valid()) return known;
  const std::string& name = events_.names[routine.value];
  const RegionId outer = OfCaller(caller);
  const std::string outer_name = made_.regions[outer.value].name;
  return known = Add({.kind = kind, .name = caller.valid() ? outer_name : name, .callee = name}, outer);
}

RegionId TraceRegions::OfConstruct(const Wait& wait) {
  const RegionId function = OfCaller(wait.caller);
  const RegionKind construct = ConstructOf(wait.kind);
  if (construct == RegionKind::kFunction) return function;
  if (construct == RegionKind::kThread) return OfRoutine(wait.caller, wait.callee, construct);
  const CodePlace place = PlaceOf(wait.construct);
  const std::string name = made_.regions[function.value].name;
  return Add({.kind = construct, .name = name, .file = place.file, .line = place.line}, function);
}

void TraceRegions::AddContention(RegionId region, const Wait& wait) {
  contention_[region][{events_.threads[wait.thread].rank, wait.object}] += wait.lost;
}

void TraceRegions::NameMutexes() {
  constexpr double kNearlyAll = 0.8;
  for (const auto& [region, mutexes] : contention_) {
    std::int64_t all = 0;
    for (const auto& [mutex, lost] : mutexes) all += lost;
    for (const auto& [mutex, lost] : mutexes) {
      if (mutex.second == 0 || static_cast<double>(lost) < kNearlyAll * static_cast<double>(all)) continue;
      std::string& object = made_.regions[region.value].object = "0x";
      AppendHex(object, mutex.second);
    }
  }
}

}  // namespace profdiff
