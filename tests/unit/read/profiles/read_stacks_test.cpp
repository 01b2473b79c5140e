// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of behaviour that all formats share: compressed files, pipes, damage, and equal numbers for equal stacks.
#include <catch2/catch.hpp>

#include "support/gzip.h"
#include "support/stack_files.h"
#include "support/temporary_file.h"

namespace profdiff::read_stacks_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

std::vector<std::string> FormatsOf(const std::vector<tests::SampledStack>& stacks) {
  std::vector<std::string> texts = {tests::AsPerfScript(stacks), tests::AsFolded(stacks), tests::AsSpeedscope(stacks),
                                    tests::AsFirefox(stacks)};
#ifdef PROFDIFF_HAS_PPROF
  texts.push_back(tests::AsPprof(stacks));
#endif
  return texts;
}

}  // namespace

TEST_CASE("the same stacks have the same numbers in every format", "[stacks]") {
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    const std::vector<tests::SampledStack> stacks = tests::RandomStacks(seed);
    CAPTURE(seed);
    const StackProfile first = ReadText(tests::AsPerfScript(stacks));
    REQUIRE(tests::IsSound(first));
    for (const std::string& text : FormatsOf(stacks)) {
      const StackProfile read = ReadText(text);
      if (read.format->name != "folded") REQUIRE(Describe(read) == Describe(first));
    }
    StackOptions nanoseconds;
    nanoseconds.unit = "ns";
    const StackProfile folded = ReadText(tests::AsFolded(stacks, tests::kSampleNanoseconds), nanoseconds);
    REQUIRE(folded.contexts.self == first.contexts.self);
    REQUIRE(folded.contexts.end == first.contexts.end);
  }
}

TEST_CASE("files may be compressed", "[stacks]") {
  const std::vector<tests::SampledStack> stacks = tests::RandomStacks(3);
  for (const std::string& text : FormatsOf(stacks)) {
    CHECK(Describe(ReadText(tests::Gzip(text))) == Describe(ReadText(text)));
    const tests::TemporaryFile file(tests::Gzip(text));
    CHECK(Describe(ReadStacks(file.path())) == Describe(ReadText(text)));
    CHECK(Input(file.path()).format() == ReadText(text).format);
  }
}

TEST_CASE("a truncated compressed file can be used up to its end", "[stacks]") {
  std::string text;
  for (int i = 0; i < 30'000; ++i)
    text += "main;f" + std::to_string(i * 7919 % 10007) + " " + std::to_string(1 + i % 5) + "\n";
  const std::string packed = tests::Gzip(text);
  const std::string cut = packed.substr(0, packed.size() / 2);
  CHECK(ErrorText(cut) ==
        "file: folded, byte " + std::to_string(cut.size()) + ": cannot unpack: the gzip stream ends early");
  StackOptions options;
  options.salvage = true;
  const StackProfile stacks = ReadText(cut, options);
  CHECK(stacks.contexts.size() > 1000);
  REQUIRE_FALSE(stacks.missing.empty());
  CHECK(TextOf(stacks.missing[0]) == "file: cannot unpack: the gzip stream ends early; what follows is left out");
}

TEST_CASE("a gigabyte of zeros in a megabyte is refused at once", "[stacks]") {
  const std::string zeros = tests::Gzip(std::string(std::size_t{1} << 27, '\0'));
  CHECK(ErrorText(zeros) == "file: in no known format; needed here: a profile with names of functions");
}

TEST_CASE("perf's own data is refused with a remedy", "[stacks]") {
  try {
    ReadText("PERFILE2");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kUnsupported);
    CHECK(error.cause() == "perf's own data, which only perf can read");
    CHECK(error.remedy() == Remedy{RemedyKind::kGiveOutputOf, "perf script -i file"});
  }
}

TEST_CASE("the user may choose the format", "[stacks]") {
  StackOptions options;
  options.format = FindInputFormat("folded");
  CHECK(Describe(ReadText("PERFILE2 3\n", options)) == "PERFILE2 3 3\n");
  options.format = FindInputFormat("callgrind");
  CHECK(ErrorText("main;f 3\n", options).starts_with("file: callgrind, line 1: "));
  options.format = FindInputFormat("cpuprofile");
  CHECK(ErrorText("main;f 3\n", options).starts_with("file: cpuprofile, byte "));
}

TEST_CASE("a file that does not exist or is not a profile is refused", "[stacks]") {
  CHECK_THROWS_AS(ReadStacks("/nonexistent/file"), Error);
  CHECK(ErrorText("hello\n") == "file: in no known format; needed here: a profile with names of functions");
  CHECK(ErrorText("").starts_with("file: an empty file; needed here: "));
  CHECK(Input("/dev/null").format() == nullptr);
}

TEST_CASE("cut files are refused or read, at every byte", "[stacks]") {
  const std::vector<tests::SampledStack> stacks = {{{"main", "f"}, 2}, {{"main"}, 1}};
  for (const std::string& text : FormatsOf(stacks)) {
    for (std::size_t size = 0; size < text.size(); ++size) {
      for (const bool salvage : {false, true}) {
        StackOptions options;
        options.salvage = salvage;
        try {
          const StackProfile stacks_before = ReadText(std::string_view(text).substr(0, size), options);
          REQUIRE(tests::IsSound(stacks_before));
        } catch (const Error& error) {
          REQUIRE(TextOf(error.message()).starts_with("file: "));
        }
      }
    }
  }
}

}  // namespace profdiff::read_stacks_test
