// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::folded_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

TEST_CASE("folded stacks are paths, and all numbers are samples", "[folded]") {
  const StackProfile stacks = ReadText("main;a b;f(int, int) 6\nmain 4\n\nmain;a b 10\r\n");
  CHECK(Describe(stacks) == "main 4 4\nmain;a b 10 10\nmain;a b;f(int, int) 6 6\n");
  CHECK(stacks.format->name == "folded");
  CHECK(stacks.events[0].name == "samples");
  CHECK(stacks.events[0].unit == "samples");
  CHECK(stacks.events[0].count == 20);
  CHECK(stacks.contexts.squares.empty());
}

TEST_CASE("large numbers without a unit are not taken for samples", "[folded]") {
  CHECK(Describe(ReadText("a 1000\nb 5000\nc 1\n")) == "a 1000 1000\nb 5000 5000\nc 1 1\n");
  CHECK(Describe(ReadText("a 1000\nb 5000\n")) == "a 1000 1000\nb 5000 5000\n");
  StackProfile stacks = ReadText("a 1001\nb 5000\nc 1\n");
  CHECK(Describe(stacks) == "a 1001 0\nb 5000 0\nc 1 0\n");
  CHECK(stacks.events[0].unit == "samples");
  CHECK_FALSE(stacks.events[0].is_sampled);
  CHECK(stacks.events[0].count == 0);
  REQUIRE(stacks.unknown_unit);
  CHECK(stacks.unknown_unit->cause ==
        "its numbers are not taken for samples: the median stack has 1001, more than 1000, so they may be times or "
        "bytes");
  CHECK_FALSE(stacks.unknown_unit->file.empty());
  // Lines with the same stack are one stack. Stacks without a number do not count.
  CHECK_FALSE(ReadText("a 600\na 600\nb 0\nc 0\n").events[0].is_sampled);
  StackOptions options;
  options.unit = "samples";
  stacks = ReadText("a 1001\nb 5000\n", options);
  CHECK(Describe(stacks) == "a 1001 1001\nb 5000 5000\n");
  CHECK(stacks.events[0].is_sampled);
  CHECK_FALSE(stacks.unknown_unit);
}

TEST_CASE("whole numbers may have a point, and fractions are not rounded", "[folded]") {
  CHECK(Describe(ReadText("a 31.0\nb 6.\nc 1\n")) == "a 31 31\nb 6 6\nc 1 1\n");
  const std::string not_whole = "' is not a whole number of samples: multiply all numbers by ";
  const std::string otherwise = ", or give their unit of time";
  CHECK(ErrorText("a 1.0\nb 31.23\n") == "file: folded, line 2: '31.23" + not_whole + "100" + otherwise);
  CHECK(ErrorText("a 6.125\n") == "file: folded, line 1: '6.125" + not_whole + "1000" + otherwise);
  CHECK(ErrorText("a 14.2343983\n") ==
        "file: folded, line 1: '14.2343983" + not_whole + "1000000 and round them" + otherwise);
  CHECK(ErrorText("a 15e-1\n") == "file: folded, line 1: '15e-1" + not_whole + "1000000 and round them" + otherwise);
  CHECK(ErrorText("a -1.5\n") == "file: folded, line 1: '-1.5' is not a number of samples");
  StackOptions options;
  options.unit = "ms";
  CHECK(Describe(ReadText("a 31.23\nb 6.1\n", options)) == "a 31230000 0\nb 6100000 0\n");
}

TEST_CASE("numbers that are all multiples of one are not taken for samples", "[folded]") {
  std::string text;
  for (int i = 1; i <= 11; ++i) text += "f" + std::to_string(i) + " " + std::to_string(8 * i) + "\n";
  StackProfile stacks = ReadText(text);
  CHECK_FALSE(stacks.events[0].is_sampled);
  CHECK(Describe(stacks).find("f2 16 0\n") != std::string::npos);
  REQUIRE(stacks.unknown_unit);
  CHECK(stacks.unknown_unit->cause ==
        "its numbers are not taken for samples: all numbers are multiples of 8, so they may be times or bytes");
  CHECK(ReadText(text + "g 1\n").events[0].is_sampled);
  // A few numbers can have a divisor by chance.
  CHECK(ReadText("a 8\nb 16\nc 32\n").events[0].is_sampled);
  CHECK(ReadText("a 100\nb 200\nc 300\n").events[0].is_sampled);
  StackOptions options;
  options.unit = "samples";
  CHECK(ReadText(text, options).events[0].is_sampled);
}

TEST_CASE("a period says what one sample counts", "[folded]") {
  StackOptions options;
  options.period = 1000;
  StackProfile stacks = ReadText("a 3000\nb 2000000\nc 0\n", options);
  CHECK(Describe(stacks) == "a 3000 3\nb 2000000 2000\n");
  CHECK(stacks.events[0].unit == "counts");
  CHECK(stacks.events[0].count == 2003);
  CHECK(stacks.contexts.squares.empty());
  // A number that is not a multiple of the period still has at least one sample.
  stacks = ReadText("a 300\nb 2600\n", options);
  CHECK(Describe(stacks) == "a 300 1\nb 2600 3\n");
  CHECK_FALSE(stacks.contexts.squares.empty());
  options.period = 10;
  options.unit = "ms";
  CHECK(Describe(ReadText("a 30\nb 12.5\n", options)) == "a 30000000 3\nb 12500000 1\n");
}

TEST_CASE("two numbers in each line are the sides of a difference", "[folded]") {
  const std::string text = "main;a b 3 5\nmain 0 2\nmain;old 7 0\n";
  CHECK(ErrorText(text) ==
        "file: folded stacks with two numbers in each line: they are the two sides of a difference, and can only be "
        "compared with each other");
  StackOptions options;
  options.format = FindInputFormat("folded-base");
  CHECK(Describe(ReadText(text, options)) == "main;a b 3 3\nmain;old 7 7\n");
  CHECK(ErrorText("main 1 2\nmain 3\n", options) == "file: folded-base, line 2: fewer than two numbers at the end");
  options.format = FindInputFormat("folded-other");
  CHECK(Describe(ReadText(text, options)) == "main 2 2\nmain;a b 5 5\n");
  // If the user says so, the last word of a name may be a number.
  options.format = FindInputFormat("folded");
  CHECK(Describe(ReadText("thread 1 5\nthread 2 8\n", options)) == "thread 1 5 5\nthread 2 8 8\n");
  CHECK(Describe(ReadText("thread 1 5\nthread;main 8\n")) == "thread;main 8 8\nthread 1 5 5\n");
}

TEST_CASE("a unit turns counts into times or other sums", "[folded]") {
  StackOptions options;
  options.unit = "ms";
  StackProfile stacks = ReadText("main 4\nmain;f 1.5\n", options);
  CHECK(Describe(stacks) == "main 4000000 0\nmain;f 1500000 0\n");
  CHECK(stacks.events[0].unit == "seconds");
  CHECK_FALSE(stacks.events[0].is_sampled);
  options.unit = "bytes";
  stacks = ReadText("main 4\nmain;f 6\n", options);
  CHECK(stacks.events[0].unit == "bytes");
  CHECK(Describe(stacks) == "main 4 0\nmain;f 6 0\n");
}

TEST_CASE("a number and a unit of time are the time of a sample", "[folded]") {
  StackOptions options;
  options.unit = "250us";
  StackProfile stacks = ReadText("main 4\nmain;f 3000\n", options);
  CHECK(Describe(stacks) == "main 1000000 4\nmain;f 750000000 3000\n");
  CHECK(stacks.events[0].unit == "seconds");
  CHECK(stacks.events[0].is_sampled);
  CHECK(stacks.events[0].count == 3004);
  options.unit = "0.0002500625s";
  CHECK(Describe(ReadText("main 4\n", options)) == "main 1000250 4\n");
  for (const char* no_time : {"0us", "7", "2bytes", "us"}) {
    INFO(no_time);
    options.unit = no_time;
    CHECK_FALSE(ReadText("main 4\n", options).events[0].is_sampled);
  }
}

TEST_CASE("lines without a number of samples are refused with their line number", "[folded]") {
  StackOptions options;
  options.format = FindInputFormat("folded");
  CHECK(ErrorText("main 1\nmain\n", options) == "file: folded, line 2: no number at the end");
  CHECK(
      ErrorText("main 1.5\n", options) ==
      "file: folded, line 1: '1.5' is not a whole number of samples: multiply all numbers by 10, or give their unit of "
      "time");
  CHECK(ErrorText("main -2\n", options) == "file: folded, line 1: '-2' is not a number of samples");
  CHECK(ErrorText("main 1e300\n", options) == "file: folded, line 1: '1e300' is not a number of samples");
  CHECK(ErrorText("a 9223372036854775807\nb 2\n", options) ==
        "file: folded, line 2: the numbers are too large to add up");
  CHECK(ErrorText("\n", options) == "file: folded: no samples");
  options.salvage = true;
  CHECK(Describe(ReadText("main 1\nmain\nf 3\n", options)) == "main 1 1\n");
}

TEST_CASE("marks of the kernel and of inlined calls are recognized", "[folded]") {
  StackOptions options;
  options.no_kernel = options.no_inline = true;
  CHECK(Describe(ReadText("main;f_[i];do_syscall_[k] 4\n", options)) == "main 4 4\n");
  CHECK(Describe(ReadText("main;f_[i];do_syscall_[k] 4\n")) == "main;f_[i];do_syscall_[k] 4 4\n");
}

TEST_CASE("a line may be longer than any buffer", "[folded]") {
  std::string line = "main";
  for (int i = 0; i < 200'000; ++i) line += i % 2 == 0 ? ";f" : ";g";
  const StackProfile stacks = ReadText(line + " 3\n");
  CHECK(stacks.contexts.size() == 200'001);
  CHECK(tests::IsSound(stacks));
}

}  // namespace profdiff::folded_test
