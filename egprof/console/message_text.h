// SPDX-License-Identifier: GPL-3.0-or-later
// The wording of messages and errors on standard error: gprof's words where it has a message of its own, and otherwise
// the library's.
// Test: tests/unit/egprof/console/message_text_test.cpp.
#ifndef EGPROF_CONSOLE_MESSAGE_TEXT_H_
#define EGPROF_CONSOLE_MESSAGE_TEXT_H_

#include <string>
#include <vector>

#include "egprof/console/messages.h"
#include "profdiff/error.h"

namespace egprof {

// Returns a message without the program's name. Further lines of gprof's message follow the first one after a blank.
std::string MessageText(const profdiff::Message& message, Wording wording);

// Returns a message as one line that begins with the file or quotes it; line feeds become blanks.
std::string CauseText(const profdiff::Message& message);

// Returns entries as lines that begin with their severity, such as "warning: x: file too short", but not with the
// program's name. In the house's wording, what several files have in common is one line.
std::vector<std::string> LinesOf(const std::vector<Messages::Entry>& entries, Wording wording);

// Returns all messages as lines for standard error: those of libbfd, notes, errors that did not stop the run, profiles
// that were left out and, if standard error is a terminal, hints.
std::string MessagesText(const std::string& program, const Messages& messages, bool is_terminal);

// Returns the text of an error for standard error. In the house's wording, it is the single line "PROGRAM: FILE:
// cause". Otherwise, it is GNU gprof's text: without the program's name before the system's message about a file, with
// several lines for other dimensions, and without a line feed after one of the messages. Source: GPROF.md, sections 4
// and 15.
std::string ErrorText(const std::string& program, const profdiff::Message& message, Wording wording);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_MESSAGE_TEXT_H_
