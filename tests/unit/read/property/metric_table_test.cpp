// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for tables of metrics as CSV.
#include <catch2/catch.hpp>
#include <string>

#include "support/properties.h"

namespace profdiff::metric_table_test {

using tests::Describe;
using tests::Measure;
using tests::MeasureError;

TEST_CASE("Rows of a table are metrics of regions", "[properties]") {
  CHECK(Describe(Measure("metric,value,region,line,file,rank\nL1-misses,3,f,,x.c,\nL1-misses,4,f,,x.c,\n"
                         "L1-misses,2,f,9,x.c,\r\ncycles,1e3,\"g, \"\"h\"\"\",,,\n")) ==
        "program program L1_misses=7 cycles=1000\nfunction f L1_misses=7\nline f:9 L1_misses=2\n"
        "function g, \"h\" cycles=1000\n");
  CHECK(Describe(Measure("region,rank,metric,value\nf,1,a,3\nf,0,a,4\n,0,a,9\n")) ==
        "program program @0 a=9\nfunction f @0 a=4\nfunction f @1 a=3\n");
  const Measurements phase = Measure("region,metric,value\nf,a,3\n", {.phase = "f"});
  CHECK(phase.regions[phase.phase.value].name == "f");
  CHECK(Describe(Measure("\xEF\xBB\xBFregion,metric,value\nf,a,3\n")) == "program program a=3\nfunction f a=3\n");
  const Measurements line = Measure("region,line,metric,value\nf,,a,3\nf,7,a,1\n", {.phase = "f", .phase_line = 7});
  CHECK(line.regions[line.phase.value].line == 7);
}

TEST_CASE("A phase is alone with its lines", "[properties]") {
  const std::string rows =
      "region,file,line,rank,metric,value\nmain,,,0,a,50\nf,x.c,7,0,a,2\nf,,,0,a,5\nf,,,1,a,6\nf,x.c,8,1,a,1\n"
      "g,x.c,7,1,a,9\n,,,0,a,70\n";
  const Measurements phase = Measure(rows, {.phase = "f"});
  CHECK(Describe(phase) == "line f:7 @0 a=2\nfunction f @0 a=5\nfunction f @1 a=6\nline f:8 @1 a=1\n");
  CHECK(phase.phase == RegionId(std::size_t{1}));
  CHECK_FALSE(phase.regions[1].parent.valid());
  for (const std::size_t line : {0U, 2U}) CHECK(phase.regions[line].parent == phase.phase);
  CHECK(phase.nested.size() == 2);
  CHECK(Describe(Measure(rows, {.phase = "f", .phase_line = 8})) == "line f:8 @1 a=1\n");
  CHECK(Describe(Measure("region,file,line,metric,value\nf,x.c,7,a,2\nf,,,a,5\n")) ==
        "program program a=5\nline f:7 a=2\nfunction f a=5\n");
}

TEST_CASE("Errors in a table have a line number", "[properties]") {
  const std::string head = "region,line,metric,value\n";
  CHECK(MeasureError(head + "f,,a\n") == "FILE:2: a row of 3 cells, not 4");
  CHECK(MeasureError(head + "f,,a,1\nf,,a,x\n") == "FILE:3: the value is not a number");
  CHECK(MeasureError(head + "f,,a,inf\n") == "FILE:2: the value is not a number");
  CHECK(MeasureError(head + "f,-1,a,1\n") == "FILE:2: the line is not a 32-bit number");
  CHECK(MeasureError(head + "f,99999999999,a,1\n") == "FILE:2: the line is not a 32-bit number");
  CHECK(MeasureError(head + "f,,,1\n") == "FILE:2: a metric without a name");
  CHECK(MeasureError(head + "\"f,,a,1\n") == "FILE:2: a quote that does not end");
  CHECK(MeasureError(head) == "FILE:1: no values");
  CHECK(MeasureError("regions,metric,value\nf,a,1\n") ==
        "FILE:1: no column 'region': the first row must name region, metric and value");
  CHECK(MeasureError("region,metric,\" value\"\nf,a,1\n").starts_with("FILE:1: no column 'value'"));
  CHECK(MeasureError("region,metric,value,value\nf,a,1,2\n") == "FILE:1: two columns 'value'");
  CHECK(MeasureError(head + "f,,a,1\n", {.phase = "g"}) == "FILE: no region 'g'");
  CHECK(MeasureError(head + "f,,a,1\n", {.phase = "f", .phase_line = 7}) == "FILE: no region 'f:7'");
}

}  // namespace profdiff::metric_table_test
