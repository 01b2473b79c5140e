// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the texts of error messages, both those that equal gprof's and those that only egprof has.
#include "egprof/console/output.h"

#include <catch2/catch.hpp>

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

std::string Classic(const Error& error) { return ErrorText("gprof", error, false); }
std::string House(const Error& error) { return ErrorText("egprof", error, true); }

}  // namespace

TEST_CASE("gprof's lines", "[output]") {
  CHECK(Classic({ErrorCode::kNotAnImage, "x: not in executable format", "x"}) ==
        "gprof: x: not in executable format\n");
  CHECK(Classic({ErrorCode::kMissingRecords, "gmon.out file is missing histogram"}) ==
        "gprof: gmon.out file is missing histogram\n");
}

TEST_CASE("Lines without the program's name", "[output]") {
  CHECK(Classic({ErrorCode::kSystem, "x: No such file or directory", "x"}) == "x: No such file or directory\n");
  CHECK(Classic({ErrorCode::kSystem, ": No such file or directory", ""}) == "No such file or directory\n");
  CHECK(Classic({ErrorCode::kTooShort, "x: file too short to be a gmon file", "x"}) ==
        "x: file too short to be a gmon file\n");
  CHECK(Classic({ErrorCode::kIncompatibleFile, "x: incompatible with first gmon file", "x"}) ==
        "x: incompatible with first gmon file\n");
}

TEST_CASE("Every line of a message has the program's name", "[output]") {
  CHECK(Classic({ErrorCode::kIncompatible, "dimension unit changed\nfrom 'a'\nto 'b'", "x"}) ==
        "gprof: dimension unit changed\ngprof: from 'a'\ngprof: to 'b'\n");
}

TEST_CASE("A line feed within a unit or a name does not begin a line of a message", "[output]") {
  CHECK(Classic({ErrorCode::kIncompatible, "dimension unit changed\nfrom 'a\nx'\nto 'b\ny'", "x"}) ==
        "gprof: dimension unit changed\ngprof: from 'a\nx'\ngprof: to 'b\ny'\n");
  CHECK(Classic({ErrorCode::kBadTag, "a\nb: found bad tag 7 (file corrupted?)", "a\nb"}) ==
        "gprof: a\nb: found bad tag 7 (file corrupted?)\n");
}

TEST_CASE("Two messages do not end with a line feed", "[output]") {
  CHECK(Classic({ErrorCode::kIncompatible, "different scales in histogram records", "x"}) ==
        "gprof: different scales in histogram records");
  CHECK(Classic({ErrorCode::kIncompatible, "found a symbol that covers several histogram records", "x"}) ==
        "gprof: found a symbol that covers several histogram records");
}

TEST_CASE("In a difference an error is one line that names program and file", "[output]") {
  CHECK(House({ErrorCode::kSystem, "x: No such file or directory", "x"}) == "egprof: x: No such file or directory\n");
  CHECK(House({ErrorCode::kBadVersion, "file `x' has unsupported version 2", "x"}) ==
        "egprof: file `x' has unsupported version 2\n");
  CHECK(House({ErrorCode::kIncompatible, "different scales in histogram records", "scale"}) ==
        "egprof: scale: different scales in histogram records\n");
  CHECK(House({ErrorCode::kIncompatible, "dimension unit changed\nfrom 'a'\nto 'b'", "x"}) ==
        "egprof: x: dimension unit changed from 'a' to 'b'\n");
  CHECK(House({ErrorCode::kBadArgument, "nothing to subtract"}) == "egprof: nothing to subtract\n");
}

TEST_CASE("Warnings are copied in order", "[output]") {
  Output output;
  profdiff::Diagnostics diagnostics;
  diagnostics.Warn("one");
  diagnostics.Warn("two");
  output.TakeWarnings(diagnostics);
  CHECK(output.notes == std::vector<std::string>{"warning: one", "warning: two"});
  CHECK(diagnostics.warnings.empty());
}

TEST_CASE("Messages of libbfd begin with its name", "[output]") {
  Output output;
  profdiff::Diagnostics diagnostics;
  diagnostics.Warn("BFD: warning: x has a section extending past end of file");
  diagnostics.Warn("bfd_get_section_contents: file truncated");
  diagnostics.Warn("can't do -c");
  output.TakeWarnings(diagnostics);
  CHECK(output.library_notes == std::vector<std::string>{"BFD: warning: x has a section extending past end of file",
                                                         "bfd_get_section_contents: file truncated"});
  CHECK(output.notes == std::vector<std::string>{"can't do -c"});
}

}  // namespace egprof
