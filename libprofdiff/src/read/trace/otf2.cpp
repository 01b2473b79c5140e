// SPDX-License-Identifier: GPL-3.0-or-later
// OTF2 archives, as Score-P and EZTrace write them, through the library that writes them: this file alone knows it.
// What an archive says of itself is not relied upon: how many events there are is seen by reading them, names and
// groups are looked up when all definitions are there, and of those that stand there twice the last one counts.
//
// Of the events only those that enter and leave regions are used.
#include "read/trace/readers.h"

#ifdef PROFDIFF_HAS_OTF2
#include <otf2/otf2.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "read/trace/call_tree_builder.h"
#include "read/trace/damage.h"
#include "read/trace/folder.h"
#include "read/trace/join_threads.h"
#include "read/trace/words.h"

namespace profdiff {
namespace {

// The library would print.
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
    bool has_events = false;  // so it says; a location without any may have no file
  };
  std::map<OTF2_StringRef, std::string> strings;
  std::map<OTF2_RegionRef, Region> regions;
  std::map<OTF2_LocationRef, Location> locations;
  std::map<OTF2_LocationGroupRef, OTF2_StringRef> groups;
  std::uint64_t ticks_per_second = 1000000000;
  std::uint64_t first_tick = 0;

  std::string TextOf(OTF2_StringRef string) const {
    const auto found = strings.find(string);
    return found == strings.end() ? "" : found->second;
  }
  // The linkage name, where the archive has one.
  std::string NameOf(OTF2_RegionRef region) const {
    const auto found = regions.find(region);
    if (found == regions.end()) return "region " + std::to_string(region);
    const std::string canonical_name = TextOf(found->second.canonical_name);
    return canonical_name.empty() ? TextOf(found->second.name) : canonical_name;
  }
  std::uint64_t Nanoseconds(OTF2_TimeStamp tick) const {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t ticks = tick > first_tick ? tick - first_tick : 0;
    return static_cast<std::uint64_t>(Wide{ticks} * 1000000000 / ticks_per_second);
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

// One location's events, as they are read.
struct LocationEvents {
  const Definitions& definitions;
  NameTable& names;
  CallTreeBuilder builder;
  std::map<OTF2_RegionRef, HashedName> seen;
  TreeProblem problem = TreeProblem::kNone;
  std::uint64_t position = 0;  // of the event that is one

  const HashedName& NameOf(OTF2_RegionRef region) {
    const auto found = seen.find(region);
    if (found != seen.end()) return found->second;
    return seen.emplace(region, names.Intern(definitions.NameOf(region))).first->second;
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
  return events.Judge(events.builder.Enter(events.NameOf(region), nanoseconds), position);
}

OTF2_CallbackCode SeeLeave(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* user,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  auto& events = *static_cast<LocationEvents*>(user);
  const std::uint64_t nanoseconds = events.definitions.Nanoseconds(time);
  return events.Judge(events.builder.Leave(events.NameOf(region).id, nanoseconds), position);
}

class ArchiveReader {
 public:
  ArchiveReader(const std::string& anchor, const TraceOptions& options)
      : anchor_(anchor), damages_{options.salvage, {}}, workers_(options.threads) {
    OTF2_Error_RegisterCallback(SayNothing, nullptr);
    reader_.reset(OTF2_Reader_Open(anchor.c_str()));
    if (!reader_) throw Error(ErrorCode::kNotATrace, anchor + ": not the anchor file of an OTF2 archive", anchor);
    OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get());
  }

  Trace Read() {
    ReadDefinitions();
    OpenLocations();
    std::vector<std::unique_ptr<NamedThread>> threads;
    for (const auto& [location, definition] : definitions_.locations) {
      std::unique_ptr<NamedThread> thread = ReadLocation(location, definition);
      if (thread->thread.calls.size() > 0) threads.push_back(std::move(thread));
    }
    if (threads.empty()) throw Error(ErrorCode::kBadTrace, anchor_ + ": an archive without events", anchor_);
    ReportWithoutEvents();
    std::ranges::sort(threads, {},
                      [](const auto& thread) { return std::tuple(thread->thread.rank, thread->thread.number); });
    LabelThreads(threads);
    Trace trace = JoinThreads(std::move(threads), workers_);
    trace.missing.insert(trace.missing.begin(), damages_.missing.begin(), damages_.missing.end());
    trace.paths = {anchor_};
    return trace;
  }

 private:
  struct CloseReader {
    void operator()(OTF2_Reader* reader) const { OTF2_Reader_Close(reader); }
  };
  struct DeleteDefinitionCallbacks {
    void operator()(OTF2_GlobalDefReaderCallbacks* callbacks) const { OTF2_GlobalDefReaderCallbacks_Delete(callbacks); }
  };
  struct DeleteEventCallbacks {
    void operator()(OTF2_EvtReaderCallbacks* callbacks) const { OTF2_EvtReaderCallbacks_Delete(callbacks); }
  };

  // How the library names an error.
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
    // An archive may have no local definitions; those it has say how a location's numbers are to be read.
    if (OTF2_Reader_OpenDefFiles(reader_.get()) == OTF2_SUCCESS) {
      for (const auto& entry : definitions_.locations) ReadLocalDefinitions(entry.first);
      OTF2_Reader_CloseDefFiles(reader_.get());
    }
    OTF2_Reader_OpenEvtFiles(reader_.get());  // what is not there has no reader below
  }

  void ReadLocalDefinitions(OTF2_LocationRef location) {
    OTF2_DefReader* reader = OTF2_Reader_GetDefReader(reader_.get(), location);
    if (reader == nullptr) return;
    std::uint64_t count = 0;
    OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), reader, &count);
    OTF2_Reader_CloseDefReader(reader_.get(), reader);
  }

  std::unique_ptr<NamedThread> ReadLocation(OTF2_LocationRef location, const Definitions::Location& definition) {
    auto result = std::make_unique<NamedThread>();
    result->thread.number = location;
    result->thread.rank = RankOf(definition.group);
    result->thread.label = definitions_.TextOf(definition.name);
    OTF2_EvtReader* reader = OTF2_Reader_GetEvtReader(reader_.get(), location);
    if (reader == nullptr) {
      if (definition.has_events) without_events_.push_back(location);
      return result;
    }
    LocationEvents events{definitions_, result->names, CallTreeBuilder(), {}};
    const std::unique_ptr<OTF2_EvtReaderCallbacks, DeleteEventCallbacks> callbacks(OTF2_EvtReaderCallbacks_New());
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks.get(), SeeEnter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks.get(), SeeLeave);
    OTF2_Reader_RegisterEvtCallbacks(reader_.get(), reader, callbacks.get(), &events);
    std::uint64_t count = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalEvents(reader_.get(), reader, &count);
    OTF2_Reader_CloseEvtReader(reader_.get(), reader);
    ReportProblem(location, code, events);
    result->thread.calls = events.builder.End();
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

  // Score-P names the process of a rank "MPI Rank N"; others are counted in the order of their numbers.
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
  static void LabelThreads(std::vector<std::unique_ptr<NamedThread>>& threads) {
    const bool one_rank = threads.front()->thread.rank == threads.back()->thread.rank;
    std::size_t number = 0;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      ThreadTrace& thread = threads[i]->thread;
      number = i > 0 && threads[i - 1]->thread.rank == thread.rank ? number + 1 : 1;
      std::string label = one_rank ? "" : "rank " + std::to_string(thread.rank) + ", ";
      label += "thread " + std::to_string(number);
      if (!thread.label.empty()) label += " (" + thread.label + ")";
      thread.label = std::move(label);
    }
  }

  const std::string anchor_;
  std::unique_ptr<OTF2_Reader, CloseReader> reader_;
  Definitions definitions_;
  std::set<OTF2_LocationGroupRef> groups_;  // that locations are in
  std::vector<OTF2_LocationRef> without_events_;
  Damages damages_;
  const unsigned workers_;
};

// A folder's anchor file is the only one of that kind, or the first.
std::string AnchorOf(const std::string& path) {
  if (!IsFolder(path)) return path;
  for (const std::string& name : NamesInFolder(path)) {
    if (name.ends_with(".otf2")) return JoinPath(path, name);
  }
  return path;
}

}  // namespace

Trace ReadOtf2(const std::string& path, const TraceOptions& options) {
  return ArchiveReader(AnchorOf(path), options).Read();
}

}  // namespace profdiff

#else

namespace profdiff {

Trace ReadOtf2(const std::string& path, const TraceOptions&) {
  throw Error(ErrorCode::kUnsupported,
              path + ": this build reads no OTF2 archives: it was compiled without the OTF2 library", path);
}

}  // namespace profdiff
#endif
