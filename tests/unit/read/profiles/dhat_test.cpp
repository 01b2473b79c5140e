// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::dhat_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

const std::string kFrames =
    R"x("ftbl":["[root]","0x10: malloc (in /lib/v.so)","0x20: f(int) (a.c:3)","0x30: main (a.c:9)","0x40: ??? (in /lib/c.so)",)x"
    R"x("0x20: <T as U>::get (src/u.rs:7:11)"])x";

std::string File(const std::string& points, const std::string& version = "2") {
  return R"({"dhatFileVersion":)" + version + R"(,"mode":"heap","bklt":true,"pps":[)" + points + "]," + kFrames + "}";
}

const std::string kPoints =
    R"({"tb":100,"tbk":4,"mb":70,"gb":50,"gbk":2,"eb":0,"ebk":0,"acc":[1,-9,2],"fs":[1,2,3]},)"
    R"({"tb":7,"tbk":1,"gb":0,"gbk":0,"eb":7,"ebk":1,"fs":[1,4,3]},{"tb":30,"tbk":3,"gb":0,"gbk":0,"eb":0,"ebk":0,"fs":[1,5,2,2,3]})";

}  // namespace

TEST_CASE("points are stacks of allocations, innermost first", "[dhat]") {
  const StackProfile stacks = ReadText(File(kPoints));
  CHECK(Describe(stacks) ==
        "main@a.c;[unknown]@/lib/c.so;malloc@/lib/v.so 7 0\nmain@a.c;f(int)@a.c;f(int)@a.c;<T as "
        "U>::get@src/u.rs;malloc@/lib/v.so 30 0\nmain@a.c;f(int)@a.c;malloc@/lib/v.so 100 0\n");
  CHECK(stacks.format->name == "dhat");
  CHECK_FALSE(stacks.events[0].is_sampled);
  REQUIRE(stacks.events.size() == 6);
  CHECK(stacks.events[0].name == "bytes");
  CHECK(stacks.events[3].name == "peak blocks");
  CHECK(stacks.events[3].unit == "blocks");
}

TEST_CASE("each kind of value is an event", "[dhat]") {
  const auto sum = [](const std::string& event) {
    StackOptions options;
    options.event = event;
    std::int64_t all = 0;
    for (std::int64_t self : ReadText(File(kPoints), options).contexts.self) all += self;
    return all;
  };
  CHECK(sum("bytes") == 137);
  CHECK(sum("blocks") == 8);
  CHECK(sum("peak bytes") == 50);
  CHECK(sum("peak blocks") == 2);
  CHECK(sum("end bytes") == 7);
  CHECK(sum("end blocks") == 1);
}

TEST_CASE("inlined calls have the address of their caller", "[dhat]") {
  StackOptions options;
  options.no_inline = true;
  CHECK(Describe(ReadText(File(R"({"tb":1,"tbk":1,"fs":[5,2,2,3]})"), options)) ==
        "main@a.c;f(int)@a.c;f(int)@a.c 1 0\n");
}

TEST_CASE("points without lifetimes have two values, perhaps with other units", "[dhat]") {
  const std::string text =
      R"({"dhatFileVersion":2,"bsu":"units","bksu":"events","pps":[{"tb":15,"tbk":5,"fs":[0,3]}],)" + kFrames + "}";
  const StackProfile stacks = ReadText(text);
  CHECK(Describe(stacks) == "main@a.c 15 0\n");
  REQUIRE(stacks.events.size() == 2);
  CHECK(stacks.events[1].name == "events");
  CHECK(ReadText(R"({"dhatFileVersion":2,"pps":[],"ftbl":[]})").contexts.size() == 0);
}

TEST_CASE("damaged points are refused", "[dhat]") {
  CHECK(ErrorText(File(R"({"tb":1,"fs":[9]})")) == "file: dhat: point 1: no frame 9 in a table of size 6");
  CHECK(ErrorText(File(R"({"tb":1,"fs":["x"]})")) == "file: dhat: point 1: no frame -2 in a table of size 6");
  CHECK(ErrorText(File(kPoints + R"(,{"tb":-1,"fs":[1]})")) ==
        "file: dhat: point 4: a value that is not a number of bytes");
  CHECK(ErrorText(File(kPoints, "3")) == "file: dhat: version 3 of its format; known here: 2");
  const std::string good = File(kPoints);
  CHECK(ErrorText(good.substr(0, good.size() - 9)) ==
        "file: dhat, byte " + std::to_string(good.size() - 9) + ": the text ends early");
}

}  // namespace profdiff::dhat_test
