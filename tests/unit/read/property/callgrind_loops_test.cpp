// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for finding loops in callgrind files from backward jumps, and for parts of a file as instances.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "read/property/asl.h"
#include "support/properties.h"
#include "tests/support/messages.h"

namespace profdiff::callgrind_loops_test {

using tests::Describe;
using tests::Measure;
using tests::MeasureError;

namespace {

// main has a loop at line 11 that contains a loop at line 12 and calls f, and a loop at line 20 that tests its
// condition first.
const std::string kBody =
    "ob=(1) prog\nfl=(1) a.c\nfn=(1) main\n"
    "0x100 11 1\n+4 12 2\n+4 13 30\n+4 12 10\njcnd=9/10 0x108 13\n* *\n"
    "+4 14 3\ncfi=(2) b.c\ncfn=(2) f\ncalls=3 0x200 3\n* * 60\n+4 11 4\njcnd=2/3 0x104 12\n* *\n"
    "+4 20 5\n+4 21 6\njump=5 -4 20\n* *\n+4 13 7\n"
    "fl=(2)\nfn=(2)\n0x200 3 60\n";
const std::string kRun = "version: 1\npositions: instr line\nevents: Ir\n" + kBody;

std::string PathOf(const Measurements& measurements, const std::string& name, std::uint32_t line, RegionKind kind) {
  for (const Region& region : measurements.regions) {
    if (region.name != name || region.line != line || region.kind != kind) continue;
    std::string path;
    for (const Region* at = &region; at->parent.valid();) {
      at = &measurements.regions[at->parent.value];
      path += std::string(RegionKindName(at->kind)) + ":" + std::to_string(at->line) + " ";
    }
    return path;
  }
  return "none";
}

}  // namespace

TEST_CASE("A jump to a lower address is a loop with everything in it", "[properties]") {
  const Measurements measurements = Measure(kRun);
  CHECK(Describe(measurements) ==
        "function main Ir=128 selfIr=68\nfunction f Ir=60 selfIr=60\n"
        "loop main:11 Ir=109 selfIr=49\nloop main:12 Ir=40 selfIr=40\nloop main:20 Ir=11 selfIr=11\n"
        "call f:14 Ir=60\n"
        "line f:3 Ir=60 selfIr=60\nline main:11 Ir=5 selfIr=5\nline main:12 Ir=12 selfIr=12\n"
        "line main:13 Ir=37 selfIr=37\nline main:14 Ir=3 selfIr=3\nline main:20 Ir=5 selfIr=5\n"
        "line main:21 Ir=6 selfIr=6\n");
  CHECK(PathOf(measurements, "main", 12, RegionKind::kLoop) == "loop:11 function:0 ");
  // A line is nested in the innermost loop that contains some of its code, even if the rest is outside this loop.
  CHECK(PathOf(measurements, "main", 12, RegionKind::kLine) == "loop:12 loop:11 function:0 ");
  CHECK(PathOf(measurements, "main", 13, RegionKind::kLine) == "loop:12 loop:11 function:0 ");
  CHECK(PathOf(measurements, "main", 21, RegionKind::kLine) == "loop:20 function:0 ");
  CHECK(PathOf(measurements, "f", 14, RegionKind::kCall) == "loop:11 function:0 ");
  CHECK(measurements.regions[3].number == 2);
  CHECK(measurements.regions[3].file == "a.c");
}

TEST_CASE("A loop can be the phase", "[properties]") {
  CHECK(Describe(Measure(kRun, {.phase = "main", .phase_line = 11})) ==
        "loop main:11 Ir=109 selfIr=49\nfunction f Ir=60 selfIr=60\nloop main:12 Ir=40 selfIr=40\n"
        "call f:14 Ir=60\nline f:3 Ir=60 selfIr=60\nline main:11 Ir=4 selfIr=4\nline main:12 Ir=12 selfIr=12\n"
        "line main:13 Ir=30 selfIr=30\nline main:14 Ir=3 selfIr=3\n");
  CHECK(MeasureError(kRun, {.phase = "main", .phase_line = 13}) ==
        "FILE: callgrind: no loop at main:13; loops of that function are at lines 11, 12, 20");
  CHECK(MeasureError(kRun, {.phase = "f", .phase_line = 3}) ==
        "FILE: callgrind: no loop at f:3; that function has none");
  CHECK(MeasureError("events: Ir\nfn=f\n1 5\n", {.phase = "f", .phase_line = 3}) ==
        "FILE: callgrind: no loops for f:3; record with 'valgrind --tool=callgrind --dump-instr=yes "
        "--collect-jumps=yes'");
}

TEST_CASE("Several jumps form one loop; forward jumps and jumps to other functions form none", "[properties]") {
  const std::string head = "positions: instr line\nevents: Ir\nfn=f\n0x10 1 3\n+4 2 3\n+4 3 3\n";
  const auto loops = [&](const std::string& jumps) { return Describe(Measure(head + jumps)); };
  CHECK(loops("jump=1 0x10 1\n* *\n+4 4 2\njump=1 0x10 1\n* *\n").find("loop f:1 Ir=11 selfIr=11\nline") !=
        std::string::npos);
  CHECK(loops("jump=1 0x30 1\n* *\njfn=g\njump=1 0x10 1\n* *\n").find("loop") == std::string::npos);
  // Two partially overlapping loops are siblings: neither is nested in the other.
  CHECK(loops("jcnd=1/3 0x10 1\n* *\n+4 4 2\njcnd=1/2 0x14 2\n* *\n").find("loop f:3 Ir=9 selfIr=9\nloop f:4 Ir=8") !=
        std::string::npos);
}

TEST_CASE("A branch that was moved after the end of its function is no loop", "[properties]") {
  // The instruction at 0x18 is a return. The branch after it was moved there; it jumps back to 0x14.
  const auto moved = [](const std::string& columns, const std::string& rest) {
    return Describe(Measure("positions: instr line\nevents: " + columns +
                            "\nfn=f\n0x10 1 5\njcnd=2/5 0x1c 3\n* *\n0x14 2 5\n+4 4 5\n" + rest));
  };
  CHECK(moved("Ir", "0x1c 3 2\n+4 3 2\njump=2 0x14 2\n* *\n").find("loop") == std::string::npos);
  // The branch is executed more often than jumps lead to it, so the instruction at 0x18 falls through and is not a
  // return.
  CHECK(moved("Ir", "0x1c 3 3\n+4 3 3\njump=3 0x14 2\n* *\n").find("loop f:2") != std::string::npos);
  // Without counts of executed instructions, the instruction at 0x18 may fall through.
  CHECK(moved("Dr", "0x1c 3 2\n+4 3 2\njump=2 0x14 2\n* *\n").find("loop f:2") != std::string::npos);
  // The branch is taken every time but jumps to 0x10, the start of a loop to which no other branch leads back.
  CHECK(moved("Ir", "0x1c 3 2\n+4 3 2\njump=2 0x10 1\n* *\n").find("loop f:1") != std::string::npos);
}

TEST_CASE("Lines alone show no loops", "[properties]") {
  const Measurements measurements = Measure("events: Ir D1mr\nfn=f\n1 5\n+1 5\njump=3 -1\n* \n");
  CHECK(Describe(measurements).find("loop") == std::string::npos);
  CHECK(
      tests::TextsOf(measurements.remarks) ==
      std::vector<std::string>{"jumps have no addresses, so loops cannot be found; also record with --dump-instr=yes"});
}

TEST_CASE("Jumps and positions that refer to nothing are errors", "[properties]") {
  const std::string head = "positions: instr line\nevents: Ir\nfn=f\n0x10 1 1\n";
  for (const char* bad : {"jump=1 -0x11 1\n* *\n", "jump=1 * -2\n* *\n", "jump=1 0x1ffffffffffffffff 1\n* *\n",
                          "0xfffffffffffffff0 1 1\njump=1 +16 1\n* *\n", "-0x11 1 1\n", "+4 -2 1\n", "0x 1 1\n"}) {
    CHECK(MeasureError(head + bad).find(": a relative position without a position before it") != std::string::npos);
  }
  CHECK(MeasureError(head + "jump=1 0x10 1\n") == "FILE: callgrind, line 5: the file ends after a jump");
  CHECK(MeasureError(head + "jump=1 0x10 1\nfn=g\n") == "FILE: callgrind, line 6: no position after a jump");
  CHECK(MeasureError(head + "jfn=(7)\n") == "FILE: callgrind, line 5: the name (7) is not defined");
}

TEST_CASE("Parts in which the phase has costs are its instances", "[properties]") {
  const std::string head = "version: 1\n";
  const auto part = [](const std::string& number, const std::string& cost) {
    return "part: " + number + "\npositions: instr line\nevents: Ir\nfn=(1) main\n0x10 1 " + cost +
           "\n+4 2 0\njcnd=1/2 -4 2\n* *\nfn=(2) f\n0x20 9 4\n";
  };
  const std::string run = head + part("1", "5") + part("2", "0") + part("3", "7");
  const Measurements measurements = Measure(run, {.instances = true});
  std::string text;
  for (const InstanceContext& context : measurements.instance_contexts) {
    text += std::string(RegionKindName(measurements.regions[context.region.value].kind)) + " " +
            std::to_string(context.instance) + " " + std::to_string(static_cast<int>(context.values[0])) + "\n";
  }
  CHECK(text == "function 1 5\nfunction 2 7\nloop 1 5\nloop 2 7\nline 1 5\nline 2 7\n");
  CHECK(measurements.instances == 2);
  CHECK(Measure(run, {.phase = "main", .phase_line = 2, .instances = true}).instances == 2);
  CHECK(Measure(run).instance_contexts.empty());
  CHECK(TextOf(Measure(kRun, {.instances = true}).remarks.front())
            .starts_with("only one part, and therefore one instance; "));
  const PropertySet set =
      ParseProperties("CONTEXT M { Ir; } PROPERTY P(M m) { CONDITION: m.Ir > 0; CONFIDENCE: 1; SEVERITY: m.Ir; }", "a");
  for (const Finding& finding : FindProperties(measurements, set).properties) {
    CHECK(finding.severity == 12);
    REQUIRE(finding.instances.size() == 2);
    CHECK(finding.instances[1].severity == 7);
  }
  // The costs of processes are added up.
  const Findings both = FindProperties(JoinMeasurements({measurements, measurements}), set);
  CHECK(both.properties.front().instances[1].severity == 14);
}

}  // namespace profdiff::callgrind_loops_test
