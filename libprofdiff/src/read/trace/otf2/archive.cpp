// SPDX-License-Identifier: GPL-3.0-or-later
// Reads OTF2 archives, as written by Score-P and EZTrace, through the OTF2 library, whose headers only this folder
// includes. Redundant data in the archive is not trusted: events are counted by reading them.
//
// Reads enter and leave events; with TraceOptions::communications also message and collective events, and with
// TraceOptions::counters also metric events.
#include "read/trace/readers.h"

#ifdef PROFDIFF_HAS_OTF2
#include <otf2/otf2.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "read/file/file.h"
#include "read/trace/damage.h"
#include "read/trace/folder.h"
#include "read/trace/join_threads.h"
#include "read/trace/otf2/anchor.h"
#include "read/trace/otf2/counters.h"
#include "read/trace/otf2/definitions.h"
#include "read/trace/otf2/location_events.h"
#include "read/trace/otf2/roles.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

// Error callback that prevents the library from printing.
OTF2_ErrorCode SayNothing(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code, const char*, va_list) {
  return code;
}

class ArchiveReader {
 public:
  ArchiveReader(const std::string& anchor, const TraceOptions& options)
      : anchor_(anchor), options_(options), damages_{options.salvage, {}} {
    RequireRegularFilesOfArchive(anchor);
    OTF2_Error_RegisterCallback(SayNothing, nullptr);
    if (IsSafeAnchor(anchor)) reader_.reset(OTF2_Reader_Open(anchor.c_str()));
    if (!reader_) throw Error(ErrorCode::kNotATrace, "not the anchor file of an OTF2 archive", anchor);
    OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get());
  }

  Trace Read() {
    Open();
    std::vector<OTF2_LocationRef> all;
    for (const auto& [rank, location] : definitions_.LocationsInOrder()) all.push_back(location);
    Trace trace = ReadLocations(all);
    if (trace.threads.empty()) throw Error(ErrorCode::kBadTrace, "an archive without events", anchor_);
    ReportWithoutEvents();
    LabelThreads(trace.threads);
    CountFromFirstTick(trace);
    AddWhole(trace);
    return trace;
  }

  // Times are relative to ArchiveDefinitions::kFirst, since the start of the earliest call of all ranks is not known
  // before all ranks have been read.
  Trace ReadByRank(const RankReading& ranks) {
    Open();
    std::map<std::uint32_t, std::vector<OTF2_LocationRef>> by_rank;
    for (const auto& [rank, location] : definitions_.LocationsInOrder()) by_rank[rank].push_back(location);
    bool has_threads = ranks.wants != nullptr;
    for (const auto& [rank, locations] : by_rank) {
      if (ranks.wants && !ranks.wants(rank)) continue;
      Trace part = ReadLocations(locations);
      has_threads = has_threads || !part.threads.empty();
      ranks.take(rank, std::move(part));
    }
    if (!has_threads) throw Error(ErrorCode::kBadTrace, "an archive without events", anchor_);
    ReportWithoutEvents();
    Trace whole;
    AddWhole(whole);
    return whole;
  }

 private:
  void Open() {
    ReadDefinitions();
    OpenLocations();
    rank_of_place_ = definitions_.RanksOfPlaces();
    regions_ = DefinitionsOf(definitions_);
    if (options_.counters) counters_ = CounterDefinitions(definitions_);
  }

  Trace ReadLocations(const std::vector<OTF2_LocationRef>& locations) {
    ThreadJoiner joiner(0);
    CounterOddities odd;
    for (const OTF2_LocationRef location : locations) {
      NamedThread thread = ReadLocation(location, definitions_.locations[location], odd);
      if (thread.thread.calls.size() > 0) {
        joiner.Add(std::move(thread));
      } else if (thread.thread.counters.size() > 0) {
        odd.See(CounterOddities::Kind::kWithoutCalls);
      }
    }
    Trace trace = joiner.Take(options_.threads);
    trace.definitions = DefinitionsOf(trace.names, regions_);
    trace.counters = counters_.counters();
    odd.AppendRemarks(anchor_, trace.counters, trace.remarks);
    return trace;
  }

  void AddWhole(Trace& trace) {
    trace.missing.insert(trace.missing.begin(), damages_.missing.begin(), damages_.missing.end());
    trace.paths = {anchor_};
    auto place_of = [](const OddLeaves::Kind& kind) {
      return "location " + std::to_string(kind.thread) + ", event " + std::to_string(kind.position);
    };
    odd_.AppendRemarks(anchor_, place_of, trace.remarks);
    counters_.AppendRemarks(anchor_, trace.remarks);
  }

  // Makes times relative to ArchiveDefinitions::kFirst or, if a call starts earlier, to the start of the earliest call.
  static void CountFromFirstTick(Trace& trace) {
    const std::uint64_t first = std::min(FirstStart(trace), ArchiveDefinitions::kFirst);
    for (ThreadTrace& thread : trace.threads) {
      for (std::uint64_t& start : thread.calls.start) start -= first;
      for (Communication& communication : thread.communications) communication.time -= first;
      for (std::uint64_t& time : thread.counters.time) time -= std::min(time, first);
    }
  }

  // Returns the OTF2 library's description of an error.
  static std::string ReasonOf(OTF2_ErrorCode code) {
    const char* text = OTF2_Error_GetDescription(code);
    return text == nullptr ? "unknown error" : text;
  }

  void ReadDefinitions() {
    OTF2_GlobalDefReader* reader = OTF2_Reader_GetGlobalDefReader(reader_.get());
    if (reader == nullptr) throw Error(ErrorCode::kBadTrace, "the archive's definitions are missing", anchor_);
    const OTF2_ErrorCode code = ReadArchiveDefinitions(reader_.get(), reader, definitions_);
    if (code == OTF2_SUCCESS) return;
    damages_.Report(Error(ErrorCode::kBadTrace, "the archive's definitions: " + ReasonOf(code), anchor_),
                    "later definitions are left out");
  }

  void OpenLocations() {
    for (const auto& entry : definitions_.locations) OTF2_Reader_SelectLocation(reader_.get(), entry.first);
    // Files of local definitions are optional; they map the local ids of a location to global ids.
    if (OTF2_Reader_OpenDefFiles(reader_.get()) == OTF2_SUCCESS) {
      for (const auto& entry : definitions_.locations) ReadLocalDefinitions(entry.first);
      OTF2_Reader_CloseDefFiles(reader_.get());
    }
    OTF2_Reader_OpenEvtFiles(reader_.get());  // if the file is missing, ReadLocation gets no reader
  }

  // True if the location has such a file. This is checked before a file is opened, because libotf2 3.0 keeps a buffer
  // of several megabytes for a missing file.
  bool HasFile(OTF2_LocationRef location, std::string_view ending) const {
    return IsRegularFile(FileOfLocation(anchor_, location, ending));
  }

  void ReadLocalDefinitions(OTF2_LocationRef location) {
    if (!HasFile(location, ".def")) return;
    OTF2_DefReader* reader = OTF2_Reader_GetDefReader(reader_.get(), location);
    if (reader == nullptr) return;
    std::uint64_t count = 0;
    OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), reader, &count);
    OTF2_Reader_CloseDefReader(reader_.get(), reader);
  }

  NamedThread ReadLocation(OTF2_LocationRef location, const ArchiveDefinitions::Location& definition,
                           CounterOddities& odd) {
    NamedThread result;
    result.thread.number = location;
    result.thread.rank = definitions_.RankOf(definition.group);
    result.thread.label = definitions_.TextOf(definition.name);
    OTF2_EvtReader* const reader =
        HasFile(location, ".evt") ? OTF2_Reader_GetEvtReader(reader_.get(), location) : nullptr;
    if (reader == nullptr) {
      if (definition.has_events) without_events_.push_back(location);
      return result;
    }
    LocationEvents events{definitions_, result.names, rank_of_place_, location};
    CounterReader counters(counters_, location, odd);
    if (options_.counters) events.counters = &counters;
    const OTF2_ErrorCode code = ReadLocationEvents(reader_.get(), reader, options_.communications, events);
    OTF2_Reader_CloseEvtReader(reader_.get(), reader);
    ReportProblem(location, code, events);
    odd_.Add(events.odd);
    result.thread.counters = counters.Take(events.builder);
    result.thread.calls = events.builder.End();
    result.thread.communications = std::move(events.communications);
    result.thread.values = std::move(events.values);
    return result;
  }

  void ReportWithoutEvents() {
    for (const OTF2_LocationRef location : without_events_) {
      damages_.Report(Error(ErrorCode::kBadTrace, "the file of its events is missing", anchor_,
                            Place::Named("location " + std::to_string(location))),
                      "the thread is left out");
    }
  }

  void ReportProblem(OTF2_LocationRef location, OTF2_ErrorCode code, const LocationEvents& events) {
    const std::string where = "location " + std::to_string(location);
    if (events.problem != TreeProblem::kNone) {
      const Place at = Place::Named(where + ", event " + std::to_string(events.position));
      const ErrorCode kind = events.problem == TreeProblem::kTooMany ? ErrorCode::kOverflow : ErrorCode::kBadTrace;
      damages_.Report(Error(kind, Describe(events.problem), anchor_, at), "its later events are left out");
    } else if (code != OTF2_SUCCESS) {
      damages_.Report(Error(ErrorCode::kTruncated, ReasonOf(code), anchor_, Place::Named(where)),
                      "its later events are left out");
    }
  }

  // Gives each thread a label, for example "rank 2, thread 1 (Master thread)".
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
  const TraceOptions& options_;
  std::unique_ptr<OTF2_Reader, decltype(&OTF2_Reader_Close)> reader_{nullptr, OTF2_Reader_Close};
  ArchiveDefinitions definitions_;
  std::vector<OTF2_LocationRef> without_events_;
  Damages damages_;
  OddLeaves odd_;
  DefinitionsByName regions_;
  CounterDefinitions counters_;
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
  throw Error(
      ErrorCode::kUnsupported,
      "this build cannot read OTF2 archives: it was compiled without the OTF2 library (Debian: libotf2-trace-dev)",
      path);
}

Trace ReadOtf2ByRank(const std::string& path, const TraceOptions& options, const RankReading&) {
  return ReadOtf2(path, options);
}

}  // namespace profdiff
#endif
