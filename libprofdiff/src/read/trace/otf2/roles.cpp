// SPDX-License-Identifier: GPL-3.0-or-later
// Score-P gets OpenMP constructs from two sources. OPARI2 instruments source code; its regions have names such as
// "!$omp for @solve.c:12". OMPT is the tools interface of OpenMP libraries; its regions have names such as
// "!$omp for/do @0x40a1". With OMPT, taskwait and taskgroup have the role of a barrier, and only the last line of a
// construct is known. Regions of MPI can have the role of a barrier, too, so the paradigm decides whether a region is a
// construct. Source: regions that Score-P 8 defines.
#ifdef PROFDIFF_HAS_OTF2
#include "read/trace/otf2/roles.h"

namespace profdiff {
namespace {

CallRole RoleInOpenMp(OTF2_RegionRole role, std::string_view name) {
  switch (role) {
    case OTF2_REGION_ROLE_PARALLEL:
      return CallRole::kParallel;
    case OTF2_REGION_ROLE_LOOP:
    case OTF2_REGION_ROLE_WORKSHARE:
      return CallRole::kLoop;
    case OTF2_REGION_ROLE_SECTIONS:
      return CallRole::kSections;
    case OTF2_REGION_ROLE_SECTION:
      return CallRole::kSection;
    case OTF2_REGION_ROLE_SINGLE:
      return CallRole::kSingle;
    case OTF2_REGION_ROLE_MASTER:
      return CallRole::kMaster;
    case OTF2_REGION_ROLE_CRITICAL:
      return CallRole::kCritical;
    case OTF2_REGION_ROLE_ORDERED:
      return CallRole::kOrdered;
    case OTF2_REGION_ROLE_SINGLE_SBLOCK:
    case OTF2_REGION_ROLE_CRITICAL_SBLOCK:
    case OTF2_REGION_ROLE_ORDERED_SBLOCK:
      return CallRole::kBlock;
    case OTF2_REGION_ROLE_TASK:
    case OTF2_REGION_ROLE_TASK_UNTIED:
      return CallRole::kTask;
    case OTF2_REGION_ROLE_ATOMIC:
      return CallRole::kAtomic;
    case OTF2_REGION_ROLE_BARRIER:
      if (name.starts_with("!$omp taskgroup")) return CallRole::kConstruct;
      return name.starts_with("!$omp taskwait") ? CallRole::kOpenMp : CallRole::kBarrier;
    case OTF2_REGION_ROLE_IMPLICIT_BARRIER:
      return CallRole::kImplicitBarrier;
    case OTF2_REGION_ROLE_FUNCTION:
    case OTF2_REGION_ROLE_WRAPPER:
    case OTF2_REGION_ROLE_FLUSH:
    case OTF2_REGION_ROLE_TASK_CREATE:
    case OTF2_REGION_ROLE_TASK_WAIT:
      return CallRole::kOpenMp;
    default:
      return CallRole::kConstruct;
  }
}

bool SaysNothing(const CallDefinition& definition) {
  return definition.role == CallRole::kFunction && definition.file.empty() && definition.line == 0;
}

}  // namespace

CallRole RoleOfRegion(OTF2_RegionRole role, OTF2_Paradigm paradigm, std::string_view name) {
  if (paradigm == OTF2_PARADIGM_OPENMP) return RoleInOpenMp(role, name);
  if (paradigm == OTF2_PARADIGM_USER && role != OTF2_REGION_ROLE_FUNCTION && role != OTF2_REGION_ROLE_UNKNOWN) {
    return CallRole::kUser;
  }
  // With the MPI paradigm, Score-P uses the roles ARTIFICIAL and PARALLEL for regions that represent the whole program.
  const bool is_routine = role != OTF2_REGION_ROLE_ARTIFICIAL && role != OTF2_REGION_ROLE_PARALLEL;
  return paradigm == OTF2_PARADIGM_MPI && is_routine ? CallRole::kMpi : CallRole::kFunction;
}

// If several regions have the same name, the first one whose role is not kFunction is used, if there is one.
DefinitionsByName DefinitionsOf(const ArchiveDefinitions& definitions) {
  DefinitionsByName by_name;
  for (const auto& [ref, region] : definitions.regions) {
    std::string name = definitions.NameOf(ref);
    CallDefinition made{RoleOfRegion(region.role, region.paradigm, name), definitions.TextOf(region.file), region.line};
    if (SaysNothing(made)) continue;
    const auto [known, is_new] = by_name.try_emplace(std::move(name), made);
    if (!is_new && known->second.role == CallRole::kFunction && made.role != CallRole::kFunction) known->second = made;
  }
  return by_name;
}

std::vector<CallDefinition> DefinitionsOf(const std::vector<std::string>& names, const DefinitionsByName& by_name) {
  std::vector<CallDefinition> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto known = by_name.find(names[i]);
    if (known == by_name.end()) continue;
    found.resize(names.size());
    found[i] = known->second;
  }
  return found;
}

}  // namespace profdiff
#endif
