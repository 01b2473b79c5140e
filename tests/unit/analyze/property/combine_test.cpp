// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for combining the regions of two recordings of one program.
#include "analyze/property/combine.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "support/properties.h"

namespace profdiff::combine_test {

using tests::Describe;
using tests::Measure;

TEST_CASE("Demangled names and linkage names refer to one function", "[properties]") {
  Measurements all = Measure("region,file,line,metric,value\nfib(int),a/x.cpp,7,Dr,3\nfib(int),,,Dr,5\n");
  const std::size_t regions = all.regions.size();
  AddMeasurements(all,
                  Measure("region,file,line,metric,value\n_Z3fibi,b/x.cpp,7,D1conflict,2\n_Z3fibi,,,D1conflict,4\n"));
  CHECK(all.regions.size() == regions);
  const std::string text = Describe(all);
  CHECK(text.find("line fib(int):7 Dr=3 D1conflict=2\n") != std::string::npos);
}

TEST_CASE("Values in each instance of the phase are combined by region", "[properties]") {
  Measurements all = Measure("region,metric,value\nf,Dr,3\n");
  Measurements more = Measure("region,metric,value\ng,late,1\nf,late,5\n");
  const auto id = [](const Measurements& run, std::string_view name) {
    return RegionId(
        static_cast<std::size_t>(std::ranges::find(run.regions, name, &Region::name) - run.regions.begin()));
  };
  all.instance_contexts = {{id(all, "f"), 1, {1}}, {id(all, "f"), 2, {2}}};
  more.instance_contexts = {{id(more, "g"), 1, {1}}, {id(more, "f"), 2, {4}}, {id(more, "f"), 3, {1}}};
  std::ranges::stable_sort(more.instance_contexts, {}, &InstanceContext::region);
  AddMeasurements(all, std::move(more));
  std::string text;
  for (const InstanceContext& context : all.instance_contexts) {
    text += all.regions[context.region.value].name + " " + std::to_string(context.instance);
    for (std::size_t i = 0; i < all.metrics.size(); ++i) {
      if (!std::isnan(context.values[i]))
        text += " " + all.metrics[i] + std::to_string(static_cast<int>(context.values[i]));
    }
    text += "; ";
  }
  CHECK(text == "f 1 Dr1; f 2 Dr2 late4; f 3 late1; g 1 late1; ");
}

TEST_CASE("All efficiencies are from one recording", "[properties]") {
  const auto loads = [](std::vector<Efficiency> first, std::vector<Efficiency> second) {
    Measurements all = Measure("region,metric,value\nf,Dr,3\n"), more = all;
    all.efficiencies = std::move(first);
    more.efficiencies = std::move(second);
    AddMeasurements(all, std::move(more));
    std::string text;
    for (const Efficiency& each : all.efficiencies)
      text += each.name + " " + std::to_string(static_cast<int>(each.value)) + " ";
    return text;
  };
  CHECK(loads({{"a", 1}}, {{"a", 2}, {"b", 3}}) == "a 2 b 3 ");
  CHECK(loads({{"a", 2}, {"b", 3}}, {{"a", 1}}) == "a 2 b 3 ");
  CHECK(loads({{"a", 1}}, {{"a", 2}}) == "a 1 ");
}

TEST_CASE("A process with one thread is one location, whether or not a recording knows threads", "[properties]") {
  const auto locations = [](const char* whole, const char* threads) {
    Measurements all = Measure(std::string("region,rank,thread,metric,value\n") + whole);
    AddMeasurements(all, Measure(std::string("region,rank,thread,metric,value\n") + threads));
    std::string text;
    for (const Context& context : all.contexts) {
      if (all.regions[context.region.value].name != "f") continue;
      text += std::to_string(*context.location.rank) + (context.location.thread ? "." : "") +
              (context.location.thread ? std::to_string(*context.location.thread) : "") + " ";
    }
    return text;
  };
  CHECK(locations("f,0,,Dr,3\nf,1,,Dr,4\n", "f,0,7,late,3\nf,1,0,late,4\n") == "0.7 1.0 ");
  CHECK(locations("f,0,7,late,3\nf,1,0,late,4\n", "f,0,,Dr,3\nf,1,,Dr,4\n") == "0.7 1.0 ");
  CHECK(locations("f,0,,Dr,3\n", "f,0,0,late,3\nf,0,1,late,4\n") == "0 0.0 0.1 ");
  CHECK(locations("f,0,,Dr,3\n", "f,1,0,late,3\n") == "0 1.0 ");
}

// The sample has a fifth of the references in f and all references in g. The region h, which only the sample has, is
// left out. Metrics that the complete measurements already contain keep their values.
TEST_CASE("Counts of a sample are scaled to the references of each region", "[properties]") {
  Measurements all =
      Measure("region,line,metric,value\n,,Dr,1100\nf,7,Dr,1000\nf,7,selfDr,1000\ng,8,Dr,1100\ng,8,selfDr,100\n");
  Measurements more = Measure(
      "region,line,rank,metric,value\n,,0,Dr,330\n,,0,D1conflict,52\nf,7,0,Dr,200\nf,7,0,D1conflict,40\n"
      "g,8,0,Dr,100\ng,8,0,D1conflict,3\nh,9,0,Dr,30\nh,9,0,D1conflict,6\nf,7,0,D1capacity,4\n");
  more.units.assign(more.metrics.size(), "");
  more.units[*more.FindMetric("Dr")] = "references";
  // An array causes 30 of the 40 conflicts of f. The lines of f, g and h are nested in the phase.
  RegionId line_of_f;
  for (std::size_t i = 0; i < more.regions.size(); ++i) {
    if (RegionId(i) != more.phase) more.regions[i].parent = more.phase;
    if (more.regions[i].name == "f" && more.regions[i].line == 7) line_of_f = RegionId(i);
  }
  Region part = more.regions[line_of_f.value];
  part.data_structure = "un";
  part.parent = line_of_f;
  std::vector<double> values(more.metrics.size(), 0);
  values[*more.FindMetric("D1conflict")] = 30;
  more.contexts.push_back({RegionId(more.regions.size()), {.rank = 0, .thread = {}}, values});
  more.regions.push_back(part);
  AddMeasurements(all, more, true);
  const auto conflicts = [&](std::string_view name, std::string_view array) {
    for (const Context& context : all.contexts) {
      const Region& region = all.regions[context.region.value];
      const double value = context.values[*all.FindMetric("D1conflict")];
      if (region.name == name && region.data_structure == array && !std::isnan(value)) return value;
    }
    return -1.0;
  };
  CHECK(conflicts("f", "") == 200);  // 40 conflicts, scaled from 200 to 1000 references
  CHECK(conflicts("f", "un") == 150);
  CHECK(conflicts("g", "") == 3);  // 3 conflicts, not scaled: both measurements have 100 references in g itself
  CHECK(conflicts("h", "") == -1);
  // The program has 200 conflicts in f, 3 in g, and 10 elsewhere. The sample has 3 conflicts outside of f, g and h;
  // scaled from 330 to 1100 references, these are 10.
  CHECK(conflicts("program", "") == 200 + 3 + 10);
  REQUIRE(all.remarks.size() == 1);
  CHECK(TextOf(all.remarks[0]).ends_with("executes is left out: h"));
  const std::string text = Describe(all);
  INFO(text);
  CHECK(text.find("line f:7 Dr=1000 selfDr=1000\n") != std::string::npos);
  CHECK(text.find("line f:7 @0 D1conflict=200 D1capacity=20\n") != std::string::npos);
}

}  // namespace profdiff::combine_test
