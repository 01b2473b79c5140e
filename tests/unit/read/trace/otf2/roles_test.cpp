// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the roles of regions, which follow from OTF2's role and paradigm, and for the places of regions in the
// code.
#ifdef PROFDIFF_HAS_OTF2
#include "read/trace/otf2/roles.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "support/otf2_archive.h"
#include "support/temporary_folder.h"

namespace profdiff::roles_test {

using tests::Otf2Archive;
using tests::Otf2Location;

namespace {

CallRole OpenMpRole(OTF2_RegionRole role, const char* name = "") {
  return RoleOfRegion(role, OTF2_PARADIGM_OPENMP, name);
}

// Returns the role, file and line in the definition of the region `name`, such as "4 solve.c:12".
std::string Describe(const Trace& trace, const std::string& name) {
  for (std::size_t i = 0; i < trace.names.size(); ++i) {
    if (trace.names[i] != name || i >= trace.definitions.size()) continue;
    const CallDefinition& found = trace.definitions[i];
    return std::to_string(static_cast<int>(found.role)) + " " + found.file + ":" + std::to_string(found.line);
  }
  return "none";
}

}  // namespace

TEST_CASE("The kind of a region follows from its role and paradigm", "[otf2]") {
  CHECK(OpenMpRole(OTF2_REGION_ROLE_PARALLEL) == CallRole::kParallel);
  CHECK(OpenMpRole(OTF2_REGION_ROLE_WORKSHARE) == CallRole::kLoop);
  CHECK(OpenMpRole(OTF2_REGION_ROLE_SINGLE_SBLOCK) == CallRole::kBlock);
  CHECK(OpenMpRole(OTF2_REGION_ROLE_TASK_UNTIED) == CallRole::kTask);
  CHECK(OpenMpRole(OTF2_REGION_ROLE_WRAPPER) == CallRole::kOpenMp);
  CHECK(OpenMpRole(OTF2_REGION_ROLE_UNKNOWN) == CallRole::kConstruct);
  CHECK(OpenMpRole(OTF2_REGION_ROLE_BARRIER, "!$omp barrier @f.c:3") == CallRole::kBarrier);
  CHECK(OpenMpRole(OTF2_REGION_ROLE_BARRIER, "!$omp taskwait @0x12") == CallRole::kOpenMp);
  CHECK(OpenMpRole(OTF2_REGION_ROLE_BARRIER, "!$omp taskgroup") == CallRole::kConstruct);
  CHECK(OpenMpRole(255) == CallRole::kConstruct);
  const auto role = [](OTF2_RegionRole of, OTF2_Paradigm paradigm) { return RoleOfRegion(of, paradigm, ""); };
  CHECK(role(OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_MPI) == CallRole::kMpi);
  CHECK(role(OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_MPI) == CallRole::kFunction);
  CHECK(role(OTF2_REGION_ROLE_LOOP, OTF2_PARADIGM_USER) == CallRole::kUser);
  CHECK(role(OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER) == CallRole::kUser);
  CHECK(role(OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER) == CallRole::kFunction);
  CHECK(role(OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_PTHREAD) == CallRole::kFunction);
}

TEST_CASE("Traces of archives have the definitions of their names", "[otf2]") {
  Otf2Archive archive;
  archive.regions = {{"f"},
                     {"main", OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER, "main.c", 3},
                     {"!$omp for @solve.c:12", OTF2_REGION_ROLE_LOOP, OTF2_PARADIGM_OPENMP, "/x/solve.c", 12},
                     {"f", OTF2_REGION_ROLE_CRITICAL, OTF2_PARADIGM_OPENMP, "f.c", OTF2_UNDEFINED_UINT32},
                     {"f", OTF2_REGION_ROLE_ATOMIC, OTF2_PARADIGM_OPENMP}};
  Otf2Location& location = archive.AddLocation(0);
  location.Enter(1, 1).Enter(2, 2).Leave(3, 2).Enter(4, 0).Leave(5, 4).Leave(6, 1);
  const tests::TemporaryFolder folder;
  REQUIRE(archive.Write(folder.path() + "/r.0"));
  const Trace trace = ReadTrace(folder.path() + "/r.0");
  CHECK(trace.definitions.size() == trace.names.size());
  CHECK(Describe(trace, "main") == "0 main.c:3");
  CHECK(Describe(trace, "!$omp for @solve.c:12") == "4 /x/solve.c:12");
  CHECK(Describe(trace, "f") == "9 f.c:0");

  // The regions of the second archive have neither roles nor places in the code, so its trace has no definitions. Both
  // archives are then read as ranks of one trace.
  Otf2Archive plain;
  plain.regions = {{"g"}, {"main"}};
  plain.AddLocation(0).Enter(1, 0).Enter(2, 1).Leave(3, 1).Leave(4, 0);
  REQUIRE(plain.Write(folder.path() + "/r.1"));
  CHECK(ReadTrace(folder.path() + "/r.1").definitions.empty());
  REQUIRE(plain.Write(folder.path() + "/s/r.0"));
  std::filesystem::copy(folder.path() + "/r.0", folder.path() + "/s/r.1", std::filesystem::copy_options::recursive);
  for (const std::string& ranks : {folder.path(), folder.path() + "/s"}) {
    const Trace both = ReadTrace(ranks);
    CHECK(both.definitions.size() == both.names.size());
    CHECK(Describe(both, "main") == "0 main.c:3");
    CHECK(Describe(both, "g") == "0 :0");
    CHECK(Describe(both, "f") == "9 f.c:0");
  }
}

}  // namespace profdiff::roles_test

#endif
