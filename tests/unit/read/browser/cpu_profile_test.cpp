// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::cpu_profile_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

std::string Node(int id, const std::string& name, const std::string& more) {
  return "{\"id\":" + std::to_string(id) + R"(,"callFrame":{"functionName":")" + name +
         R"(","scriptId":"0","url":"app.js","lineNumber":1},"hitCount":1)" + more + "}";
}

std::string File(const std::string& nodes, const std::string& samples, const std::string& deltas) {
  return "{\"nodes\":[" + nodes + "],\"startTime\":1000,\"endTime\":1100,\"samples\":[" + samples +
         "],\"timeDeltas\":[" + deltas + "]}";
}

const std::string kTree =
    Node(1, "(root)", ",\"children\":[5]") + "," + Node(5, "", ",\"children\":[3]") + "," + Node(3, "f", "");

}  // namespace

TEST_CASE("a sample lasts until the next one, and the last one until the end", "[cpuprofile]") {
  const StackProfile stacks = ReadText(File(kTree, "5,3,5", "10,20,30"));
  CHECK(Describe(stacks) == "(anonymous)@app.js 60000 2\n(anonymous)@app.js;f@app.js 30000 1\n");
  CHECK(stacks.format->name == "cpuprofile");
  CHECK(stacks.events[0].count == 3);
}

TEST_CASE("nodes may name their parents, and times may decrease slightly", "[cpuprofile]") {
  const std::string nodes =
      Node(1, "(root)", "") + "," + Node(5, "g", ",\"parent\":1") + "," + Node(3, "f", ",\"parent\":5");
  CHECK(Describe(ReadText(File(nodes, "5,3,5", "10,20,-5"))) == "g@app.js 20000 2\ng@app.js;f@app.js 70000 1\n");
}

TEST_CASE("the root of the tree is no function, but a function may have its name", "[cpuprofile]") {
  const std::string nodes =
      Node(1, "(root)", ",\"children\":[2]") + "," + Node(2, "f", ",\"children\":[3]") + "," + Node(3, "(root)", "");
  CHECK(Describe(ReadText(File(nodes, "1,2,3", "10,20,30"))) ==
        "f@app.js 30000 1\nf@app.js;(root)@app.js 40000 1\n- 20000 1\n");
  const std::string two = Node(1, "main", "") + "," + Node(2, "(program)", "");
  CHECK(Describe(ReadText(File(two, "1,2", "10,20"))) == "(program)@app.js 70000 1\nmain@app.js 20000 1\n");
}

TEST_CASE("a heap profile has the bytes of each function", "[cpuprofile]") {
  const auto file = [](const std::string& size) {
    const auto node = [](const std::string& name, const std::string& bytes, const std::string& children) {
      return R"({"callFrame":{"functionName":")" + name + R"(","url":"app.js"},"selfSize":)" + bytes +
             ",\"children\":[" + children + "]}";
    };
    return "{\"head\":" + node("(root)", "0", node("f", "300", node("g", size, "")) + "," + node("g", "5", "")) +
           ",\"samples\":[{\"size\":300,\"nodeId\":2,\"ordinal\":1}]}";
  };
  const StackProfile stacks = ReadText(file("70"));
  CHECK(Describe(stacks) == "f@app.js 300 0\nf@app.js;g@app.js 70 0\ng@app.js 5 0\n");
  CHECK(stacks.events[0].unit == "bytes");
  CHECK(ErrorText(file("\"x\"")) == "file: cpuprofile: no number of bytes in the node: 2");
}

TEST_CASE("inconsistent trees are refused", "[cpuprofile]") {
  CHECK(ErrorText(File(kTree, "9", "1")) == "file: cpuprofile: no node has the id: 9");
  CHECK(ErrorText(File(kTree, "5", "1,2")).find("1 samples, but a different number of times: 2") != std::string::npos);
  CHECK(ErrorText(File(kTree, "5", "1e300")).find("too large") != std::string::npos);
  CHECK(ErrorText(File(kTree + "," + kTree, "5", "1")) == "file: cpuprofile: two nodes have the same id: 1");
  const std::string loop = Node(1, "a", ",\"children\":[2]") + "," + Node(2, "b", ",\"children\":[1]");
  CHECK(ErrorText(File(loop, "2", "1")) == "file: cpuprofile: stack 1 is its own caller");
  CHECK(ErrorText(File(kTree, "", "")) == "file: cpuprofile: no samples");
}

TEST_CASE("older profiles of V8 have nested nodes, and times by sample", "[cpuprofile]") {
  const std::string text = R"x({"head":{"functionName":"(root)","url":"","callUID":1,"children":[)x"
                           R"x({"functionName":"f","url":"a.js","callUID":2,"children":[)x"
                           R"x({"functionName":"","url":"a.js","callUID":3,"children":[],"id":7}],"id":5}],"id":2},)x"
                           R"x("startTime":100,"endTime":100.0001,"samples":[5,7,2],"timestamps":[9000,9010,9030]})x";
  const StackProfile stacks = ReadText(text);
  CHECK(stacks.format->name == "cpuprofile");
  CHECK(Describe(stacks) == "f@a.js 10000 1\nf@a.js;(anonymous)@a.js 20000 1\n- 70000 1\n");
}

}  // namespace profdiff::cpu_profile_test
