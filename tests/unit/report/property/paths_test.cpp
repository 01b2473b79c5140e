// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the tree of lost time by path, and the losses in a document.
#include "report/property/paths.h"

#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "profdiff/properties.h"

namespace profdiff::paths_test {

namespace {

Measurements Run() {
  Measurements run;
  run.metrics = {"total"};
  run.regions = {{.kind = RegionKind::kFunction, .name = "main"}};
  run.phase = RegionId(std::size_t{0});
  run.contexts = {{run.phase, {0, 0}, {10}}};
  run.paths = {{"LateSender", {"main", "slow", "MPI_Recv"}, "MPI_Recv", 2},
               {"MPIOverhead", {"main", "slow", "MPI_Recv"}, "MPI_Recv", 2},
               {"LateSender", {"main", "fast", "MPI_Recv"}, "MPI_Recv", 1},
               {"LateSender", {"main", "never", "MPI_Recv"}, "MPI_Recv", 0.001}};
  return run;
}

}  // namespace

TEST_CASE("The tree of paths has inclusive times", "[properties]") {
  std::string text;
  AppendPaths(text, Run());
  CHECK(text ==
        "\nLost time by path, including longer paths\n"
        "    seconds severity\n"
        "   3.001000  0.30010  LateSender\n"
        "   3.001000  0.30010    main\n"
        "   2.000000  0.20000      slow\n"
        "   2.000000  0.20000        MPI_Recv\n"
        "   1.000000  0.10000      fast\n"
        "   1.000000  0.10000        MPI_Recv\n"
        "   2.000000  0.20000  MPIOverhead\n"
        "   2.000000  0.20000    main\n"
        "   2.000000  0.20000      slow\n"
        "   2.000000  0.20000        MPI_Recv\n");
  text.clear();
  AppendPaths(text, Measurements());
  CHECK(text.empty());
}

}  // namespace profdiff::paths_test
