// SPDX-License-Identifier: GPL-3.0-or-later
// Compares files that perf and Callgrind recorded with the results of an independent reader.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "profdiff/context_tree.h"
#include "values/loading_stacks.h"

namespace profdiff::recorded_test {
namespace {

const std::string kFolder = std::string(PROFDIFF_TESTDATA) + "/profiles/";

std::string Whole(double value) { return " " + std::to_string(static_cast<long long>(value)); }

// Returns the profile in the format of tests/oracle/readers/stack_files.py.
std::string Found(const StackProfile& stacks) {
  const Profile profile = ProfileOfStacks(stacks);
  const ExactTimes& exact = *profile.exact;
  std::vector<std::string> lines;
  for (std::size_t f = 0; f < stacks.functions.size(); ++f) {
    const Function& function = stacks.functions.functions[f];
    const std::uint64_t last = profile.calls_known ? profile.calls[f] : exact.total_samples[f];
    lines.push_back("F " + std::string(function.name) + " " + std::string(stacks.functions.UnitName(function)) +
                    Whole(profile.self_ticks[f]) + Whole(exact.total_ticks[f]) + " " + std::to_string(last));
  }
  for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
    const Arc& arc = profile.arcs[i];
    lines.push_back(
        "A " + std::string(stacks.functions[arc.caller].name) + " " + std::string(stacks.functions[arc.callee].name) +
        Whole(profile.calls_known ? static_cast<double>(arc.count) : exact.arcs[i].self) + Whole(exact.arcs[i].total));
  }
  std::ranges::sort(lines);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string Text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("recorded files have the numbers that an independent reader finds", "[recorded]") {
  for (const char* name : {"cycles1.perf", "cycles2.perf", "cycles1.callgrind"}) {
    CAPTURE(name);
    const std::string expected = Text(kFolder + name + ".expected");
    REQUIRE_FALSE(expected.empty());
    CHECK(Found(ReadStacks(kFolder + name)) == expected);
  }
}

TEST_CASE("some of the recorded stacks were cut", "[recorded]") {
  const std::optional<double> broken = ShareOfBrokenStacks(ReadStacks(kFolder + "cycles1.perf"));
  REQUIRE(broken);
  CHECK(*broken > 0.05);  // stacks are broken in the C library, which was compiled without frame pointers
  CHECK(*broken < 0.25);
}

}  // namespace profdiff::recorded_test
