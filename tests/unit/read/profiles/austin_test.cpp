// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::austin_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

std::string File(const std::string& mode, const std::string& samples) {
  return "# austin: 3.4.0\n# interval: 100\n# mode: " + mode + "\n\n" + samples + "\n# duration: 250\n";
}

StackProfile Read(const std::string& text, const std::string& event) {
  StackOptions options;
  options.event = event;
  return ReadText(text, options);
}

}  // namespace

TEST_CASE("a line of Austin is a sample of a thread, in microseconds", "[austin]") {
  const std::string text = File("wall",
                                "P7;T7;/app.py:<module>:3;/app.py:parse:12 105\n"
                                "P7;T8;/app.py:<module>:3;/app.py:parse:14 100\n"
                                "P7;T7;/app.py:<module>:3 95\n"
                                "P7;T7 20\n");
  const StackProfile stacks = ReadText(text);
  CHECK(stacks.format->name == "austin");
  CHECK(Describe(stacks) == "<module>@/app.py 95000 1\n<module>@/app.py;parse@/app.py 205000 2\n- 20000 1\n");
  REQUIRE(stacks.events.size() == 1);
  CHECK(stacks.events[0].name == "wall");
  CHECK(stacks.events[0].unit == "seconds");
  CHECK(stacks.events[0].count == 4);
  CHECK_FALSE(stacks.contexts.squares.empty());
  REQUIRE(stacks.threads.size() == 2);
  CHECK(stacks.threads[0].process == "7");
  CHECK(stacks.threads[1].number == "8");
  CHECK(stacks.threads[0].samples == 3);
  StackOptions options;
  options.threads = {"^8$"};
  CHECK(Describe(ReadText(text, options)) == "<module>@/app.py;parse@/app.py 100000 1\n");
  CHECK(ReadText(File("cpu", "P7;T7;a:f:1 9\n")).events[0].name == "cpu");
}

TEST_CASE("frames of Austin are functions of files, without lines", "[austin]") {
  const auto read = [](const std::string& frames) {
    return Describe(ReadText(File("wall", "P7;T0:8;" + frames + " 1\n")));
  };
  CHECK(read("<frozen importlib._bootstrap>:_load:7") == "_load@<frozen importlib._bootstrap> 1000 1\n");
  CHECK(read("C:\\x y.py:A.<locals>.f:7") == "A.<locals>.f@C:\\x y.py 1000 1\n");
  CHECK(read("/lib/liba.so:std::vector<int>::push:0") == "std::vector<int>::push@/lib/liba.so 1000 1\n");
  CHECK(read("a.py:f;L12;a.py:g;L7") == "f@a.py;g@a.py 1000 1\n");
  CHECK(read("a.py:f:1;:GC:") == "f@a.py;GC 1000 1\n");
  CHECK(read(":INVALID:") == "INVALID 1000 1\n");
  CHECK(read(":GC:0") == "GC 1000 1\n");
  CHECK(read("kernel:do_sys_poll:0") == "do_sys_poll@[kernel] 1000 1\n");
  CHECK(read("f;:") == "f;[unknown] 1000 1\n");
  CHECK(ReadText(File("wall", "P7;T0:8;a:f:1 1\n")).threads[0].number == "8");
  const StackThread named = ReadText(File("wall", "P7;T0:main x;a:f:1 1\n")).threads[0];
  CHECK(named.name == "main x");
  CHECK(named.number.empty());
}

TEST_CASE("memory of Austin grows and shrinks", "[austin]") {
  const StackProfile stacks = ReadText(File("memory", "P7;T7;a:f:1 4096\nP7;T7;a:g:1 -1024\nP7;T7;a:f:2 8\n"));
  CHECK(Describe(stacks) == "f@a 4104 0\ng@a -1024 0\n");
  CHECK(stacks.events[0].unit == "bytes");
  CHECK_FALSE(stacks.events[0].is_sampled);
}

TEST_CASE("Austin's full mode has three events", "[austin]") {
  const std::string text = File("full", "P7;T7;a:f:1 100,0,4096\nP7;T7;a:g:1 50,1,-8\n");
  CHECK(Describe(ReadText(text)) == "f@a 100000 1\ng@a 50000 1\n");
  CHECK(ReadText(text).events.size() == 3);
  CHECK(Describe(Read(text, "cpu")) == "f@a 100000 1\n");
  CHECK(Describe(Read(text, "memory")) == "f@a 4096 0\ng@a -8 0\n");
  CHECK(ReadText(text).threads[0].samples == 2);
  // Whoever converts the binary format writes only the time, and not whether the thread was idle.
  const StackProfile converted = ReadText(File("full", "P7;T7;a:f:1 100\n"));
  CHECK(Describe(converted) == "f@a 100000 1\n");
  CHECK(converted.events.size() == 1);
}

TEST_CASE("damaged files of Austin are refused", "[austin]") {
  const auto error = [](const std::string& samples) { return ErrorText(File("wall", samples)); };
  CHECK(error("nonsense 7\n") == "file: austin, line 5: neither a comment nor a sample");
  CHECK(error("P7;a:f:1 7\n") == "file: austin, line 5: neither a comment nor a sample");
  for (const char* bad : {"P7;T7;a:f:1\n", "P7;T7;a:f:1 x\n", "P7;T7;a:f:1 -5\n", "P7;T7;a:f:1 5,0,7\n", "P7;T7\n",
                          "P7;T7;a:f:1 \n", "P 7;T7\n"}) {
    CAPTURE(bad);
    CHECK(error(bad) == "file: austin, line 5: a sample without the numbers of its mode");
  }
  CHECK(ErrorText(File("full", "P7;T7;a:f:1 5,2,7\n")).ends_with("without the numbers of its mode"));
  CHECK(error("P7;T7;a:f:1 9223372036854775807\n") == "file: austin: the numbers are too large to add up");
  CHECK(ErrorText("# austin: 3.4.0\n# mode: wall\nP7;T7;a:f:1 10") ==
        "file: austin, line 3: the file ends within a sample");
  CHECK(ErrorText("# austin: 3.4.0\nP7;T7;a:f:1 10\n") ==
        "file: austin, line 2: no line '# mode: MODE' precedes the samples");
  CHECK(ErrorText("# austin: 9.0\n# mode: heat\n") == "file: austin, line 2: the mode 'heat' is unknown");
  CHECK(error("") == "file: austin: no event was recorded");
}

}  // namespace profdiff::austin_test
