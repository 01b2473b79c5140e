// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <catch2/catch.hpp>

#include "profdiff/properties.h"
#include "support/stack_files.h"
#include "support/temporary_folder.h"
#include "values/loading_stacks.h"

namespace profdiff::caliper_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

// Attributes: 20 function (nested), 21 mpi.rank, 22 and 23 metrics, 24 a unit, 25 a hidden metric.
const std::string kAttributes =
    "__rec=node,id=12,attr=10,data=64,parent=3\n__rec=node,id=14,attr=8,data=attribute.unit,parent=12\n"
    "__rec=node,id=15,attr=10,data=268,parent=3\n__rec=node,id=20,attr=8,data=function,parent=15\n"
    "__rec=node,id=16,attr=14,data=sec,parent=5\n__rec=node,id=17,attr=10,data=65,parent=16\n"
    "__rec=node,id=21,attr=8,data=mpi.rank,parent=1\n"
    "__rec=node,id=22,attr=8,data=sum#time.duration,parent=17\n"
    "__rec=node,id=23,attr=8,data=inclusive#sum#time.duration,parent=17\n"
    "__rec=node,id=26,attr=8,data=max#time.duration,parent=17\n"
    "__rec=node,id=27,attr=8,data=sum#region.count,parent=2\n"
    "__rec=node,id=18,attr=10,data=193,parent=5\n__rec=node,id=25,attr=8,data=avg.sum#time,parent=18\n";

const std::string kRegions =
    "__rec=node,id=30,attr=20,data=main\n__rec=node,id=31,attr=20,data=a\\,b,parent=30\n"
    "__rec=node,id=32,attr=20,data=MPI_Send,parent=31\n";

std::string Rows(const std::string& rows) { return kAttributes + kRegions + rows; }

const std::string kSelfRows =
    "__rec=ctx,ref=30,attr=21=22=26=27,data=0=2.5=2=1\n__rec=ctx,ref=31,attr=21=22=27=25,data=0=1.25=4=9\n"
    "__rec=ctx,ref=31,attr=21=22,data=1=4\n__rec=ctx,attr=21=22,data=1=0.5\n";

}  // namespace

TEST_CASE("rows of Caliper add up by their path of regions", "[caliper]") {
  const StackProfile stacks = ReadText(Rows(kSelfRows));
  CHECK(stacks.format->name == "caliper");
  CHECK(Describe(stacks) == "main 2500000000 0\nmain;a,b 5250000000 0\n- 500000000 0\n");
  CHECK(stacks.contexts.stackless == 500000000);
  const Profile profile = ProfileOfStacks(stacks);
  CHECK(profile.calls == std::vector<std::uint64_t>{4, 1});
  REQUIRE(stacks.remarks.size() == 1);
  CHECK(stacks.remarks[0].cause.starts_with("left out: 1 value"));
}

TEST_CASE("inclusive values become own values", "[caliper]") {
  const std::string rows =
      "__rec=ctx,ref=30,attr=21=23,data=0=10\n__rec=ctx,ref=32,attr=21=23,data=0=3\n"
      "__rec=ctx,ref=30,attr=21=23,data=1=1\n";
  // The node between has no row: its value is that of its callee.
  CHECK(Describe(ReadText(Rows(rows))) == "main 8000000000 0\nmain;a,b;MPI_Send 3000000000 0\n");
}

TEST_CASE("ranks and attributes of Caliper choose rows", "[caliper]") {
  StackOptions options;
  options.processes = {"^1$"};
  CHECK(Describe(ReadText(Rows(kSelfRows), options)) == "main;a,b 4000000000 0\n- 500000000 0\n");
  options.processes.clear();
  options.labels = {{"mpi.rank", "^0$"}};
  CHECK(Describe(ReadText(Rows(kSelfRows), options)) == "main 2500000000 0\nmain;a,b 1250000000 0\n");
  const tests::TemporaryFolder folder;
  CHECK(RanksOf(folder.Write("a.cali", Rows(kSelfRows))) == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("times without a unit depend on the version", "[caliper]") {
  const std::string old =
      "__rec=node,id=40,attr=8,data=sum#time.duration,parent=5\n"
      "__rec=ctx,ref=30,attr=40,data=7\n";
  const std::string version =
      "__rec=node,id=50,attr=8,data=cali.caliper.version,parent=3\n"
      "__rec=node,id=51,attr=50,data=2.10.0-dev\n";
  CHECK(Describe(ReadText(Rows(old))) == "main 7000 0\n");
  CHECK(Describe(ReadText(Rows(old + version))) == "main 7000000000 0\n");
}

TEST_CASE("damage in Caliper's files has a place and a reason", "[caliper]") {
  CHECK(ErrorText(Rows("__rec=ctx,ref=99,attr=22,data=1\n")).ends_with(": there is no node 99 before"));
  CHECK(ErrorText(Rows("__rec=ctx,ref=30,attr=22,data=1=2\n"))
            .ends_with(": the numbers of attributes and values differ"));
  CHECK(ErrorText(Rows("xyz\n")).ends_with(": no record"));
  StackOptions options;
  options.salvage = true;
  CHECK(Describe(ReadText(Rows("__rec=ctx,ref=30,attr=22,data=1\nxyz\n"), options)) == "main 1000000000 0\n");
}

namespace {

std::string Json(const std::string& rows, const std::string& nodes) {
  return R"({"data": [)" + rows +
         R"(],"columns":["time","mpi.rank","path"],"column_metadata":[{"is_value":true,"attribute.unit":"sec"},)"
         R"({"is_value":true},{"is_value":false}],"nodes":[)" +
         nodes + R"(],"cali.caliper.version":"2.10.0"})";
}

const std::string kNodes = R"({"label":"f","column":"path","parent":1},{"label":"main","column":"path"})";

}  // namespace

TEST_CASE("json-split has rows with indices of nodes", "[caliper]") {
  const StackProfile stacks = ReadText(Json("[1.5,0,1],[2,0,0],[0.25,1,null]", kNodes));
  CHECK(stacks.format->name == "caliper-json");
  CHECK(Describe(stacks) == "main 1500000000 0\nmain;f 2000000000 0\n- 250000000 0\n");
  CHECK(stacks.contexts.stackless == 250000000);
  CHECK(ErrorText(Json("[1.5,0,7]", kNodes)).ends_with(": row 1: no node with this index in a table of size 2"));
  CHECK(ErrorText(Json("[1.5,0]", kNodes)).ends_with(": row 1: a row of 2 cells, not 3"));
  CHECK(ErrorText(Json("[1,0,0]", R"({"label":"f","parent":0})")).ends_with(": row 1: node 0 is on its own path"));
}

TEST_CASE("high-water marks and numbers of blocks are not added up", "[caliper]") {
  const std::string text =
      R"({"data":[[1,4096,0,1],[2,8192,1,1]],"columns":["time","alloc.region.highwatermark","block","path"],)"
      R"("column_metadata":[{"is_value":true,"attribute.unit":"sec"},{"is_value":true},{"is_value":true},)"
      R"({"is_value":false}],"nodes":[)" +
      kNodes + "]}";
  const StackProfile stacks = ReadText(text);
  REQUIRE(stacks.events.size() == 1);
  CHECK(Describe(stacks) == "main 3000000000 0\n");
  REQUIRE(stacks.remarks.size() == 1);
  CHECK(stacks.remarks[0].cause.starts_with("left out: 4 values that cannot be added up"));
}

TEST_CASE("locations of Caliper are measured", "[caliper]") {
  const tests::TemporaryFolder folder;
  const Measurements made = ReadMeasurements(folder.Write("a.json", Json("[1,0,1],[3,1,1]", kNodes)));
  REQUIRE(made.FindMetric("self").has_value());
  const std::size_t self = *made.FindMetric("self");
  std::vector<double> of_main;
  for (const Context& context : made.contexts) {
    if (made.regions[context.region.value].name == "main") of_main.push_back(context.values[self]);
  }
  CHECK(of_main == std::vector<double>{1, 3});
}

}  // namespace profdiff::caliper_test
