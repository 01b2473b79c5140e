// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

using namespace profdiff;
using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

TEST_CASE("folded stacks are paths, and the greatest common divisor of all counts is a sample", "[folded]") {
  const StackProfile stacks = ReadText("main;a b;f(int, int) 6\nmain 4\n\nmain;a b 10\r\n");
  CHECK(Describe(stacks) == "main 4 2\nmain;a b 10 5\nmain;a b;f(int, int) 6 3\n");
  CHECK(stacks.format == StackFormat::kFolded);
  CHECK(stacks.events[0].name == "samples");
  CHECK(stacks.events[0].unit == "samples");
  CHECK(stacks.events[0].count == 10);
  CHECK(stacks.contexts.squares.empty());
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

TEST_CASE("lines without a number of samples are refused with their line number", "[folded]") {
  StackOptions options;
  options.format = StackFormat::kFolded;
  CHECK(ErrorText("main 1\nmain\n", options) == "file: folded, line 2: no number at the end");
  CHECK(ErrorText("main 1.5\n", options) == "file: folded, line 1: '1.5' is not a number of samples");
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
  CHECK(Describe(ReadText("main;f_[i];do_syscall_[k] 4\n", options)) == "main 4 1\n");
  CHECK(Describe(ReadText("main;f_[i];do_syscall_[k] 4\n")) == "main;f_[i];do_syscall_[k] 4 1\n");
}

TEST_CASE("a line may be longer than any buffer", "[folded]") {
  std::string line = "main";
  for (int i = 0; i < 200'000; ++i) line += i % 2 == 0 ? ";f" : ";g";
  const StackProfile stacks = ReadText(line + " 3\n");
  CHECK(stacks.contexts.size() == 200'001);
  CHECK(tests::IsSound(stacks));
}
