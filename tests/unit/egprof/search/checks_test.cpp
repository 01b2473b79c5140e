// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the checks that a search makes before a program runs.
#include "egprof/search/checks.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "egprof/cli/argument_files.h"
#include "egprof/listings/property_gates.h"
#include "profdiff/error.h"
#include "support/temporary_folder.h"

namespace egprof::checks_test {
namespace {

template <class Act>
std::string ErrorOf(const Act& act) {
  try {
    act();
    return "";
  } catch (const profdiff::Error& error) {
    return TextOf(error.message());
  }
}

// A folder with the program p and the file q, which cannot be executed.
struct Programs {
  tests::TemporaryFolder folder;

  Programs() {
    folder.Write("p", "#!/bin/sh\n");
    folder.Write("q", "text");
    std::filesystem::permissions(folder.path() + "/p", std::filesystem::perms::owner_all);
  }
  std::string Path(const char* name) const { return folder.path() + "/" + name; }
};

std::string GateError(const char* gate, const std::vector<const char*>& monitors) {
  std::vector<const MonitorRow*> rows;
  for (const char* name : monitors) rows.push_back(FindMonitor(name));
  const PropertyGate gates[] = {ParsePropertyGate(gate)};
  return ErrorOf([&] { RequireJudgedGates(gates, LoadProperties({}), rows); });
}

std::string Hint(const std::string& command) { return HintAtMark(SplitLaunchLine(SplitWords(command))); }

}  // namespace

TEST_CASE("A command that cannot be started is refused before anything runs", "[search]") {
  const Programs programs;
  SearchOptions options;
  const auto error = [&](const std::vector<std::string>& command, const std::vector<std::string>& array_command) {
    options.command = command;
    options.array_command = array_command;
    return ErrorOf([&] { RequirePrograms(options); });
  };
  CHECK(error({programs.Path("p"), "x"}, {}).empty());
  CHECK(error({programs.Path("q")}, {}) == "'" + programs.Path("q") + "' is not a program that can be started");
  CHECK(error({programs.Path("p")}, {programs.Path("none")}) ==
        "'" + programs.Path("none") + "' is not a program that can be started");
  CHECK(error({programs.Path("p"), "{}", "elsewhere"}, {}).empty());
  CHECK(error({programs.Path("none"), "{}", programs.Path("p")}, {}) ==
        "'" + programs.Path("none") + "' is not a program that can be started");
}

TEST_CASE("A program that can be started but not read is refused before anything runs", "[search]") {
  if (geteuid() == 0) return;  // root can read every file
  const Programs programs;
  const std::string path = programs.Path("p");
  std::filesystem::permissions(path, std::filesystem::perms(0111));
  SearchOptions options;
  options.command = {path};
  CHECK(ErrorOf([&] { RequirePrograms(options); }) == "'" + path + "' can be started but not read; recorders read it");
  options.command = {path, "{}", "elsewhere"};  // a launcher is only started
  CHECK(ErrorOf([&] { RequirePrograms(options); }).empty());
}

TEST_CASE("A condition on metrics that no recorder measures is refused before anything runs", "[search]") {
  CHECK(GateError("severity > 1%", {"callgrind"}).empty());
  CHECK(GateError("L1ReadMissesOverMemRef > 1%", {"callgrind"}).empty());
  CHECK(GateError("MemoryBound > 1%", {"callgrind"}).empty());
  CHECK(GateError("LateSender > 1%", {"callgrind", "uftrace"}).empty());
  CHECK(GateError("loadBalance < 90%", {"callgrind", "gmon"}).empty());
  CHECK(GateError("LateSender > 1%", {"callgrind", "lackey"}) ==
        "--fail-if 'LateSender > 1%': LateSender cannot be measured with callgrind, lackey, but with uftrace: "
        "see 'What it records with' in egprof-search(1)");
  CHECK(GateError("loadBalance < 90%", {"callgrind"}).find("but with gmon, uftrace: ") != std::string::npos);
  CHECK(GateError("ipcScaling < 90%", {"callgrind"}) ==
        "--fail-if 'ipcScaling < 90%': ipcScaling cannot be measured with callgrind");
}

TEST_CASE("A word that may be the program to record is named", "[search]") {
  const Programs programs;
  CHECK(Hint("env A=b " + programs.Path("p") + " x") ==
        "; put {} before '" + programs.Path("p") + "' if that is the program to record");
  CHECK(Hint(programs.Path("p") + " x").empty());
  CHECK(Hint("env " + programs.Path("q")).empty());
}

TEST_CASE("Programs without records of their calls get advice", "[search]") {
  SearchOptions options;
  options.command = {"./p"};
  const ProgramTraits parallel = {.is_known = true, .is_parallel = true};
  CHECK(AdviceOnWaits(options, parallel) ==
        "'./p' calls MPI or OpenMP, but its waits cannot be measured: compile it with -pg, so that uftrace can record "
        "its calls");
  CHECK(AdviceOnWaits(options, {.is_known = true}).empty());
  CHECK(AdviceOnWaits(options, {.is_known = true, .is_traced = true, .is_parallel = true}).empty());
  options.providers = {"callgrind"};
  CHECK(AdviceOnWaits(options, parallel).empty());
  CHECK(UnknownPhase("nosuch", "./none") == "no function 'nosuch' was called");
}

}  // namespace egprof::checks_test
