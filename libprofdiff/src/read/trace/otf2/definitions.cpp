// SPDX-License-Identifier: GPL-3.0-or-later
// Redundant data is not trusted: names and groups are resolved after all definitions have been read, and if a
// definition is repeated, the last one is used.
#ifdef PROFDIFF_HAS_OTF2
#include "read/trace/otf2/definitions.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "base/parse_text.h"
#include "profdiff/trace.h"

namespace profdiff {
namespace {

OTF2_CallbackCode SeeClock(void* user, std::uint64_t resolution, std::uint64_t offset, std::uint64_t, std::uint64_t) {
  auto& definitions = *static_cast<ArchiveDefinitions*>(user);
  definitions.ticks_per_second = std::max<std::uint64_t>(1, resolution);
  definitions.first_tick = offset;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeString(void* user, OTF2_StringRef self, const char* text) {
  static_cast<ArchiveDefinitions*>(user)->strings[self] = text == nullptr ? "" : text;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeRegion(void* user, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef canonical_name,
                            OTF2_StringRef, OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag,
                            OTF2_StringRef file, std::uint32_t begin, std::uint32_t end) {
  const auto is_known = [](std::uint32_t line) { return line != 0 && line != OTF2_UNDEFINED_UINT32; };
  const std::uint32_t line = is_known(begin) ? begin : is_known(end) ? end : 0;
  static_cast<ArchiveDefinitions*>(user)->regions[self] = {name, canonical_name, file, role, paradigm, line};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeLocation(void* user, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType,
                              std::uint64_t events, OTF2_LocationGroupRef group) {
  static_cast<ArchiveDefinitions*>(user)->locations[self] = {name, group, events > 0};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeGroup(void* user, OTF2_LocationGroupRef self, OTF2_StringRef name, OTF2_LocationGroupType,
                           OTF2_SystemTreeNodeRef, OTF2_LocationGroupRef) {
  static_cast<ArchiveDefinitions*>(user)->groups[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeRankGroup(void* user, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type, OTF2_Paradigm,
                               OTF2_GroupFlag, std::uint32_t count, const std::uint64_t* members) {
  auto& definitions = *static_cast<ArchiveDefinitions*>(user);
  if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) definitions.mpi_locations.assign(members, members + count);
  if (type == OTF2_GROUP_TYPE_COMM_GROUP) definitions.rank_groups[self].assign(members, members + count);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeCommunicator(void* user, OTF2_CommRef self, OTF2_StringRef, OTF2_GroupRef group, OTF2_CommRef,
                                  OTF2_CommFlag) {
  static_cast<ArchiveDefinitions*>(user)->communicators[self] = group;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeWindow(void* user, OTF2_RmaWinRef self, OTF2_StringRef, OTF2_CommRef communicator,
                            OTF2_RmaWinFlag) {
  static_cast<ArchiveDefinitions*>(user)->windows[self] = communicator;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeMetricMember(void* user, OTF2_MetricMemberRef self, OTF2_StringRef name, OTF2_StringRef,
                                  OTF2_MetricType, OTF2_MetricMode mode, OTF2_Type, OTF2_Base base,
                                  std::int64_t exponent, OTF2_StringRef unit) {
  static_cast<ArchiveDefinitions*>(user)->metric_members[self] = {name, unit, mode, base, exponent};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeMetricClass(void* user, OTF2_MetricRef self, std::uint8_t count,
                                 const OTF2_MetricMemberRef* members, OTF2_MetricOccurrence, OTF2_RecorderKind) {
  static_cast<ArchiveDefinitions*>(user)->metric_classes[self].assign(members, members + count);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode SeeMetricInstance(void* user, OTF2_MetricRef self, OTF2_MetricRef metric_class,
                                    OTF2_LocationRef recorder, OTF2_MetricScope scope, std::uint64_t scope_id) {
  static_cast<ArchiveDefinitions*>(user)->metric_instances[self] = {metric_class, recorder, scope, scope_id};
  return OTF2_CALLBACK_SUCCESS;
}

}  // namespace

std::string ArchiveDefinitions::TextOf(OTF2_StringRef string) const {
  const auto found = strings.find(string);
  return found == strings.end() ? "" : found->second;
}

std::string ArchiveDefinitions::NameOf(OTF2_RegionRef region) const {
  const auto found = regions.find(region);
  if (found == regions.end()) return "region " + std::to_string(region);
  const std::string canonical_name = TextOf(found->second.canonical_name);
  return canonical_name.empty() ? TextOf(found->second.name) : canonical_name;
}

std::uint32_t ArchiveDefinitions::RankOf(OTF2_LocationGroupRef group) const {
  const auto found = groups.find(group);
  const std::string name = found == groups.end() ? "" : TextOf(found->second);
  constexpr std::string_view kRankName = "MPI Rank ";
  if (name.starts_with(kRankName)) {
    const auto rank = NumberFrom<std::uint64_t>(std::string_view(name).substr(kRankName.size()));
    if (rank && *rank < 0xffffffff) return static_cast<std::uint32_t>(*rank);
  }
  return static_cast<std::uint32_t>(std::distance(used_groups.begin(), used_groups.find(group)));
}

std::vector<std::pair<std::uint32_t, OTF2_LocationRef>> ArchiveDefinitions::LocationsInOrder() const {
  std::vector<std::pair<std::uint32_t, OTF2_LocationRef>> order;
  for (const auto& [id, location] : locations) order.emplace_back(RankOf(location.group), id);
  std::ranges::sort(order);
  return order;
}

RankOfPlace ArchiveDefinitions::RanksOfPlaces() const {
  RankOfPlace found;
  for (const auto& [communicator, group] : communicators) {
    std::vector<std::uint32_t>& ranks = found[communicator];
    const auto places = rank_groups.find(group);
    if (places == rank_groups.end()) continue;
    for (const std::uint64_t place : places->second) {
      const bool is_known = place < mpi_locations.size();
      const auto location = locations.find(is_known ? mpi_locations[place] : ~0ULL);
      ranks.push_back(location == locations.end() ? Communication::kUnknownRank : RankOf(location->second.group));
    }
  }
  return found;
}

std::uint64_t ArchiveDefinitions::Nanoseconds(OTF2_TimeStamp tick) const {
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t ticks = tick - first_tick;
  const bool is_before = ticks >> 63 != 0;
  const Wide apart = Wide{is_before ? 0 - ticks : ticks} * 1000000000 / ticks_per_second;
  const auto nanoseconds = static_cast<std::uint64_t>(std::min(apart, Wide{kFirst}));
  return is_before ? kFirst - nanoseconds : kFirst + nanoseconds;
}

OTF2_ErrorCode ReadArchiveDefinitions(OTF2_Reader* archive, OTF2_GlobalDefReader* reader,
                                      ArchiveDefinitions& definitions) {
  const std::unique_ptr<OTF2_GlobalDefReaderCallbacks, decltype(&OTF2_GlobalDefReaderCallbacks_Delete)> callbacks(
      OTF2_GlobalDefReaderCallbacks_New(), OTF2_GlobalDefReaderCallbacks_Delete);
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks.get(), SeeClock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks.get(), SeeString);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks.get(), SeeRegion);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks.get(), SeeLocation);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(callbacks.get(), SeeGroup);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks.get(), SeeRankGroup);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks.get(), SeeCommunicator);
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(callbacks.get(), SeeWindow);
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(callbacks.get(), SeeMetricMember);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(callbacks.get(), SeeMetricClass);
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(callbacks.get(), SeeMetricInstance);
  OTF2_Reader_RegisterGlobalDefCallbacks(archive, reader, callbacks.get(), &definitions);
  std::uint64_t count = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllGlobalDefinitions(archive, reader, &count);
  for (const auto& entry : definitions.locations) definitions.used_groups.insert(entry.second.group);
  return code;
}

}  // namespace profdiff
#endif
