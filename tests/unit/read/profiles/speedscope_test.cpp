// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::speedscope_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

std::string File(const std::string& profiles) {
  return R"({"version":"1","$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":)"
         R"([{"name":"main"},{"name":"f","line":3},{"name":"g"}]},"profiles":[)" +
         profiles + R"(],"exporter":"x"})";
}

std::string Evented(const std::string& events) {
  return File(R"({"type":"evented","name":"t","unit":"seconds","startValue":0,"endValue":9,"events":[)" + events +
              "]}");
}

}  // namespace

TEST_CASE("sampled stacks have weights", "[speedscope]") {
  const StackProfile stacks = ReadText(File(
      R"({"type":"sampled","name":"t","unit":"microseconds","samples":[[0,1],[0,1,2],[],[0,1]],"weights":[1.5,1.5,1.5,1.5]})"));
  CHECK(Describe(stacks) == "main;f 3000 2\nmain;f;g 1500 1\n- 1500 1\n");
  CHECK(stacks.events[0].is_sampled);
  CHECK(stacks.remarks.empty());
  CHECK(stacks.format->name == "speedscope");
  CHECK(stacks.events[0].name == "time");
  CHECK(stacks.events[0].unit == "seconds");
  CHECK(stacks.threads[0].name == "t");
}

TEST_CASE("events without a unit are no samples", "[speedscope]") {
  const StackProfile stacks =
      ReadText(File(R"({"type":"evented","name":"t","unit":"none","startValue":0,"endValue":9,"events":[)"
                    R"({"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":9}]})"));
  CHECK(Describe(stacks) == "main 9 0\n");
  CHECK(stacks.events[0].unit == "units");
}

TEST_CASE("times of different weights are sums of an unknown number of samples", "[speedscope]") {
  const StackProfile stacks =
      ReadText(File(R"({"type":"sampled","name":"t","unit":"milliseconds","samples":[[0],[0,1]],"weights":[2,1]})"));
  CHECK(Describe(stacks) == "main 2000000 0\nmain;f 1000000 0\n");
  CHECK_FALSE(stacks.events[0].is_sampled);
  REQUIRE(stacks.remarks.size() == 1);
  CHECK(stacks.remarks[0].cause.starts_with("weights of samples differ"));
  const StackProfile two =
      ReadText(File(R"({"type":"sampled","name":"a","unit":"seconds","samples":[[0],[0]],"weights":[2,2]},)"
                    R"({"type":"sampled","name":"b","unit":"seconds","samples":[[0]],"weights":[1]})"));
  CHECK_FALSE(two.events[0].is_sampled);
}

TEST_CASE("weights without a unit are numbers of samples", "[speedscope]") {
  const StackProfile stacks =
      ReadText(File(R"({"type":"sampled","name":"t","unit":"none","samples":[[0,1],[0],[0,1]],"weights":[185,3,40]})"));
  CHECK(Describe(stacks) == "main 3 3\nmain;f 225 225\n");
  CHECK(stacks.events[0].is_sampled);
  CHECK(stacks.events[0].count == 228);
  CHECK(stacks.threads[0].samples == 228);
  CHECK(stacks.contexts.squares.empty());
  CHECK_FALSE(ReadText(File(R"({"type":"sampled","name":"t","unit":"bytes","samples":[[0]],"weights":[64]})"))
                  .events[0]
                  .is_sampled);
}

TEST_CASE("large weights without a unit may be times", "[speedscope]") {
  const auto read = [](const std::string& weights) {
    return ReadText(File(R"({"type":"sampled","name":"t","unit":"none","samples":[[0],[0,1],[0,1,2]],"weights":[)" +
                         weights + "]}"));
  };
  CHECK(read("1,1000,90000").events[0].is_sampled);
  const StackProfile large = read("1,1001,90000");
  CHECK_FALSE(large.events[0].is_sampled);
  CHECK(Describe(large) == "main 1 0\nmain;f 1001 0\nmain;f;g 90000 0\n");
  REQUIRE(large.remarks.size() == 1);
  CHECK(large.remarks[0].cause.starts_with("weights have no unit"));
}

TEST_CASE("frames of different files are different functions", "[speedscope]") {
  const std::string text =
      R"({"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[)"
      R"({"name":"__init__","file":"parser.py","line":3},{"name":"__init__","file":"writer.py"},)"
      R"({"name":"__init__","file":"parser.py","line":9},{"name":"__init__","file":null}]},"profiles":[)"
      R"({"type":"sampled","name":"t","unit":"none","samples":[[0],[1],[2],[3]],"weights":[1,2,4,8]}]})";
  CHECK(Describe(ReadText(text)) == "__init__ 8 8\n__init__@parser.py 5 5\n__init__@writer.py 2 2\n");
}

TEST_CASE("events open and close frames, and time passes between them", "[speedscope]") {
  const StackProfile stacks = ReadText(
      Evented(R"({"type":"O","at":1,"frame":0},{"type":"O","at":1.5,"frame":1},{"type":"C","at":4,"frame":1},)"
              R"({"type":"C","at":4.25,"frame":0},{"type":"O","at":6,"frame":2},{"type":"C","at":7,"frame":2})"));
  CHECK(Describe(stacks) == "g 1000000000 0\nmain 750000000 0\nmain;f 2500000000 0\n");
  CHECK_FALSE(stacks.events[0].is_sampled);
}

TEST_CASE("an event counts the samples of threads that were not selected", "[speedscope]") {
  StackOptions options;
  options.threads = {"b"};
  const StackProfile stacks =
      ReadText(File(R"({"type":"sampled","name":"a","unit":"none","samples":[[0],[1]],"weights":[2,1]},)"
                    R"({"type":"sampled","name":"b","unit":"none","samples":[[1]],"weights":[4]})"),
               options);
  CHECK(Describe(stacks) == "f 4 4\n");
  CHECK(stacks.events[0].count == 7);
}

TEST_CASE("profiles of several units are several events", "[speedscope]") {
  const std::string text = File(R"({"type":"sampled","name":"a","unit":"none","samples":[[0]],"weights":[2]},)"
                                R"({"type":"sampled","name":"b","unit":"bytes","samples":[[1]],"weights":[64]})");
  CHECK(Describe(ReadText(text)) == "main 2 2\n");
  StackOptions options;
  options.event = "bytes";
  CHECK(Describe(ReadText(text, options)) == "f 64 0\n");
  options.event.clear();
  options.threads = {"b"};
  CHECK(ErrorText(text, options) == "file: speedscope: no sample matches the filters");
}

TEST_CASE("damaged profiles are reported with their number", "[speedscope]") {
  const auto sampled = [](const std::string& samples, const std::string& weights) {
    return File(R"({"type":"sampled","name":"a","unit":"none","samples":[)" + samples + R"(],"weights":[)" + weights +
                "]}");
  };
  CHECK(ErrorText(sampled("[7]", "1")) == "file: speedscope: profile 1: a frame outside the table of 3");
  CHECK(ErrorText(sampled("[-1]", "1")) == "file: speedscope: profile 1: a frame outside the table of 3");
  CHECK(ErrorText(sampled("[0]", "")) == "file: speedscope: profile 1: 1 samples, but 0 weights");
  CHECK(ErrorText(sampled("[0]", "-1")) == "file: speedscope: profile 1: a weight below 0");
  CHECK(ErrorText(sampled("[0]", "1.5")).find("too large, or not a number of none") != std::string::npos);
  CHECK(ErrorText(sampled("[0]", "null")).find("too large, or not a number of none") != std::string::npos);
  CHECK(ErrorText(Evented(R"({"type":"C","at":1,"frame":0})")).find("closed that is not the innermost") !=
        std::string::npos);
  CHECK(ErrorText(Evented(R"({"type":"O","at":2,"frame":0},{"type":"C","at":1,"frame":0})")).find("earlier than") !=
        std::string::npos);
  const std::string good = sampled("[0]", "1");
  CHECK(ErrorText(good.substr(0, good.size() - 20)) ==
        "file: speedscope, byte " + std::to_string(good.size() - 20) + ": the text ends early");
  StackOptions options;
  options.salvage = true;
  CHECK(Describe(ReadText(good.substr(0, good.size() - 17), options)) == "main 1 1\n");
  CHECK(Describe(ReadText(sampled("[0],[0,1]", "5"), options)) == "main 5 5\n");
}

}  // namespace profdiff::speedscope_test
