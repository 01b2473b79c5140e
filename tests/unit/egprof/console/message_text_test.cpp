// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the texts of messages, both those that equal gprof's and those that only egprof has.
#include "egprof/console/message_text.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace egprof::message_text_test {
namespace {

using profdiff::ErrorCode;
using profdiff::Message;
using profdiff::Place;
using profdiff::RemedyKind;

std::string Classic(const Message& message) { return ErrorText("gprof", message, Wording::kGprof); }
std::string House(const Message& message) { return ErrorText("egprof", message, Wording::kOwn); }

Message OtherDimension(const std::string& from, const std::string& to) {
  Message message(ErrorCode::kOtherDimension, "dimension unit changed between histogram records", "x");
  message.lines = {"from '" + from + "'", "to '" + to + "'"};
  return message;
}

}  // namespace

TEST_CASE("gprof's lines", "[message_text]") {
  CHECK(Classic({ErrorCode::kNotAnImage, "not in executable format", "x"}) == "gprof: x: not in executable format\n");
  CHECK(Classic({ErrorCode::kMissingRecords, "gmon.out file is missing histogram"}) ==
        "gprof: gmon.out file is missing histogram\n");
}

TEST_CASE("gprof names the file in the middle of some messages", "[message_text]") {
  CHECK(Classic({ErrorCode::kBadMagic, "bad magic cookie", "x", Place::Byte(0)}) ==
        "gprof: file `x' has bad magic cookie\n");
  CHECK(Classic({ErrorCode::kBadVersion, "unsupported version 2", "x"}) ==
        "gprof: file `x' has unsupported version 2\n");
  CHECK(Classic({ErrorCode::kNoSymbols, "no symbols", "x"}) == "gprof: file `x' has no symbols\n");
  CHECK(Classic({ErrorCode::kNotGmon, "does not appear to be in gmon.out format", "x"}) ==
        "gprof: file 'x' does not appear to be in gmon.out format\n");
  CHECK(Classic({ErrorCode::kNoText, "can't find .text section", "x"}) == "gprof: can't find .text section in x\n");
  CHECK(Classic({ErrorCode::kNoSource, "could not locate", "x"}) == "gprof: could not locate `x'\n");
  CHECK(Classic({ErrorCode::kBadOrderMap, "unable to parse mapping file", "x"}) ==
        "gprof: unable to parse mapping file x.\n");
  CHECK(Classic({ErrorCode::kBadSymbolFile, "could not open", "x"}) == "gprof: could not open x.\n");
  CHECK(Classic({ErrorCode::kBadSymbolFile, "could not open", ""}) == "gprof: could not open .\n");
}

TEST_CASE("gprof does not name the file of some messages", "[message_text]") {
  CHECK(Classic({ErrorCode::kAddressSize, "address size has unexpected value of 16", "x"}) ==
        "gprof: address size has unexpected value of 16\n");
  CHECK(Classic({ErrorCode::kTextTooLarge, "ran out room for 99 bytes of text space", "x"}) ==
        "gprof: ran out room for 99 bytes of text space\n");
  CHECK(Classic({ErrorCode::kTruncatedBins, "unexpected EOF after reading 3/8 bins", "x"}) ==
        "gprof: unexpected EOF after reading 3/8 bins\n");
  CHECK(Classic({ErrorCode::kOverlap, "overlapping histogram records", "x"}) ==
        "gprof: overlapping histogram records\n");
}

TEST_CASE("Lines without the program's name", "[message_text]") {
  CHECK(Classic({ErrorCode::kSystem, "No such file or directory", "x"}) == "x: No such file or directory\n");
  CHECK(Classic({ErrorCode::kSystem, "No such file or directory", ""}) == "No such file or directory\n");
  CHECK(Classic({ErrorCode::kTooShort, "file too short to be a gmon file", "x"}) ==
        "x: file too short to be a gmon file\n");
  CHECK(Classic({ErrorCode::kIncompatibleFile, "incompatible with first gmon file", "x"}) ==
        "x: incompatible with first gmon file\n");
}

TEST_CASE("Every line of a message has the program's name", "[message_text]") {
  CHECK(Classic(OtherDimension("a", "b")) ==
        "gprof: dimension unit changed between histogram records\ngprof: from 'a'\ngprof: to 'b'\n");
}

TEST_CASE("A line feed within a unit or a name does not begin a line of a message", "[message_text]") {
  CHECK(Classic(OtherDimension("a\nfrom 'x", "b\ny")) ==
        "gprof: dimension unit changed between histogram records\ngprof: from 'a\nfrom 'x'\ngprof: to 'b\ny'\n");
  CHECK(Classic({ErrorCode::kBadTag, "found bad tag 7 (file corrupted?)", "a\nb"}) ==
        "gprof: a\nb: found bad tag 7 (file corrupted?)\n");
}

TEST_CASE("One message does not end with a line feed", "[message_text]") {
  CHECK(Classic({ErrorCode::kOtherScale, "different scales in histogram records", "x"}) ==
        "gprof: different scales in histogram records");
}

TEST_CASE("In the house's wording an error is one line that names program and file", "[message_text]") {
  CHECK(House({ErrorCode::kSystem, "No such file or directory", "x"}) == "egprof: x: No such file or directory\n");
  CHECK(House({ErrorCode::kBadVersion, "unsupported version 2", "x"}) ==
        "egprof: file `x' has unsupported version 2\n");
  CHECK(House({ErrorCode::kNoText, "can't find .text section", "x"}) == "egprof: can't find .text section in x\n");
  CHECK(House({ErrorCode::kOtherScale, "different scales in histogram records", "scale"}) ==
        "egprof: scale: different scales in histogram records\n");
  CHECK(House(OtherDimension("a", "b")) ==
        "egprof: x: dimension unit changed between histogram records from 'a' to 'b'\n");
  CHECK(House({ErrorCode::kBadArgument, "nothing to subtract"}) == "egprof: nothing to subtract\n");
  CHECK(House({ErrorCode::kBadTag, "found bad tag 7 (file corrupted?)", "a\nb\x1b"}) ==
        "egprof: a b?: found bad tag 7 (file corrupted?)\n");
}

TEST_CASE("The house's wording has positions and remedies", "[message_text]") {
  CHECK(House({ErrorCode::kBadProfile, "neither a frame", "x", Place::Line(12, "perf")}) ==
        "egprof: x: perf, line 12: neither a frame\n");
  CHECK(House({ErrorCode::kBadArgument,
               "it does not name its program",
               "x",
               Place::Whole("address trace"),
               {RemedyKind::kNameImage, {}}}) ==
        "egprof: x: address trace: it does not name its program; name the program with --image=FILE\n");
  CHECK(House({ErrorCode::kBadArgument, "more than 100 terms", "", {}, {RemedyKind::kSetTerms, {}}}) ==
        "egprof: --terms: more than 100 terms\n");
}

TEST_CASE("A line begins with its severity", "[message_text]") {
  CHECK(LinesOf({{Severity::kNote, Message("a")},
                 {Severity::kWarning, Message("b", "x")},
                 {Severity::kFailure, Message("c")}},
                Wording::kOwn) == std::vector<std::string>{"a", "warning: x: b", "fail: c"});
  CHECK(LinesOf({}, Wording::kOwn).empty());
}

TEST_CASE("The severity of a message is not a part of its wording", "[message_text]") {
  const Message architecture(ErrorCode::kOtherArchitecture, "not supported on architecture vax", "x");
  CHECK(LinesOf({{Severity::kWarning, architecture}}, Wording::kOwn).front() ==
        "warning: x: -c not supported on architecture vax");
  CHECK(LinesOf({{Severity::kNote, architecture}}, Wording::kGprof).front() == "-c not supported on architecture vax");
}

TEST_CASE("Messages are printed in a fixed order of kinds", "[message_text]") {
  Messages messages;
  messages.Hint("hint");
  messages.LeaveOut(Message(ErrorCode::kBadMagic, "bad magic cookie", "x"));
  messages.LeaveOut(Message(ErrorCode::kTruncatedBins, "unexpected EOF", "y\nz"));
  messages.PassOver({ErrorCode::kSystem, "No such file or directory", "y"});
  messages.Note("note");
  messages.Warn("careful");
  profdiff::Diagnostics diagnostics{{Message(ErrorCode::kLibbfd, "BFD: strange")}};
  messages.TakeWarnings(diagnostics);
  const std::string text =
      "BFD: strange\n"
      "egprof: note\n"
      "egprof: warning: careful\n"
      "y: No such file or directory\n"
      "egprof: left out 2 profiles:\n"
      "egprof:   file `x' has bad magic cookie\n"
      "egprof:   y z: unexpected EOF\n";
  CHECK(MessagesText("egprof", messages, false) == text);
  CHECK(MessagesText("egprof", messages, true) == text + "egprof: hint\n");
  CHECK(MessagesText("egprof", {}, true).empty());
}

TEST_CASE("In egprof's wording, control characters of messages are replaced", "[message_text]") {
  Messages messages;
  messages.Note("a\033b");
  CHECK(MessagesText("egprof", messages, false) == "egprof: a\033b\n");
  messages.set_own_style(true);
  CHECK(MessagesText("egprof", messages, false) == "egprof: a?b\n");
}

}  // namespace egprof::message_text_test
