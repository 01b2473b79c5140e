// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for counters by function. Planted counts in archives are found exactly with any number of processes. Properties
// and scaling factors use the counters.
#ifdef PROFDIFF_HAS_OTF2
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"
#include "read/property/asl.h"
#include "support/otf2_archive.h"
#include "support/peers.h"
#include "support/planted_waits.h"
#include "support/temporary_folder.h"
#include "values/asl_words.h"

namespace profdiff::counters_test {

using tests::Floating;
using tests::Otf2Archive;
using tests::Otf2Location;
using tests::TemporaryFolder;
using tests::Unsigned;

namespace {

const std::string kNames[] = {"PAPI_TOT_INS", "PAPI_L1_DCM"};

// Locations that execute random functions, and MPI routines that call functions. As in Score-P, counters are read
// before each event. Many calls last zero clock ticks.
class PlantedCounts {
 public:
  PlantedCounts(unsigned seed, std::uint32_t ranks, std::uint32_t threads) : random_(seed) {
    archive.metric_classes = {{{kNames[0]}, {kNames[1]}}};
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      for (std::uint32_t thread = 0; thread < threads; ++thread) Run(archive.AddLocation(rank));
    }
  }

  Otf2Archive archive;
  // Expected counts by counter, and then by function; for an MPI routine, by routine and calling function ("MPI_Wtime
  // in f").
  std::map<std::string, std::map<std::string, std::uint64_t>> counted;

 private:
  std::uint64_t Below(std::uint64_t limit) {
    return std::uniform_int_distribution<std::uint64_t>(0, limit - 1)(random_);
  }

  void Run(Otf2Location& location) {
    stack_.clear();
    tick_ = 1000;
    for (std::uint64_t& count : counts_) count = Below(1ULL << 50);
    Enter(location, "main");
    for (int step = 0; step < 60; ++step) {
      Work();
      const std::uint64_t kind = Below(5);
      if (kind < 2 && stack_.size() > 1) {
        Leave(location);
      } else {
        Enter(location, kind == 4 ? "MPI_Wtime" : std::string(1, static_cast<char>('a' + Below(4))));
      }
    }
    while (!stack_.empty()) Work(), Leave(location);
  }

  void Work() {
    tick_ += Below(2) * Below(10);
    std::string code, caller;
    for (const std::string& name : stack_) {
      if (name.starts_with("MPI_")) {
        code = name + " in " + caller;
        break;
      }
      code = caller = name;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const std::uint64_t more = Below(1000);
      counts_[i] += more;
      counted[kNames[i]][code] += more;
    }
  }

  void Read(Otf2Location& location) { location.Read(tick_, 0, {Unsigned(counts_[0]), Unsigned(counts_[1])}); }
  void Enter(Otf2Location& location, const std::string& name) {
    Read(location);
    location.Enter(tick_, archive.Region(name));
    stack_.push_back(name);
  }
  void Leave(Otf2Location& location) {
    Read(location);
    location.Leave(tick_, archive.Region(stack_.back()));
    stack_.pop_back();
  }

  std::mt19937 random_;
  std::vector<std::string> stack_;
  std::uint64_t tick_ = 0, counts_[2] = {};
};

Measurements Measured(const Otf2Archive& archive, const MeasureOptions& options = {}) {
  const TemporaryFolder folder;
  REQUIRE(archive.Write(folder.path() + "/a"));
  Measurements measured = LoadMeasurements(folder.path() + "/a", options);
  for (Message& remark : measured.remarks) remark.file.clear();
  return measured;
}

// Returns the sum of a metric over the locations of a region; NaN if the metric is absent.
double CountOf(const Measurements& measured, const std::string& metric, RegionId region) {
  const auto index = measured.FindMetric(metric);
  if (!index) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (const Context& context : measured.contexts) sum += context.region == region ? context.values[*index] : 0;
  return sum;
}

double CountIn(const Measurements& measured, const std::string& metric, const std::string& function) {
  for (std::size_t i = 0; i < measured.regions.size(); ++i) {
    const Region& region = measured.regions[i];
    const std::string name = region.callee.empty() ? region.name : region.callee + " in " + region.name;
    if (name == function) return CountOf(measured, metric, RegionId(i));
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::string Text(const Measurements& measured) {
  std::string text;
  for (const std::string& metric : measured.metrics) text += metric + " ";
  for (const Region& region : measured.regions) text += "\n" + region.name + "," + region.callee;
  for (const Context& context : measured.contexts) {
    text += "\n" + std::to_string(context.region.value) + " " + std::to_string(*context.location.rank) + " " +
            std::to_string(*context.location.thread);
    for (const double value : context.values) text += " " + std::to_string(value);
  }
  for (const Message& remark : measured.remarks) text += "\n" + TextOf(remark);
  return text;
}

// main runs from 100 to 1100, and calls f from 300 to 700.
Otf2Archive TwoFunctions(const std::vector<std::pair<std::uint64_t, double>>& readings) {
  Otf2Archive archive;
  archive.metric_classes = {{{"C"}}};
  const OTF2_RegionRef main = archive.Region("main"), f = archive.Region("f");
  std::vector<std::pair<std::uint64_t, std::string>> events = {{100, "main"}, {300, "f"}, {700, "f"}, {1100, "main"}};
  Otf2Location& location = archive.AddLocation(0);
  auto reading = readings.begin();
  std::size_t number = 0;
  for (const auto& [tick, name] : events) {
    for (; reading != readings.end() && reading->first <= tick; ++reading) {
      location.Read(reading->first, 0, {Floating(reading->second)});
    }
    const OTF2_RegionRef region = name == "main" ? main : f;
    number++ < 2 ? location.Enter(tick, region) : location.Leave(tick, region);
  }
  return archive;
}

}  // namespace

TEST_CASE("Counters that are read at each event belong to the code that counted", "[waits]") {
  for (unsigned seed = 0; seed < 25; ++seed) {
    CAPTURE(seed);
    const PlantedCounts planted(seed, 1 + seed % 3, 1 + seed % 2);
    const Measurements measured = Measured(planted.archive);
    for (const auto& [counter, by_code] : planted.counted) {
      double own = 0;
      for (const auto& [code, count] : by_code) {
        CAPTURE(counter, code);
        if (code.find(" in ") == std::string::npos) own += static_cast<double>(count);
        if (code != "main") CHECK(CountIn(measured, counter, code) == static_cast<double>(count));
      }
      CHECK(CountOf(measured, counter, measured.phase) == own);
    }
    CHECK(measured.remarks.empty());
  }
}

TEST_CASE("Counts between rare readings are distributed by time", "[waits]") {
  const Measurements whole = Measured(TwoFunctions({{100, 0}, {1100, 1000}}));
  CHECK(CountIn(whole, "C", "f") == Approx(400));
  CHECK(CountIn(whole, "C", "main") == Approx(1000));
  const Measurements halves = Measured(TwoFunctions({{100, 0}, {500, 300}, {1100, 900}}));
  CHECK(CountIn(halves, "C", "f") == Approx(150 + 200));
  CHECK(CountIn(halves, "C", "main") == Approx(900));
  // Counts before the first call are not attributed to any function.
  const Measurements late = Measured(TwoFunctions({{50, 0}, {500, 300}, {600, 310}}));
  CHECK(CountIn(late, "C", "f") == Approx(300 * 200 / 450.0 + 10));
  CHECK(CountIn(late, "C", "main") == Approx(300 * 400 / 450.0 + 10));
  CHECK(Measured(TwoFunctions({{500, 300}})).FindMetric("C") == std::nullopt);
}

TEST_CASE("A phase, and each of its instances, has its own counts", "[waits]") {
  Otf2Archive archive = TwoFunctions({{100, 0}, {300, 5}, {700, 25}, {1100, 26}});
  archive.metric_classes[0][0].unit = "J";
  const OTF2_RegionRef f = archive.Region("f");
  archive.locations[0].Enter(1200, f).Read(1300, 0, {Floating(30)}).Leave(1300, f);
  MeasureOptions options;
  options.phase = "f";
  options.instances = true;
  const Measurements measured = Measured(archive, options);
  const std::size_t metric = measured.FindMetric("C").value();
  CHECK(measured.units[metric] == "J");
  // 20 in the first call of f, and half of the 4 between 1100 and 1300 ns in the second call, which begins at 1200 ns.
  CHECK(CountOf(measured, "C", measured.phase) == Approx(20 + 2));
  REQUIRE(measured.instance_contexts.size() == 2);
  CHECK(measured.instance_contexts[0].values[metric] == Approx(20));
  CHECK(measured.instance_contexts[1].values[metric] == Approx(2));
}

TEST_CASE("Processes that share an archive have the counters of one", "[waits][parts]") {
  for (const bool is_odd : {false, true}) {
    PlantedCounts planted(3, 4, 2);
    planted.archive.metric_classes.push_back({{"power", OTF2_METRIC_ABSOLUTE_POINT}});
    planted.archive.metric_classes.push_back({{"E"}});
    // Only rank 2 has this counter, which precedes the rank's other counters.
    Otf2Location& location = planted.archive.locations[4];
    Otf2Location counting(location.number(), 2);
    counting.Enter(500, planted.archive.Region("main")).Read(510, 2, {Floating(1)}).Read(520, 2, {Floating(7.25)});
    counting.Leave(530, planted.archive.Region("main"));
    if (is_odd) {
      location = counting;
      for (std::size_t i : {0U, 7U})
        planted.archive.locations[i].Read(1'000'000, 9, {Unsigned(1)}).Read(1'000'001, 0, {Unsigned(1)});
    }
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/a";
    REQUIRE(planted.archive.Write(path));
    const std::string whole = Text(LoadMeasurements(path));
    CHECK(whole.find("power") != std::string::npos);
    CHECK((whole.find("not defined") != std::string::npos) == is_odd);
    CHECK((whole.find(" E ") != std::string::npos) == is_odd);
    for (const std::size_t processes : {1U, 2U, 3U}) {
      CAPTURE(processes);
      CHECK(Text(tests::MeasureInProcesses(path, processes)) == whole);
    }
  }
}

TEST_CASE("Counters have names that are valid in the property language", "[waits]") {
  CHECK(AsAslName("PAPI_TOT_INS") == "PAPI_TOT_INS");
  CHECK(AsAslName("perf::cycles") == "perf__cycles");
  CHECK(AsAslName("2nd") == "_2nd");
  CHECK(AsAslName("") == "_");
  CHECK(AsAslName("AND") == "_AND");
  CHECK(AsAslName(std::string(300, 'x')).size() == kLongestAslName);

  Otf2Archive archive;
  const std::string long_name(120, 'x');
  archive.metric_classes = {{{"a:b"}, {"a.b"}, {"useful"}, {long_name + "1"}, {long_name + "2"}}};
  const OTF2_RegionRef main = archive.Region("main");
  Otf2Location& location = archive.AddLocation(0);
  location.Enter(1, main);
  for (const std::uint64_t count : {1U, 3U}) {
    std::vector<tests::Otf2Value> values;
    for (std::uint64_t i = 1; i <= 5; ++i) values.push_back(Unsigned(count * i));
    location.Read(2 + count, 0, values);
  }
  location.Leave(9, main);
  const Measurements measured = Measured(archive);
  const auto of_main = [&](const std::string& metric) { return CountIn(measured, metric, "main"); };
  CHECK((of_main("a_b") == 2 && of_main("a_b_2") == 4 && of_main("useful_2") == 6));
  CHECK((of_main(long_name.substr(0, 100)) == 8 && of_main(long_name.substr(0, 98) + "_2") == 10));
  CHECK(of_main("useful") == Approx(8e-9));
}

TEST_CASE("A property can use counters; without them it is not applicable", "[waits]") {
  const PropertySet set = ParseProperties(
      "CONTEXT Counted { PAPI_L1_DCM; PAPI_TOT_INS; }\n"
      "PROPERTY Misses(Counted s) { LET lost = s.PAPI_L1_DCM; CONDITION: severity > 0; CONFIDENCE: 1;"
      " SEVERITY: s.PAPI_L1_DCM / s.PAPI_TOT_INS; }",
      "test");
  PlantedCounts planted(1, 2, 1);
  const Measurements measured = Measured(planted.archive);
  const Findings found = FindProperties(measured, set);
  const auto& misses = planted.counted["PAPI_L1_DCM"];
  const auto& instructions = planted.counted["PAPI_TOT_INS"];
  std::size_t checked = 0;
  for (const Finding& finding : found.properties) {
    const Region& region = measured.regions[finding.region.value];
    const std::string code = region.callee.empty() ? region.name : region.callee + " in " + region.name;
    if (finding.region == measured.phase) continue;
    CHECK(finding.severity ==
          Approx(static_cast<double>(misses.at(code)) / static_cast<double>(instructions.at(code))));
    ++checked;
  }
  CHECK(checked == misses.size() - 1);
  for (const PropertyChange& change : SubtractProperties(measured, measured, set).changes)
    CHECK(change.difference == 0.0);

  planted.archive.metric_classes[0][1].name = "other";
  const Findings none = FindProperties(Measured(planted.archive), set);
  CHECK(none.properties.empty());
  REQUIRE_FALSE(none.not_applicable.empty());
  CHECK(none.not_applicable[0].reason == "no input has the metric 'PAPI_L1_DCM'");

  // Rank 1 has no counters, so sums over all ranks are unknown.
  Otf2Archive partly = TwoFunctions({{100, 0}, {1100, 1000}});
  partly.AddLocation(1).Enter(100, partly.Region("main")).Leave(1100, partly.Region("main"));
  CHECK(std::isnan(CountIn(Measured(partly), "C", "main")));
  CHECK(CountIn(Measured(partly), "C", "f") == Approx(400));
}

TEST_CASE("Counters of useful work break down the scaling of computation", "[waits]") {
  // Each rank spends `in_mpi` of its 1000 ns in MPI, with many counts that are not useful work.
  const auto run = [](std::uint32_t ranks, std::uint64_t in_mpi, std::uint64_t instructions, std::uint64_t cycles) {
    Otf2Archive archive;
    archive.metric_classes = {{{"PAPI_TOT_INS"}, {"PAPI_TOT_CYC"}}};
    const OTF2_RegionRef main = archive.Region("main"), init = archive.Region("MPI_Init");
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      Otf2Location& location = archive.AddLocation(rank);
      const auto read = [&](std::uint64_t tick, std::uint64_t done, std::uint64_t wasted) {
        location.Read(tick, 0, {Unsigned(done * instructions / 2 + wasted), Unsigned(done * cycles / 2 + wasted)});
      };
      read(1000, 0, 0), location.Enter(1000, main);
      read(1400, 1, 0), location.Enter(1400, init);
      read(1400 + in_mpi, 1, 999'999), location.Leave(1400 + in_mpi, init);
      read(2000, 2, 999'999), location.Leave(2000, main);
    }
    return Measured(archive);
  };
  const Measurements one = run(1, 0, 8000, 2000);
  Measurements two = run(2, 200, 5000, 1000);
  AddScaling(two, one);
  std::map<std::string, double> efficiencies;
  for (const Efficiency& efficiency : two.efficiencies) efficiencies[efficiency.name] = efficiency.value;
  CHECK(efficiencies["computationScaling"] == Approx(1000.0 / 1600));
  CHECK(efficiencies["instructionScaling"] == Approx(8000.0 / 10000));
  CHECK(efficiencies["ipcScaling"] == Approx(5.0 / 4));
  CHECK(efficiencies["frequencyScaling"] == Approx((2000 / 1600.0) / (2000 / 1000.0)));
  CHECK(efficiencies["instructionScaling"] * efficiencies["ipcScaling"] * efficiencies["frequencyScaling"] ==
        Approx(efficiencies["computationScaling"]));
}

TEST_CASE("Misplaced readings do no harm", "[waits]") {
  Trace trace;
  tests::AddThread(trace, 0, {{"main", 2000, 9000}, {"f", 3000, 4000}});
  trace.counters = {{"C", ""}};
  CounterReadings& readings = trace.threads[0].counters;
  readings.sets = {{CounterId(0)}};
  const auto read = [&](std::size_t call, std::size_t next, std::uint64_t time, double count) {
    readings.set.push_back(0);
    readings.call.emplace_back(call);
    readings.next.emplace_back(next);
    readings.time.push_back(time);
    readings.counts.push_back(count);
  };
  read(7, 0, 999'999, 1);  // refers to a call that does not exist, at a time after all calls
  read(1, 1, 1, 10);       // refers to f, before f begins
  read(0, 2, 3500, 100);   // refers to main, while f is open
  read(9, 9, 5, 1000);     // refers to a position after the last call
  const Measurements measured = MeasureTrace(trace);
  CHECK(CountIn(measured, "C", "main") == Approx(10 + 100));
  CHECK(CountIn(measured, "C", "f") == Approx(50));
}

}  // namespace profdiff::counters_test

#endif
