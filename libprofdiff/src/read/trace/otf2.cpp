// SPDX-License-Identifier: GPL-3.0-or-later
// OTF2 archives, as Score-P and EZTrace write them, through the OTF2 library; the only file that includes it. Redundant
// data in the archive is not trusted: events are counted by reading them, names and groups are resolved after all
// definitions are read, and of repeated definitions the last one is used.
//
// Uses the events that enter and leave regions and, with TraceOptions::communications, those of messages and collective
// operations. The ranks in these are indices into a communicator, whose group has indices into the list of MPI
// locations; they are converted to ranks of processes.
#include "read/trace/readers.h"

#ifdef PROFDIFF_HAS_OTF2
#include <otf2/otf2.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "read/file/file.h"
#include "read/trace/call_tree_builder.h"
#include "read/trace/damage.h"
#include "read/trace/folder.h"
#include "read/trace/join_threads.h"
#include "read/trace/odd_leaves.h"
#include "read/trace/otf2_anchor.h"
#include "read/trace/words.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

// Error callback that prevents the library from printing.
OTF2_ErrorCode SayNothing(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code, const char*, va_list) {
  return code;
}

struct Definitions {
  struct Region {
    OTF2_StringRef name = OTF2_UNDEFINED_STRING, canonical_name = OTF2_UNDEFINED_STRING;
  };
  struct Location {
    OTF2_StringRef name = OTF2_UNDEFINED_STRING;
    OTF2_LocationGroupRef group = OTF2_UNDEFINED_LOCATION_GROUP;
    bool has_events = false;  // as declared; a location without events may have no file
  };
  std::map<OTF2_StringRef, std::string> strings;
  std::map<OTF2_RegionRef, Region> regions;
  std::map<OTF2_LocationRef, Location> locations;
  std::map<OTF2_LocationGroupRef, OTF2_StringRef> groups;
  std::vector<std::uint64_t> mpi_locations;                         // locations by MPI rank
  std::map<OTF2_GroupRef, std::vector<std::uint64_t>> rank_groups;  // indices into mpi_locations
  std::map<OTF2_CommRef, OTF2_GroupRef> communicators;
  std::uint64_t ticks_per_second = 1000000000;
  std::uint64_t first_tick = 0;

  std::string TextOf(OTF2_StringRef string) const {
    const auto found = strings.find(string);
    return found == strings.end() ? "" : found->second;
  }
  // The linkage name, if the archive has one.
  std::string NameOf(OTF2_RegionRef region) const {
    const auto found = regions.find(region);
    if (found == regions.end()) return "region " + std::to_string(region);
    const std::string canonical_name = TextOf(found->second.canonical_name);
    return canonical_name.empty() ? TextOf(found->second.name) : canonical_name;
  }
  // Value for the first tick: offsets between the clocks of ranks, and the library's corrections, can lead to earlier
  // times, which must not wrap around below 0.
  static constexpr std::uint64_t kFirst = std::uint64_t{1} << 62;
  std::uint64_t Nanoseconds(OTF2_TimeStamp tick) const {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t ticks = tick - first_tick;
    const bool is_before = ticks >> 63 != 0;
    const Wide apart = Wide{is_before ? 0 - ticks : ticks} * 1000000000 / ticks_per_second;
    const auto nanoseconds = static_cast<std::uint64_t>(std::min(apart, Wide{kFirst}));
    return is_before ? kFirst - nanoseconds : kFirst + nanoseconds;
  }
};

OTF2_CallbackCode SeeClock(void* user, std::uint64_t resolution, std::uint64_t offset, std::uint64_t, std::uint64_t) {
  auto& definitions = *static_cast<Definitions*>(user);
  definitions.ticks_per_second = std::max<std::uint64_t>(1, resolution);
  definitions.first_tick = offset;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeString(void* user, OTF2_StringRef self, const char* text) {
  static_cast<Definitions*>(user)->strings[self] = text == nullptr ? "" : text;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeRegion(void* user, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef canonical_name,
                            OTF2_StringRef, OTF2_RegionRole, OTF2_Paradigm, OTF2_RegionFlag, OTF2_StringRef,
                            std::uint32_t, std::uint32_t) {
  static_cast<Definitions*>(user)->regions[self] = {name, canonical_name};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeLocation(void* user, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType,
                              std::uint64_t events, OTF2_LocationGroupRef group) {
  static_cast<Definitions*>(user)->locations[self] = {name, group, events > 0};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeGroup(void* user, OTF2_LocationGroupRef self, OTF2_StringRef name, OTF2_LocationGroupType,
                           OTF2_SystemTreeNodeRef, OTF2_LocationGroupRef) {
  static_cast<Definitions*>(user)->groups[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeRankGroup(void* user, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type, OTF2_Paradigm,
                               OTF2_GroupFlag, std::uint32_t count, const std::uint64_t* members) {
  auto& definitions = *static_cast<Definitions*>(user);
  if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) definitions.mpi_locations.assign(members, members + count);
  if (type == OTF2_GROUP_TYPE_COMM_GROUP) definitions.rank_groups[self].assign(members, members + count);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeCommunicator(void* user, OTF2_CommRef self, OTF2_StringRef, OTF2_GroupRef group, OTF2_CommRef,
                                  OTF2_CommFlag) {
  static_cast<Definitions*>(user)->communicators[self] = group;
  return OTF2_CALLBACK_SUCCESS;
}

// The rank of the process of each location of a communicator, by index in it.
using RankOfPlace = std::map<OTF2_CommRef, std::vector<std::uint32_t>>;

// The events of one location being read.
struct LocationEvents {
  const Definitions& definitions;
  NameTable& names;
  const RankOfPlace& rank_of_place;
  OTF2_LocationRef location;
  CallTreeBuilder builder{};
  std::map<OTF2_RegionRef, HashedName> seen{};
  OpenNames open_names{};
  OddLeaves odd{};
  std::vector<Communication> communications{};
  TreeProblem problem = TreeProblem::kNone;
  std::uint64_t position = 0;  // position of the odd event

  const HashedName& NameOf(OTF2_RegionRef region) {
    const auto found = seen.find(region);
    if (found != seen.end()) return found->second;
    return seen.emplace(region, names.Intern(definitions.NameOf(region))).first->second;
  }
  TreeProblem LeaveInnermost(std::uint64_t time) {
    open_names.Leave(builder.innermost());
    return builder.Leave(time);
  }
  TreeProblem Leave(NameId name, std::uint64_t time, std::uint64_t where) {
    const bool is_innermost = builder.depth() > 0 && builder.innermost() == name;
    if (is_innermost) return LeaveInnermost(time);
    if (!open_names.Has(name, builder, [](std::size_t) { return true; })) {
      odd.not_open.See(location, where);
      return TreeProblem::kNone;
    }
    odd.not_innermost.See(location, where);
    TreeProblem found = TreeProblem::kNone;
    while (found == TreeProblem::kNone && builder.innermost() != name) found = LeaveInnermost(time);
    return found == TreeProblem::kNone ? LeaveInnermost(time) : found;
  }
  OTF2_CallbackCode Judge(TreeProblem found, std::uint64_t where) {
    if (found == TreeProblem::kNone) return OTF2_CALLBACK_SUCCESS;
    problem = found;
    position = where;
    return OTF2_CALLBACK_INTERRUPT;
  }
};

OTF2_CallbackCode SeeEnter(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* user,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  auto& events = *static_cast<LocationEvents*>(user);
  const std::uint64_t nanoseconds = events.definitions.Nanoseconds(time);
  const HashedName& name = events.NameOf(region);
  events.open_names.Enter(name.id);
  return events.Judge(events.builder.Enter(name, nanoseconds), position);
}

OTF2_CallbackCode SeeLeave(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* user,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  auto& events = *static_cast<LocationEvents*>(user);
  const std::uint64_t nanoseconds = events.definitions.Nanoseconds(time);
  return events.Judge(events.Leave(events.NameOf(region).id, nanoseconds, position), position);
}

using Kind = Communication::Kind;

// `place`: index of the other rank in the communicator.
OTF2_CallbackCode AddCommunication(void* user, Kind kind, OTF2_TimeStamp time, std::uint32_t place,
                                   OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes) {
  auto& events = *static_cast<LocationEvents*>(user);
  if (events.builder.depth() == 0) return OTF2_CALLBACK_SUCCESS;
  std::uint32_t partner = Communication::kUnknownRank;
  const auto found = events.rank_of_place.find(communicator);
  if (found != events.rank_of_place.end() && place < found->second.size()) partner = found->second[place];
  events.communications.push_back(
      {events.builder.innermost_call(), kind, events.definitions.Nanoseconds(time), partner, tag, communicator, bytes});
  return OTF2_CALLBACK_SUCCESS;
}

template <Kind kind>
OTF2_CallbackCode SeeMessage(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, OTF2_AttributeList*,
                             std::uint32_t partner, OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes) {
  return AddCommunication(user, kind, time, partner, communicator, tag, bytes);
}

// A send is recorded at its begin; a receive at its end, in the call that waits for it.
template <Kind kind>
OTF2_CallbackCode SeeRequest(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, OTF2_AttributeList*,
                             std::uint32_t partner, OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes,
                             std::uint64_t) {
  return AddCommunication(user, kind, time, partner, communicator, tag, bytes);
}

OTF2_CallbackCode SeeCollective(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, OTF2_AttributeList*,
                                OTF2_CollectiveOp, OTF2_CommRef communicator, std::uint32_t root, std::uint64_t sent,
                                std::uint64_t) {
  return AddCommunication(user, Kind::kCollective, time, root, communicator, 0, sent);
}

class ArchiveReader {
 public:
  ArchiveReader(const std::string& anchor, const TraceOptions& options)
      : anchor_(anchor),
        damages_{options.salvage, {}},
        workers_(options.threads),
        keeps_communications_(options.communications) {
    RequireRegularFilesOfArchive(anchor);
    OTF2_Error_RegisterCallback(SayNothing, nullptr);
    if (HasItsProperties(ReadWholeFile(anchor, FileKind::kRegular))) reader_.reset(OTF2_Reader_Open(anchor.c_str()));
    if (!reader_) throw Error(ErrorCode::kNotATrace, anchor + ": not the anchor file of an OTF2 archive", anchor);
    OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get());
  }

  Trace Read() {
    Open();
    std::vector<OTF2_LocationRef> all;
    for (const auto& [rank, location] : LocationsInOrder()) all.push_back(location);
    Trace trace = ReadLocations(all);
    if (trace.threads.empty()) throw Error(ErrorCode::kBadTrace, anchor_ + ": an archive without events", anchor_);
    ReportWithoutEvents();
    LabelThreads(trace.threads);
    CountFromFirstTick(trace);
    AddWhole(trace);
    return trace;
  }

  // Times count from Definitions::kFirst, since the earliest first call of all ranks is unknown before the end.
  Trace ReadByRank(const RankReading& ranks) {
    Open();
    std::map<std::uint32_t, std::vector<OTF2_LocationRef>> by_rank;
    for (const auto& [rank, location] : LocationsInOrder()) by_rank[rank].push_back(location);
    bool has_threads = ranks.wants != nullptr;
    for (const auto& [rank, locations] : by_rank) {
      if (ranks.wants && !ranks.wants(rank)) continue;
      Trace part = ReadLocations(locations);
      has_threads = has_threads || !part.threads.empty();
      ranks.take(rank, std::move(part));
    }
    if (!has_threads) throw Error(ErrorCode::kBadTrace, anchor_ + ": an archive without events", anchor_);
    ReportWithoutEvents();
    Trace whole;
    AddWhole(whole);
    return whole;
  }

 private:
  void Open() {
    ReadDefinitions();
    OpenLocations();
    FindRanksOfPlaces();
  }

  Trace ReadLocations(const std::vector<OTF2_LocationRef>& locations) {
    ThreadJoiner joiner(0);
    for (const OTF2_LocationRef location : locations) {
      NamedThread thread = ReadLocation(location, definitions_.locations[location]);
      if (thread.thread.calls.size() > 0) joiner.Add(std::move(thread));
    }
    return joiner.Take(workers_);
  }

  void AddWhole(Trace& trace) {
    trace.missing.insert(trace.missing.begin(), damages_.missing.begin(), damages_.missing.end());
    trace.paths = {anchor_};
    auto place_of = [](const OddLeaves::Kind& kind) {
      return "location " + std::to_string(kind.thread) + ", event " + std::to_string(kind.position);
    };
    odd_.AppendRemarks(anchor_, place_of, trace.remarks);
  }

  struct CloseReader {
    void operator()(OTF2_Reader* reader) const { OTF2_Reader_Close(reader); }
  };
  struct DeleteDefinitionCallbacks {
    void operator()(OTF2_GlobalDefReaderCallbacks* callbacks) const { OTF2_GlobalDefReaderCallbacks_Delete(callbacks); }
  };
  struct DeleteEventCallbacks {
    void operator()(OTF2_EvtReaderCallbacks* callbacks) const { OTF2_EvtReaderCallbacks_Delete(callbacks); }
  };

  // By rank, then by number.
  std::vector<std::pair<std::uint32_t, OTF2_LocationRef>> LocationsInOrder() const {
    std::vector<std::pair<std::uint32_t, OTF2_LocationRef>> order;
    for (const auto& [id, location] : definitions_.locations) order.emplace_back(RankOf(location.group), id);
    std::ranges::sort(order);
    return order;
  }

  void FindRanksOfPlaces() {
    for (const auto& [communicator, group] : definitions_.communicators) {
      std::vector<std::uint32_t>& ranks = rank_of_place_[communicator];
      for (const std::uint64_t place : definitions_.rank_groups[group]) {
        const bool is_known = place < definitions_.mpi_locations.size();
        const auto location = definitions_.locations.find(is_known ? definitions_.mpi_locations[place] : ~0ULL);
        ranks.push_back(location == definitions_.locations.end() ? Communication::kUnknownRank
                                                                 : RankOf(location->second.group));
      }
    }
  }

  // Subtracts Definitions::kFirst. If a time is before the first tick, all become relative to the earliest.
  static void CountFromFirstTick(Trace& trace) {
    const std::uint64_t first = std::min(FirstStart(trace), Definitions::kFirst);
    for (ThreadTrace& thread : trace.threads) {
      for (std::uint64_t& start : thread.calls.start) start -= first;
      for (Communication& communication : thread.communications) communication.time -= first;
    }
  }

  // The library's text for an error.
  static std::string ReasonOf(OTF2_ErrorCode code) {
    const char* text = OTF2_Error_GetDescription(code);
    return text == nullptr ? "unknown error" : text;
  }

  void ReadDefinitions() {
    OTF2_GlobalDefReader* reader = OTF2_Reader_GetGlobalDefReader(reader_.get());
    if (reader == nullptr)
      throw Error(ErrorCode::kBadTrace, anchor_ + ": the archive's definitions are missing", anchor_);
    const std::unique_ptr<OTF2_GlobalDefReaderCallbacks, DeleteDefinitionCallbacks> callbacks(
        OTF2_GlobalDefReaderCallbacks_New());
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks.get(), SeeClock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks.get(), SeeString);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks.get(), SeeRegion);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks.get(), SeeLocation);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(callbacks.get(), SeeGroup);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks.get(), SeeRankGroup);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks.get(), SeeCommunicator);
    OTF2_Reader_RegisterGlobalDefCallbacks(reader_.get(), reader, callbacks.get(), &definitions_);
    std::uint64_t count = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllGlobalDefinitions(reader_.get(), reader, &count);
    if (code == OTF2_SUCCESS) return;
    damages_.Report(Error(ErrorCode::kBadTrace, anchor_ + ": the archive's definitions: " + ReasonOf(code), anchor_),
                    "later definitions are left out");
  }

  void OpenLocations() {
    for (const auto& entry : definitions_.locations) {
      OTF2_Reader_SelectLocation(reader_.get(), entry.first);
      groups_.insert(entry.second.group);
    }
    // Local definitions are optional; they define how the ids of a location map to global ones.
    if (OTF2_Reader_OpenDefFiles(reader_.get()) == OTF2_SUCCESS) {
      for (const auto& entry : definitions_.locations) ReadLocalDefinitions(entry.first);
      OTF2_Reader_CloseDefFiles(reader_.get());
    }
    OTF2_Reader_OpenEvtFiles(reader_.get());  // missing files have no reader below
  }

  void ReadLocalDefinitions(OTF2_LocationRef location) {
    OTF2_DefReader* reader = OTF2_Reader_GetDefReader(reader_.get(), location);
    if (reader == nullptr) return;
    std::uint64_t count = 0;
    OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), reader, &count);
    OTF2_Reader_CloseDefReader(reader_.get(), reader);
  }

  NamedThread ReadLocation(OTF2_LocationRef location, const Definitions::Location& definition) {
    NamedThread result;
    result.thread.number = location;
    result.thread.rank = RankOf(definition.group);
    result.thread.label = definitions_.TextOf(definition.name);
    OTF2_EvtReader* reader = OTF2_Reader_GetEvtReader(reader_.get(), location);
    if (reader == nullptr) {
      if (definition.has_events) without_events_.push_back(location);
      return result;
    }
    LocationEvents events{definitions_, result.names, rank_of_place_, location};
    const std::unique_ptr<OTF2_EvtReaderCallbacks, DeleteEventCallbacks> callbacks(OTF2_EvtReaderCallbacks_New());
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks.get(), SeeEnter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks.get(), SeeLeave);
    if (keeps_communications_) {
      OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks.get(), SeeMessage<Kind::kSend>);
      OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks.get(), SeeRequest<Kind::kSend>);
      OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks.get(), SeeMessage<Kind::kReceive>);
      OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks.get(), SeeRequest<Kind::kReceive>);
      OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks.get(), SeeCollective);
    }
    OTF2_Reader_RegisterEvtCallbacks(reader_.get(), reader, callbacks.get(), &events);
    std::uint64_t count = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalEvents(reader_.get(), reader, &count);
    OTF2_Reader_CloseEvtReader(reader_.get(), reader);
    ReportProblem(location, code, events);
    odd_.Add(events.odd);
    result.thread.calls = events.builder.End();
    result.thread.communications = std::move(events.communications);
    return result;
  }

  void ReportWithoutEvents() {
    for (const OTF2_LocationRef location : without_events_) {
      const std::string where = anchor_ + ": location " + std::to_string(location);
      damages_.Report(Error(ErrorCode::kBadTrace, where + ": the file of its events is missing", anchor_),
                      "the thread is left out");
    }
  }

  void ReportProblem(OTF2_LocationRef location, OTF2_ErrorCode code, const LocationEvents& events) {
    const std::string where = anchor_ + ": location " + std::to_string(location);
    if (events.problem != TreeProblem::kNone) {
      const std::string at = ", event " + std::to_string(events.position) + ": ";
      const ErrorCode kind = events.problem == TreeProblem::kTooMany ? ErrorCode::kOverflow : ErrorCode::kBadTrace;
      damages_.Report(Error(kind, where + at + Describe(events.problem), anchor_), "its later events are left out");
    } else if (code != OTF2_SUCCESS) {
      damages_.Report(Error(ErrorCode::kTruncated, where + ": " + ReasonOf(code), anchor_),
                      "its later events are left out");
    }
  }

  // Score-P's name for the process of a rank is "MPI Rank N"; other processes get ranks in the order of their ids.
  std::uint32_t RankOf(OTF2_LocationGroupRef group) const {
    const auto found = definitions_.groups.find(group);
    std::string name = found == definitions_.groups.end() ? "" : definitions_.TextOf(found->second);
    constexpr std::string_view kRankName = "MPI Rank ";
    if (name.starts_with(kRankName)) {
      const std::optional<std::uint64_t> rank = WholeNumber(std::string_view(name).substr(kRankName.size()));
      if (rank && *rank < 0xffffffff) return static_cast<std::uint32_t>(*rank);
    }
    return static_cast<std::uint32_t>(std::distance(groups_.begin(), groups_.find(group)));
  }

  // "rank 2, thread 1 (Master thread)".
  static void LabelThreads(std::vector<ThreadTrace>& threads) {
    const bool one_rank = threads.front().rank == threads.back().rank;
    std::size_t number = 0;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      ThreadTrace& thread = threads[i];
      number = i > 0 && threads[i - 1].rank == thread.rank ? number + 1 : 1;
      std::string label = one_rank ? "" : "rank " + std::to_string(thread.rank) + ", ";
      label += "thread " + std::to_string(number);
      if (!thread.label.empty()) label += " (" + thread.label + ")";
      thread.label = std::move(label);
    }
  }

  const std::string anchor_;
  std::unique_ptr<OTF2_Reader, CloseReader> reader_;
  Definitions definitions_;
  std::set<OTF2_LocationGroupRef> groups_;  // groups with locations
  std::vector<OTF2_LocationRef> without_events_;
  Damages damages_;
  OddLeaves odd_;
  const unsigned workers_;
  const bool keeps_communications_;
  RankOfPlace rank_of_place_;
};

}  // namespace

Trace ReadOtf2(const std::string& path, const TraceOptions& options) {
  return ArchiveReader(AnchorOfArchive(path), options).Read();
}

Trace ReadOtf2ByRank(const std::string& path, const TraceOptions& options, const RankReading& ranks) {
  return ArchiveReader(AnchorOfArchive(path), options).ReadByRank(ranks);
}

}  // namespace profdiff

#else

namespace profdiff {

Trace ReadOtf2(const std::string& path, const TraceOptions&) {
  throw Error(ErrorCode::kUnsupported,
              path + ": this build reads no OTF2 archives: it was compiled without the OTF2 library", path);
}

Trace ReadOtf2ByRank(const std::string& path, const TraceOptions& options, const RankReading&) {
  return ReadOtf2(path, options);
}

}  // namespace profdiff
#endif
