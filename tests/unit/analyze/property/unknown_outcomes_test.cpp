// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/property/unknown_outcomes.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::unknown_outcomes_test {
namespace {

std::string Text(const std::vector<NotApplicable>& all) {
  std::string text;
  for (const NotApplicable& each : all) {
    text += each.name + (each.region.valid() ? " " + std::to_string(each.region.value) : " all") + ": " + each.reason +
            "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("Properties that are not applicable are listed by name, reason and region", "[properties]") {
  UnknownOutcomes unknown;
  for (std::size_t i = 0; i < 6; ++i) {
    unknown.StartRegion(RegionId(10 + i));
    unknown.Add(0, "everywhere");
    if (i == 1 || i == 2 || i == 5) unknown.Add(1, "why");
    if (i == 3) unknown.Add(1, "another one");
  }
  CHECK(Text(unknown.Find({"Z", "A", "never"})) ==
        "A 13: another one\nA 11: why\nA 12: why\nA 15: why\nZ all: everywhere\n");
  CHECK(UnknownOutcomes().Find({}).empty());
}

}  // namespace profdiff::unknown_outcomes_test
