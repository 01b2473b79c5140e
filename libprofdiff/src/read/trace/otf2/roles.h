// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the roles of the regions of an OTF2 archive: functions, MPI routines, OpenMP constructs.
// Tests: tests/unit/read/trace/otf2/roles_test.cpp.
#ifndef PROFDIFF_READ_TRACE_OTF2_ROLES_H_
#define PROFDIFF_READ_TRACE_OTF2_ROLES_H_

#include <otf2/otf2.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/otf2/definitions.h"

namespace profdiff {

CallRole RoleOfRegion(OTF2_RegionRole role, OTF2_Paradigm paradigm, std::string_view name);

// The definitions of calls, by the name of their region in a trace. Functions whose file and line are unknown are left
// out.
using DefinitionsByName = std::map<std::string, CallDefinition>;
DefinitionsByName DefinitionsOf(const ArchiveDefinitions& definitions);

// Returns the definition of each name, as in Trace::definitions; empty if none is known.
std::vector<CallDefinition> DefinitionsOf(const std::vector<std::string>& names, const DefinitionsByName& by_name);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_OTF2_ROLES_H_
