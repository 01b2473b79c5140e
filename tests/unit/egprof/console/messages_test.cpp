// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/console/messages.h"

#include <catch2/catch.hpp>
#include <vector>

namespace egprof::messages_test {
namespace {

using Entries = std::vector<Messages::Entry>;
using Causes = std::vector<profdiff::Message>;
using profdiff::ErrorCode;
using profdiff::Message;

}  // namespace

TEST_CASE("Warnings are copied in order", "[messages]") {
  Messages messages;
  profdiff::Diagnostics diagnostics;
  diagnostics.Warn("one");
  diagnostics.Warn("two", "x");
  messages.TakeWarnings(diagnostics);
  CHECK(messages.entries() == Entries{{Severity::kWarning, Message("one")}, {Severity::kWarning, Message("two", "x")}});
  CHECK(diagnostics.warnings.empty());
}

TEST_CASE("Messages of libbfd are kept apart, and one message of gprof is no warning", "[messages]") {
  Messages messages;
  profdiff::Diagnostics diagnostics;
  diagnostics.Warn(Message(ErrorCode::kLibbfd, "BFD: warning: x has a section extending past end of file"));
  diagnostics.Warn(Message(ErrorCode::kLibbfd, "bfd_get_section_contents: file truncated"));
  diagnostics.Warn(Message(ErrorCode::kNoCode, "the code cannot be examined for calls"));
  messages.TakeWarnings(diagnostics);
  CHECK(messages.of_libbfd() ==
        Causes{Message(ErrorCode::kLibbfd, "BFD: warning: x has a section extending past end of file"),
               Message(ErrorCode::kLibbfd, "bfd_get_section_contents: file truncated")});
  CHECK(messages.entries() ==
        Entries{{Severity::kNote, Message(ErrorCode::kNoCode, "the code cannot be examined for calls")}});
}

TEST_CASE("An entry is the same only if its severity is, too", "[messages]") {
  Messages messages;
  messages.AddOnce({Severity::kNote, Message("a")});
  messages.AddOnce({Severity::kNote, Message("a")});
  messages.AddOnce({Severity::kWarning, Message("a")});
  CHECK(messages.entries() == Entries{{Severity::kNote, Message("a")}, {Severity::kWarning, Message("a")}});
}

TEST_CASE("Entries that a report shows are removed; all other messages stay", "[messages]") {
  Messages messages;
  messages.Warn("shown");
  messages.Hint("hint");
  messages.LeaveOut(Message("damaged", "x"));
  CHECK(messages.Take() == Entries{{Severity::kWarning, Message("shown")}});
  messages.Note("later");
  CHECK(messages.entries() == Entries{{Severity::kNote, Message("later")}});
  CHECK(messages.hints() == Causes{Message("hint")});
  CHECK(messages.left_out() == Causes{Message("damaged", "x")});
}

TEST_CASE("Messages are joined kind by kind", "[messages]") {
  Messages first, second;
  first.Note("a");
  for (Messages* messages : {&first, &second}) messages->PassOver({ErrorCode::kSystem, "gone", "x"});
  second.Warn("b");
  second.Hint("c");
  first.Join(second);
  CHECK(first.entries() == Entries{{Severity::kNote, Message("a")}, {Severity::kWarning, Message("b")}});
  CHECK(first.hints() == Causes{Message("c")});
  CHECK(first.passed_over().size() == 2);
}

TEST_CASE("What several files have in common is one entry with their number", "[messages]") {
  const auto note = [](const char* cause, const char* file) {
    return Messages::Entry{Severity::kNote, Message(cause, file)};
  };
  const Messages::Entry warning{Severity::kWarning, Message("cut", "a")};
  const Entries entries = {note("cut", "a"), note("other", "a"), note("cut", "b"), note("cut", ""),
                           warning,          note("cut", "c"),   note("cut", "b"), note("cut", "")};
  CHECK(MergeFiles(entries) ==
        Entries{note("cut", "3 files, such as a"), note("other", "a"), note("cut", ""), warning, note("cut", "")});
  CHECK(MergeFiles({}).empty());
  // Different places in files are different remarks.
  const Messages::Entry first{Severity::kNote, Message("cut", "a", profdiff::Place::Line(1))};
  const Messages::Entry second{Severity::kNote, Message("cut", "b", profdiff::Place::Line(2))};
  CHECK(MergeFiles({first, second}) == Entries{first, second});
}

}  // namespace egprof::messages_test
