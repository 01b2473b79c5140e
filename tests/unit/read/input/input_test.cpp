// SPDX-License-Identifier: GPL-3.0-or-later
#include "profdiff/input.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/temporary_file.h"

namespace profdiff::input_test {

using tests::TemporaryFile;

constexpr InputNeed kTraces[] = {{InputKind::kTrace}};
constexpr InputNeed kRegions[] = {
    {InputKind::kTrace, kGivesStacks}, {InputKind::kProfile, kGivesRegions}, {InputKind::kImage}};
constexpr InputNeed kProfiles[] = {{InputKind::kImage}, {InputKind::kProfile}};

TEST_CASE("An input knows what a file is", "[input]") {
  const TemporaryFile folded("main;f 3\n"), gmon(std::string("gmon\1\0\0\0", 8)), unknown("hello\n");
  CHECK(Input(folded.path()).format() == FindInputFormat("folded"));
  CHECK(Input(folded.path()).kind() == InputKind::kProfile);
  CHECK(Input(folded.path()).MayHaveNames());
  CHECK(Input(gmon.path()).format() == FindInputFormat("gmon"));
  CHECK_FALSE(Input(gmon.path()).MayHaveNames());
  CHECK(Input(unknown.path()).format() == nullptr);
  CHECK(Input(unknown.path()).kind() == InputKind::kUnknown);
  CHECK(Input("/proc/self/exe").IsImage());
  CHECK(Input("/").kind() == InputKind::kTrace);
  CHECK(Input("/no/such/file").format() == nullptr);
  CHECK(Input("/dev/null").format() == nullptr);
}

TEST_CASE("A file is examined once", "[input]") {
  const TemporaryFile file("main;f 3\n");
  const Input input(file.path()), copy = input;
  REQUIRE(input.format() == FindInputFormat("folded"));
  std::ofstream(file.path(), std::ios::trunc) << "something else\n";
  CHECK(copy.format() == FindInputFormat("folded"));
  CHECK(Input(file.path()).format() == nullptr);
}

TEST_CASE("The format that the user names applies to everything but images", "[input]") {
  const TemporaryFile file("main;f 3\n");
  const InputFormat* const gmon = FindInputFormat("gmon");
  const InputFormat* const perf = FindInputFormat("perf");
  CHECK(Input(file.path(), perf).format() == perf);
  CHECK_FALSE(Input(file.path(), gmon).MayHaveNames());
  CHECK(Input("/proc/self/exe", perf).IsImage());
  CHECK_FALSE(Input("/proc/self/exe", perf).MayHaveNames());
  CHECK(Input("/no/such/file", perf).format() == perf);
}

TEST_CASE("A pipe is not examined, and may be a profile with names", "[input]") {
  const TemporaryFile place("");
  const std::string path = place.path() + ".pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  CHECK(Input(path).IsPipe());
  CHECK(Input(path).format() == nullptr);
  CHECK(Input(path).MayHaveNames());
  CHECK_FALSE(Input(path, FindInputFormat("gmon")).MayHaveNames());
  std::filesystem::remove(path);
}

TEST_CASE("The error for a file of the wrong kind says what the file is, and what to do", "[input]") {
  const auto cause = [](const Input& input, std::span<const InputNeed> wanted) {
    return std::string(WrongKind(input, wanted).what());
  };
  const TemporaryFile folded("main;f 3\n"), gmon(std::string("gmon\1\0\0\0", 8)), unknown("hello\n"), data("PERFILE2");
  const TemporaryFile empty(""), listing("Flat profile:\n"), chrome(R"({"traceEvents":[]})");
  const std::string traces = "needed here: a trace in JSON, a trace of uftrace, an OTF2 archive or a directory";
  CHECK(cause(folded.path(), kTraces) == "folded stacks; " + traces);
  CHECK(cause(unknown.path(), kTraces) == "in no known format; " + traces);
  CHECK(cause(empty.path(), kTraces) == "an empty file; " + traces);
  CHECK(cause(gmon.path(), kTraces) == "a gprof profile; " + traces);
  CHECK(cause(gmon.path(), kProfiles) ==
        "a gprof profile: name its program before it, as in 'PROGRAM " + gmon.path() + "'");
  CHECK(cause(listing.path(), kTraces) == "a listing of gprof; " + traces);
  CHECK(cause(unknown.path(), kProfiles) == "in no known format; needed here: an image or a profile");
  CHECK(cause(chrome.path(), kProfiles) == "a trace in JSON; needed here: an image or a profile");
  CHECK(cause(unknown.path(), kRegions) ==
        "in no known format; needed here: an image, a profile with metrics of regions or a trace in JSON");
  CHECK(cause(data.path(), kProfiles) == "perf's own data, which only perf can read");
  CHECK(WrongKind(data.path(), kProfiles).remedy() ==
        Remedy{RemedyKind::kGiveOutputOf, "perf script -i " + data.path()});
  CHECK(WrongKind(chrome.path(), kProfiles).remedy().kind == RemedyKind::kUseForTraces);
  CHECK(WrongKind(gmon.path(), kTraces).remedy().kind == RemedyKind::kUseForProfiles);
  CHECK(WrongKind(gmon.path(), kProfiles).remedy() == Remedy());
  CHECK(WrongKind(gmon.path(), kTraces).path() == gmon.path());
  CHECK(WrongKind(unknown.path(), kTraces).code() == ErrorCode::kUnknownFormat);
  CHECK(WrongKind("/no/such/file", kTraces).code() == ErrorCode::kSystem);
  CHECK(WrongKind(data.path(), kProfiles).code() == ErrorCode::kUnsupported);
  CHECK(WrongKind(folded.path(), kTraces, ErrorCode::kNotATrace).code() == ErrorCode::kNotATrace);
}

TEST_CASE("The first input that is none of the wanted kinds is refused", "[input]") {
  const TemporaryFile folded("main;f 3\n"), unknown("hello\n"), listing("Flat profile:\n"), data("PERFILE2");
  const TemporaryFile library(std::string("gmon\xff\xff\1\0", 8));
  const auto refused = [](const std::vector<Input>& inputs, std::span<const InputNeed> wanted) {
    try {
      RequireKinds(inputs, wanted);
    } catch (const Error& error) {
      return error.path();
    }
    return std::string();
  };
  CHECK(refused({folded.path(), unknown.path(), data.path()}, kProfiles).empty());
  CHECK(refused({folded.path(), listing.path(), "/no/such/file"}, kProfiles) == "/no/such/file");
  CHECK(refused({folded.path(), "/no/such/file", listing.path()}, kProfiles) == "/no/such/file");
  CHECK(refused({library.path()}, kProfiles).empty());
  CHECK(refused({unknown.path(), folded.path()}, kTraces) == folded.path());
  const InputNeed regions[] = {{InputKind::kProfile, kGivesRegions}};
  CHECK(refused({folded.path()}, regions) == folded.path());
}

}  // namespace profdiff::input_test
