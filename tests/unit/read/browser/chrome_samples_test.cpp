// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::chrome_samples_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

std::string Event(const std::string& name, const std::string& more) {
  return R"({"args":)" + more + R"(,"name":")" + name + R"(","ph":"P","pid":7,"tid":1,"id":"0x1","ts":5})";
}

const std::string kNodes = R"x({"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}},)x"
                           R"x({"id":2,"parent":1,"callFrame":{"functionName":"f","url":"a.js"}}],"samples":[2,2]})x";
const std::string kProfile = Event("Profile", R"({"data":{"startTime":1000}})");
const std::string kChunk = Event("ProfileChunk", R"({"data":{"cpuProfile":)" + kNodes + R"(,"timeDeltas":[10,20]}})");
const std::string kLater =
    Event("ProfileChunk",
          R"({"data":{"cpuProfile":{"nodes":[{"id":3,"parent":2,"callFrame":{"functionName":"g","url":"a.js"}}],)"
          R"("samples":[3,2]},"timeDeltas":[30,40],"endTime":1150}})");
const std::string kName = R"({"ph":"M","name":"thread_name","pid":7,"tid":1,"args":{"name":"Main"}})";
const std::string kCall =
    R"({"ph":"X","name":"RunTask","pid":7,"tid":1,"ts":1,"dur":2,"args":{"data":{"x":[{"y":1}]}}})";

}  // namespace

TEST_CASE("chunks of a profile are joined", "[chrome-samples]") {
  const StackProfile stacks = ReadText(R"({"displayTimeUnit":"ms","metadata":{"a":{"b":[1]}},"traceEvents":[)" + kName +
                                       "," + kProfile + "," + kCall + "," + kChunk + "," + kLater + "]}");
  CHECK(stacks.format->name == "chrome");
  CHECK(Describe(stacks) == "f@a.js 100000 3\nf@a.js;g@a.js 40000 1\n");
  CHECK(stacks.events[0].count == 4);
  REQUIRE(stacks.threads.size() == 1);
  CHECK(stacks.threads[0].name == "Main");
  CHECK(stacks.threads[0].process == "7");
}

TEST_CASE("a chunk may have its times twice", "[chrome-samples]") {
  const auto chunk = [](const std::string& inner, const std::string& outer) {
    std::string nodes = kNodes;
    nodes.insert(nodes.size() - 1, R"(,"timeDeltas":)" + inner);
    return "[" + kProfile + "," + Event("ProfileChunk", R"({"data":{"cpuProfile":)" + nodes + outer + "}}") + "]";
  };
  const std::string expected = "f@a.js 20000 2\n";
  CHECK(Describe(ReadText(chunk("[10,20]", R"(,"timeDeltas":[10,20])"))) == expected);
  CHECK(Describe(ReadText(chunk("[10,20]", ""))) == expected);
  CHECK(Describe(ReadText(chunk("[10]", R"(,"timeDeltas":[20])"))) == expected);
  CHECK(ErrorText(chunk("[10,20]", R"(,"timeDeltas":[10,21])")).ends_with("a different number of times: 4"));
}

TEST_CASE("without the start of a profile, its end is unknown", "[chrome-samples]") {
  CHECK(Describe(ReadText("[" + kChunk + "," + kLater + "]")) == "f@a.js 50000 3\nf@a.js;g@a.js 40000 1\n");
}

TEST_CASE("a list of events may lack its closing bracket", "[chrome-samples]") {
  const std::string text = "[" + kCall + ",\n" + kProfile + ",\n" + kChunk;
  CHECK(Describe(ReadText(text + "]")) == "f@a.js 20000 2\n");
  CHECK(Describe(ReadText(text + ",\n")) == "f@a.js 20000 2\n");
  CHECK(ErrorText("[" + kCall + ",\n" + kProfile.substr(0, 40)).find("ends early") != std::string::npos);
}

TEST_CASE("samples and frames may be members of the whole file, as Hermes writes them", "[chrome-samples]") {
  const std::string frames =
      R"x({"1":{"name":"[root]","category":"root"},"2":{"name":"main(/app/index.js:3:4)","category":"JavaScript",)x"
      R"x("parent":1},"3":{"name":"parse(a (b).js:7:1)","category":"JavaScript","parent":"2"},)x"
      R"x("4":{"name":"read","category":"libc.so","parent":2}})x";
  const auto sample = [](const std::string& thread, const std::string& time, const std::string& frame) {
    return R"({"cpu":"-1","name":"","pid":7,"tid":")" + thread + R"(","ts":")" + time + R"(","weight":"1","sf":)" +
           frame + "}";
  };
  const std::string samples = sample("1", "1000", "3") + "," + sample("2", "1500", "4") + "," +
                              sample("1", "3000", "2") + "," + sample("2", "1600", "9") + "," +
                              sample("1", "3500", "1") + "," + sample("1", "3600", "\"2\"");
  const std::string text =
      R"({"traceEvents":[)" + kName + R"(],"samples":[)" + samples + R"(],"stackFrames":)" + frames + "}";
  const StackProfile stacks = ReadText(text);
  CHECK(stacks.format->name == "chrome");
  CHECK(Describe(stacks) ==
        "main@/app/index.js 500000 2\nmain@/app/index.js;parse@a (b).js 2000000 1\n"
        "main@/app/index.js;read@libc.so 100000 1\n- 100000 2\n");
  CHECK(stacks.contexts.stackless == 100000);
  REQUIRE(stacks.threads.size() == 2);
  CHECK(stacks.threads[0].name == "Main");
  REQUIRE(stacks.remarks.size() == 1);
  CHECK(stacks.remarks[0].cause.starts_with("1 sample of functions that the trace does not describe"));
}

TEST_CASE("an event may have a whole profile", "[chrome-samples]") {
  const std::string nodes =
      R"x({"startTime":1000,"endTime":1100,"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":[2]},)x"
      R"x({"id":2,"callFrame":{"functionName":"f","url":"a.js"}}],"samples":[2],"timeDeltas":[25]})x";
  const std::string event =
      R"({"ph":"I","name":"CpuProfile","pid":7,"tid":3,"ts":9,"args":{"data":{"cpuProfile":)" + nodes + "}}}";
  const StackProfile stacks = ReadText("[" + event + "]");
  CHECK(Describe(stacks) == "f@a.js 75000 1\n");
  CHECK(stacks.threads[0].number == "3");
}

TEST_CASE("a trace without CPU samples is no profile", "[chrome-samples]") {
  CHECK(ErrorText("[" + kCall + "]") == "file: a trace without CPU samples");
}

TEST_CASE("samples of nodes that a trace lacks have no stack", "[chrome-samples]") {
  const std::string later = Event("ProfileChunk", R"({"data":{"cpuProfile":{"samples":[9,2]},"timeDeltas":[30,40]}})");
  const StackProfile stacks = ReadText("[" + kProfile + "," + kChunk + "," + later + "]");
  CHECK(Describe(stacks) == "f@a.js 50000 3\n- 40000 1\n");
  REQUIRE(stacks.remarks.size() == 1);
  CHECK(stacks.remarks[0].cause.starts_with("1 sample of functions that the trace does not describe"));
}

}  // namespace profdiff::chrome_samples_test
