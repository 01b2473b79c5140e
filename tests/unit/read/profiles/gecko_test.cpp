// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::gecko_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

// Rows may be shorter than the schema, and the schema may come after the rows.
std::string Thread(const std::string& number, const std::string& samples) {
  return R"({"name":"main","pid":)" + number + R"(,"tid":)" + number +
         R"(,"frameTable":{"schema":{"line":1,"location":0},"data":[[0],[1,7],[2],[3],[4]]},)"
         R"("stackTable":{"data":[[null,0],[0,1],[1,2],[1,3],[1,4]],"schema":{"frame":1,"prefix":0}},)"
         R"x("stringTable":["(root)","0x10010","onLoad (https://x.test/a.js:34:5)","Label::Text (x)","f (in liba.so) + 16"],)x"
         R"("samples":{"schema":{"stack":0,"time":1,"responsiveness":2},"data":[)" +
         samples + "]}}";
}

std::string Document(const std::string& more) {
  return R"({"meta":{"version":13,"interval":2},"libs":[{"name":"prog","path":"/bin/prog","start":65536,"end":69632}],)"
         R"("threads":[)" +
         Thread("7", "[2,0,0],[1,1.5],[null,2],[2,3,[1,2]],[3,4],[4,5]") + "]" + more + "}";
}

const std::string kStacks =
    "(root);0x10@/bin/prog 2000000 1\n(root);0x10@/bin/prog;Label::Text (x) 2000000 1\n"
    "(root);0x10@/bin/prog;f@liba.so 2000000 1\n(root);0x10@/bin/prog;onLoad@https://x.test/a.js 4000000 2\n- 2000000 "
    "1\n";

}  // namespace

TEST_CASE("tables of a raw profile are lists of rows", "[gecko]") {
  const StackProfile stacks = ReadText(Document(""));
  CHECK(Describe(stacks) == kStacks);
  CHECK(stacks.format->name == "firefox");
  CHECK(stacks.events[0].count == 6);
  REQUIRE(stacks.threads.size() == 1);
  CHECK(stacks.threads[0].number == "7");
}

TEST_CASE("other processes have documents of their own, with other libraries and intervals", "[gecko]") {
  const std::string child =
      R"({"threads":[)" + Thread("9", "[1,0]") +
      R"(],"libs":[{"name":"child","start":65536,"end":65600}],"meta":{"interval":1},"processes":[]})";
  const StackProfile stacks = ReadText(Document(R"(,"processes":[)" + child + "]"));
  REQUIRE(stacks.threads.size() == 2);
  CHECK(stacks.threads[1].process == "9");
  StackOptions options;
  options.processes = {"^9$"};
  CHECK(Describe(ReadText(Document(R"(,"processes":[)" + child + "]"), options)) == "(root);0x10@child 1000000 1\n");
}

TEST_CASE("the former performance panel has a raw profile as a member", "[gecko]") {
  const auto panel = [](const std::string& markers) {
    return R"({"label":"a","duration":74.1,"markers":[)" + markers +
           R"(],"frames":[],"memory":[],"allocations":{"frames":[],"sizes":[]},"profile":)" + Document("") +
           R"(,"configuration":{"interval":9},"systemHost":{},"fileType":"Recorded Performance Data","version":2})";
  };
  const StackProfile stacks = ReadText(panel(""));
  CHECK(stacks.format->name == "firefox");
  CHECK(Describe(stacks) == kStacks);
  CHECK(stacks.threads.size() == 1);
  // The profile may be far behind the beginning of the file.
  const std::string marker = R"({"name":"Styles","start":306.7,"end":306.8,"index":0})";
  std::string markers = marker;
  while (markers.size() < 1'000'000) markers += "," + marker;
  CHECK(Describe(ReadText(panel(markers))) == kStacks);
}

TEST_CASE("rows without a schema are damage", "[gecko]") {
  std::string text = Document("");
  text.replace(text.find("\"stack\":0"), 9, "\"stick\":0");
  CHECK(ErrorText(text) == "file: firefox: no stack -2 in a table of size 5");
  text = Document("");
  text.replace(text.find("\"frame\":1"), 9, "\"frame\":9");
  CHECK(ErrorText(text).starts_with("file: firefox: thread 1: no frame -1 "));
  text = Document("");
  text.replace(text.find("[[0],[1,7]"), 10, "[[0],[9,7]");
  CHECK(ErrorText(text) == "file: firefox: thread 1: no text 9 in a table of size 5");
}

}  // namespace profdiff::gecko_test
