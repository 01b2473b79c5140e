// SPDX-License-Identifier: GPL-3.0-or-later
// The text of messages. Programs with other wordings, such as those of gprof, make their own texts from the fields.
// Test: tests/unit/report/format/message_test.cpp.
#include "report/format/message.h"

#include <string>

#include "profdiff/error.h"

namespace profdiff {
namespace {

// Returns the position with its separator from the path, which is ":" for the common form "FILE:12".
std::string TextOf(const Place& place, bool has_file) {
  std::string text;
  const std::string number = std::to_string(place.number);
  switch (place.kind) {
    case Place::Kind::kNone:
      text = place.format;
      break;
    case Place::Kind::kLine:
      if (place.format.empty()) return has_file ? ":" + number : "line " + number;
      text = place.format + ", line " + number;
      break;
    case Place::Kind::kByte:
      if (place.format.empty()) return "";
      text = place.format + ", byte " + number;
      break;
    case Place::Kind::kNamed:
      text = place.format.empty() ? place.name : place.format + ", " + place.name;
      break;
  }
  return has_file && !text.empty() ? ": " + text : text;
}

}  // namespace

std::string WithRemedy(const std::string& sentence, const Remedy& remedy, const RemedyWords& words) {
  if (!words || remedy.kind == RemedyKind::kNone) return sentence;
  const RemedyText text = words(remedy);
  return text.before + sentence + text.after;
}

std::string TextOf(const Message& message, const RemedyWords& words) {
  std::string text = message.file + TextOf(message.place, !message.file.empty());
  if (!text.empty()) text += ": ";
  text += WithRemedy(message.cause, message.remedy, words);
  for (const std::string& line : message.lines) text += " " + line;
  return text;
}

}  // namespace profdiff
