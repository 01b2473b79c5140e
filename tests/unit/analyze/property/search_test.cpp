// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the search for properties, with invented measurements.
#include "profdiff/search.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/properties.h"
#include "read/property/asl.h"
#include "values/state_names.h"

namespace profdiff::search_test {
namespace {

// Measurements of a program by one monitor. Regions are added with the values of all metrics, outer regions first.
class Recording {
 public:
  explicit Recording(std::vector<std::string> metrics) {
    made_.metrics = std::move(metrics);
    made_.units.resize(made_.metrics.size());
    made_.inputs = {"made"};
    made_.phase = RegionId(std::size_t{0});
  }

  RegionId Add(Region region, std::vector<double> values) {
    const RegionId id(made_.regions.size());
    if (region.parent.valid()) made_.nested.emplace_back(region.parent, id);
    made_.regions.push_back(std::move(region));
    made_.contexts.push_back({id, {}, std::move(values)});
    return id;
  }

  Measurements made_;
};

Region Of(RegionKind kind, const std::string& name, RegionId parent = {}, std::uint32_t line = 0) {
  Region region{.kind = kind, .name = name};
  region.parent = parent;
  region.line = line;
  return region;
}

// main calls f and g. The inner loop of f has many misses; g has only a few misses relative to its references, but most
// of these misses are in its loop.
Measurements Counts() {
  Recording r({"refs", "misses", "writes"});
  const RegionId main = r.Add(Of(RegionKind::kFunction, "main"), {1000, 200, 150});
  const RegionId call_f = r.Add(Of(RegionKind::kCall, "f", main, 3), {300, 190, 145});
  const RegionId f = r.Add(Of(RegionKind::kFunction, "f", call_f), {300, 190, 145});
  const RegionId call_g = r.Add(Of(RegionKind::kCall, "g", main, 4), {600, 10, 5});
  const RegionId g = r.Add(Of(RegionKind::kFunction, "g", call_g), {600, 10, 5});
  const RegionId outer = r.Add(Of(RegionKind::kLoop, "f", f, 10), {290, 190, 145});
  r.Add(Of(RegionKind::kLoop, "f", outer, 11), {280, 188, 145});
  r.Add(Of(RegionKind::kLoop, "g", g, 20), {10, 9, 5});
  return std::move(r.made_);
}

// The inner loop of f and its two arrays, without the regions around the loop.
Measurements Addresses() {
  Recording r({"refs", "misses", "writes", "conflicts"});
  const RegionId main = r.Add(Of(RegionKind::kProgram, "all"), {NAN, NAN, NAN, NAN});
  const RegionId loop = r.Add(Of(RegionKind::kLoop, "f", main, 11), {280, 188, 145, 120});
  for (const bool is_first : {true, false}) {
    Region array = Of(RegionKind::kLoop, "f", loop, 11);
    array.data_structure = is_first ? "u" : "v";
    r.Add(array, is_first ? std::vector<double>{180, 180, 140, 119} : std::vector<double>{100, 8, 5, 1});
  }
  return std::move(r.made_);
}

PropertySet Set() {
  std::string text = "CONTEXT M { refs; misses; writes; conflicts; time; }\n";
  for (const char* name : {"Misses", "Writes", "Conflicts"}) {
    const std::string metric = std::string(1, static_cast<char>(name[0] - 'A' + 'a')) + (name + 1);
    text += std::string("PROPERTY ") + name + "(M m)" + (metric == "misses" ? "" : " REFINES Misses") +
            " { LET lost = m." + metric + "; CONDITION: severity > .1; CONFIDENCE: 1; SEVERITY: lost / m.refs; }\n";
  }
  return ParseProperties(text + "METAPROPERTY Both(M m) = Misses(m) AND Writes(m);\n", "test.asl");
}

const Monitor kCounts = {"counts", {"refs", "misses", "writes"}, false};
const Monitor kAddresses = {"addresses", {"refs", "misses", "writes", "conflicts"}, true};

struct Asked {
  Search search;
  std::string runs;  // in order, each as monitor and number: "counts1 addresses2 "
};

ExperimentResult Give(const Monitor& monitor) {
  return {.measurements = monitor.arrays ? Addresses() : Counts(), .command = "run " + monitor.name};
}

Asked Ask(const SearchOptions& options) {
  Asked asked;
  asked.search = SearchProperties(Set(), {}, options, [&](const Experiment& experiment) {
    asked.runs += options.monitors[experiment.monitor].name + std::to_string(experiment.run) + " ";
    return Give(options.monitors[experiment.monitor]);
  });
  return asked;
}

std::string Named(const Measurements& measurements, RegionId id) {
  const Region& region = measurements.regions[id.value];
  return std::string(RegionKindName(region.kind)) + " " + region.name + ":" + std::to_string(region.line) +
         region.data_structure;
}

std::set<std::string> Leaves(const Search& search) {
  std::set<std::string> leaves;
  for (const Finding& finding : search.findings.properties) {
    if (finding.leaf && !finding.is_meta)
      leaves.insert(finding.name + " " + Named(search.measurements, finding.region));
  }
  return leaves;
}

std::string Steps(const Search& search) {
  std::string text;
  for (const SearchStep& step : search.steps) {
    text += step.kind + (step.run == 0 ? "" : "(" + step.tool + ")") + " " + std::to_string(step.hypotheses) + "/" +
            std::to_string(step.proved) + "/" + std::to_string(step.reused) + "; ";
  }
  return text;
}

}  // namespace

TEST_CASE("All strategies end with the same leaves and record nothing twice", "[properties]") {
  const std::set<std::string> leaves = {"Writes loop f:11u", "Conflicts loop f:11u"};
  const Asked location = Ask({SearchStrategy::kLocation, {kCounts, kAddresses}, {}});
  CHECK(Leaves(location.search) == leaves);
  CHECK(location.runs == "counts1 addresses2 ");
  CHECK(Steps(location.search) ==
        "regions(counts) 1/1/0; regions 2/1/2; regions 1/1/1; regions 1/1/1; regions 1/1/1; arrays(addresses) 2/1/0; "
        "refinements 12/8/12; refinements 3/0/3; ");
  const Asked property = Ask({SearchStrategy::kProperty, {kCounts, kAddresses}, {}});
  CHECK(Leaves(property.search) == leaves);
  CHECK(property.runs == "counts1 addresses2 ");
  CHECK(Steps(property.search) ==
        "regions(counts) 1/1/0; refinements(addresses) 2/1/1; regions 2/1/2; refinements 3/1/3; regions 1/1/1; "
        "refinements 2/1/2; regions 1/1/1; refinements 2/1/2; regions 1/1/1; refinements 2/2/2; arrays 2/1/2; "
        "refinements 4/2/4; ");
  const Asked all = Ask({SearchStrategy::kAll, {kCounts, kAddresses}, {}});
  CHECK(Leaves(all.search) == leaves);
  CHECK(all.runs == "counts1 addresses2 ");
  CHECK(Steps(all.search) == "all(counts) 24/12/0; all(addresses) 30/16/0; ");
  for (const Search& search : {location.search, property.search, all.search}) {
    CHECK(search.stopped == SearchStop::kNoHypothesis);
    // A metaproperty is evaluated wherever the properties that it combines are evaluated.
    const auto is_both = [](const Finding& finding) { return finding.name == "Both"; };
    CHECK(std::ranges::count_if(search.findings.properties, is_both) == 5);
  }
}

TEST_CASE("Regions below refuted hypotheses are not searched", "[properties]") {
  const Measurements counts = Counts();
  const auto in_g = [](const Measurements& measurements, const Findings& findings) {
    return std::ranges::count_if(findings.properties, [&](const Finding& finding) {
      return measurements.regions[finding.region.value].name == "g";
    });
  };
  CHECK(in_g(counts, FindProperties(counts, Set())) > 0);
  const Search search = Ask({SearchStrategy::kLocation, {kCounts}, {}}).search;
  CHECK(in_g(search.measurements, search.findings) == 0);
  CHECK(Leaves(search) == std::set<std::string>{"Writes loop f:11"});
}

TEST_CASE("Without another run the search continues with the existing measurements", "[properties]") {
  const Asked asked = Ask({SearchStrategy::kProperty, {kCounts, kAddresses}, 1});
  CHECK(asked.runs == "counts1 ");
  CHECK(asked.search.stopped == SearchStop::kBudget);
  CHECK(Leaves(asked.search) == std::set<std::string>{"Writes loop f:11"});
  const Asked none = Ask({SearchStrategy::kLocation, {kCounts}, 0});
  CHECK((none.runs.empty() && none.search.measurements.regions.empty() && none.search.steps.empty()));
  CHECK(SearchStopName(none.search.stopped) == "budget");
}

TEST_CASE("Metrics that a run does not provide are not applicable, with the reason", "[properties]") {
  for (const std::optional<SearchStop> stop : {std::optional<SearchStop>(), std::optional(SearchStop::kFailure)}) {
    const Search search =
        SearchProperties(Set(), {}, {SearchStrategy::kProperty, {kCounts, kAddresses}, {}}, [&](const Experiment& e) {
          if (e.monitor == 0) return Give(kCounts);
          return ExperimentResult{.measurements = {}, .reason = "there is no such tool", .stop = stop};
        });
    CHECK(search.stopped == stop.value_or(SearchStop::kNoHypothesis));
    CHECK(Leaves(search) == std::set<std::string>{"Writes loop f:11"});
    REQUIRE(search.findings.not_applicable.size() == 1);
    CHECK(search.findings.not_applicable[0].reason ==
          "'conflicts' was not recorded by addresses: there is no such tool");
  }
}

TEST_CASE("An interrupted run counts, and is the last one", "[properties]") {
  std::size_t runs = 0;
  const Search search =
      SearchProperties(Set(), {}, {SearchStrategy::kLocation, {kCounts, kAddresses}, {}}, [&](const Experiment&) {
        ++runs;
        ExperimentResult result = Give(kCounts);
        result.stop = SearchStop::kInterrupt;
        return result;
      });
  CHECK(runs == 1);
  CHECK(search.stopped == SearchStop::kInterrupt);
  CHECK(Leaves(search) == std::set<std::string>{"Writes loop f:11"});
}

TEST_CASE("All properties are judged each time that a recording has grown", "[properties]") {
  std::size_t asked = 0;
  const Search search =
      SearchProperties(Set(), {}, {SearchStrategy::kAll, {kCounts}, {}}, [&](const Experiment& experiment) {
        CHECK(experiment.run == 1);
        ExperimentResult result;
        if (++asked > 1) result = Give(kCounts);  // the first run returns no measurements
        if (asked == 2) result.measurements->contexts.resize(2);
        result.goes_on = asked < 3;
        return result;
      });
  CHECK(asked == 3);
  CHECK(Steps(search) == "all(counts) 6/4/0; all(counts) 24/12/0; ");
  const Search location = Ask({SearchStrategy::kLocation, {kCounts}, {}}).search;
  CHECK(search.findings.properties.size() == location.findings.properties.size());
}

// Time in OpenMP, for example, is measured for functions, but waits are measured for constructs in these functions.
TEST_CASE("A refinement leads to regions for which the refined property is not measured", "[properties]") {
  for (const double general : {0.0, static_cast<double>(NAN)}) {
    Recording r({"refs", "misses", "writes"});
    const RegionId main = r.Add(Of(RegionKind::kFunction, "main"), {100, 60, 50});
    const RegionId f = r.Add(Of(RegionKind::kFunction, "f", main), {100, 60, 50});
    const RegionId section = r.Add(Of(RegionKind::kSections, "f", f), {100, general, 50});
    r.Add(Of(RegionKind::kLoop, "f", section), {100, general, 50});
    r.Add(Of(RegionKind::kMaster, "f", f), {100, general, 0});
    for (const SearchStrategy strategy : {SearchStrategy::kLocation, SearchStrategy::kProperty, SearchStrategy::kAll}) {
      const Search search = SearchProperties(Set(), {}, {strategy, {kCounts}, {}}, [&](const Experiment&) {
        return ExperimentResult{.measurements = r.made_};
      });
      CHECK(Leaves(search) == std::set<std::string>{"Writes loop f:0"});
    }
  }
}

// A structure file names regions that no monitor measures.
TEST_CASE("Regions without measurements are passed through", "[properties]") {
  Recording r({"refs", "misses", "writes"});
  const RegionId main = r.Add(Of(RegionKind::kFunction, "main"), {100, 60, 50});
  const RegionId user = r.Add(Of(RegionKind::kUser, "solve", main), {});
  const RegionId inner = r.Add(Of(RegionKind::kUser, "sweep", user), {});
  // Nests the outer region in the inner one as well; damaged structures may have such cycles.
  r.made_.nested.emplace_back(inner, user);
  r.Add(Of(RegionKind::kLoop, "f", inner), {100, 60, 50});
  std::erase_if(r.made_.contexts, [](const Context& context) { return context.values.empty(); });
  for (const SearchStrategy strategy : {SearchStrategy::kLocation, SearchStrategy::kProperty, SearchStrategy::kAll}) {
    const Search search = SearchProperties(Set(), {}, {strategy, {kCounts}, {}}, [&](const Experiment&) {
      return ExperimentResult{.measurements = r.made_};
    });
    CHECK(Leaves(search) == std::set<std::string>{"Writes loop f:0"});
  }
}

TEST_CASE("Addresses are recorded in the same way for all strategies", "[properties]") {
  for (const SearchStrategy strategy : {SearchStrategy::kLocation, SearchStrategy::kProperty, SearchStrategy::kAll}) {
    std::string runs;
    SearchOptions options{strategy, {kCounts, kAddresses}, {}};
    const auto search = [&](bool counts_fail) {
      runs.clear();
      SearchProperties(Set(), {.threshold = 0.01}, options, [&](const Experiment& experiment) {
        const Monitor& monitor = options.monitors[experiment.monitor];
        runs += monitor.name + " ";
        if (counts_fail) return ExperimentResult{.measurements = {}, .reason = "it fails"};
        ExperimentResult result = Give(monitor);
        for (Context& context : result.measurements->contexts) context.values[1] = context.values[2] = 0;
        return result;
      });
      return runs;
    };
    CHECK(search(false) == "counts ");  // addresses are not recorded, because there are no misses
    CHECK(search(true) == "counts ");
  }
}

// Random programs, in which a region may be within several others and some metrics are absent.
TEST_CASE("Strategies agree on random programs", "[properties]") {
  std::size_t found = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    const auto some = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
    Recording counts({"refs", "misses", "writes"}), addresses({"refs", "misses", "writes", "conflicts"});
    const auto value = [&] { return some(6) == 0 ? NAN : static_cast<double>(some(100)); };
    for (std::size_t i = 0; i < 20; ++i) {
      const RegionId parent = i == 0 ? RegionId() : RegionId(std::size_t{some(static_cast<unsigned>(i))});
      counts.Add(Of(RegionKind::kFunction, "f" + std::to_string(i), parent),
                 {i == 0 ? 100.0 : value(), value(), value()});
      const RegionId twin = addresses.Add(counts.made_.regions.back(), {value(), value(), value(), value()});
      (void)twin;
    }
    for (int i = 0; i < 8; ++i)
      counts.made_.nested.emplace_back(RegionId(std::size_t{some(20)}), RegionId(std::size_t{some(20)}));
    for (int i = 0; i < 6; ++i) {
      Region array = Of(RegionKind::kFunction, "array", RegionId(std::size_t{some(20)}));
      array.data_structure = "a" + std::to_string(i);
      addresses.Add(array, {value(), value(), value(), value()});
    }
    std::vector<std::set<std::string>> leaves;
    for (const SearchStrategy strategy : {SearchStrategy::kLocation, SearchStrategy::kProperty, SearchStrategy::kAll}) {
      std::multiset<std::size_t> runs;
      const Search search =
          SearchProperties(Set(), {}, {strategy, {kCounts, kAddresses}, {}}, [&](const Experiment& experiment) {
            runs.insert(experiment.monitor);
            return ExperimentResult{.measurements = experiment.monitor == 0 ? counts.made_ : addresses.made_};
          });
      CHECK((runs.count(0) == 1 && runs.count(1) <= 1));
      leaves.push_back(Leaves(search));
    }
    INFO(seed);
    CHECK(leaves[0] == leaves[1]);
    CHECK(leaves[0] == leaves[2]);
    found += leaves[0].size();
  }
  CHECK(found > 100);
}

}  // namespace profdiff::search_test
