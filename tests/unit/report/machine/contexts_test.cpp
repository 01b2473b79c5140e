// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for writing trees of stacks as tables and as part of a document.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "support/example_runs.h"
#include "support/stack_files.h"

namespace profdiff::contexts_test {
namespace {

constexpr MachineListings kDown{false, false, false, TreeDirection::kDown};

tests::StackRun RunOf(std::string_view folded) { return tests::StackRun(tests::ReadText(folded)); }

std::string Written(const char* format, const tests::StackRun& run, const MachineListings& listings,
                    std::size_t limit = 0) {
  ListingOptions options;
  options.limit = limit;
  std::string out;
  const MachineLeftOut left_out = WriteListings(out, *FindTableFormat(format), run.execution(), "p", listings, options);
  CHECK((left_out.tree == 0) == (limit == 0));
  return out;
}

std::string Written(const char* format, const Difference& difference) {
  std::string out;
  WriteListings(out, *FindTableFormat(format), difference, {"a", "b"}, nullptr, kDown, {});
  return out;
}

// Returns the part of a document from the line that begins with `key` to the end; empty if there is no such line.
std::string From(const std::string& document, const std::string& key) {
  const std::size_t at = document.find("\n\"" + key + "\"");
  return at == std::string::npos ? "" : document.substr(at + 1);
}

}  // namespace

TEST_CASE("a tree of one execution as CSV", "[contexts]") {
  CHECK(Written("csv", RunOf("main 1\nmain;a;b 2\nmain;c 1\n"), kDown) ==
        "context,parent,depth,percent,self,total,samples,totalSamples,id,line,file,linkageName,name\r\n"
        "0,,0,100,1,4,1,4,4,,,main,main\r\n"
        "1,0,1,50,0,2,0,2,1,,,a,a\r\n"
        "2,1,2,50,2,2,2,2,2,,,b,b\r\n"
        "3,0,1,25,1,1,1,1,3,,,c,c\r\n");
}

TEST_CASE("a tree of two executions as CSV", "[contexts]") {
  CHECK(Written("csv", tests::SubtractStacks(RunOf("main;a 2\nmain;b 1\n"), RunOf("main;a 2\nmain;c 5\n"))) ==
        "context,parent,depth,baseSelf,otherSelf,diffSelf,baseTotal,otherTotal,diffTotal,baseSamples,otherSamples,"
        "diffSamples,baseTotalSamples,otherTotalSamples,diffTotalSamples,status,match,id,line,file,linkageName,name\r\n"
        "0,,0,0,0,0,3,7,-4,0,0,0,3,7,-4,changed,name,4,,,main,main\r\n"
        "1,0,1,,5,-5,,5,-5,,5,-5,,5,-5,onlyOther,,3,,,c,c\r\n"
        "2,0,1,1,,1,1,,1,1,,1,1,,1,onlyBase,,2,,,b,b\r\n"
        "3,0,1,2,2,0,2,2,0,2,2,0,2,2,0,unchanged,name,1,,,a,a\r\n");
}

TEST_CASE("trees in documents", "[contexts]") {
  const std::string one = Written("json", RunOf("main 1\nmain;a;b 2\n"), kDown);
  CHECK(
      From(one, "contexts") ==
      "\"contexts\": [\n"
      "  {\"function\":3,\"parent\":null,\"numbers\":{\"self\":1.0,\"total\":3.0,\"samples\":1,\"totalSamples\":3}},\n"
      "  {\"function\":1,\"parent\":0,\"numbers\":{\"self\":0.0,\"total\":2.0,\"samples\":0,\"totalSamples\":2}},\n"
      "  {\"function\":2,\"parent\":1,\"numbers\":{\"self\":2.0,\"total\":2.0,\"samples\":2,\"totalSamples\":2}}\n"
      "]\n}\n");
  CHECK(one.find("\"listings\": {\"tree\":{\"leftOut\":0,\"direction\":\"down\"}}") != std::string::npos);
  for (const char* id : {"{\"id\":1,", "{\"id\":2,", "{\"id\":3,"}) CHECK(one.find(id) != std::string::npos);
  const std::string two = Written("json", tests::SubtractStacks(RunOf("main 1\n"), RunOf("main;a 1\nmain;b 2\n")));
  CHECK(From(two, "contexts")
            .find("{\"function\":2,\"parent\":0,\"base\":null,\"other\":{\"self\":2.0,\"total\":2.0,"
                  "\"samples\":2,\"totalSamples\":2},\"difference\":{\"self\":-2.0,\"total\":-2.0,"
                  "\"samples\":-2,\"totalSamples\":-2}}") != std::string::npos);
}

TEST_CASE("unknown samples have no keys", "[contexts]") {
  StackOptions milliseconds;
  milliseconds.unit = "ms";
  const tests::StackRun run(tests::ReadText("main 2\n", milliseconds));
  CHECK(From(Written("json", run, kDown), "contexts").find("{\"self\":0.002,\"total\":0.002}}") != std::string::npos);
}

TEST_CASE("a limit omits the smallest paths", "[contexts]") {
  const std::string cut = Written("csv", RunOf("main 1\nmain;a;b 2\nmain;c 1\n"), kDown, 3);
  CHECK(cut.ends_with("2,1,2,50,2,2,2,2,2,,,b,b\r\n"));
  const std::string up =
      Written("csv", RunOf("main;a 1\nmain;b;a 2\n"), MachineListings{false, false, false, TreeDirection::kUp}, 2);
  CHECK(up.ends_with("0,,0,100,0,3,0,3,1,,,a,a\r\n1,0,1,66.66666666666667,0,2,0,2,2,,,b,b\r\n"));
}

TEST_CASE("a tree without whole stacks is an error", "[contexts]") {
  std::string out;
  CHECK_THROWS_AS(WriteListings(out, *FindTableFormat("csv"), SubtractTests(PaperBase(), PaperOther()), {"a", "b"},
                                nullptr, kDown, {}),
                  Error);
}

}  // namespace profdiff::contexts_test
