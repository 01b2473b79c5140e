// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how causes of waits are written.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "profdiff/properties.h"

namespace profdiff::property_causes_test {

namespace {

Measurements Run() {
  Measurements run;
  run.inputs = {"run"};
  run.regions.push_back({.kind = RegionKind::kFunction, .name = "main"});
  run.phase = RegionId(std::size_t{0});
  run.seconds = 1;
  for (std::uint32_t rank = 0; rank < 5; ++rank) run.contexts.push_back({run.phase, {rank, 0}, {}});
  WaitCauses waits{.seconds = 0.818, .unexplained = 0.001};
  waits.causes.push_back({{2, 0}, {"main", "solve", "heavy"}, 0.235, 0.377});
  waits.causes.push_back({{3, 1}, {"main", "_Z5inputi"}, 0.205, 0});
  waits.causes.push_back({{4, 0}, {"main"}, 0.001, 0});
  waits.critical_path.push_back({{2, 0}, {"main", "solve", "heavy"}, 0.75, 0.5});
  waits.critical_path.push_back({{3, 1}, {"main", "_Z5inputi"}, 0.25, 0});
  run.wait_causes = waits;
  return run;
}

std::string TextOf(const Measurements& run) {
  std::string text;
  WriteFindings(text, *FindTableFormat("text"), PropertyView{run, {}});
  return text;
}

}  // namespace

TEST_CASE("The first line of a report is the largest cause of waits", "[check]") {
  const std::string text = TextOf(Run());
  const std::string first =
      "0.612 s of 0.818 s of waits: rank 2 in main > solve > heavy (0.377 s of it passed on by others)\n";
  CHECK(text.substr(0, first.size()) == first);
  CHECK(text.find("\nCauses of 0.818 s of waits between ranks, 0.001 s unexplained\n") != std::string::npos);
  CHECK(text.find("  0.205000   0.205000   0.000000 0.2506 rank 3, thread 1 in main > input(int)\n") !=
        std::string::npos);
  CHECK(text.find("rank 4 in main") == std::string::npos);
  CHECK(text.find("\nCritical path, 1.000 s\n") != std::string::npos);
  CHECK(text.find("  0.750000 0.7500   0.500000 rank 2 in main > solve > heavy\n") != std::string::npos);
}

TEST_CASE("Short waits have no line at the top", "[check]") {
  Measurements run = Run();
  run.seconds = 100;
  CHECK(TextOf(run).substr(0, 5) == "run: ");
  run.wait_causes.reset();
  CHECK(TextOf(run).find("Causes") == std::string::npos);
}

TEST_CASE("The changes of causes are shown, largest first", "[check]") {
  const Measurements base = Run();
  Measurements other = Run();
  other.wait_causes->seconds = 2.5;
  other.wait_causes->causes[0].direct = 1.9;
  other.wait_causes->causes[1].path = {"main", "other"};
  const PropertyDifference difference;
  const PropertyDifferenceView view{base, other, difference};
  std::string text;
  WriteFindings(text, *FindTableFormat("text"), view);
  CHECK(
      text.find("waits between ranks: 1.682 s more (0.818 -> 2.500 s); most of all because of rank 2 in main > solve > "
                "heavy: 1.665 s more (0.612 -> 2.277 s)\n") != std::string::npos);
  CHECK(text.find("\nCauses of waits between ranks, in seconds: 0.818 in the base, 2.500 on the other side\n") !=
        std::string::npos);
  CHECK(text.find("  0.612000   2.277000  -1.665000 rank 2 in main > solve > heavy\n") != std::string::npos);
  CHECK(text.find("  0.000000   0.205000  -0.205000 rank 3, thread 1 in main > other\n") != std::string::npos);
  text.clear();
  WriteFindings(text, *FindTableFormat("text"), PropertyDifferenceView{base, base, difference});
  CHECK(text.find("aits between ranks") == std::string::npos);
  other.wait_causes.reset();
  text.clear();
  WriteFindings(text, *FindTableFormat("text"), view);
  CHECK(text.find("aits between ranks") == std::string::npos);
}

TEST_CASE("Causes are written for programs", "[check]") {
  std::string text;
  WriteFindings(text, *FindTableFormat("csv"), PropertyView{Run(), {}});
  CHECK(text.find("\r\n\r\ntotal,direct,indirect,share,rank,thread,path\r\n0.612,0.235,0.377,") != std::string::npos);
  CHECK(text.find("2,0,main > solve > heavy\r\n") != std::string::npos);
  CHECK(text.find("\r\n\r\nseconds,share,imbalance,rank,thread,path\r\n0.75,0.75,0.5,2,0,") != std::string::npos);
}

}  // namespace profdiff::property_causes_test
