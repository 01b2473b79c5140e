// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the contexts of callgrind files: functions, calls and lines of the phase.
#include <catch2/catch.hpp>
#include <string>

#include "support/properties.h"
#include "tests/support/messages.h"

namespace profdiff::callgrind_test {

using tests::Describe;
using tests::Measure;
using tests::MeasureError;

namespace {

const std::string kHead =
    "# callgrind format\nversion: 1\ndesc: D1 cache: 32768 B, 64 B, 8-way associative\nevents: Ir Dr\n";
// start calls main, which calls f from two lines and g, which f calls as well.
const std::string kRun =
    kHead +
    "ob=(1) prog\nfl=(1) a.c\nfn=(1) start\n1 5 1\ncfn=(2) main\ncalls=1 1\n1 100 20\n"
    "fn=(2)\n10 2 1\ncfi=(2) b.c\ncfn=(3) f\ncalls=1 3\n+1 40 8\ncfn=(3)\ncalls=2 3\n+1 50 10\n"
    "cfn=(4) g\ncalls=1 9\n* 8 1\n"
    "fl=(2)\nfn=(3)\n3 30 6\n+2 20 5\nfi=(3) c.h\n7 10 2\nfe=(2)\n6 6\ncfn=(4)\ncalls=3 9\n-1 24 5\n"
    "fn=(4)\n9 32 6\n";

}  // namespace

TEST_CASE("Regions are functions (including their calls), calls, and lines", "[properties]") {
  const Measurements measurements = Measure(kRun);
  CHECK(Describe(measurements) ==
        "function main Ir=100 Dr=20 selfIr=2 selfDr=1\n"
        "function f Ir=90 Dr=18 selfIr=66 selfDr=13\n"
        "function g Ir=32 Dr=6 selfIr=32 selfDr=6\n"
        "call g:5 Ir=24 Dr=5\n"
        "call f:11 Ir=40 Dr=8\ncall f:12 Ir=50 Dr=10\ncall g:12 Ir=8 Dr=1\n"
        "line f:3 Ir=30 Dr=6 selfIr=30 selfDr=6\nline f:5 Ir=20 Dr=5 selfIr=20 selfDr=5\n"
        "line f:6 Ir=6 Dr=0 selfIr=6 selfDr=0\nline f:7 Ir=10 Dr=2 selfIr=10 selfDr=2\n"
        "line g:9 Ir=32 Dr=6 selfIr=32 selfDr=6\nline main:10 Ir=2 Dr=1 selfIr=2 selfDr=1\n");
  CHECK(measurements.machine == "D1 cache: 32768 B, 64 B, 8-way associative");
  CHECK(measurements.units[0] == "instructions");
  const Region& call = measurements.regions[4];
  CHECK(call.file == "a.c");
  CHECK(measurements.regions[call.parent.value].name == "main");
  const Region& header = measurements.regions[10];
  CHECK(header.file == "c.h");
  CHECK(measurements.regions[header.parent.value].name == "f");
  // The region of the function f is nested in the region of its first call in main.
  CHECK(measurements.regions[1].parent == RegionId(std::size_t{4}));
}

TEST_CASE("The phase is main, a function, or all", "[properties]") {
  const Measurements of_f = Measure(kRun, {.phase = "f"});
  CHECK(of_f.instances == 3);
  CHECK(Describe(of_f).starts_with("function f Ir=90 Dr=18 selfIr=66 selfDr=13\ncall g:5 Ir=24 Dr=5\nline f:3"));
  REQUIRE(of_f.remarks.size() == 2);
  CHECK(TextOf(of_f.remarks[0]) ==
        "a function that is also called from outside f is left out, for example g; 'valgrind --toggle-collect=f' "
        "separates their calls");
  CHECK(MeasureError(kRun, {.phase = "h"}) == "FILE: callgrind: no function 'h'");
  const Measurements all = Measure("events: Ir\nfn=a\n1 5\nfn=b\n2 7\n");
  CHECK(Describe(all).starts_with("program program Ir=12\nfunction a Ir=5 selfIr=5\n"));
}

TEST_CASE("Recursion counts once", "[properties]") {
  const char* const run =
      "events: Ir\nfn=main\n1 5\ncfn=sort\ncalls=1 1\n1 60\n"
      "fn=sort\n2 10\ncfn=sort'2\ncalls=2 1\n3 50\nfn=sort'2\n2 30\ncfn=sort'2\ncalls=3 1\n3 40\n"
      "cfn=leaf\ncalls=4 1\n4 20\nfn=leaf\n8 20\n";
  CHECK(Measure(run, {.phase = "sort"}).instances == 1);
  const Measurements measurements = Measure(run);
  const std::string text = Describe(measurements);
  CHECK(text.find("function sort Ir=60 selfIr=40\n") != std::string::npos);
  CHECK(text.find("line sort:2 Ir=40 selfIr=40\n") != std::string::npos);
  CHECK(text.find("call sort:3 Ir=50\n") != std::string::npos);
}

TEST_CASE("Errors in a callgrind file are one line", "[properties]") {
  CHECK(tests::TextsOf(Measure("events: Ir\nfn=f\n1 5\n").remarks) ==
        std::vector<std::string>{"no events of caches and branches; record with 'valgrind --tool=callgrind "
                                 "--cache-sim=yes --branch-sim=yes'"});
  CHECK(MeasureError("events: Ir\nfn=f\n1 5\nevents: Ir Dr\nfn=f\n1 5 6\n") ==
        "FILE: callgrind, line 6: a part of the file has other events");
  CHECK(MeasureError("events: Ir Dr\nfn=f\n1 5 99999999999999999999\n").starts_with("FILE: callgrind, line 3: "));
  CHECK(MeasureError("events: Ir\nfn=f\n-1 5\n").starts_with("FILE: callgrind, line 3: "));
  CHECK(MeasureError("creator: callgrind-3.19\nevents: Ir\nfn=f\n1 5\n") ==
        "FILE: callgrind, line 4: the file ends before its totals");
  const Measurements cut = Measure("creator: callgrind-3.19\nevents: Ir\nfn=f\n1 5\n", {.phase = {}, .salvage = true});
  CHECK(cut.missing.size() == 1);
  CHECK(
      MeasureError("something else\n") ==
      "FILE: in no known format; needed here: a profile with metrics of regions, a trace or measurements with metrics "
      "of regions");
}

}  // namespace profdiff::callgrind_test
