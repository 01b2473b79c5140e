// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the events of one location of an OTF2 archive.
// Tests: tests/unit/read/trace/trace_file_test.cpp.
#ifndef PROFDIFF_READ_TRACE_OTF2_LOCATION_EVENTS_H_
#define PROFDIFF_READ_TRACE_OTF2_LOCATION_EVENTS_H_

#include <otf2/otf2.h>

#include <cstdint>
#include <map>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/call_tree_builder.h"
#include "read/trace/odd_leaves.h"
#include "read/trace/otf2/counters.h"
#include "read/trace/otf2/definitions.h"
#include "values/name_table.h"

namespace profdiff {

// The state of reading the events of one location.
struct LocationEvents {
  const ArchiveDefinitions& definitions;
  NameTable& names;
  const RankOfPlace& rank_of_place;
  OTF2_LocationRef location;
  CallTreeBuilder builder{};
  std::map<OTF2_RegionRef, HashedName> seen{};
  OpenNames open_names{};
  OddLeaves odd{};
  std::vector<Communication> communications{};
  std::vector<CallValue> values{};  // arguments of MPI_Win_lock and MPI_Win_unlock, as their events state them
  std::map<std::uint64_t, std::size_t> started{};  // indices of the starts of receives that have not ended, by request
  std::vector<std::size_t> ended{};                // indices of the starts of receives that have ended
  CounterReader* counters = nullptr;               // null if counters are not read
  TreeProblem problem = TreeProblem::kNone;
  std::uint64_t position = 0;  // number of the event that caused `problem`

  const HashedName& NameOf(OTF2_RegionRef region);
  TreeProblem Leave(NameId name, std::uint64_t time, std::uint64_t where);
  TreeProblem LeaveInnermost(std::uint64_t time);
  OTF2_CallbackCode Judge(TreeProblem found, std::uint64_t where);
};

// Reads all events of a location. Message and collective events are read only if `communications` is set, and metric
// events only if events.counters is set.
OTF2_ErrorCode ReadLocationEvents(OTF2_Reader* archive, OTF2_EvtReader* reader, bool communications,
                                  LocationEvents& events);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_OTF2_LOCATION_EVENTS_H_
