// SPDX-License-Identifier: GPL-3.0-or-later
// The definitions of an OTF2 archive.
// Tests: tests/unit/read/trace/trace_file_test.cpp.
#ifndef PROFDIFF_READ_TRACE_OTF2_DEFINITIONS_H_
#define PROFDIFF_READ_TRACE_OTF2_DEFINITIONS_H_

#include <otf2/otf2.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace profdiff {

// For each communicator, the ranks of its members, by index in the communicator.
using RankOfPlace = std::map<OTF2_CommRef, std::vector<std::uint32_t>>;

struct ArchiveDefinitions {
  struct Region {
    OTF2_StringRef name = OTF2_UNDEFINED_STRING, canonical_name = OTF2_UNDEFINED_STRING;
    OTF2_StringRef file = OTF2_UNDEFINED_STRING;
    OTF2_RegionRole role = OTF2_REGION_ROLE_UNKNOWN;
    OTF2_Paradigm paradigm = OTF2_PARADIGM_UNKNOWN;
    std::uint32_t line = 0;  // 0 if unknown
  };
  struct Location {
    OTF2_StringRef name = OTF2_UNDEFINED_STRING;
    OTF2_LocationGroupRef group = OTF2_UNDEFINED_LOCATION_GROUP;
    // True if the definition declares events. A location without events may have no event file.
    bool has_events = false;
  };
  struct MetricMember {
    OTF2_StringRef name = OTF2_UNDEFINED_STRING, unit = OTF2_UNDEFINED_STRING;
    OTF2_MetricMode mode = OTF2_METRIC_ABSOLUTE_POINT;
    OTF2_Base base = OTF2_BASE_DECIMAL;
    std::int64_t exponent = 0;
  };
  struct MetricInstance {
    OTF2_MetricRef metric_class = OTF2_UNDEFINED_METRIC;
    OTF2_LocationRef recorder = OTF2_UNDEFINED_LOCATION;
    OTF2_MetricScope scope = OTF2_SCOPE_LOCATION;
    // Id of the object that is measured: a location if `scope` is OTF2_SCOPE_LOCATION, otherwise an object of another
    // kind.
    std::uint64_t scope_id = 0;
  };
  std::map<OTF2_StringRef, std::string> strings;
  std::map<OTF2_RegionRef, Region> regions;
  std::map<OTF2_LocationRef, Location> locations;
  std::map<OTF2_LocationGroupRef, OTF2_StringRef> groups;
  std::vector<std::uint64_t> mpi_locations;  // ids of locations, by MPI rank
  // For each group of ranks, the indices of its members in mpi_locations.
  std::map<OTF2_GroupRef, std::vector<std::uint64_t>> rank_groups;
  std::map<OTF2_CommRef, OTF2_GroupRef> communicators;
  std::map<OTF2_RmaWinRef, OTF2_CommRef> windows;  // the communicator of each window of memory
  std::map<OTF2_MetricMemberRef, MetricMember> metric_members;
  std::map<OTF2_MetricRef, std::vector<OTF2_MetricMemberRef>> metric_classes;
  std::map<OTF2_MetricRef, MetricInstance> metric_instances;  // ids of instances differ from those of metric_classes
  std::uint64_t ticks_per_second = 1000000000;
  std::uint64_t first_tick = 0;
  // Groups that contain at least one location; filled after all definitions have been read.
  std::set<OTF2_LocationGroupRef> used_groups;

  std::string TextOf(OTF2_StringRef string) const;
  // Returns the linkage name of a region, if the archive has one; otherwise the region's name.
  std::string NameOf(OTF2_RegionRef region) const;
  // Returns the rank of a process. Score-P calls the process of a rank "MPI Rank N"; other processes get ranks in the
  // order of their ids.
  std::uint32_t RankOf(OTF2_LocationGroupRef group) const;
  // Returns the rank and the id of each location, sorted by rank, then by id.
  std::vector<std::pair<std::uint32_t, OTF2_LocationRef>> LocationsInOrder() const;
  RankOfPlace RanksOfPlaces() const;

  // The time in nanoseconds assigned to the first tick. It is large, because offsets between the clocks of ranks, and
  // corrections by the OTF2 library, can lead to earlier times, which must not be below 0.
  static constexpr std::uint64_t kFirst = std::uint64_t{1} << 62;
  std::uint64_t Nanoseconds(OTF2_TimeStamp tick) const;
};

// Reads all global definitions. Definitions read before an error are kept.
OTF2_ErrorCode ReadArchiveDefinitions(OTF2_Reader* archive, OTF2_GlobalDefReader* reader,
                                      ArchiveDefinitions& definitions);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_OTF2_DEFINITIONS_H_
