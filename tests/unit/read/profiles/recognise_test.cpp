// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/profiles/recognise.h"

#include <catch2/catch.hpp>

#include "support/stack_files.h"

using namespace profdiff;

namespace {

std::string Format(std::string_view text, bool is_all = true) {
  const std::optional<StackFormat> format = RecogniseStacks(text, is_all);
  return format ? std::string(StackFormatName(*format)) : "none";
}

}  // namespace

TEST_CASE("formats are recognised by their content", "[recognise]") {
  const std::vector<tests::SampledStack> stacks = tests::RandomStacks(1);
  CHECK(Format(tests::AsPerfScript(stacks)) == "perf");
  CHECK(Format(tests::AsFolded(stacks)) == "folded");
  CHECK(Format(tests::AsPprof(stacks)) == "pprof");
  CHECK(Format(tests::AsSpeedscope(stacks)) == "speedscope");
  CHECK(Format(tests::AsFirefox(stacks)) == "firefox");
  CHECK(Format("gmon_start;main 12\n") == "folded");
  CHECK(Format("PERFILE2\x68\0") == "perf.data");
  CHECK(Format("# callgrind format\nversion: 1\n") == "callgrind");
  CHECK(Format("version: 1\ncreator: xdebug\n\nevents: Time\n") == "callgrind");
  CHECK(Format(R"({"nodes":[]})") == "cpuprofile");
  CHECK(Format("# captured on: x\n#\n\nprog 7 1.1: 10 cpu-clock: \n\t 40 f+0x1 (p)\n") == "perf");
  CHECK(Format("  cc1 7 1.1: 10 cycles:  40 f+0x1 (p)\n") == "perf");
  CHECK(Format("prog 7 1.1: 10 cycles: \n\nprog 7 1.1: 10 cycles: \n\n") == "perf");
}

TEST_CASE("other files are not recognised", "[recognise]") {
  for (std::string_view text :
       {std::string_view(""), std::string_view("\0\0\0\0", 4), std::string_view("\n"), std::string_view("hello\n"),
        std::string_view("gmon\1\0\0\0", 8),
        std::string_view("\x7f"
                         "ELF"),
        std::string_view("a b 12\nhello\n"), std::string_view("{\"traceEvents\":[]}"),
        std::string_view("[{\"ph\":\"X\"}]"), std::string_view("{\"a\":{\"nodes\":1}}"),
        std::string_view("{\"a\":\"nodes\"}"), std::string_view("12.5: a log\nof something\n")}) {
    CAPTURE(text);
    CHECK(Format(text) == "none");
  }
}

TEST_CASE("the first bytes are enough", "[recognise]") {
  const std::vector<tests::SampledStack> stacks = tests::RandomStacks(2);
  for (const std::string& text : {tests::AsPerfScript(stacks), tests::AsFolded(stacks), tests::AsPprof(stacks),
                                  tests::AsSpeedscope(stacks), tests::AsFirefox(stacks)}) {
    CHECK(Format(text.substr(0, text.size() / 2), false) == Format(text));
  }
  CHECK(Format("main;" + std::string(70000, 'x'), false) == "folded");
  CHECK(Format("prog 7 1.1: 10 cycles: \n\t 40 " + std::string(70000, 'x'), false) == "perf");
}

TEST_CASE("formats have names", "[recognise]") {
  for (std::size_t i = 0; i < kStackFormats; ++i) {
    const auto format = static_cast<StackFormat>(i);
    CHECK(FindStackFormat(StackFormatName(format)) == format);
  }
  CHECK_FALSE(FindStackFormat("gprof"));
}
