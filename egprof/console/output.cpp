// SPDX-License-Identifier: GPL-3.0-or-later
// The wording of messages, warnings and errors, in the styles of gprof and egprof.
//
// Source: GPROF.md, sections 4 and 15. Test: tests/unit/egprof/console/output_test.cpp.
#include "egprof/console/output.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace egprof {
namespace {

using profdiff::ErrorCode;

// True for errors that gprof prints without the program's name, as perror does (GPROF.md, sections 3 and 4.1).
bool LacksProgram(ErrorCode code) {
  return code == ErrorCode::kSystem || code == ErrorCode::kTooShort || code == ErrorCode::kIncompatibleFile;
}

// True for the two messages that gprof prints without a line feed (GPROF.md, section 4.2).
bool LacksEndOfLine(std::string_view message) {
  return message == "different scales in histogram records" ||
         message == "found a symbol that covers several histogram records";
}

// perror omits an empty name, and the colon after it.
std::string SystemText(const std::string& message) {
  return (message.substr(0, 2) == ": " ? message.substr(2) : message) + "\n";
}

// True at the second and third line of the message about a changed dimension, because gprof also prints the program's
// name before these lines. Any other line feed is part of a unit or a file name.
bool BeginsLine(std::string_view rest) { return rest.starts_with("\nfrom '") || rest.starts_with("\nto '"); }

std::string GprofText(const std::string& program, const profdiff::Error& error) {
  if (LacksProgram(error.code())) return SystemText(error.message());
  const std::string_view message = error.message();
  std::string text = program + ": ";
  for (std::size_t i = 0; i < message.size(); ++i) {
    text += message[i];
    if (BeginsLine(message.substr(i))) text += program + ": ";
  }
  return LacksEndOfLine(message) ? text : text + "\n";
}

// True if the message contains the file's name: as "FILE: …", or quoted like gprof's `FILE' and 'FILE'.
bool NamesFile(const profdiff::Error& error) {
  const std::string& message = error.message();
  return error.path().empty() || message.substr(0, error.path().size() + 1) == error.path() + ":" ||
         message.find(error.path() + "'") != std::string::npos;
}

std::string HouseText(const std::string& program, const profdiff::Error& error) {
  std::string message = (NamesFile(error) ? "" : error.path() + ": ") + error.message();
  // Puts every error on one line, although gprof's messages have several lines and names of files can contain line
  // feeds.
  std::ranges::replace(message, '\n', ' ');
  return program + ": " + profdiff::WithoutControls(std::move(message)) + "\n";
}

}  // namespace

void Output::TakeWarnings(profdiff::Diagnostics& diagnostics) {
  for (const std::string& warning : diagnostics.warnings) {
    if (warning.starts_with("BFD: ") || warning.starts_with("bfd_")) {
      library_notes.push_back(warning);
    } else if (warning == "can't do -c") {  // gprof prints no "warning:" before this
      notes.push_back(warning);
    } else {
      Warn(warning);
    }
  }
  diagnostics.warnings.clear();
}

void Output::FailGate(const std::string& condition, const std::string& noun, std::size_t count,
                      const std::function<std::string(std::size_t)>& name, std::size_t most) {
  if (count == 0) return;
  std::string line = "fail: " + condition + ": " + profdiff::Plural(count, noun) + ": ";
  for (std::size_t i = 0; i < std::min(most, count); ++i) line += (i == 0 ? "" : ", ") + name(i);
  notes.push_back(line + (count > most ? ", ..." : ""));
  status = kGateStatus;
}

void Output::NoteBlindGate(std::string note) {
  notes.push_back(std::move(note));
  if (status != kGateStatus) status = kBlindStatus;
}

std::unique_ptr<Output> Output::StartBeside() const {
  auto beside = std::make_unique<Output>();
  beside->house_style = house_style;
  return beside;
}

void Output::Join(Output& beside) {
  text += beside.text;
  stages.sizes.Add(beside.stages.sizes);
  stages.AddBeside(beside.stages);
  std::ranges::move(beside.notes, std::back_inserter(notes));
  std::ranges::move(beside.hints, std::back_inserter(hints));
  std::ranges::move(beside.library_notes, std::back_inserter(library_notes));
  std::ranges::move(beside.left_out, std::back_inserter(left_out));
}

void Output::Drain() {
  // The head precedes the first listing. The last character stays in `text`, because StartSection separates a new
  // section only from a text that is not empty.
  if (!sink || text.empty()) return;
  if (!head.empty()) sink(std::exchange(head, {}));
  sink(std::string_view(text).substr(0, text.size() - 1));
  text.erase(0, text.size() - 1);
}

std::string LeftOutText(const std::string& program, const Output& output) {
  if (output.left_out.empty()) return "";
  std::string text = program + ": left out " + profdiff::Plural(output.left_out.size(), "profile") + ":\n";
  for (const LeftOut& file : output.left_out) text += program + ":   " + file.cause + "\n";
  return text;
}

std::string ErrorText(const std::string& program, const profdiff::Error& error, bool house_style) {
  return house_style ? HouseText(program, error) : GprofText(program, error);
}

}  // namespace egprof
