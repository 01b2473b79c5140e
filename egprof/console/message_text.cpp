// SPDX-License-Identifier: GPL-3.0-or-later
// Source: GPROF.md, sections 4 and 15. Test: tests/unit/egprof/console/message_text_test.cpp.
#include "egprof/console/message_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "egprof/console/remedies.h"

namespace egprof {
namespace {

using profdiff::ErrorCode;
using profdiff::Message;

// The form of a message of gprof: "{file}" stands for the path and "{cause}" for the cause. If the form has no path,
// gprof does not name the file, and only the house's wording does.
struct GprofForm {
  ErrorCode code;
  const char* form;
  bool names_program = true;  // false if gprof prints the message as perror does (GPROF.md, sections 3 and 4.1)
  bool ends_line = true;      // false if gprof prints no line feed after it (GPROF.md, section 4.2)
};

constexpr GprofForm kForms[] = {
    {ErrorCode::kSystem, "{file}: {cause}", false},
    {ErrorCode::kTooShort, "{file}: {cause}", false},
    {ErrorCode::kIncompatibleFile, "{file}: {cause}", false},
    {ErrorCode::kBadMagic, "file `{file}' has {cause}"},
    {ErrorCode::kBadVersion, "file `{file}' has {cause}"},
    {ErrorCode::kNoSymbols, "file `{file}' has {cause}"},
    {ErrorCode::kNotGmon, "file '{file}' {cause}"},
    {ErrorCode::kNoText, "{cause} in {file}"},
    {ErrorCode::kNoSource, "{cause} `{file}'"},
    {ErrorCode::kBadOrderMap, "{cause} {file}."},
    {ErrorCode::kBadSymbolFile, "{cause} {file}."},
    {ErrorCode::kNoCode, "can't do -c"},
    {ErrorCode::kOtherArchitecture, "-c {cause}"},
    {ErrorCode::kTextTooLarge, "{cause}"},
    {ErrorCode::kAddressSize, "{cause}"},
    {ErrorCode::kTruncatedBins, "{cause}"},
    {ErrorCode::kOverlap, "{cause}"},
    {ErrorCode::kOtherDimension, "{cause}"},
    {ErrorCode::kOtherScale, "{cause}", true, false},
};

const GprofForm* FormOf(ErrorCode code) {
  const auto* const form = std::ranges::find(kForms, code, &GprofForm::code);
  return form == std::end(kForms) ? nullptr : form;
}

std::string Filled(std::string_view form, const Message& message) {
  std::string text;
  while (!form.empty()) {
    const std::size_t begin = std::min(form.find('{'), form.size());
    text += form.substr(0, begin);
    form.remove_prefix(begin);
    for (const auto& [name, value] : {std::pair("{file}", &message.file), std::pair("{cause}", &message.cause)}) {
      if (!form.starts_with(name)) continue;
      text += *value;
      form.remove_prefix(std::string_view(name).size());
      break;
    }
  }
  return text;
}

// Returns the first line. Messages without a file, such as those about an empty name, have the library's form.
std::string FirstLine(const Message& message, Wording wording) {
  const GprofForm* const form = FormOf(message.code);
  Message words = message;
  words.lines.clear();
  if (form == nullptr) return profdiff::TextOf(words, WordsForRemedy);
  const bool has_file = std::string_view(form->form).find("{file}") != std::string_view::npos;
  // perror omits an empty name, and the colon after it; other messages of gprof contain the empty name.
  if (has_file && message.file.empty() && !form->names_program) return message.cause;
  if (has_file) return Filled(form->form, message);
  if (wording == Wording::kGprof) return Filled(form->form, message);
  words.cause = Filled(form->form, message);
  return profdiff::TextOf(words, WordsForRemedy);
}

std::string GprofText(const std::string& program, const Message& message) {
  const GprofForm* const form = FormOf(message.code);
  const std::string name = form != nullptr && !form->names_program ? "" : program + ": ";
  std::string text = name + FirstLine(message, Wording::kGprof);
  for (const std::string& line : message.lines) text += "\n" + name + line;
  return form != nullptr && !form->ends_line ? text : text + "\n";
}

std::string SeverityText(Severity severity) {
  switch (severity) {
    case Severity::kWarning:
      return "warning: ";
    case Severity::kFailure:
      return "fail: ";
    case Severity::kNote:
      break;
  }
  return "";
}

// Returns lines that name the profiles left out by --keep-going; empty if there are none.
std::string LeftOutText(const std::string& program, const std::vector<Message>& left_out) {
  if (left_out.empty()) return "";
  std::string text = program + ": left out " + profdiff::Plural(left_out.size(), "profile") + ":\n";
  for (const Message& reason : left_out) text += program + ":   " + CauseText(reason) + "\n";
  return text;
}

}  // namespace

std::string MessageText(const Message& message, Wording wording) {
  std::string text = FirstLine(message, wording);
  for (const std::string& line : message.lines) text += " " + line;
  return text;
}

std::string CauseText(const Message& message) {
  std::string text = MessageText(message, Wording::kOwn);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::vector<std::string> LinesOf(const std::vector<Messages::Entry>& entries, Wording wording) {
  std::vector<std::string> lines;
  // gprof writes a message for each file.
  const bool merges = wording == Wording::kOwn;
  for (const Messages::Entry& entry : merges ? MergeFiles(entries) : entries) {
    lines.push_back(SeverityText(entry.severity) + MessageText(entry.message, wording));
  }
  return lines;
}

std::string MessagesText(const std::string& program, const Messages& messages, bool is_terminal) {
  const Wording wording = messages.wording();
  std::string text;
  for (const Message& message : messages.of_libbfd()) text += message.cause + "\n";
  for (std::string& line : LinesOf(messages.entries(), wording)) {
    text += program + ": " + (messages.own_style() ? profdiff::WithoutControls(std::move(line)) : line) + "\n";
  }
  for (const profdiff::Error& error : messages.passed_over()) text += ErrorText(program, error.message(), wording);
  text += LeftOutText(program, messages.left_out());
  if (!is_terminal) return text;
  for (const Message& hint : messages.hints()) text += program + ": " + MessageText(hint, wording) + "\n";
  return text;
}

std::string ErrorText(const std::string& program, const Message& message, Wording wording) {
  if (wording == Wording::kGprof) return GprofText(program, message);
  return program + ": " + profdiff::WithoutControls(CauseText(message)) + "\n";
}

}  // namespace egprof
