// SPDX-License-Identifier: GPL-3.0-or-later
// The regions of a trace: the phase, functions that call MPI or OpenMP, the routines that they call, and constructs.
#ifndef PROFDIFF_ANALYZE_WAITS_TRACE_REGIONS_H_
#define PROFDIFF_ANALYZE_WAITS_TRACE_REGIONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "analyze/waits/trace_events.h"
#include "profdiff/properties.h"

namespace profdiff {

// Adds each region to the measurements when it is first asked for. Both arguments must outlive this object.
class TraceRegions {
 public:
  TraceRegions(const TraceEvents& events, Measurements& made) : events_(events), made_(made) {}

  // Must be called first.
  void AddPhase();

  // Returns the region of a function, or of a part of the program that is marked in its source code.
  RegionId OfFunction(const std::string& name, const CodePlace& place = {});
  // Returns the program's function around a call, or the phase if none was recorded.
  RegionId OfCaller(NameId caller);
  // Returns the time of a function in a routine of a library; `kind` is kMpi or kThread.
  RegionId OfRoutine(NameId caller, NameId routine, RegionKind kind = RegionKind::kMpi);
  // Returns the OpenMP construct in which a thread waited, or its function if the wait belongs to no construct.
  RegionId OfConstruct(const Wait& wait);

  // Adds the waits for a mutex to a region.
  void AddContention(RegionId region, const Wait& wait);
  // Names the mutexes that account for nearly all waits of a region. Must be called last.
  void NameMutexes();

  CodePlace PlaceOf(NameId name) const {
    return name.valid() && name.value < events_.places.size() ? events_.places[name.value] : CodePlace();
  }

 private:
  RegionId Add(Region region, RegionId parent);

  const TraceEvents& events_;
  Measurements& made_;
  std::map<std::tuple<RegionKind, std::string, std::string, std::string, std::uint32_t>, RegionId> regions_;
  std::map<std::string, RegionId> functions_;
  std::map<NameId, RegionId> region_of_caller_;
  std::map<std::pair<NameId, NameId>, RegionId> region_of_routine_;  // keyed by caller and routine
  // Nanoseconds lost in each region, by rank and address of the mutex.
  std::map<RegionId, std::map<std::pair<std::uint32_t, std::uint64_t>, std::int64_t>> contention_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_TRACE_REGIONS_H_
