// SPDX-License-Identifier: GPL-3.0-or-later
// Writes archives with the OTF2 library, as other tools do.
#include "support/trace_text.h"

#ifdef PROFDIFF_HAS_OTF2
#include <otf2/otf2.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "support/otf2_archive.h"

namespace tests {
namespace {

using namespace profdiff;

OTF2_FlushType Flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }
OTF2_TimeStamp Now(void*, OTF2_FileType, OTF2_LocationRef) { return 0; }

void WriteEvents(OTF2_EvtWriter* writer, const CallTree& calls) {
  std::function<void(std::size_t, std::size_t)> write = [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; row = calls.end[row]) {
      OTF2_EvtWriter_Enter(writer, nullptr, calls.start[row], calls.function[row].value);
      write(row + 1, calls.end[row]);
      if (std::find(calls.open.begin(), calls.open.end(), CallId(row)) != calls.open.end()) continue;
      OTF2_EvtWriter_Leave(writer, nullptr, calls.start[row] + calls.duration[row], calls.function[row].value);
    }
  };
  write(0, calls.size());
}

// A location to be defined.
struct Location {
  std::uint64_t number = 0;
  std::uint32_t rank = 0;
};

// Writes the strings: names first, then an empty string, then the names of the ranks. Writes each definition twice, and
// regions before the strings that they use, because valid archives may contain repeated definitions and forward
// references.
void WriteDefinitions(OTF2_GlobalDefWriter* writer, const std::vector<std::string>& names,
                      const std::vector<Location>& locations, std::uint32_t ranks, std::uint64_t first_tick) {
  const auto none = static_cast<OTF2_StringRef>(names.size());
  OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000000000, first_tick, 1, OTF2_UNDEFINED_TIMESTAMP);
  for (int time = 0; time < 2; ++time) {
    for (std::uint32_t i = 0; i < none; ++i) {
      OTF2_GlobalDefWriter_WriteRegion(writer, i, i, none, none, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER,
                                       OTF2_REGION_FLAG_NONE, none, 0, 0);
      OTF2_GlobalDefWriter_WriteString(writer, i, names[i].c_str());
    }
    OTF2_GlobalDefWriter_WriteString(writer, none, "");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, none, none, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      OTF2_GlobalDefWriter_WriteString(writer, none + 1 + rank, ("MPI Rank " + std::to_string(rank)).c_str());
      OTF2_GlobalDefWriter_WriteLocationGroup(writer, rank, none + 1 + rank, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                              OTF2_UNDEFINED_LOCATION_GROUP);
    }
    for (const Location& location : locations) {
      OTF2_GlobalDefWriter_WriteLocation(writer, location.number, none, OTF2_LOCATION_TYPE_CPU_THREAD, 7,
                                         location.rank);
    }
  }
}

// Writes an archive; `write_events` and `write_definitions` write its contents.
template <class WriteEventsOf, class WriteDefinitionsTo>
bool WriteArchive(const std::string& folder, const std::string& name, const std::vector<Location>& locations,
                  const WriteEventsOf& write_events, const WriteDefinitionsTo& write_definitions) {
  // The smallest chunks: the library clears them for each writer, which takes most of the time of a small archive.
  OTF2_Archive* archive = OTF2_Archive_Open(folder.c_str(), name.c_str(), OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_MIN,
                                            OTF2_CHUNK_SIZE_MIN, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (archive == nullptr) return false;
  OTF2_FlushCallbacks callbacks = {Flush, Now};
  OTF2_Archive_SetFlushCallbacks(archive, &callbacks, nullptr);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  // Score-P sets all of these properties.
  OTF2_Archive_SetMachineName(archive, "machine");
  OTF2_Archive_SetCreator(archive, "tool 1.0");
  OTF2_Archive_SetDescription(archive, "a run");
  OTF2_Archive_SetProperty(archive, "TOOL::NAME", "value", false);
  OTF2_Archive_OpenEvtFiles(archive);
  for (std::size_t i = 0; i < locations.size(); ++i) {
    OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive, locations[i].number);
    write_events(writer, i);
    OTF2_Archive_CloseEvtWriter(archive, writer);
  }
  OTF2_Archive_CloseEvtFiles(archive);
  OTF2_GlobalDefWriter* definitions = OTF2_Archive_GetGlobalDefWriter(archive);
  write_definitions(definitions);
  OTF2_Archive_CloseGlobalDefWriter(archive, definitions);
  return OTF2_Archive_Close(archive) == OTF2_SUCCESS;
}

}  // namespace

bool WriteOtf2(const Trace& trace, const std::string& folder, const std::string& name) {
  std::vector<Location> locations;
  for (const ThreadTrace& thread : trace.threads) locations.push_back({thread.number, 0});
  return WriteArchive(
      folder, name, locations,
      [&](OTF2_EvtWriter* writer, std::size_t i) { WriteEvents(writer, trace.threads[i].calls); },
      [&](OTF2_GlobalDefWriter* writer) { WriteDefinitions(writer, trace.names, locations, 1, 0); });
}

bool WriteOtf2Events(const std::vector<std::string>& names, const std::vector<std::vector<Otf2Event>>& ranks,
                     std::uint64_t first_tick, const std::string& folder, const std::string& name) {
  std::vector<Location> locations;
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) locations.push_back({std::uint64_t{rank} << 32, rank});
  auto write = [&](OTF2_EvtWriter* writer, std::size_t i) {
    for (const Otf2Event& event : ranks[i]) {
      if (event.kind == 'E') OTF2_EvtWriter_Enter(writer, nullptr, event.tick, event.region);
      if (event.kind == 'L') OTF2_EvtWriter_Leave(writer, nullptr, event.tick, event.region);
    }
  };
  const auto count = static_cast<std::uint32_t>(ranks.size());
  return WriteArchive(folder, name, locations, write, [&](OTF2_GlobalDefWriter* writer) {
    WriteDefinitions(writer, names, locations, count, first_tick);
  });
}

Otf2Value Unsigned(std::uint64_t value) {
  Otf2Value made{OTF2_TYPE_UINT64};
  made.value.unsigned_int = value;
  return made;
}
Otf2Value Signed(std::int64_t value) {
  Otf2Value made{OTF2_TYPE_INT64};
  made.value.signed_int = value;
  return made;
}
Otf2Value Floating(double value) {
  Otf2Value made{OTF2_TYPE_DOUBLE};
  made.value.floating_point = value;
  return made;
}

Otf2Location& Otf2Location::Enter(std::uint64_t tick, OTF2_RegionRef region) {
  events_.push_back({'E', tick, region});
  return *this;
}
Otf2Location& Otf2Location::Leave(std::uint64_t tick, OTF2_RegionRef region) {
  events_.push_back({'L', tick, region});
  return *this;
}
Otf2Location& Otf2Location::Read(std::uint64_t tick, OTF2_MetricRef metric, std::vector<Otf2Value> values) {
  events_.push_back({'M', tick, metric, std::move(values)});
  return *this;
}
Otf2Location& Otf2Location::Send(std::uint64_t tick, std::uint32_t receiver, std::uint32_t tag, std::uint64_t bytes) {
  events_.push_back({'S', tick, receiver, {}, tag, bytes});
  return *this;
}
Otf2Location& Otf2Location::Receive(std::uint64_t tick, std::uint32_t sender, std::uint32_t tag, std::uint64_t bytes) {
  events_.push_back({'R', tick, sender, {}, tag, bytes});
  return *this;
}
Otf2Location& Otf2Location::StartReceive(std::uint64_t tick, std::uint32_t request) {
  events_.push_back({'Q', tick, 0, {}, 0, 0, request});
  return *this;
}
Otf2Location& Otf2Location::EndReceive(std::uint64_t tick, std::uint32_t sender, std::uint32_t tag, std::uint64_t bytes,
                                       std::uint32_t request) {
  events_.push_back({'I', tick, sender, {}, tag, bytes, request});
  return *this;
}
Otf2Location& Otf2Location::Collective(std::uint64_t tick, std::uint32_t root, std::uint64_t bytes) {
  events_.push_back({'C', tick, root, {}, 0, bytes});
  return *this;
}

Otf2Location& Otf2Location::Fence(std::uint64_t tick) {
  events_.push_back({'F', tick});
  return *this;
}
Otf2Location& Otf2Location::Lock(std::uint64_t tick, std::uint32_t rank, bool is_exclusive) {
  events_.push_back({'A', tick, rank, {}, is_exclusive ? 1U : 0U});
  return *this;
}
Otf2Location& Otf2Location::Unlock(std::uint64_t tick, std::uint32_t rank) {
  events_.push_back({'U', tick, rank});
  return *this;
}

void Otf2Location::Write(OTF2_EvtWriter* writer) const {
  constexpr OTF2_CommRef kCommunicator = 0;
  constexpr OTF2_RmaWinRef kWindow = 0;
  for (const Event& event : events_) {
    if (event.kind == 'E') OTF2_EvtWriter_Enter(writer, nullptr, event.tick, event.ref);
    if (event.kind == 'L') OTF2_EvtWriter_Leave(writer, nullptr, event.tick, event.ref);
    if (event.kind == 'S') {
      OTF2_EvtWriter_MpiSend(writer, nullptr, event.tick, event.ref, kCommunicator, event.tag, event.bytes);
    }
    if (event.kind == 'R') {
      OTF2_EvtWriter_MpiRecv(writer, nullptr, event.tick, event.ref, kCommunicator, event.tag, event.bytes);
    }
    if (event.kind == 'Q') OTF2_EvtWriter_MpiIrecvRequest(writer, nullptr, event.tick, event.request);
    if (event.kind == 'I') {
      OTF2_EvtWriter_MpiIrecv(writer, nullptr, event.tick, event.ref, kCommunicator, event.tag, event.bytes,
                              event.request);
    }
    if (event.kind == 'C') {
      OTF2_EvtWriter_MpiCollectiveEnd(writer, nullptr, event.tick, OTF2_COLLECTIVE_OP_BARRIER, kCommunicator, event.ref,
                                      event.bytes, event.bytes);
    }
    if (event.kind == 'F') {
      OTF2_EvtWriter_RmaCollectiveEnd(writer, nullptr, event.tick, OTF2_COLLECTIVE_OP_BARRIER,
                                      OTF2_RMA_SYNC_LEVEL_PROCESS, kWindow, OTF2_UNDEFINED_UINT32, 0, 0);
    }
    if (event.kind == 'A') {
      OTF2_EvtWriter_RmaAcquireLock(writer, nullptr, event.tick, kWindow, event.ref, 0,
                                    event.tag == 1 ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED);
    }
    if (event.kind == 'U') OTF2_EvtWriter_RmaReleaseLock(writer, nullptr, event.tick, kWindow, event.ref, 0);
    if (event.kind != 'M') continue;
    std::vector<OTF2_Type> types;
    std::vector<OTF2_MetricValue> values;
    for (const Otf2Value& value : event.values) {
      types.push_back(value.type);
      values.push_back(value.value);
    }
    OTF2_EvtWriter_Metric(writer, nullptr, event.tick, event.ref, static_cast<std::uint8_t>(values.size()),
                          types.data(), values.data());
  }
}

OTF2_RegionRef Otf2Archive::Region(const std::string& name) {
  const auto found = std::ranges::find(regions, name, &Otf2Region::name);
  const auto ref = static_cast<OTF2_RegionRef>(found - regions.begin());
  if (found == regions.end()) regions.push_back({name});
  return ref;
}

Otf2Location& Otf2Archive::AddLocation(std::uint32_t rank) {
  std::uint64_t number = std::uint64_t{rank} << 32;
  for (const Otf2Location& location : locations) number += location.rank() == rank ? 1 : 0;
  return locations.emplace_back(number, rank);
}

bool Otf2Archive::Write(const std::string& folder) const {
  std::map<std::string, OTF2_StringRef> strings;
  const auto text = [&](OTF2_GlobalDefWriter* writer, const std::string& string) {
    const auto [found, is_new] = strings.try_emplace(string, static_cast<OTF2_StringRef>(strings.size()));
    if (is_new) OTF2_GlobalDefWriter_WriteString(writer, found->second, string.c_str());
    return found->second;
  };
  const auto define_metrics = [&](OTF2_GlobalDefWriter* writer) {
    OTF2_MetricMemberRef member = 0;
    for (std::size_t i = 0; i < metric_classes.size(); ++i) {
      std::vector<OTF2_MetricMemberRef> members;
      for (const Otf2Member& each : metric_classes[i]) {
        OTF2_GlobalDefWriter_WriteMetricMember(writer, member, text(writer, each.name), text(writer, ""),
                                               OTF2_METRIC_TYPE_PAPI, each.mode, OTF2_TYPE_UINT64, each.base,
                                               each.exponent, text(writer, each.unit));
        members.push_back(member++);
      }
      OTF2_GlobalDefWriter_WriteMetricClass(writer, static_cast<OTF2_MetricRef>(i),
                                            static_cast<std::uint8_t>(members.size()), members.data(),
                                            OTF2_METRIC_SYNCHRONOUS_STRICT, OTF2_RECORDER_KIND_CPU);
    }
    for (const Otf2Instance& each : metric_instances) {
      OTF2_GlobalDefWriter_WriteMetricInstance(writer, each.metric, each.metric_class, each.recorder, each.scope,
                                               each.scope_id);
    }
  };
  // Group 0 lists the locations of MPI; group 1 lists the members of the communicator, as indices into group 0.
  const auto define_communicator = [&](OTF2_GlobalDefWriter* writer) {
    std::map<std::uint32_t, std::uint64_t> first;  // first location of each rank
    for (const Otf2Location& location : locations) first.try_emplace(location.rank(), location.number());
    std::vector<std::uint64_t> members, indices;
    for (const auto& [rank, number] : first) {
      indices.push_back(members.size());
      members.push_back(number);
    }
    const auto count = static_cast<std::uint32_t>(members.size());
    OTF2_GlobalDefWriter_WriteGroup(writer, 0, text(writer, ""), OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE, count, members.data());
    OTF2_GlobalDefWriter_WriteGroup(writer, 1, text(writer, ""), OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE, count, indices.data());
    OTF2_GlobalDefWriter_WriteComm(writer, 0, text(writer, "MPI_COMM_WORLD"), 1, OTF2_UNDEFINED_COMM,
                                   OTF2_COMM_FLAG_NONE);
    OTF2_GlobalDefWriter_WriteRmaWin(writer, 0, text(writer, "window"), 0, OTF2_RMA_WIN_FLAG_NONE);
  };
  const auto define = [&](OTF2_GlobalDefWriter* writer) {
    OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000000000, 0, 1, OTF2_UNDEFINED_TIMESTAMP);
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const OTF2_StringRef name = text(writer, regions[i].name);
      OTF2_GlobalDefWriter_WriteRegion(writer, static_cast<OTF2_RegionRef>(i), name, name, text(writer, ""),
                                       regions[i].role, regions[i].paradigm, OTF2_REGION_FLAG_NONE,
                                       text(writer, regions[i].file), regions[i].line, 0);
    }
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, text(writer, "machine"), text(writer, "node"),
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    std::set<std::uint32_t> ranks;
    for (const Otf2Location& location : locations) {
      if (ranks.insert(location.rank()).second) {
        OTF2_GlobalDefWriter_WriteLocationGroup(writer, location.rank(),
                                                text(writer, "MPI Rank " + std::to_string(location.rank())),
                                                OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
      }
      OTF2_GlobalDefWriter_WriteLocation(writer, location.number(), text(writer, ""), OTF2_LOCATION_TYPE_CPU_THREAD, 7,
                                         location.rank());
    }
    define_metrics(writer);
    if (has_communicator) define_communicator(writer);
  };
  std::vector<Location> places;
  for (const Otf2Location& location : locations) places.push_back({location.number(), location.rank()});
  return WriteArchive(
      folder, "traces", places, [&](OTF2_EvtWriter* writer, std::size_t i) { locations[i].Write(writer); }, define);
}

}  // namespace tests

#else

namespace tests {

bool WriteOtf2(const profdiff::Trace&, const std::string&, const std::string&) { return false; }

bool WriteOtf2Events(const std::vector<std::string>&, const std::vector<std::vector<Otf2Event>>&, std::uint64_t,
                     const std::string&, const std::string&) {
  return false;
}

}  // namespace tests
#endif
