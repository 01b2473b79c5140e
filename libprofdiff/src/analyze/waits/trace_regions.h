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
  RegionId OfRoutine(NameId caller, NameId routine);
  // Returns the OpenMP construct in which a thread waited, or its function if the wait belongs to no construct.
  RegionId OfConstruct(const Wait& wait);

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
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_TRACE_REGIONS_H_
