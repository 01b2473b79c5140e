// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the counts that perf stat and likwid print as CSV.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "support/temporary_file.h"

namespace profdiff::counter_tables_test {
namespace {

using tests::TemporaryFile;

Measurements Read(const std::string& text, const std::string& phase = "") {
  const TemporaryFile file(text);
  MeasureOptions options;
  options.phase = phase;
  return LoadMeasurements(file.path(), options);
}

// Returns the value of a metric in the phase; NaN if it is absent.
double ValueOf(const Measurements& measured, const std::string& name, std::optional<std::uint32_t> thread = {},
               std::optional<std::uint32_t> rank = {}) {
  const auto metric = measured.FindMetric(name);
  for (const Context& context : measured.contexts) {
    const bool is_it = context.region == measured.phase && context.location == Location{rank, thread};
    if (metric && is_it) return context.values[*metric];
  }
  return std::nan("");
}

double EfficiencyOf(const Measurements& measured, const std::string& name) {
  for (const Efficiency& efficiency : measured.efficiencies) {
    if (efficiency.name == name) return efficiency.value;
  }
  return -1;
}

}  // namespace

TEST_CASE("Events of perf stat are metrics of the program", "[properties]") {
  const Measurements measured = Read(
      "# started on Sun Nov 29 17:55:18 2026\n\n"
      "1500.00,msec,task-clock,1500000000,100.00,0.998,CPUs utilized\n"
      "3000000000,,cycles,1500000000,100.00,2.000,GHz\n"
      "4500000000,,instructions,1500000000,100.00,1.50,insn per cycle\n"
      "7,,cache-misses:u,750000000,50.00,,\n"
      "5,,cpu/event=0x3c,umask=0x1/,1500000000,100.00,,\n"
      "<not supported>,,LLC-loads,0,100.00,,\n");
  CHECK(ValueOf(measured, "task_clock") == 1500);
  CHECK(ValueOf(measured, "busy") == 1.5);
  CHECK(ValueOf(measured, "cycles") == 3e9);
  CHECK(ValueOf(measured, "cache_misses_u") == 7);
  CHECK(ValueOf(measured, "cpu_event_0x3c_umask_0x1_") == 5);
  CHECK_FALSE(measured.FindMetric("LLC_loads"));
  REQUIRE(measured.remarks.size() == 1);
  CHECK(TextOf(measured.remarks[0]) == "perf could not count LLC-loads");
  CHECK(EfficiencyOf(measured, "ipc") == Approx(1.5));
  CHECK(EfficiencyOf(measured, "frequency") == Approx(2));
}

TEST_CASE("Cells before the value of perf stat name processors, threads and times", "[properties]") {
  const Measurements processors = Read("CPU0,100,,cycles,108282585,100.00,,\nCPU1,50,,cycles,108282585,100.00,,\n");
  CHECK(ValueOf(processors, "cycles", 0) == 100);
  CHECK(ValueOf(processors, "cycles", 1) == 50);
  const Measurements threads = Read("my prog-1234,100,,cycles,108282585,100.00,,\n");
  CHECK(ValueOf(threads, "cycles", 1234) == 100);
  const Measurements sockets = Read("S0,16,100,,cycles,108282585,100.00,,\nS1,16,50,,cycles,108282585,100.00,,\n");
  CHECK(ValueOf(sockets, "cycles") == 150);
  const Measurements intervals = Read(
      "     1.000104123,8.01,msec,task-clock,8010000,100.00,,\n     2.0001,4.0,msec,task-clock,4000000,100.00,,\n");
  CHECK(ValueOf(intervals, "task_clock") == Approx(12.01));
  const Measurements repeated = Read("100,,cycles,0.50%,108282585,100.00,,\n");
  CHECK(ValueOf(repeated, "cycles") == 100);
}

TEST_CASE("Damaged counts of perf stat are refused", "[properties]") {
  const std::string good = "100,,cycles,108282585,100.00,,\n";
  CHECK_THROWS_WITH(Read(good + "100,,cyc"), Catch::Contains("not a line of perf stat"));
  CHECK_THROWS_WITH(Read("<not counted>,,cycles,0,0.00,,\n"), Catch::Contains("no event was counted"));
}

TEST_CASE("Columns of likwid are threads", "[properties]") {
  const Measurements measured = Read(
      "STRUCT,Info,3,,\nCPU name:,Some CPU,,\nCPU type:,Some type,,\nCPU clock:,2.0 GHz,,\n"
      "TABLE,Group 1 Raw,CLOCK,3,\n"
      "Event,Counter,HWThread 0,HWThread 2,\n"
      "INSTR_RETIRED_ANY,FIXC0,4000000000,2e9,\n"
      "CPU_CLK_UNHALTED_CORE,FIXC1,3000000000,3000000000,\n"
      "CPU_CLK_UNHALTED_REF,FIXC2,2000000000,2000000000,\n"
      "CAS_COUNT_RD,MBOX0C0,5,-,\n"
      "CAS_COUNT_RD,MBOX1C0,6,-,\n"
      "L2_LINES_IN,PMC0,nan,8,\n"
      "TABLE,Group 1 Raw STAT,CLOCK,1,\n"
      "Event,Counter,Sum,Min,Max,Avg\n"
      "INSTR_RETIRED_ANY STAT,FIXC0,6000000000,2000000000,4000000000,3000000000\n"
      "TABLE,Group 1 Metric,CLOCK,2,\n"
      "Metric,HWThread 0,HWThread 2,\n"
      "Runtime (RDTSC) [s],1.5,1.5,\n"
      "CPI,0.75,1.5,\n");
  CHECK(ValueOf(measured, "INSTR_RETIRED_ANY", 0) == 4e9);
  CHECK(ValueOf(measured, "INSTR_RETIRED_ANY", 2) == 2e9);
  CHECK(ValueOf(measured, "CAS_COUNT_RD", 0) == 11);
  CHECK(std::isnan(ValueOf(measured, "CAS_COUNT_RD", 2)));
  CHECK(ValueOf(measured, "L2_LINES_IN", 2) == 8);
  REQUIRE(measured.remarks.size() == 1);
  CHECK(measured.remarks[0].cause == "likwid could not count L2_LINES_IN");
  CHECK(ValueOf(measured, "runtime", 2) == 1.5);
  CHECK(ValueOf(measured, "busy", 0) == 1);
  CHECK_FALSE(measured.FindMetric("CPI"));
  CHECK(EfficiencyOf(measured, "ipc") == Approx(1));
  CHECK(EfficiencyOf(measured, "frequency") == Approx(3));
  CHECK(EfficiencyOf(measured, "instructionBalance") == Approx(0.75));
}

TEST_CASE("Markers of likwid are regions", "[properties]") {
  const std::string table =
      "Event,Counter,HWThread 0,\nINSTR_RETIRED_ANY,FIXC0,1.5e3,\nCPU_CLK_UNHALTED_CORE,FIXC1,3e3,\n";
  const std::string info = "Region Info,HWThread 0,\nRDTSC Runtime [s],0.25,\ncall count,4,\n";
  const std::string older = "STRUCT,Info,5,\n1,copy,\n" + info + "TABLE,Group 1 Raw,4,\n" + table;
  const std::string newer = "TABLE,Region copy,Group 1 Raw,CLOCK,\n" + info + table;
  for (const std::string& text : {older, newer}) {
    const Measurements measured = Read(text, "copy");
    CHECK(ValueOf(measured, "INSTR_RETIRED_ANY", 0) == 1500);
    CHECK(ValueOf(measured, "runtime", 0) == 0.25);
    CHECK(ValueOf(measured, "calls", 0) == 4);
    CHECK(EfficiencyOf(measured, "ipc") == Approx(0.5));
  }
  const Measurements ranks = Read("TABLE,Group 1 Raw,2,\nEvent,Counter,e0107:3:1,\nINSTR_RETIRED_ANY,FIXC0,7,\n");
  CHECK(ValueOf(ranks, "INSTR_RETIRED_ANY", 1, 3) == 7);
  CHECK_THROWS_WITH(Read("TABLE,Group 1 Raw,2,\nEvent,Counter,HWThread 0,\n"), Catch::Contains("no counts"));
}

}  // namespace profdiff::counter_tables_test
